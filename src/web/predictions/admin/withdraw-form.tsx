import { type FormEvent, useState } from 'react'
import { STAFF_LIMITS } from '../../../domain/staff-limits.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { CallError } from '../../api/call.ts'
import type { StaffPrediction } from './staff-prediction.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'

/** Withdraws a prediction, with a reason that players see. */
export function WithdrawForm({
  prediction: { id, version },
  onDone,
  onCancel,
}: {
  prediction: StaffPrediction
  onDone: () => void
  onCancel: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()

  async function withdraw(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = formText(event.currentTarget, 'reason').trim()
    if (reason === '') return setError('Say why.')
    setBusy(true)
    try {
      const body = { version, reason }
      await sendAdminCall('POST /api/admin/predictions/:id/withdraw', { params: { id }, body })
      onDone()
    } catch (caught) {
      const problem = caught instanceof CallError ? caught.problem : null
      setError(problem?.title ?? (caught instanceof Error ? caught.message : String(caught)))
      setBusy(false)
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void withdraw(event)}
      className="mt-3 space-y-3 border-t border-line pt-3"
    >
      <p className="text-sm">The prediction stays in the list, marked as withdrawn. This cannot be undone.</p>
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={STAFF_LIMITS.reason}
        hint="Players see this reason."
        error={error}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy}>
          {busy ? 'Withdrawing...' : 'Withdraw prediction'}
        </Button>
        <Button kind="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
