import { STAFF_LIMITS } from '../../domain/admin/staff.ts'
import { formatInstant } from '../../domain/base/calendar.ts'
import { because, sendAdminCall } from '../admin/calls.ts'
import { useForm } from '../api/use-form.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import type { Details, PersonProps } from './person-page.tsx'

/** What staff have noted, newest first. A note never changes. */
export function Notes({ details: { user, notes }, onChanged }: PersonProps) {
  const { busy, result, fields, submit } = useForm(because('The note was not saved.'))
  const save = submit(async (form) => {
    const body = { text: formText(form, 'text') }
    await sendAdminCall('POST /api/admin/users/:id/notes', { params: { id: user.uid }, body })
    form.reset()
    onChanged()
  })
  return (
    <>
      <form onSubmit={save} noValidate className="space-y-2">
        <TextArea
          label="New note"
          name="text"
          rows={2}
          required
          maxLength={STAFF_LIMITS.reason}
          error={fields.text}
        />
        {result && <Banner kind={result.kind}>{result.text}</Banner>}
        <Button type="submit" kind="plain" disabled={busy}>
          Add note
        </Button>
      </form>
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
