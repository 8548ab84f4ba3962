import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { useForm } from '../../api/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'

/** Erases the reasons of a forecast, or the pen names of an author. */
export function EraseForm({ onErased }: { onErased: () => void }) {
  const { busy, result, fields, submit } = useForm(failureText)
  const erase = submit(async (form) => {
    const of = formText(form, 'of') as 'author' | 'forecast'
    const body = { of, number: Number(formText(form, 'number')), reason: formText(form, 'reason') }
    await sendAdminCall('POST /api/admin/log-texts/erase', { body })
    form.reset()
    onErased()
    return `The texts of ${of} ${body.number} are erased. Backups from before still have them.`
  })
  return (
    <form method="post" noValidate onSubmit={erase} className="max-w-md space-y-3">
      <p className="text-sm">
        For a text that breaks the law or a right of a person. Numbers, times and scores stay, and the public
        check counts the erased texts. The staff’s trail of changes keeps a text for a year. This cannot be
        undone.
      </p>
      <Select label="Erase" name="of">
        <option value="forecast">The reasons of a forecast</option>
        <option value="author">The pen names of an author</option>
      </Select>
      <Field
        label="Its number"
        name="number"
        inputMode="numeric"
        autoComplete="off"
        required
        hint="Of a forecast as in the address of its page."
        error={fields.number}
      />
      <Field label="Why" name="reason" required maxLength={STAFF_LIMITS.reason} error={fields.reason} />
      {result && Object.keys(fields).length === 0 && <Banner kind={result.kind}>{result.text}</Banner>}
      <Button type="submit" kind="plain" disabled={busy}>
        Erase texts
      </Button>
    </form>
  )
}
