import type { ReactNode } from 'react'
import { formatInstant } from '../../../domain/calendar.ts'
import { BILLING_LIMITS } from '../../../domain/billing-limits.ts'
import { formatNaira, formatCount } from '../../../domain/money.ts'
import { PAID_PLANS, PLANS } from '../../../domain/plans.ts'
import type { AnswerOf } from '../../api/call.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { AlarmReference } from '../../billing/admin/alarm-reference.tsx'

export type Overview = AnswerOf<'GET /api/admin/overview'>

/** The figures of the staff's first page, the urgent ones first. */
export function Figures({ of }: { of: Overview }) {
  const { writes, alarms, draws, paying, given, signUps, revenue, expiring, users, predictions } = of
  const lastWeek = signUps.slice(-7).reduce((sum, { count }) => sum + count, 0)
  const lastMonth = signUps.reduce((sum, { count }) => sum + count, 0)
  const onGrantedTime = PAID_PLANS.reduce((sum, plan) => sum + given[plan], 0)
  return (
    <>
      {!writes && (
        <p role="alert" className="rounded-lg border border-warn bg-warn-soft p-4 font-bold text-warn">
          Nothing can be saved: the disk of the database is full. People can still read.
        </p>
      )}
      <AlarmsCard of={alarms} />
      <section
        aria-label="Draws today"
        className={`rounded-lg border p-4 ${draws.late > 0 ? 'border-warn bg-warn-soft text-warn' : 'border-line bg-sheet'}`}
      >
        <dl className="flex flex-wrap items-end gap-x-8 gap-y-2">
          <Figure name="Due today">{draws.due}</Figure>
          <Figure name="Late today">{draws.late}</Figure>
          <Figure name="Entered today">{draws.entered}</Figure>
          {draws.sample > 0 && <Figure name="Sample results today">{draws.sample}</Figure>}
          <Figure name="Upcoming">{draws.coming}</Figure>
        </dl>
        <PageLink
          to={PATHS.adminResults}
          className="mt-1 inline-flex min-h-11 items-center font-bold underline"
        >
          Enter the draw that is due
        </PageLink>
      </section>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Tile name="Total users">{formatCount(users)}</Tile>
        <Tile name="Total predictions">{formatCount(predictions)}</Tile>
        <Tile name="Revenue this month" note="Payments less refunds">
          {formatNaira(revenue[revenue.length - 1]!.kobo)}
        </Tile>
        <Tile
          name="Paying users"
          note={onGrantedTime > 0 ? `${formatCount(onGrantedTime)} more on granted time` : undefined}
        >
          {PAID_PLANS.map((plan) => `${formatCount(paying[plan])} ${PLANS[plan].name}`).join(', ')}
        </Tile>
        <Tile name="Sign-ups, 7 days" note={`${formatCount(lastMonth)} in ${signUps.length} days`}>
          {formatCount(lastWeek)}
        </Tile>
        <Tile name="Expiring soon" note={`Within ${BILLING_LIMITS.expiringDays} days`}>
          {formatCount(expiring.count)}
        </Tile>
      </dl>
    </>
  )
}

/** The open alarms; no card when there are none. */
function AlarmsCard({ of: { open, first } }: { of: Overview['alarms'] }) {
  if (open === 0) return null
  return (
    <section aria-label="Open alarms" className="rounded-lg border border-warn bg-warn-soft p-4">
      <h2 className="text-lg font-bold text-warn">
        {open === 1 ? '1 open alarm' : `${formatCount(open)} open alarms`}
      </h2>
      <ul className="mt-1 space-y-1">
        {first.map(({ id, meaning, reference, hasPayment, raisedAt }) => (
          <li key={id}>
            {meaning}{' '}
            <span className="text-sm">
              {formatInstant(raisedAt)}, <AlarmReference reference={reference} hasPayment={hasPayment} />
            </span>
          </li>
        ))}
      </ul>
      <PageLink
        to={PATHS.adminPayments}
        className="mt-1 inline-flex min-h-11 items-center font-bold underline"
      >
        {open > first.length ? 'See all alarms' : 'Deal with alarms'}
      </PageLink>
    </section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm">{name}</dt>
      <dd className="text-2xl font-bold">{children}</dd>
    </div>
  )
}

function Tile({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-sheet p-3">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="text-lg font-bold">{children}</dd>
      {note && <dd className="text-xs text-quiet">{note}</dd>}
    </div>
  )
}
