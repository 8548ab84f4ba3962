import { ballOf, CLASSIFICATION } from '../classification.ts'
import { dateOfDay, type LagosDate, yearOf } from '../calendar.ts'
import { dateAt, type GameDraws, isDrawn, machineAt, winningAt } from '../history.ts'
import { DRAW_LIMITS } from '../draw-limits.ts'
import { slotOn } from '../games.ts'
import { comesIn, eachBall, type GameScope } from './scope.ts'
import { followingDraws } from './values-ranked.ts'
import type { AssistantData, NumberSlot, Relation, Slots } from './types.ts'

/** The draws in which every one of the numbers comes. */
function drawsWithAll(scope: readonly GameScope[], numbers: readonly NumberSlot[]) {
  return scope.flatMap(({ draws, at }) =>
    at.filter((i) => numbers.every((number) => comesIn(draws, i, number))).map((i) => ({ draws, i })),
  )
}

export function countDraws(scope: readonly GameScope[], number: NumberSlot): number {
  let count = 0
  for (const { draws, at } of scope) for (const i of at) if (comesIn(draws, i, number)) count++
  return count
}

const newestDay = (found: readonly { draws: GameDraws; i: number }[]) =>
  found.reduce((newest, { draws, i }) => Math.max(newest, draws.days[i]!), -Infinity)

/** The newest date with the number and every game of that date; null if it never came. */
export function lastSeen(scope: readonly GameScope[], number: NumberSlot) {
  const found = drawsWithAll(scope, [number])
  if (found.length === 0) return null
  const day = newestDay(found)
  const games = found.filter(({ draws, i }) => draws.days[i] === day).map(({ draws }) => draws.game)
  return { date: dateOfDay(day), games }
}

/** Draws of the game after the last one with the number. A number that never came has all draws and no date. */
export function gap(
  [game]: readonly GameScope[],
  number: NumberSlot,
): { draws: number; last: LagosDate | null } {
  if (!game) return { draws: 0, last: null }
  for (let order = game.at.length - 1; order >= 0; order--)
    if (comesIn(game.draws, game.at[order]!, number))
      return { draws: game.at.length - 1 - order, last: dateAt(game.draws, game.at[order]!) }
  return { draws: game.at.length, last: null }
}

export function together(scope: readonly GameScope[], numbers: readonly NumberSlot[]) {
  const found = drawsWithAll(scope, numbers)
  return { count: found.length, last: found.length > 0 ? dateOfDay(newestDay(found)) : null }
}

/** How often the second number came in the draws that follow a draw with the first. */
export function followed(scope: readonly GameScope[], [first, second]: readonly NumberSlot[], slots: Slots) {
  let [times, trials] = [0, 0]
  for (const game of scope)
    game.at.forEach((i, order) => {
      const next = comesIn(game.draws, i, first!) ? followingDraws(game, order, slots) : null
      if (!next) return
      trials++
      if (next.some((j) => comesIn(game.draws, j, second!))) times++
    })
  return { times, trials }
}

/**
 * How often a winning number was followed by its relative of the chart. A relative that is no ball, or the number itself,
 * is no trial.
 */
export function chartHits(
  scope: readonly GameScope[],
  relation: Relation,
  number: number | null,
  slots: Slots,
) {
  let [hits, trials] = [0, 0]
  const { lag } = slots
  const steps = lag ?? slots.within ?? 1
  const relatives = CLASSIFICATION.map((row) => ballOf(row[relation]))
  for (const { draws, at } of scope) {
    /** By ball, the first draw after the present one in which it comes. The newest draw is read first. */
    const nextOf = new Float64Array(DRAW_LIMITS.highestBall + 1).fill(Infinity)
    for (let order = at.length - 1; order >= 0; order--) {
      const i = at[order]!
      const isHeld = order + steps < at.length
      eachBall(draws, i, {}, (ball) => {
        const relative = relatives[ball - 1]!
        const isAsked = number === null || ball === number
        if (!isHeld || !isAsked || relative === null || relative === ball) return
        trials++
        const isHit =
          lag === undefined
            ? nextOf[relative]! <= order + steps
            : comesIn(draws, at[order + lag]!, { number: relative })
        if (isHit) hits++
      })
      eachBall(draws, i, {}, (ball) => (nextOf[ball] = order))
    }
  }
  return { hits, trials }
}

/** Draws in the order in which they were drawn. */
export function drawList(scope: readonly GameScope[], slots: Slots, data: AssistantData) {
  const wanted = slots.sameEventLastYear
    ? scope.map(({ draws, at }) => ({ draws, at: at.flatMap((i) => sameEventLastYear(draws, i)) }))
    : scope
  const closeOf = (game: string, date: LagosDate) => {
    const found = data.games.find(({ key }) => key === game)
    return (found && slotOn(found, date)?.close) ?? 24 * 60
  }
  return wanted
    .flatMap(({ draws, at }) =>
      at.map((i) => ({
        game: draws.game,
        date: dateAt(draws, i),
        winning: winningAt(draws, i),
        machine: machineAt(draws, i),
        close: closeOf(draws.game, dateAt(draws, i)),
      })),
    )
    .sort((a, b) => (a.date === b.date ? a.close - b.close : a.date < b.date ? -1 : 1))
    .map(({ close: _, ...draw }) => draw)
}

/** The draw with the same event number a year before, when both years have that number exactly once. */
function sameEventLastYear(draws: GameDraws, i: number): number[] {
  const serial = draws.serials[i]!
  if (serial === 0) return []
  const year = yearOf(dateAt(draws, i))
  const withSerial = (wanted: number) => {
    const found: number[] = []
    for (let j = 0; j < draws.length; j++)
      if (draws.serials[j] === serial && isDrawn(draws, j) && yearOf(dateAt(draws, j)) === wanted)
        found.push(j)
    return found
  }
  const before = withSerial(year - 1)
  return withSerial(year).length === 1 && before.length === 1 ? before : []
}
