import { PREDICTION_LIMITS } from '../../../domain/predictions/predictions.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'
import { useForm } from '../../api/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'

/** The call with the name under which the user publishes. */
export const AUTHOR = '/api/admin/author'

/** Changes the name under which the user publishes. */
export function PenNameForm({ penName, onSaved }: { penName: string | null; onSaved: () => void }) {
  const { busy, result, fields, submit } = useForm(formFailure)
  const save = submit(async (form) => {
    await sendAdminCall('PUT /api/admin/author', { body: { penName: formText(form, 'penName') } })
    onSaved()
    return 'Your pen name is saved.'
  })
  return (
    <form method="post" noValidate onSubmit={save} className="max-w-md space-y-3">
      <Field
        label="Pen name"
        name="penName"
        autoComplete="off"
        required
        maxLength={PREDICTION_LIMITS.penName}
        defaultValue={penName ?? ''}
        hint="Everyone sees it on all your forecasts, earlier ones included. Your record stays the same: it belongs to your number as an author, not to the name."
        error={fields.penName}
      />
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
      <Button type="submit" kind="plain" disabled={busy}>
        Save pen name
      </Button>
    </form>
  )
}
