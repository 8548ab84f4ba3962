import { type LagosDate, parseDate } from '../../../domain/base/calendar.ts'
import { CALENDAR_LIMITS } from '../../../domain/draws/calendar-check.ts'
import { sendAdminCall } from '../../admin/calls.ts'
import { StaffForm, type Values } from '../../admin/staff-form.tsx'
import { Field } from '../../ui/field.tsx'
import { CloseLink } from './change-form.tsx'

interface Props {
  date: LagosDate
  today: LagosDate
  onSaved: (text: string, date: LagosDate) => void
}

/** Ends every draw of a day in one step. */
export function HolidayForm({ date, today, onSaved }: Props) {
  async function save(body: Values) {
    await sendAdminCall('POST /api/admin/calendar/holidays', { body })
    onSaved('No game draws on this day.', parseDate(body.date ?? '') ?? date)
  }
  return (
    <section className="mb-5 rounded-lg border border-line bg-sheet p-3 md:p-4">
      <h2 className="font-bold">Public holiday</h2>
      <p className="text-sm text-quiet">No game draws on this day. Draws that have closed stay.</p>
      <StaffForm
        label="Public holiday"
        button="Cancel all draws of this day"
        send={save}
        beside={<CloseLink date={date} />}
        className="mt-2 max-w-3xl"
      >
        <Field label="Day" name="date" type="date" required min={today} defaultValue={date} />
        <Field
          label="Reason"
          name="reason"
          required
          maxLength={CALENDAR_LIMITS.reason}
          hint="Players see it."
        />
      </StaffForm>
    </section>
  )
}
