import {
  clockOf,
  formatClock,
  formatDayMonth,
  formatDuration,
  lagosMinutes,
} from '../../../platform/rules/base/calendar.ts'
import { noteTitle } from '../../rules/draw-calendar.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'

export type Week = AnswerOf<'GET /api/admin/calendar'>
export type CalendarGame = Week['games'][number]
export type CalendarDay = CalendarGame['days'][number]

export const weekAddress = (date: string): string => `/api/admin/calendar?date=${date}`

/** What a day of a game shows. */
export interface Cell {
  look: 'in' | 'late' | 'moved' | 'off' | 'coming'
  /** In the table: `✓ 09:30`, `15:30 late`. */
  text: string
  /** The time in a row; empty without one. */
  clock: string
  /** The state in words, for a row and for screen readers. */
  words: string
}

/** Null for a day on which the game has nothing to show. */
export function cellOf({ schedule, record, note }: CalendarDay, now: number): Cell | null {
  if (!schedule && !record && !note) return null
  const time = schedule
    ? lagosMinutes(schedule.closesAt)
    : (note?.kind !== 'moved-away' && note?.close) || null
  const clock = time === null ? '' : formatClock(time)
  const title = note && noteTitle(note)
  if (record && record.state !== 'no_draw') {
    const at = clockOf(record.at)
    return {
      look: 'in',
      text: `✓ ${clock || at}`,
      clock,
      words: record.isImported ? 'Imported' : `Entered ${at}`,
    }
  }
  if (note?.kind === 'moved-away' && !record)
    return { look: 'moved', text: `→ ${formatDayMonth(note.date!).slice(0, 3)}`, clock, words: title! }
  if (!schedule || record) return { look: 'off', text: clock || 'no draw', clock, words: title ?? 'No draw' }
  if (now >= schedule.expectedAt)
    return {
      look: 'late',
      text: `${clock} late`,
      clock,
      words: `Late by ${formatDuration(now - schedule.expectedAt)}`,
    }
  if (now >= schedule.closesAt) return { look: 'moved', text: `${clock} due`, clock, words: 'Due' }
  if (note)
    return { look: 'moved', text: `${clock} ${note.kind === 'extra' ? '+' : '↔'}`, clock, words: title! }
  return { look: 'coming', text: clock, clock, words: 'Open' }
}

/** The address of the calendar of a day, with a form open for a game or for a holiday. */
export const calendarPath = (date: string, more: Record<string, string> = {}): string =>
  `${STAFF_PATHS.calendar}?${new URLSearchParams({ date, ...more })}`
