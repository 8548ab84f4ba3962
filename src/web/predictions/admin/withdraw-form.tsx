import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'
import { useForm, WrongFields } from '../../api/use-form.ts'
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
  const { busy, result, fields, submit } = useForm(formFailure)
  const withdraw = submit(async (form) => {
    const reason = formText(form, 'reason').trim()
    if (reason === '') throw new WrongFields({ reason: 'Say why.' })
    const body = { version, reason }
    await sendAdminCall('POST /api/admin/predictions/:id/withdraw', { params: { id }, body })
    onDone()
  })

  return (
    <form method="post" noValidate onSubmit={withdraw} className="mt-3 space-y-3 border-t border-line pt-3">
      <p className="text-sm">The prediction stays in the list, marked as withdrawn. This cannot be undone.</p>
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={STAFF_LIMITS.reason}
        hint="Players see this reason."
        error={fields.reason ?? result?.text}
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
