import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { causeOf, change } from '../../admin/calls.ts'
import type { DeskDay } from './entry.ts'
import type { Said } from './use-desk.ts'

/** What staff can switch about draws as a whole: the second person, and the samples. */
export function DeskSettings({ today, onChanged }: { today: DeskDay; onChanged: () => void }) {
  const [said, setSaid] = useState<Said | null>(null)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  /** What was just chosen, until the server has said it too. */
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function run(what: () => Promise<string>) {
    setBusy(true)
    try {
      setSaid({ kind: 'good', text: await what() })
      onChanged()
    } catch (error) {
      setWanted(null)
      setSaid({ kind: 'bad', text: causeOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const setSecondPerson = (on: boolean) =>
    run(async () => {
      setWanted(on)
      await change('PUT /api/admin/desk/second-person', { body: { on } })
      return on ? 'A second person confirms each draw from now on.' : 'One person is enough from now on.'
    })
  const removeSamples = () =>
    run(async () => {
      const { removed } = await change('POST /api/admin/samples/remove', { body: { confirm: true } })
      setAsked(false)
      return `${removed} sample draws are removed.`
    })

  return (
    <details className="mt-6 rounded-lg border border-line bg-sheet p-3">
      <summary className="min-h-11 cursor-pointer py-2 font-bold">Rules of the desk</summary>
      {said && <Banner kind={said.kind}>{said.text}</Banner>}
      <Checkbox
        label="A second person types the same numbers before a draw counts"
        checked={wanted ?? today.secondPerson}
        onChange={(event) => void setSecondPerson(event.target.checked)}
      />
      {today.samples && (
        <div className="mt-3">
          {!asked && (
            <Button kind="plain" onClick={() => setAsked(true)}>
              Remove sample draws
            </Button>
          )}
          {asked && (
            <div role="alert" className="rounded-lg bg-error-soft p-3">
              <p className="font-semibold text-error">
                Remove every generated draw? Only real draws stay, and no samples come again.
              </p>
              <div className="mt-2 flex gap-2">
                <Button disabled={busy} onClick={() => void removeSamples()}>
                  Remove them
                </Button>
                <Button kind="plain" onClick={() => setAsked(false)}>
                  Keep them
                </Button>
              </div>
            </div>
          )}
        </div>
      )}
    </details>
  )
}
