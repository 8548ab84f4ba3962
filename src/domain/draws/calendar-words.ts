/** The calendar's changes in the words of players. */
import { formatClock, formatDayMonth, type LagosDate } from '../base/calendar.ts'
import type { CalendarDraw, CalendarNote } from './draw-calendar.ts'

/** What changed, without the reason: `Moved from 19:30`, `Moved to Fri 27 Nov, 12:30`, `Cancelled`. */
export function noteTitle({ kind, date, close }: CalendarNote): string {
  const clock = close === null ? '' : formatClock(close)
  switch (kind) {
    case 'time':
      return `Moved from ${clock}`
    case 'moved-here':
      return `Moved from ${formatDayMonth(date!)}`
    case 'moved-away':
      return `Moved to ${formatDayMonth(date!)}, ${clock}`
    case 'cancelled':
      return 'Cancelled'
    case 'holiday':
      return 'No draw'
    case 'extra':
      return 'Extra draw'
  }
}

/** The same with its reason, for a row and the page of a draw: `Moved from 19:30: the operator's machine`. */
export const noteText = (note: CalendarNote): string => `${noteTitle(note)}: ${note.reason}`

type Place = Pick<CalendarDraw, 'date' | 'close'> | null

const placeText = (name: string, { date, close }: NonNullable<Place>) =>
  `${name}: ${formatDayMonth(date)}, ${formatClock(close)}`

/**
 * The notification of a change. `null` is a draw that does not take place.
 * @param day the day that names the draw
 */
export function changeNews(name: string, day: LagosDate, before: Place, after: Place, reason: string) {
  if (!after) return { title: `${name}: no draw on ${formatDayMonth(before?.date ?? day)}`, body: reason }
  if (!before) return { title: placeText(name, after), body: reason }
  const was = before.date === after.date ? '' : `${formatDayMonth(before.date)}, `
  return { title: placeText(name, after), body: `It was ${was}${formatClock(before.close)}. ${reason}` }
}
