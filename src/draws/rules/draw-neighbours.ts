import { addDays, DAY, dayOf, type LagosDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import { type Schedule, scheduleOf } from './day-result.ts'
import type { Game } from './games.ts'
import { firstOnOrAfter, type GameDraws, stateAt, dateAt, isDrawn, winningAt } from './history.ts'
import { ballOf, COLUMNS, rowOf } from './classification/classification.ts'
import { DRAW_LIMITS } from '../../platform/rules/base/balls.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'

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

/** Beside each winning number of a draw, in drawing order, how long it had waited; and what the chart said. */
interface DrawLuck {
  /** The draws of the game between this one and the last with the number; null where it had not come before. */
  waits: (number | null)[]
  /** How many of the five are relatives of the numbers before, and what luck gives; null for the first draw. */
  chart: { after: LagosDate; came: number; byLuck: number } | null
}

/** The indexes of the last draws before index `i` that took place and are confirmed, newest first. */
export function drawnBefore(draws: GameDraws, i: number, count: number): number[] {
  const found: number[] = []
  for (let at = i - 1; at >= 0 && found.length < count; at--) if (isDrawn(draws, at)) found.push(at)
  return found
}

/** What luck says about draw `i` of a game, a confirmed one. */
export function drawLuck(draws: GameDraws, i: number): DrawLuck {
  const numbers = winningAt(draws, i)
  const waits = new Map<number, number>()
  const earlier = drawnBefore(draws, i, Infinity)
  for (let waited = 0; waited < earlier.length && waits.size < numbers.length; waited++)
    for (const number of winningAt(draws, itemAt(earlier, waited)))
      if (numbers.includes(number) && !waits.has(number)) waits.set(number, waited)
  return {
    waits: numbers.map((number) => waits.get(number) ?? null),
    chart: earlier.length > 0 ? chartBefore(draws, itemAt(earlier, 0), numbers) : null,
  }
}

function chartBefore(draws: GameDraws, before: number, numbers: readonly number[]): DrawLuck['chart'] {
  const relatives = new Set(winningAt(draws, before).flatMap(relativesOf))
  return {
    after: dateAt(draws, before),
    came: numbers.filter((number) => relatives.has(number)).length,
    byLuck: (relatives.size * numbers.length) / DRAW_LIMITS.highestBall,
  }
}

/** The balls among a number's relatives in the chart. */
const relativesOf = (number: number): number[] =>
  COLUMNS.slice(1).flatMap(([key]) => ballOf(String(present(rowOf(number))[key])) ?? [])
