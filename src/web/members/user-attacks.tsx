import { ATTACKS } from '../../domain/accounts/attacks.ts'
import { formatInstant } from '../../domain/base/calendar.ts'
import { STAFF_LIMITS, STAFF_PATHS } from '../../domain/admin/staff.ts'
import { OnlyWith } from '../admin/only-with.tsx'
import type { AnswerOf } from '../api/call.ts'
import { PageLink } from '../ui/page-link.tsx'
import { DataTable } from '../ui/data-table.tsx'

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
