import { type ReactNode, useId } from 'react'
import { formatDate, formatInstant } from '../../../domain/calendar.ts'
import { BILLING_LIMITS } from '../../../domain/billing-limits.ts'
import { MESSAGES } from '../../../domain/messages.ts'
import { lastDay, PLANS } from '../../../domain/plans.ts'
import { useNow } from '../../api/use-now.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { statusText } from '../../predictions/status-text.ts'
import type { Overview } from './figures.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet p-4">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The five predictions of the latest draw dates. */
export function RecentPredictions({ predictions }: { predictions: Overview['recent'] }) {
  const now = useNow(60_000)
  return (
    <Part title="Recent predictions">
      {predictions.length === 0 ? (
        <p className="mt-2 text-quiet">{MESSAGES.noPredictions}</p>
      ) : (
        <div className="scroller mt-2" role="region" aria-label="Recent predictions, table" tabIndex={0}>
          <table className="table w-full">
            <caption className="visually-hidden">The {predictions.length} most recent predictions</caption>
            <thead>
              <tr>
                <th scope="col">Game</th>
                <th scope="col">Date</th>
                <th scope="col">Numbers</th>
                <th scope="col">Standing</th>
              </tr>
            </thead>
            <tbody>
              {predictions.map((prediction) => (
                <tr key={prediction.id}>
                  <th scope="row">{prediction.gameName}</th>
                  <td className="whitespace-nowrap">{formatDate(prediction.date)}</td>
                  <td>{prediction.numbers.join(', ')}</td>
                  <td>{statusText(prediction, now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Part>
  )
}

/** The latest actions of staff, players and programs. */
export function Activity({ entries }: { entries: Overview['activity'] }) {
  return (
    <Part title="Latest activity">
      {entries.length === 0 && <p className="mt-2 text-quiet">Nothing has happened yet.</p>}
      <ul className="divide-y divide-line">
        {entries.map(({ id, at, who, did }) => (
          <li key={id} className="py-2 text-sm">
            <span className="font-bold">{who ?? 'Program'}</span> <span className="break-words">{did}</span>
            <br />
            <span className="text-quiet">{formatInstant(at)}</span>
          </li>
        ))}
      </ul>
      <PageLink to={PATHS.adminAudit} className="link inline-flex min-h-11 items-center">
        All activity
      </PageLink>
    </Part>
  )
}

/** The plans that end next. */
export function Expiring({ of: { count, first } }: { of: Overview['expiring'] }) {
  return (
    <Part title="Expiring soon">
      {count === 0 && (
        <p className="mt-2 text-quiet">No plan ends within {BILLING_LIMITS.expiringDays} days.</p>
      )}
      <ul className="divide-y divide-line">
        {first.map(({ uid, email, plan, endsAt }) => (
          <li key={`${uid} ${plan}`} className="py-2 text-sm">
            <PageLink
              to={`${PATHS.adminUsers}?${new URLSearchParams({ search: email })}`}
              className="link break-all"
            >
              {email}
            </PageLink>
            <br />
            <span className="text-quiet">
              {PLANS[plan].name}, last day {formatDate(lastDay(endsAt))}
            </span>
          </li>
        ))}
      </ul>
      {count > first.length && <p className="text-sm text-quiet">and {count - first.length} more</p>}
    </Part>
  )
}
