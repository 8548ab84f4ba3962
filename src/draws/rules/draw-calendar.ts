import {
  addDays,
  instantAt,
  type LagosDate,
  lagosDate,
  formatClock,
  formatDayMonth,
} from '../../platform/rules/base/calendar.ts'
import { type Game, type OpenSlot, weeklySlotOn } from './games.ts'

/**
 * The calendar of draws: the weekly times of a game and what staff changed for single dates. Countdown, due list, close of
 * forecasts, alarms and charts read the draws of a date here.
 */

export const CALENDAR_KINDS = ['time', 'moved', 'cancelled', 'extra', 'holiday'] as const
type CalendarKind = (typeof CALENDAR_KINDS)[number]

/** What staff changed for one date. The later of two changes rules. `holiday` is of all games. */
export interface CalendarChange {
  /** Counts up. */
  id: number
  kind: CalendarKind
  /** The day by the weekly times, which names the draw for its forecasts; of an extra draw and a holiday the day itself. */
  date: LagosDate
  /** The day to which the draw was moved. */
  toDate: LagosDate | null
  /** Minutes since midnight in Lagos; null for `cancelled` and `holiday`. */
  close: number | null
  /** Players see it. */
  reason: string
  /** When it was entered, in milliseconds. A holiday ends no draw that had closed. */
  at: number
}

export type Calendar = Pick<Game, 'slots' | 'changes'>

/** A draw of the calendar with its day and close. */
interface CalendarDraw extends Pick<OpenSlot, 'close' | 'expectedMinutes' | 'marginMinutes'> {
  date: LagosDate
  /** The day that names the draw; another one than `date` for a moved draw. */
  scheduled: LagosDate
  /** The change that set its time or day; null for a weekly time. */
  change: CalendarChange | null
}

/** What became of the draw of a day: where it is now, what changed it, and its weekly time. */
interface DayPlan {
  /** Null if it is cancelled, or if the day has none. */
  draw: CalendarDraw | null
  change: CalendarChange | null
  usual: OpenSlot | null
}

/** The draw that a day names, wherever it takes place. */
export function planOf(game: Calendar, day: LagosDate): DayPlan {
  const usual = weeklySlotOn(game, day)
  const changes = game.changes ?? []
  if (changes.length === 0) return { draw: usual && drawOf(game, usual, null, day), change: null, usual }
  const own = last(changes, ({ date, kind }) => date === day && kind !== 'holiday')
  const draw = own?.kind === 'cancelled' || (!own && !usual) ? null : drawOf(game, usual, own, day)
  if (!draw) return { draw, change: own, usual }
  const holiday = last(changes, ({ kind, date }) => kind === 'holiday' && date === draw.date)
  const isOff = holiday && holiday.id > (own?.id ?? 0) && closeOf(draw) > holiday.at
  return isOff ? { draw: null, change: holiday, usual } : { draw, change: own, usual }
}

/** The latest change of a kind; null without one. `findLast` is missing in old browsers. */
function last(changes: readonly CalendarChange[], isWanted: (change: CalendarChange) => boolean) {
  const found = changes.filter(isWanted)
  return found[found.length - 1] ?? null
}

/** An extra draw takes the minutes of the game's other draws. */
function drawOf(
  game: Calendar,
  usual: OpenSlot | null,
  change: CalendarChange | null,
  scheduled: LagosDate,
): CalendarDraw {
  const { expectedMinutes, marginMinutes } = usual ?? game.slots[0] ?? FIRST_DRAW
  const times = { expectedMinutes, marginMinutes, close: change?.close ?? usual!.close }
  return { ...times, date: change?.toDate ?? scheduled, scheduled, change }
}

/** Of the extra draw of a game without weekly times. */
const FIRST_DRAW = { expectedMinutes: 30, marginMinutes: 15 }

/** The close of a draw, in milliseconds. */
export const closeOf = ({ date, close }: Pick<CalendarDraw, 'date' | 'close'>): number =>
  instantAt(date, close)

/** Days back for which cancelled draws are recorded: a server may have stopped. */
const RECORDED_DAYS = 3

/** The cancelled draws of the last days whose close has passed. They are recorded as "no draw", which voids their forecasts. */
export function endedDraws(games: readonly Game[], now: number): { game: string; date: LagosDate }[] {
  const today = lagosDate(now)
  return games.flatMap((game) =>
    (game.active ? (game.changes ?? []) : []).flatMap(({ date }) => {
      if (date > today || date < addDays(today, -RECORDED_DAYS) || slotOn(game, date)) return []
      const { draw, change, usual } = planOf(game, date)
      const isEnded = !draw && change !== null && instantAt(date, usual?.close ?? 24 * 60) <= now
      return isEnded ? { game: game.key, date } : []
    }),
  )
}

/** The draw that takes place on a date; null if the game does not draw then. */
export function slotOn(game: Calendar, date: LagosDate): CalendarDraw | null {
  const own = planOf(game, date).draw
  return own?.date === date ? own : movedTo(game, date)
}

/** The draw that was moved to a date from another one. */
function movedTo(game: Calendar, date: LagosDate): CalendarDraw | null {
  for (const { toDate, date: from } of game.changes ?? []) {
    const draw = toDate === date ? planOf(game, from).draw : null
    if (draw?.date === date) return draw
  }
  return null
}

/** The day that names the draw of a date: where it was moved from, or the date itself. Null for a day without a draw. */
export function namedDay(game: Calendar, date: LagosDate): LagosDate | null {
  const moved = movedTo(game, date)
  if (moved) return moved.scheduled
  const { draw, change, usual } = planOf(game, date)
  return draw || change || usual ? date : null
}

/** Why a day of a game is not as usual, for staff and players. */
export interface CalendarNote {
  kind: 'time' | 'moved-here' | 'moved-away' | 'cancelled' | 'holiday' | 'extra'
  reason: string
  /** The id of the change, for staff who undo it. */
  change: number
  /** The other day of a moved draw. */
  date: LagosDate | null
  /** The usual close or, of a draw that was moved away, the new one; null without one. */
  close: number | null
}

/** The note of a game's day, with the minute at which lists show it; null for a day as usual. */
export function noteOn(game: Calendar, date: LagosDate): CalendarNote | null {
  if (!game.changes?.length) return null
  const here = slotOn(game, date)
  const { draw, change, usual } = planOf(game, here?.scheduled ?? date)
  const own = change ?? holidayOfMoved(game, date)
  if (!own || (here && !here.change)) return null
  const { id, reason } = own
  const note = { reason, change: id, date: null, close: usual?.close ?? null }
  if (here) {
    if (here.scheduled !== date) return { ...note, kind: 'moved-here', date: here.scheduled }
    return { ...note, kind: usual ? 'time' : 'extra' }
  }
  if (draw) return { ...note, kind: 'moved-away', date: draw.date, close: draw.close }
  return { ...note, kind: own.kind === 'holiday' ? 'holiday' : 'cancelled' }
}

/** The holiday that ended a draw which had been moved to its day. */
function holidayOfMoved(game: Calendar, date: LagosDate): CalendarChange | null {
  const moved = game.changes!.filter(({ toDate }) => toDate === date)
  const ends = moved.map(({ date: from }) => planOf(game, from).change)
  return ends.find((change) => change?.kind === 'holiday') ?? null
}

/** The calendar's changes in the words of players. */

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
 * The notification of a change. `null` is a draw that does not take place; `day` names the draw.
 */
export function changeNews(
  name: string,
  { day, before, after, reason }: { day: LagosDate; before: Place; after: Place; reason: string },
) {
  if (!after) return { title: `${name}: no draw on ${formatDayMonth(before?.date ?? day)}`, body: reason }
  if (!before) return { title: placeText(name, after), body: reason }
  const was = before.date === after.date ? '' : `${formatDayMonth(before.date)}, `
  return { title: placeText(name, after), body: `It was ${was}${formatClock(before.close)}. ${reason}` }
}
