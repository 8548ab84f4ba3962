import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { WrongFields } from '../../api/use-form.ts'
import type { StaffPrediction } from './staff-prediction.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'

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
  async function withdraw({ reason: typed = '' }: Values) {
    const reason = typed.trim()
    if (reason === '') throw new WrongFields({ reason: 'Say why.' })
    const body = { version, reason }
    await sendAdminCall('POST /api/admin/predictions/:id/withdraw', { params: { id }, body })
    onDone()
  }

  return (
    <StaffForm
      stacked
      button="Withdraw prediction"
      send={withdraw}
      beside={
        <Button kind="plain" onClick={onCancel}>
          Cancel
        </Button>
      }
      className="mt-3 border-t border-line pt-3"
    >
      <p className="text-sm">The prediction stays in the list, marked as withdrawn. This cannot be undone.</p>
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={STAFF_LIMITS.reason}
        hint="Players see this reason."
      />
    </StaffForm>
  )
}
