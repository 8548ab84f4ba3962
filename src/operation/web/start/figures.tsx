import { type ReactNode, useId } from 'react'
import {
  capitalised,
  clockOf,
  formatDate,
  formatDayMonth,
  formatInstant,
  type LagosDate,
  lagosDate,
  MONTHS,
  yearOf,
} from '../../../platform/rules/base/calendar.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { PAID_PLANS, PLANS } from '../../../platform/rules/access/plans.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { AlarmReference } from '../../../money/web/admin/alarms.tsx'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'

export type Overview = AnswerOf<'GET /api/admin/overview'>

/** The figures of the business that the reader may see. */
export function Figures({ of }: { of: Overview }) {
  const { holders, signUps, revenue, users, predictions, openPredictions } = of
  const lastWeek = signUps?.slice(-7).reduce((sum, { count }) => sum + count, 0)
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line">
      {users !== null && lastWeek !== undefined && (
        <Figure name="Total users" note={`+${formatCount(lastWeek)} in 7 days`}>
          {formatCount(users)}
        </Figure>
      )}
      <Figure name="Total predictions" note={`${formatCount(openPredictions)} open now`}>
        {formatCount(predictions)}
      </Figure>
      {holders && <PayingUsers of={holders} />}
      {revenue && (
        <Figure name="Revenue this month" note="Payments less refunds">
          {formatNaira(itemAt(revenue, -1).kobo)}
        </Figure>
      )}
    </dl>
  )
}

type Holders = NonNullable<Overview['holders']>

function PayingUsers({ of: { paying, given } }: { of: Holders }) {
  const sumOf = (byPlan: Holders['paying']) => PAID_PLANS.reduce((sum, plan) => sum + byPlan[plan], 0)
  const plans = PAID_PLANS.map((plan) => `${formatCount(paying[plan])} ${PLANS[plan].name}`).join(', ')
  const note =
    sumOf(given) > 0 ? `${plans}; ${formatCount(sumOf(given))} more on free time from staff` : plans
  return (
    <Figure name="Paying users" note={note}>
      {formatCount(sumOf(paying))}
    </Figure>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-[1_1_8rem] bg-sheet px-3 py-2.5">
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
  lagosDate(at) === lagosDate(now) ? clockOf(at) : shortDate(lagosDate(at), now)

interface Bar {
  /** The heading of the table row. */
  name: string
  value: number
  /** The formatted values of the table's other columns. */
  cells: readonly string[]
}

const CHART_HEIGHT = 60
const BAR_PITCH = 10
const BAR_WIDTH = 7
/** Values above 0 stay visible. */
const MIN_BAR_HEIGHT = 1.5

/** A small bar chart with the same figures in a table below, for screen readers. */
function Bars({
  title,
  summary,
  columns,
  bars,
}: {
  title: string
  /** The chart's content in a sentence. */
  summary: string
  /** The table's headings: for the names and for each cell. */
  columns: readonly string[]
  bars: readonly Bar[]
}) {
  const id = useId()
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const heightOf = (value: number) =>
    value <= 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (value / highest) * CHART_HEIGHT)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet p-3">
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      <p className="text-sm text-quiet">{summary}</p>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${bars.length * BAR_PITCH} ${CHART_HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="mt-3 block h-24 w-full"
      >
        {bars.map(({ name, value }, i) => (
          <rect
            key={name}
            x={i * BAR_PITCH + (BAR_PITCH - BAR_WIDTH) / 2}
            y={CHART_HEIGHT - heightOf(value)}
            width={BAR_WIDTH}
            height={heightOf(value)}
            className="fill-brand"
          />
        ))}
        <rect x={0} y={CHART_HEIGHT} width={bars.length * BAR_PITCH} height={1} className="fill-edge" />
      </svg>
      <p className="flex justify-between gap-3 text-xs text-quiet" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars[bars.length - 1]?.name}</span>
      </p>
      <details className="mt-2">
        <summary className="flex min-h-11 items-center text-sm text-brand underline">
          As a table<span className="visually-hidden">: {title}</span>
        </summary>
        <DataTable caption={title} captionHidden label={`${title}, table`} columns={columns}>
          {bars.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((text, at) => (
                <td key={columns[at + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </details>
    </section>
  )
}
