import { useState } from 'react'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Select } from '../../../platform/web/ui/field.tsx'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { Disclosure } from '../../../people/web/staff/ruled.tsx'
import { failureText, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { blankEntry, type DeskDay } from './entry.ts'
import { gapsAddress, nextPage } from './addresses.ts'
import type { Desk } from './use-desk.ts'
import { usePages } from '../../../people/web/staff/use-pages.ts'

type Gap = AnswerOf<'GET /api/admin/gaps'>['gaps'][number]

/** Every day for which a game has no record. Staff enter its draw, or record that there was none. */
export function Gaps({ desk, today, onSaved }: { desk: Desk; today: DeskDay; onSaved: () => unknown }) {
  const [game, setGame] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const address = gapsAddress(game)
  const list = usePages('GET /api/admin/gaps', address, ({ next }) => nextPage(address, next))
  const total = list.pages[0]?.total
  const nameOf = (key: string) => today.games.find((one) => one.key === key)?.name ?? key

  async function recordNoDraw(gap: Gap) {
    setBusy(true)
    try {
      await sendAdminCall('POST /api/admin/draws', { body: { ...gap, status: 'no_draw', undo: true } })
      setFailure(null)
      onSaved()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Disclosure
      line={<span className="font-bold">Gaps in the history{total === undefined ? '' : `: ${total}`}</span>}
    >
      <p className="text-sm text-quiet">
        Days before today without a record, since the first record of each game.
      </p>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Select
        label="Show gaps of"
        value={game}
        onChange={(event) => setGame(event.target.value)}
        options={[['', 'All games'], ...today.games.map(({ key, name }) => [key, name] as const)]}
      />
      {list.error && <Banner kind="bad">{failureText(list.error)}</Banner>}
      {total === 0 && <p className="mt-3">Nothing is missing.</p>}
      <ul aria-label="Gaps" className="mt-3 divide-y divide-line">
        {list.pages
          .flatMap((page) => page.gaps)
          .map((gap) => {
            const name = `${nameOf(gap.game)}, ${formatDate(gap.date)}`
            return (
              <li
                key={`${gap.game} ${gap.date}`}
                className="flex flex-wrap items-center justify-between gap-2 py-2"
              >
                <span>{name}</span>
                <span className="flex flex-wrap gap-2">
                  <Button
                    kind="plain"
                    className="px-3 text-sm"
                    aria-label={`Enter ${name}`}
                    onClick={() => desk.choose(blankEntry(gap.game, gap.date))}
                  >
                    Enter
                  </Button>
                  <Button
                    kind="plain"
                    className="px-3 text-sm"
                    aria-label={`No draw of ${name}`}
                    disabled={busy}
                    onClick={() => void recordNoDraw(gap)}
                  >
                    No draw
                  </Button>
                </span>
              </li>
            )
          })}
      </ul>
      {list.failure && <Banner kind="bad">{list.failure}</Banner>}
      {list.hasMore && (
        <Button kind="plain" className="mt-3" disabled={list.busy} onClick={() => void list.load()}>
          Show older gaps
        </Button>
      )}
    </Disclosure>
  )
}
