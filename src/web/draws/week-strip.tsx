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

/** The days a week before and after, where they have a page. */
export const weeksAround = ({ date, today, last }: Omit<Props, 'withResults'>) => ({
  before: parseDate(addDays(date, -7)),
  after: weekEnding(date, today)[6]! < last ? addDays(date, 7) : null,
})

/**
 * The seven days up to today as links, or those of an earlier or later week. On a wide screen arrows lead to the weeks around
 * them; a phone has no room for nine targets of 44 pixels, so it has these links below its rows.
 */
export function WeekStrip({ date, today, last, withResults }: Props) {
  const week = weekEnding(date, today)
  const { before, after } = weeksAround({ date, today, last })
  return (
    <nav aria-label="Days" className="week no-print">
      <Arrow to={before} today={today} label="Week before" path={LEFT} />
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
      <Arrow to={after} today={today} label="Week after" path={RIGHT} />
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
  if (to === null) return <span className="week-arrow" />
  return (
    <PageLink to={dayPath(to, today)} aria-label={label} className="week-arrow">
      <IconPath path={path} />
    </PageLink>
  )
}
