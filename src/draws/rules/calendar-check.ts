/** What staff may change in the calendar of draws, with a sentence for each field that does not fit. */
import { hasInvisible } from '../../platform/rules/base/plain-text.ts'
import {
  addDays,
  dayOf,
  formatClock,
  formatDayMonth,
  instantAt,
  type LagosDate,
  lagosDate,
  parseClock,
  parseDate,
} from '../../platform/rules/base/calendar.ts'
import { type CalendarChange, closeOf, planOf, slotOn } from './draw-calendar.ts'
import type { Game } from './games.ts'

export const CALENDAR_LIMITS = {
  /** Characters of a reason: one line of a phone's row and a notification. */
  reason: 100,
  /** Days by which a draw can move: a week later the same weekday comes again. */
  movedDays: 6,
  /** Days ahead of a change. */
  daysAhead: 366,
} as const

/** The reasons that staff give without being owners: players see them. */
export const CALENDAR_REASONS = [
  'The operator changed the time',
  'The operator moved the draw',
  'The operator cancelled the draw',
  'The operator added a draw',
  'Technical problems of the operator',
  'Public holiday',
  'Election',
] as const

/** A change of one game's date, as typed. */
export interface CalendarInput {
  kind: 'time' | 'moved' | 'cancelled' | 'extra'
  /** The day on which the draw takes place now. */
  date: string
  /** `19:45`; blank keeps the time of a moved draw. */
  time: string
  toDate: string
  reason: string
}

export type NewChange = Pick<CalendarChange, 'kind' | 'date' | 'toDate' | 'close' | 'reason'>
type Problems = Partial<Record<keyof CalendarInput, string>>
type Checked = { change: NewChange; problems?: undefined } | { change?: undefined; problems: Problems }

/** What a change is checked with. `recorded`: the dates of the game that have a record or a result that waits. */
interface Check {
  game: Game
  recorded: ReadonlySet<string>
  now: number
  problems: Problems
}

/**
 * Checks a change of one date.
 * @param recorded the dates of the game that have a record or a result that is about to be published
 * @param now milliseconds
 */
export function checkChange(
  game: Game,
  input: CalendarInput,
  recorded: ReadonlySet<string>,
  now: number,
): Checked {
  const problems: Problems = {}
  const check: Check = { game, recorded, now, problems }
  const reason = readReason(input.reason, problems)
  const date = readDay(input.date, 'date', check)
  if (!date) return { problems }
  const found = input.kind === 'extra' ? extraDraw(game, date) : presentDraw(check, date)
  if (typeof found === 'string') return { problems: { date: found, ...problems } }
  const toDate = input.kind === 'moved' ? readTarget(check, found, input.toDate) : date
  const close = input.kind === 'cancelled' ? null : readClose(check, input, found.close, toDate)
  const isSame = toDate === date && close === found.close
  if (isSame && close !== null && !problems.time && !problems.toDate)
    problems.time = `The draw already closes at ${formatClock(close)}.`
  if (Object.keys(problems).length > 0) return { problems }
  const named = found.scheduled
  if (input.kind === 'cancelled')
    return { change: { kind: 'cancelled', date: named, toDate: null, close, reason } }
  const kind = toDate !== named ? 'moved' : input.kind === 'extra' ? 'extra' : 'time'
  return { change: { kind, date: named, toDate: toDate === named ? null : toDate, close, reason } }
}

interface Found {
  scheduled: LagosDate
  close: number | null
}

/** The draw that is changed, or why it cannot be. */
function presentDraw({ game, recorded, now }: Omit<Check, 'problems'>, date: LagosDate): Found | string {
  const draw = game.active ? slotOn(game, date) : null
  if (!draw) return `${game.name} does not draw on ${formatDayMonth(date)}.`
  if (recorded.has(date)) return 'This draw has a result, so its time cannot change.'
  if (closeOf(draw) <= now)
    return `This draw closed at ${formatClock(draw.close)}. Enter its result, or "no draw", at the desk.`
  return draw
}

/** A day that can take an extra draw, or why it cannot. */
function extraDraw(game: Game, date: LagosDate): Found | string {
  if (!game.active) return `${game.name} is paused. Switch it on under Games first.`
  const draw = slotOn(game, date)
  if (draw) return drawsAlready(game, date, draw.close)
  const { change } = planOf(game, date)
  if (change && change.kind !== 'holiday')
    return `${game.name} of ${formatDayMonth(date)} was ${change.kind === 'cancelled' ? 'cancelled' : 'moved'}. Undo that first.`
  return { scheduled: date, close: null }
}

const drawsAlready = (game: Game, date: LagosDate, close: number) =>
  `${game.name} already draws on ${formatDayMonth(date)} at ${formatClock(close)}.`

function readTarget(check: Check, { scheduled }: Found, typed: string): LagosDate | null {
  const { game, recorded, problems } = check
  const date = readDay(typed, 'toDate', check)
  if (!date) return null
  const draw = slotOn(game, date)
  const isOwn = draw?.scheduled === scheduled
  if (isOwn) return date
  if (Math.abs(dayOf(date) - dayOf(scheduled)) > CALENDAR_LIMITS.movedDays)
    problems.toDate = `A draw moves by at most ${CALENDAR_LIMITS.movedDays} days. Cancel it and add an extra draw instead.`
  else if (draw) problems.toDate = drawsAlready(game, date, draw.close)
  else if (recorded.has(date))
    problems.toDate = `${game.name} already has a result on ${formatDayMonth(date)}.`
  else if (date !== scheduled && planOf(game, date).change?.kind === 'cancelled')
    problems.toDate = `${game.name} of ${formatDayMonth(date)} was cancelled. Undo that first.`
  return date
}

/** The new close in minutes. */
function readClose(
  { now, problems }: Check,
  { kind, time }: CalendarInput,
  present: number | null,
  date: LagosDate | null,
): number {
  const text = time.trim()
  const close = text === '' && kind === 'moved' ? present : parseClock(text)
  if (close === null) problems.time = 'Write the time as 19:45.'
  else if (date && instantAt(date, close) <= now) problems.time = 'Choose a time after now.'
  return close ?? 0
}

function readDay(
  typed: string,
  field: 'date' | 'toDate',
  { now, problems }: Pick<Check, 'now' | 'problems'>,
): LagosDate | null {
  const date = parseDate(typed.trim())
  if (!date) problems[field] = 'Choose a day.'
  else if (date > addDays(lagosDate(now), CALENDAR_LIMITS.daysAhead))
    problems[field] = 'The date is more than a year ahead.'
  return problems[field] ? null : date
}

function readReason(typed: string, problems: Problems): string {
  const reason = typed.trim()
  if (reason === '') problems.reason = 'Give the reason. Players see it.'
  else if (reason.length > CALENDAR_LIMITS.reason || hasInvisible(reason))
    problems.reason = `Use at most ${CALENDAR_LIMITS.reason} letters, digits and punctuation.`
  return reason
}

/** Checks a holiday of all games: a day on which a draw is still to close. */
export function checkHoliday(
  games: readonly Game[],
  input: Pick<CalendarInput, 'date' | 'reason'>,
  now: number,
): Checked {
  const problems: Problems = {}
  const reason = readReason(input.reason, problems)
  const date = readDay(input.date, 'date', { now, problems })
  if (date && endedBy(games, date, now).length === 0)
    problems.date = `No draw is left on ${formatDayMonth(date)}.`
  if (!date || Object.keys(problems).length > 0) return { problems }
  return { change: { kind: 'holiday', date, toDate: null, close: null, reason } }
}

/** The games with a draw that a holiday on a date ends. */
export const endedBy = (games: readonly Game[], date: LagosDate, now: number): Game[] =>
  games.filter((game) => {
    const draw = game.active ? slotOn(game, date) : null
    return draw !== null && closeOf(draw) > now
  })

/** The days of a game's draws that a change is about: of a holiday also those that were moved to it. */
export function daysOfChange(game: Pick<Game, 'changes'>, { kind, date }: NewChange): LagosDate[] {
  const moved = (game.changes ?? []).filter(({ toDate }) => kind === 'holiday' && toDate === date)
  return [...new Set([date, ...moved.map((one) => one.date)])]
}

/**
 * Why a change of a game cannot be undone, as a sentence; null if it can.
 * @param after the game without the change
 */
export function undoProblem(game: Game, after: Game, change: CalendarChange, now: number): string | null {
  for (const day of daysOfChange(game, change)) {
    const [was, then] = [planOf(game, day).draw, planOf(after, day).draw]
    if (was?.date === then?.date && was?.close === then?.close) continue
    if ([was, then].some((draw) => draw && closeOf(draw) <= now))
      return `${game.name} would have closed by now. Enter its result, or "no draw", at the desk.`
    const other = then && slotOn(game, then.date)
    if (other && other.scheduled !== day) return drawsAlready(game, then.date, other.close)
  }
  return null
}
