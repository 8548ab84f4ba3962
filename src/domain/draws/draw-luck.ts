import { ballOf, COLUMNS, rowOf } from '../classification/classification.ts'
import { DRAW_LIMITS } from '../base/balls.ts'
import type { LagosDate } from '../base/calendar.ts'
import { dateAt, type GameDraws, isDrawn, winningAt } from './history.ts'
import { itemAt } from '../base/lists.ts'

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
  COLUMNS.slice(1).flatMap(([key]) => ballOf(String(rowOf(number)![key])) ?? [])
