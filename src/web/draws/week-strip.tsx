import {
  addDays,
  formatDate,
  formatDayMonth,
  type LagosDate,
  parseDate,
  weekEnding,
} from '../../domain/base/calendar.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { LEFT, RIGHT } from '../ui/more-icons.ts'
import { PageLink } from '../ui/page-link.tsx'
import { dayPath } from './day-path.ts'

interface Props {
  date: LagosDate
  today: LagosDate
  /** The last day that has a page. */
  last: LagosDate
  /** The days with results; undefined while they load. */
  withResults: readonly LagosDate[] | undefined
}

/** The seven days up to today as links, or those of an earlier or later week, and arrows to the weeks around them. */
export function WeekStrip({ date, today, last, withResults }: Props) {
  const week = weekEnding(date, today)
  return (
    <nav aria-label="Days" className="week no-print">
      <Arrow to={parseDate(addDays(date, -7))} today={today} label="Week before" path={LEFT} />
      {week.map((day) => (
        <PageLink key={day} to={dayPath(day, today)} aria-current={day === date ? 'page' : undefined}>
          <span
            className={withResults && !withResults.includes(day) ? 'week-day week-day-empty' : 'week-day'}
          >
            {day === today ? 'Today' : formatDayMonth(day).slice(0, 3)} <b>{Number(day.slice(8))}</b>
            <span className="visually-hidden">{formatDate(day).slice(-9)}</span>
          </span>
        </PageLink>
      ))}
      <Arrow to={week[6]! < last ? addDays(date, 7) : null} today={today} label="Week after" path={RIGHT} />
    </nav>
  )
}

function Arrow({
  to,
  today,
  label,
  path,
}: {
  to: LagosDate | null
  today: LagosDate
  label: string
  path: string
}) {
  if (to === null) return <span />
  return (
    <PageLink to={dayPath(to, today)} aria-label={label}>
      <IconPath path={path} />
    </PageLink>
  )
}
