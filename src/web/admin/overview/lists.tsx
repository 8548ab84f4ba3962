import { formatDate } from '../../../domain/base/calendar.ts'
import { BILLING_LIMITS } from '../../../domain/billing/payments.ts'
import { MESSAGES } from '../../../domain/base/messages.ts'
import { STAFF_PATHS } from '../../../domain/admin/staff.ts'
import { lastDay, PLANS } from '../../../domain/billing/plans.ts'
import { shortStanding } from '../../predictions/forecast.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Section } from '../section.tsx'
import { type Overview, shortDate, shortTime } from './figures.tsx'

/** The five predictions of the latest draw dates. */
export function RecentPredictions({
  predictions,
  now,
}: {
  predictions: NonNullable<Overview['recent']>
  now: number
}) {
  return (
    <Section title="Recent predictions" link={{ to: STAFF_PATHS.predictions, text: 'Manage predictions' }}>
      {predictions.length === 0 ? (
        <p className="text-quiet">{MESSAGES.noPredictions}</p>
      ) : (
        <DataTable
          caption={`The ${predictions.length} most recent predictions`}
          captionHidden
          label="Recent predictions, table"
          columns={['Game', 'Date', 'Numbers', 'Standing']}
          tall={false}
        >
          {predictions.map(({ id, gameName, date, numbers, forecast }) => (
            <tr key={id}>
              <th scope="row">{gameName}</th>
              <td className="whitespace-nowrap">{shortDate(date, now)}</td>
              <td>{numbers.join(', ')}</td>
              <td>{shortStanding(forecast, now)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  )
}

/** The latest actions of staff, players and programs, as sentences. */
export function Activity({ entries, now }: { entries: NonNullable<Overview['activity']>; now: number }) {
  return (
    <Section title="Latest activity" link={{ to: STAFF_PATHS.audit, text: 'All activity' }}>
      {entries.length === 0 && <p className="text-quiet">Nothing has happened yet.</p>}
      <ul className="divide-y divide-line border-b border-line text-sm">
        {entries.map(({ id, at, who, did }) => (
          <li key={id} className="flex justify-between gap-4 py-2">
            <span className="min-w-0">
              {who} {did}
            </span>
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-quiet">
              {shortTime(at, now)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The plans that end next. */
export function Expiring({ of: { count, first } }: { of: NonNullable<Overview['expiring']> }) {
  const title = count === 0 ? 'Expiring soon' : `Expiring soon: ${count}`
  return (
    <Section title={title} link={{ to: STAFF_PATHS.users, text: 'Manage users' }}>
      {count === 0 && <p className="text-quiet">No plan ends within {BILLING_LIMITS.expiringDays} days.</p>}
      <ul className="divide-y divide-line text-sm">
        {first.map(({ uid, email, plan, endsAt }) => (
          <li key={`${uid} ${plan}`} className="flex flex-wrap items-center justify-between gap-x-4">
            <PageLink
              to={`${STAFF_PATHS.users}?${new URLSearchParams({ search: email })}`}
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {email}
            </PageLink>
            <span className="text-quiet">
              {PLANS[plan].name}, last day {formatDate(lastDay(endsAt))}
            </span>
          </li>
        ))}
      </ul>
      {count > first.length && <p className="text-sm text-quiet">and {count - first.length} more</p>}
    </Section>
  )
}
