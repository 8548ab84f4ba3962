import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { Field, Select } from '../../ui/field.tsx'

/** Erases the reasons of a forecast, or the pen names of an author. */
export function EraseForm({ onErased }: { onErased: () => void }) {
  async function erase({ of, number, reason }: Values, form: HTMLFormElement) {
    const body = { of, number: Number(number), reason }
    await sendAdminCall('POST /api/admin/log-texts/erase', { body })
    form.reset()
    onErased()
    return `The texts of ${of} ${body.number} are erased. Backups from before still have them.`
  }
  return (
    <StaffForm stacked button="Erase texts" look="plain" send={erase}>
      <p className="text-sm">
        For a text that breaks the law or a right of a person. Numbers, times and scores stay, and the public
        check counts the erased texts. The staff’s trail of changes keeps a text for a year. This cannot be
        undone.
      </p>
      <Select
        label="Erase"
        name="of"
        options={[
          ['forecast', 'The reasons of a forecast'],
          ['author', 'The pen names of an author'],
        ]}
      />
      <Field
        label="Its number"
        name="number"
        inputMode="numeric"
        autoComplete="off"
        required
        hint="Of a forecast as in the address of its page."
      />
      <Field label="Why" name="reason" required maxLength={STAFF_LIMITS.reason} />
    </StaffForm>
  )
}
