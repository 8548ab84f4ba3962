import { capitalised, formatDate, MONTHS } from '../../../domain/base/calendar.ts'
import { formatNaira, formatCount } from '../../../domain/base/words.ts'
import { Bars } from './bars.tsx'
import type { Overview } from './figures.tsx'

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
    `${capitalised(MONTHS[Number(month.slice(5, 7)) - 1]!)} ${month.slice(0, 4)}`
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
