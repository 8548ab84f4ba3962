import { type LagosDate, parseDate } from '../../../domain/base/calendar.ts'
import { CALENDAR_LIMITS } from '../../../domain/draws/calendar-check.ts'
import { formFailure, sendAdminCall } from '../../admin/calls.ts'
import { SaveForm } from '../../admin/save-form.tsx'
import { useForm } from '../../api/use-form.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { calendarPath } from './paths.ts'

interface Props {
  date: LagosDate
  today: LagosDate
  onSaved: (text: string, date: LagosDate) => void
}

/** Ends every draw of a day in one step. */
export function HolidayForm({ date, today, onSaved }: Props) {
  const { busy, result, fields, submit } = useForm(formFailure)
  const save = submit(async (form) => {
    const body = { date: formText(form, 'date'), reason: formText(form, 'reason') }
    await sendAdminCall('POST /api/admin/calendar/holidays', { body })
    onSaved('No game draws on this day.', parseDate(body.date) ?? date)
  })
  return (
    <section className="mb-5 rounded-lg border border-line bg-sheet p-3 md:p-4">
      <h2 className="font-bold">Public holiday</h2>
      <p className="text-sm text-quiet">No game draws on this day. Draws that have closed stay.</p>
      <SaveForm label="Public holiday" result={result} onSubmit={save} className="mt-2 max-w-3xl">
        <Field
          label="Day"
          name="date"
          type="date"
          required
          min={today}
          defaultValue={date}
          error={fields.date}
        />
        <Field
          label="Reason"
          name="reason"
          required
          maxLength={CALENDAR_LIMITS.reason}
          hint="Players see it."
          error={fields.reason}
        />
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          <Button type="submit" disabled={busy}>
            Cancel all draws of this day
          </Button>
          <PageLink to={calendarPath(date)} className={buttonClasses('plain')}>
            Close
          </PageLink>
        </div>
      </SaveForm>
    </section>
  )
}
