import { useState } from 'react'
import { formatClock, formatDate, lagosMinutes } from '../../../domain/base/calendar.ts'
import { failureText } from '../../admin/calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { DeskDay } from './entry.ts'
import type { Desk } from './use-desk.ts'
import { type Held, numbersOf, removeHeld } from './use-publishing.ts'

/** The results that wait for their close, with a way to discard each. */
export function HeldList({ desk, today, onChanged }: { desk: Desk; today: DeskDay; onChanged: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const waiting = today.held.filter(({ publishAt }) => publishAt === null)
  if (waiting.length === 0) return null

  async function discard(held: Held) {
    // One that was published or discarded meanwhile leaves the list, too.
    setFailure(await removeHeld(held).then(() => null, failureText))
    onChanged()
  }
  return (
    <section aria-labelledby="held" className="rounded-lg border border-line bg-sheet p-3">
      <h2 id="held" className="font-bold">
        Waiting for the close
      </h2>
      <p className="text-sm text-quiet">Players and forecasts do not see these results yet.</p>
      <ul className="ruled mt-1.5">
        {waiting.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="font-bold">
                {desk.nameOf(one.game)}, {formatDate(one.date)}
              </p>
              <p>{numbersOf(one)}</p>
              <p className="text-quiet">
                Published at {formatClock(lagosMinutes(one.closesAt))}
                {one.by && `, entered by ${one.by}`}
              </p>
            </div>
            <Button kind="danger" onClick={() => void discard(one)}>
              Discard<span className="visually-hidden"> the result of {desk.nameOf(one.game)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Banner kind="bad">{failure}</Banner>}
    </section>
  )
}
