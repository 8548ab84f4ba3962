import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { because, sendAdminCall } from '../../../people/web/staff/calls.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { TextArea } from '../../../platform/web/ui/field.tsx'
import { ATTACKS } from '../../../platform/rules/access/rate-limits.ts'
import { OnlyWith } from '../../../people/web/staff/section.tsx'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'
import { StaffForm, type Values } from '../../../people/web/staff/staff-form.tsx'
import type { PersonProps, Details } from './person-page.tsx'

type Attacks = AnswerOf<'GET /api/admin/users/:id'>['attacks']

/** The log of password attacks on an account, with a link to its audit trail. It includes the owner's own resets. */
export function UserAttacks({ uid, name, attacks }: { uid: string; name: string; attacks: Attacks }) {
  return (
    <div className="space-y-2">
      {attacks.length === 0 ? (
        <p className="text-sm text-quiet">
          No refused logins and no resets in the last {STAFF_LIMITS.attacksKeptDays} days.
        </p>
      ) : (
        <AttackTable attacks={attacks} />
      )}
      <OnlyWith right="read-audit">
        <PageLink
          to={`${STAFF_PATHS.audit}?subject=${encodeURIComponent(`user:${uid}`)}`}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          Audit trail<span className="visually-hidden"> of {name}</span>
        </PageLink>
      </OnlyWith>
    </div>
  )
}

function AttackTable({ attacks }: { attacks: Attacks }) {
  return (
    <DataTable
      caption={`Refused logins and resets, last ${STAFF_LIMITS.attacksKeptDays} days`}
      label="Refused logins and resets"
      columns={['Last', 'Event', 'Times', 'Network']}
    >
      {attacks.map(({ id, kind, times, network, lastAt }) => (
        <tr key={id}>
          <th scope="row">{formatInstant(lastAt)}</th>
          <td>{ATTACKS[kind]}</td>
          <td>{times}</td>
          <td>
            <code>{network}</code>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** What staff have noted, newest first. A note never changes. */
export function Notes({ details: { user, notes }, onChanged }: PersonProps) {
  async function save(body: Values, form: HTMLFormElement, id: string) {
    const params = { id: user.uid }
    await sendAdminCall('POST /api/admin/users/:id/notes', { params, body, form: id })
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
