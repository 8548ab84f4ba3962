import { call, send } from '../../api/call.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { changeErrorText } from '../complete-sign-in.ts'
import { ChangeStatus } from '../profile/change-status.tsx'
import { Section } from '../profile/section.tsx'
import { useProof } from '../proof.tsx'

interface Props {
  /** The number of unused recovery codes. */
  left: number
  onCodes: (codes: string[]) => void
  onOff: () => void
}

/** New recovery codes and turning off, for a second factor that is on. */
export function Manage({ left, onCodes, onOff }: Props) {
  const { busy, result, run } = useForm(changeErrorText)
  const { withProof, dialog } = useProof()

  const renew = () =>
    void run(async () => {
      const answer = await withProof(() => send('POST /api/profile/second-factor/recovery-codes'))
      if (answer) onCodes(answer.recoveryCodes)
    })
  const turnOff = () =>
    void run(async () => {
      await withProof(() => call('DELETE', '/api/profile/second-factor'))
      onOff()
    })

  return (
    <Section title="On">
      <p className="mb-3">
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`} New codes replace the
        old ones.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="plain" disabled={busy} onClick={renew}>
          New recovery codes
        </Button>
        <Button kind="danger" disabled={busy} onClick={turnOff}>
          Turn off
        </Button>
      </div>
      <ChangeStatus result={result} />
      {dialog}
    </Section>
  )
}
