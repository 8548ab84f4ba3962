import { dateOfDay, dayOf, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { type Calendar, slotOn } from './draw-calendar.ts'
import { type Game, weeklySlotOn } from './games.ts'
import type { History } from './history.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'

/** The most days by which a holiday moves a draw. */
const MOVED_DAYS = 3
/** The records of this many days before and after a day decide whether it is missing. */
export const DAYS_AROUND = MOVED_DAYS + 1

/**
 * The days of a game's calendar without any record, not even "no draw", oldest first. A record outside the game's weekdays
 * counts as a moved draw and fills the missing day that it was moved from. No day before the first record is missing,
 * because the game's first draw is unknown.
 *
 * @param recorded the day numbers of the game's records, oldest first
 * @param until the last day number to check
 */
export function missingDays(game: Calendar, recorded: ArrayLike<number>, until: number): number[] {
  const first = recorded[0]
  if (first === undefined) return []
  return unfilledDays(game, recorded, first - MOVED_DAYS, until).filter((day) => day > first)
}

/**
 * Whether a day of a game's calendar has no record, and no draw was moved from it.
 * @param recorded the day numbers of the game's records, oldest first; those within {@link DAYS_AROUND} days suffice
 */
export const isMissing = (game: Calendar, recorded: ArrayLike<number>, day: number): boolean =>
  unfilledDays(game, recorded, day - DAYS_AROUND, day + DAYS_AROUND).includes(day)

/** The day numbers of a game's calendar without a record, less those that a moved draw fills. */
function unfilledDays(game: Calendar, recorded: ArrayLike<number>, from: number, until: number): number[] {
  const start = Math.min(from, recorded[0] ?? from)
  const end = Math.max(until, recorded[recorded.length - 1] ?? until)
  const calendar = drawDays(game, start, end)
  // Arrays by day are several times as fast as sets, and the statistics ask for decades of all games.
  const isRecorded = new Uint8Array(end - start + 1)
  for (let i = 0; i < recorded.length; i++) isRecorded[itemAt(recorded, i) - start] = 1
  const isDrawDay = new Uint8Array(end - start + 1)
  for (const day of calendar) isDrawDay[day - start] = 1
  const missing = new Set(calendar.filter((day) => day <= until && !isRecorded[day - start]))
  for (let i = 0; i < recorded.length; i++)
    if (!isDrawDay[itemAt(recorded, i) - start]) fillGap(missing, itemAt(recorded, i))
  return [...missing]
}

/** The day numbers `from` to `to`, both included, on which a game's calendar has a draw. */
export function drawDays({ slots, changes }: Calendar, from: number, to: number): number[] {
  const calendar = calendars.get(slots) ?? calendarOf(slots)
  calendars.set(slots, calendar)
  const days: number[] = []
  for (const [i, { start, week }] of calendar.entries()) {
    const end = Math.min(to, (calendar[i + 1]?.start ?? Infinity) - 1)
    for (let day = Math.max(from, start); day <= end; day++) if (week[(day - start) % 7]) days.push(day)
  }
  if (!changes?.length) return days
  const changed = changedDays(slots, changes)
  const usual = days.filter((day) => !changed.has(day))
  const others = [...changed].filter(([day, hasDraw]) => hasDraw && day >= from && day <= to)
  return [...usual, ...others.map(([day]) => day)].sort((a, b) => a - b)
}

const changedDates = new WeakMap<NonNullable<Game['changes']>, ReadonlyMap<number, boolean>>()

/** The days that changes of single dates are about, with whether they have a draw. */
function changedDays(slots: Game['slots'], changes: NonNullable<Game['changes']>) {
  const known = changedDates.get(changes)
  if (known) return known
  const dates = changes.flatMap(({ date, toDate }) => (toDate ? [date, toDate] : [date]))
  const found = new Map(dates.map((date) => [dayOf(date), slotOn({ slots, changes }, date) !== null]))
  changedDates.set(changes, found)
  return found
}

/** The days from `start` to the next change of the slots. Their weeks are alike. */
interface Period {
  start: number
  /** For `start` and the six days after it, whether they have a draw. */
  week: readonly boolean[]
}

/** An import asks for the calendar of a game once for each draw. Slots never change in place. */
const calendars = new WeakMap<Game['slots'], readonly Period[]>()

function calendarOf(slots: Game['slots']): Period[] {
  const starts = [...new Set(slots.map(({ validFrom }) => dayOf(validFrom)))].sort((a, b) => a - b)
  return starts.map((start) => ({
    start,
    week: Array.from({ length: 7 }, (_, day) => weeklySlotOn({ slots }, dateOfDay(start + day)) !== null),
  }))
}

/** Removes the missing day of a moved draw. Holidays move draws to a later day, rarely to the day before. */
function fillGap(missing: Set<number>, movedTo: number): void {
  for (let days = 1; days <= MOVED_DAYS; days++) if (missing.delete(movedTo - days)) return
  missing.delete(movedTo + 1)
}

interface Gap {
  game: string
  date: LagosDate
}

/**
 * The gaps of the whole history, newest first. A sample fills its day, because players see it.
 *
 * @param until the last Lagos date to check
 */
export function gapsOf(history: History, games: readonly Game[], until: LagosDate): Gap[] {
  const gaps: Gap[] = []
  for (const game of games) {
    const draws = history.games.get(game.key)
    if (!draws) continue
    for (const day of missingDays(game, draws.days, dayOf(until)))
      gaps.push({ game: game.key, date: dateOfDay(day) })
  }
  const order = new Map(games.map((game) => [game.key, game.order]))
  return gaps.sort(
    (a, b) => dayOf(b.date) - dayOf(a.date) || present(order.get(a.game)) - present(order.get(b.game)),
  )
}
