import type { ReactNode } from 'react'
import {
  formatInstant,
  capitalised,
  formatDate,
  MONTHS,
  formatClock,
  formatDayMonth,
  type LagosDate,
  lagosDate,
  lagosMinutes,
  yearOf,
} from '../../../domain/base/calendar.ts'
import { formatCount, formatNaira } from '../../../domain/base/words.ts'
import { STAFF_PATHS } from '../../../domain/admin/staff.ts'
import { PAID_PLANS, PLANS } from '../../../domain/billing/plans.ts'
import type { AnswerOf } from '../../api/call.ts'
import { AlarmReference } from '../../billing/admin/alarms.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Bars } from './bars.tsx'
import { itemAt } from '../../../domain/base/lists.ts'

export type Overview = AnswerOf<'GET /api/admin/overview'>

/** The figures of the business that the reader may see. */
export function Figures({ of }: { of: Overview }) {
  const { paying, given, signUps, revenue, users, predictions, openPredictions } = of
  const lastWeek = signUps?.slice(-7).reduce((sum, { count }) => sum + count, 0)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-px overflow-hidden rounded-lg border border-line bg-line">
      {users !== null && lastWeek !== undefined && (
        <Figure name="Total users" note={`+${formatCount(lastWeek)} in 7 days`}>
          {formatCount(users)}
        </Figure>
      )}
      <Figure name="Total predictions" note={`${formatCount(openPredictions)} open now`}>
        {formatCount(predictions)}
      </Figure>
      {paying && given && <PayingUsers paying={paying} given={given} />}
      {revenue && (
        <Figure name="Revenue this month" note="Payments less refunds">
          {formatNaira(itemAt(revenue, -1).kobo)}
        </Figure>
      )}
    </dl>
  )
}

type ByPlan = NonNullable<Overview['paying']>

function PayingUsers({ paying, given }: Record<'paying' | 'given', ByPlan>) {
  const sumOf = (byPlan: ByPlan) => PAID_PLANS.reduce((sum, plan) => sum + byPlan[plan], 0)
  const plans = PAID_PLANS.map((plan) => `${formatCount(paying[plan])} ${PLANS[plan].name}`).join(', ')
  const note = sumOf(given) > 0 ? `${plans}; ${formatCount(sumOf(given))} more on granted time` : plans
  return (
    <Figure name="Paying users" note={note}>
      {formatCount(sumOf(paying))}
    </Figure>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-sheet px-3 py-2.5">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="text-xl leading-tight font-bold tracking-tight">{children}</dd>
      <dd className="text-xs text-quiet">{note}</dd>
    </div>
  )
}

/** The open alarms; nothing when there are none. */
export function AlarmList({ of: { open, first } }: { of: NonNullable<Overview['alarms']> }) {
  if (open === 0) return null
  return (
    <section aria-label="Open alarms" className="rounded-lg bg-warn-soft p-3 text-sm">
      <h2 className="font-bold text-warn">
        {open === 1 ? '1 open alarm' : `${formatCount(open)} open alarms`}
      </h2>
      <ul className="mt-1 space-y-1">
        {first.map(({ id, meaning, reference, hasPayment, raisedAt }) => (
          <li key={id}>
            {meaning} {formatInstant(raisedAt)},{' '}
            <AlarmReference reference={reference} hasPayment={hasPayment} />
          </li>
        ))}
      </ul>
      <PageLink to={STAFF_PATHS.payments} className={`${buttonClasses('plain')} mt-2`}>
        {open > first.length ? 'See all alarms' : 'Deal with alarms'}
      </PageLink>
    </section>
  )
}

export function SignUpChart({ days }: { days: NonNullable<Overview['signUps']> }) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const most = days.reduce((best, day) => (day.count > best.count ? day : best))
  const peak = total === 0 ? '' : `, most on ${formatDate(most.date)}: ${formatCount(most.count)}`
  return (
    <Bars
      title="Sign-ups by day"
      summary={`${formatCount(total)} in ${days.length} days${peak}.`}
      columns={['Day', 'Sign-ups']}
      bars={days.map(({ date, count }) => ({
        name: formatDate(date),
        value: count,
        cells: [formatCount(count)],
      }))}
    />
  )
}

/** Revenue by month. A month with more refunds than payments has no bar; its figure is in the table. */
export function RevenueChart({ months }: { months: NonNullable<Overview['revenue']> }) {
  const nameOf = (month: string) =>
    `${capitalised(itemAt(MONTHS, Number(month.slice(5, 7)) - 1))} ${month.slice(0, 4)}`
  const total = months.reduce((sum, { kobo }) => sum + kobo, 0)
  return (
    <Bars
      title="Revenue by month"
      summary={`${formatNaira(total)} in ${months.length} months, payments less refunds.`}
      columns={['Month', 'Revenue']}
      bars={months.map(({ month, kobo }) => ({
        name: nameOf(month),
        value: kobo,
        cells: [formatNaira(kobo)],
      }))}
    />
  )
}

/** A date; without its year in this year, because the screen's heading has it. */
export const shortDate = (date: LagosDate, now: number) =>
  yearOf(date) === yearOf(lagosDate(now)) ? formatDayMonth(date) : formatDate(date)

/** The time of an instant of today, the date of an earlier one. */
export const shortTime = (at: number, now: number) =>
  lagosDate(at) === lagosDate(now) ? formatClock(lagosMinutes(at)) : shortDate(lagosDate(at), now)
