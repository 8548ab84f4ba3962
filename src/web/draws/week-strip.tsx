import type { ReactNode } from 'react'
import {
  addDays,
  formatDate,
  formatDayMonth,
  type LagosDate,
  parseDate,
  weekOf,
} from '../../domain/base/calendar.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { dayPath } from './day-path.ts'

const LEFT = 'M14.5 6l-6 6 6 6'
const RIGHT = 'M9.5 6l6 6-6 6'

interface Props {
  date: LagosDate
  today: LagosDate
  /** The last day that has a page. */
  last: LagosDate
  /** The days with results; undefined while they load. */
  withResults: readonly LagosDate[] | undefined
}

/** The week of a day as links, Monday first, and arrows to the weeks around it. */
export function WeekStrip({ date, today, last, withResults }: Props) {
  const week = weekOf(date)
  const nextMonday = addDays(week[6]!, 1)
  const weekAfter = addDays(date, 7)
  return (
    <nav aria-label="Days" className="week no-print">
      <Arrow to={parseDate(addDays(date, -7))} today={today} label="Week before" path={LEFT} />
      {week.map((day) => (
        <Day key={day} to={day <= last ? dayPath(day, today) : null} current={day === date}>
          <span
            className={withResults && !withResults.includes(day) ? 'week-day week-day-empty' : 'week-day'}
          >
            {day === today ? 'Today' : formatDayMonth(day).slice(0, 3)} <b>{Number(day.slice(8))}</b>
            <span className="visually-hidden">{formatDate(day).slice(-9)}</span>
          </span>
        </Day>
      ))}
      <Arrow
        to={nextMonday > last ? null : weekAfter < last ? weekAfter : last}
        today={today}
        label="Week after"
        path={RIGHT}
      />
    </nav>
  )
}

function Day({ to, current, children }: { to: string | null; current: boolean; children: ReactNode }) {
  if (to === null) return <span>{children}</span>
  return (
    <PageLink to={to} aria-current={current ? 'page' : undefined}>
      {children}
    </PageLink>
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
