import { PREDICTION_LIMITS } from '../../../domain/predictions/predictions.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { Field } from '../../ui/field.tsx'

/** The call with the name under which the user publishes. */
export const AUTHOR = '/api/admin/author'

/** Changes the name under which the user publishes. */
export function PenNameForm({ penName, onSaved }: { penName: string | null; onSaved: () => void }) {
  async function save(body: Values) {
    await sendAdminCall('PUT /api/admin/author', { body })
    onSaved()
    return 'Your pen name is saved.'
  }
  return (
    <StaffForm stacked button="Save pen name" look="plain" send={save}>
      <Field
        label="Pen name"
        name="penName"
        autoComplete="off"
        required
        maxLength={PREDICTION_LIMITS.penName}
        defaultValue={penName ?? ''}
        hint="Everyone sees it on all your forecasts, earlier ones included. Your record stays the same: it belongs to your number as an author, not to the name."
      />
    </StaffForm>
  )
}
