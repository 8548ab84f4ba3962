import { addDays, DAY, dayOf, type LagosDate, lagosDate, weekdayOf, yearOf } from '../base/calendar.ts'
import { type Schedule, scheduleOf } from './day-result.ts'
import type { Draw } from './draw.ts'
import { MOVED_DAYS } from './gaps.ts'
import { type Game, weeklySlotOn } from './games.ts'
import { dateAt, firstOnOrAfter, type GameDraws, stateAt, yearRange } from './history.ts'

const WEEKS_A_YEAR = 52

/**
 * The same event a year earlier: the draw of that year with the same serial, if the serial is unique in both years.
 * Otherwise the draw nearest to the same weekday 52 weeks earlier, at most three days away. A draw on another weekday of
 * the game is another event.
 *
 * @returns the index of the draw in `draws`, or null
 */
export function sameEventLastYear(
  game: Pick<Game, 'slots'>,
  draws: GameDraws,
  { date, serial }: Pick<Draw, 'date' | 'serial'>,
): number | null {
  const year = yearOf(date)
  const thisYear = serial === null ? [] : withSerial(draws, year, serial)
  const lastYear = serial === null ? [] : withSerial(draws, year - 1, serial)
  if (thisYear.length === 1 && lastYear.length === 1) return lastYear[0]!
  return nearest(game, draws, addDays(date, -WEEKS_A_YEAR * 7))
}

function withSerial(draws: GameDraws, year: number, serial: number): number[] {
  const [from, to] = yearRange(draws, year)
  const found: number[] = []
  for (let i = from; i < to; i++) if (draws.serials[i] === serial) found.push(i)
  return found
}

function nearest(game: Pick<Game, 'slots'>, draws: GameDraws, target: LagosDate): number | null {
  const distanceOf = (i: number) => Math.abs(draws.days[i]! - dayOf(target))
  let found: number | null = null
  const last = dayOf(target) + MOVED_DAYS
  for (let i = firstOnOrAfter(draws, dayOf(target) - MOVED_DAYS); draws.days[i]! <= last; i++) {
    const date = dateAt(draws, i)
    const isOtherEvent = weekdayOf(date) !== weekdayOf(target) && weeklySlotOn(game, date) !== null
    if (!isOtherEvent && (found === null || distanceOf(i) < distanceOf(found))) found = i
  }
  return found
}

/** The index of the game's first draw after a date, without days on which no draw took place; null if there is none. */
export function drawAfter(draws: GameDraws, date: LagosDate): number | null {
  let i = firstOnOrAfter(draws, dayOf(date) + 1)
  while (i < draws.length && stateAt(draws, i) === 'no_draw') i++
  return i < draws.length ? i : null
}

/** Every game that draws has a close at least once a week. */
const WEEK = 7

/**
 * The game's next close after a draw that has none recorded after it. A day without a draw, and a result that is overdue
 * for more than a day, are skipped.
 *
 * @param now milliseconds
 */
export function closeAfter(
  game: Game,
  draws: GameDraws,
  date: LagosDate,
  now: number,
): (Schedule & { date: LagosDate }) | null {
  const today = lagosDate(now)
  const first = addDays(date, 1) > addDays(today, -2) ? addDays(date, 1) : addDays(today, -2)
  for (let day = first; day <= addDays(today, 2 * WEEK); day = addDays(day, 1)) {
    const i = firstOnOrAfter(draws, dayOf(day))
    const isRecorded = draws.days[i] === dayOf(day)
    const schedule = isRecorded ? undefined : scheduleOf([game], day)[0]?.schedule
    if (schedule && now < schedule.expectedAt + DAY) return { date: day, ...schedule }
  }
  return null
}
