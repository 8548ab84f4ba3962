import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Disclosure } from '../../admin/ruled.tsx'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import type { DeskDay } from './entry.ts'
import type { Notice } from './use-entry.ts'

/** Settings for all draws: confirmation by a second person, and the removal of the samples. */
export function DeskSettings({ today, onChanged }: { today: DeskDay; onChanged: () => void }) {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The choice that is being saved, until the server's answer shows it. */
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function run(what: () => Promise<string>) {
    setBusy(true)
    try {
      setNotice({ kind: 'good', text: await what() })
      onChanged()
    } catch (error) {
      setWanted(null)
      setNotice({ kind: 'bad', text: failureText(error) })
    } finally {
      setBusy(false)
    }
  }
  const setSecondPerson = (on: boolean) =>
    run(async () => {
      setWanted(on)
      await sendAdminCall('PUT /api/admin/desk/second-person', { body: { on } })
      return on ? 'A second person confirms each draw from now on.' : 'One person is enough from now on.'
    })
  const removeSamples = () =>
    run(async () => {
      const { removed } = await sendAdminCall('POST /api/admin/samples/remove', { body: { confirm: true } })
      setConfirming(false)
      return `${removed} sample draws are removed.`
    })

  return (
    <Disclosure line={<span className="font-bold">Desk settings</span>}>
      {notice && <Banner kind={notice.kind}>{notice.text}</Banner>}
      <Checkbox
        label="A second person types the same numbers before a draw counts"
        checked={wanted ?? today.secondPerson}
        onChange={(event) => void setSecondPerson(event.target.checked)}
      />
      {today.samples && (
        <div className="mt-3">
          {!isConfirming && (
            <Button kind="plain" onClick={() => setConfirming(true)}>
              Remove sample draws
            </Button>
          )}
          {isConfirming && (
            <div role="alert" className="rounded-lg bg-error-soft p-3">
              <p className="font-bold text-error">
                Remove every sample draw, forecast and payment? Only real data stays, and no samples are added
                again.
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button disabled={busy} onClick={() => void removeSamples()}>
                  Remove them
                </Button>
                <Button kind="plain" onClick={() => setConfirming(false)}>
                  Keep them
                </Button>
              </div>
            </div>
          )}
        </div>
      )}
    </Disclosure>
  )
}
