import { STAFF_LIMITS } from '../../domain/admin/staff.ts'
import { formatInstant } from '../../domain/base/calendar.ts'
import { because, sendAdminCall } from '../admin/calls.ts'
import { StaffForm, type Values } from '../admin/staff-form.tsx'
import { TextArea } from '../ui/field.tsx'
import type { Details, PersonProps } from './person-page.tsx'

/** What staff have noted, newest first. A note never changes. */
export function Notes({ details: { user, notes }, onChanged }: PersonProps) {
  async function save(body: Values, form: HTMLFormElement) {
    await sendAdminCall('POST /api/admin/users/:id/notes', { params: { id: user.uid }, body })
    form.reset()
    onChanged()
  }
  return (
    <>
      <StaffForm
        stacked
        className=""
        button="Add note"
        look="plain"
        send={save}
        explain={because('The note was not saved.')}
      >
        <TextArea label="New note" name="text" rows={2} required maxLength={STAFF_LIMITS.reason} />
      </StaffForm>
      <Lines
        entries={notes.map(({ text, ...note }) => ({
          ...note,
          line: <span className="whitespace-pre-line">{text}</span>,
        }))}
      />
    </>
  )
}

/** One line for each event. */
export function History({ details: { history } }: { details: Details }) {
  if (history.length === 0) return <p className="text-sm text-quiet">Nothing yet.</p>
  return (
    <Lines
      entries={history.map(({ did, reason, ...event }) => ({
        ...event,
        line: (
          <>
            {did}
            {reason && <span className="text-quiet">. Reason: {reason}</span>}
          </>
        ),
      }))}
    />
  )
}

interface Entry {
  id: number
  at: number
  who: string
  line: React.ReactNode
}

const Lines = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className="divide-y divide-line text-sm">
    {entries.map(({ id, at, who, line }) => (
      <li key={id} className="py-1.5 wrap-anywhere">
        <span className="text-quiet">{formatInstant(at)}</span> <b>{who}</b> {line}
      </li>
    ))}
  </ul>
)
