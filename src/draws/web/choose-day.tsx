import { type FormEvent, type SyntheticEvent, useId, useRef } from 'react'
import {
  addDays,
  FIRST_YEAR,
  formatDate,
  formatDayMonth,
  formatMonth,
  type LagosDate,
  monthYearOf,
  parseDate,
  parseMonthYear,
  weekEnding,
  WEEKDAYS,
  weekdayOf,
} from '../../platform/rules/base/calendar.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { Icon } from '../../platform/web/ui/icons.tsx'
import { useLocation } from '../../platform/web/ui/location.ts'
import { LEFT, RIGHT } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { usePopup } from '../../platform/web/ui/use-popup.ts'
import { dayPath } from './addresses.ts'

interface Props {
  date: LagosDate
  today: LagosDate
  /** The last day that can be chosen. */
  last: LagosDate
}

/**
 * A date field that opens the day. With script it shows the browser's calendar at once and follows each choice; without,
 * it is a form with a button.
 */
export function PickDate({ date, today, last }: Props) {
  const { popup, close } = usePopup()
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const id = useId()

  function open(event: SyntheticEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.open || !field.current) return
    field.current.focus()
    try {
      field.current.showPicker()
    } catch {
      // Browsers without the method, and those that want another tap, show the field.
    }
  }

  /** The year is typed digit by digit. Its first digits are years before the first draw, which the field refuses. */
  function follow() {
    const chosen = field.current?.validity.valid ? parseDate(field.current.value) : null
    if (chosen && chosen !== date) navigate(dayPath(chosen, today))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    follow()
    close()
  }

  return (
    <details ref={popup} onToggle={open} className="no-print">
      <summary className="-my-3 flex min-h-11 items-center gap-1.5 text-brand">
        <Icon name="day" />
        <span className="link">Pick a date</span>
      </summary>
      <form
        action={PATHS.dayResult}
        onSubmit={submit}
        className="lifted absolute top-[calc(100%+0.5rem)] right-0 z-10 flex max-w-full flex-wrap gap-2 rounded-lg p-3"
      >
        <label htmlFor={id} className="visually-hidden">
          Date
        </label>
        <input
          key={date}
          ref={field}
          id={id}
          type="date"
          name="date"
          required
          min={`${FIRST_YEAR}-01-01`}
          max={last}
          defaultValue={date}
          onChange={follow}
          className="min-h-11 rounded-md border-[1.5px] border-edge bg-sheet px-2"
        />
        <Button type="submit">Show</Button>
      </form>
    </details>
  )
}

interface WeekStripProps {
  date: LagosDate
  today: LagosDate
  /** The last day that has a page. */
  last: LagosDate
  /** The days with results; undefined while they load. */
  withResults: readonly LagosDate[] | undefined
}

/** The days a week before and after, where they have a page. */
export const weeksAround = ({ date, today, last }: Omit<WeekStripProps, 'withResults'>) => ({
  before: parseDate(addDays(date, -7)),
  after: weekEnding(date, today)[6]! < last ? addDays(date, 7) : null,
})

/**
 * The seven days up to today as links, or those of an earlier or later week. On a wide screen arrows lead to the weeks around
 * them; a phone has no room for nine targets of 44 pixels, so it has these links below its rows.
 */
export function WeekStrip({ date, today, last, withResults }: WeekStripProps) {
  const week = weekEnding(date, today)
  const { before, after } = weeksAround({ date, today, last })
  return (
    <nav aria-label="Days" className="week no-print min-[75rem]:hidden!">
      <Arrow to={before} today={today} label="Week before" path={LEFT} className="max-md:hidden!" />
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
      <Arrow to={after} today={today} label="Week after" path={RIGHT} className="max-md:hidden!" />
    </nav>
  )
}

function Arrow({
  to,
  today,
  className = '',
  ...arrow
}: {
  to: LagosDate | null
  today: LagosDate
  label: string
  path: string
  className?: string
}) {
  if (to === null) return <span className={className} />
  return (
    <PageLink to={dayPath(to, today)} aria-label={arrow.label} className={className}>
      <IconPath path={arrow.path} />
    </PageLink>
  )
}

interface MonthProps extends Props {
  /** The number of draws of each day; undefined while they load. */
  draws: readonly number[] | undefined
}

/** The month of a day, with the number of draws of each day. On a desktop it replaces the week. */
export function Month({ date, today, last, draws }: MonthProps) {
  const { first, days } = parseMonthYear(monthYearOf(date))!
  const before = WEEKDAYS.slice(0, WEEKDAYS.indexOf(weekdayOf(first)))
  const next = addDays(first, days)
  return (
    <nav aria-label="Days" className="month no-print">
      <Arrow
        to={parseDate(addDays(first, -1))}
        today={today}
        label="Month before"
        path={LEFT}
        className="month-day"
      />
      <h2>{formatMonth(date)}</h2>
      <Arrow
        to={next <= last ? next : null}
        today={today}
        label="Month after"
        path={RIGHT}
        className="month-day"
      />
      {WEEKDAYS.map((day) => (
        <small key={day}>{day.slice(0, 2)}</small>
      ))}
      {before.map((day) => (
        <i key={day} />
      ))}
      {Array.from({ length: days }, (_, i) => {
        const day = addDays(first, i)
        const count = draws?.[i]
        const its = (
          <>
            {day <= today && count !== 0 ? <b>{i + 1}</b> : i + 1}{' '}
            {count ? (
              <small>
                {count}
                <span className="visually-hidden"> {count === 1 ? 'draw' : 'draws'}</span>
              </small>
            ) : null}
          </>
        )
        if (day > last)
          return (
            <span key={day} className="month-day">
              {its}
            </span>
          )
        return (
          <PageLink
            key={day}
            to={dayPath(day, today)}
            aria-current={day === date ? 'page' : undefined}
            className="month-day"
          >
            {its}
          </PageLink>
        )
      })}
    </nav>
  )
}
