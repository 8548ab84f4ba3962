import { DRAW_LIMITS } from '../draw-limits.ts'
import { comesIn, eachBall, type GameScope } from './scope.ts'
import type { NumberSlot, Slots } from './types.ts'

/** A place of a ranked list. */
export interface Counted {
  number: number
  count: number
}

const NUMBERS = Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => i + 1)

/** The first `top` places, and every place with the figure of the last of them. */
export function withTies<T>(ranked: readonly T[], top: number, figure: (entry: T) => number): T[] {
  const last = ranked[Math.min(top, ranked.length) - 1]
  return last === undefined ? [] : ranked.filter((entry, i) => i < top || figure(entry) === figure(last))
}

const countOf = ({ count }: Counted) => count

/** Highest count first; equal counts by number. */
function highestFirst(counts: ArrayLike<number>, top: number): Counted[] {
  const ranked = NUMBERS.map((number) => ({ number, count: counts[number]! })).filter(countOf)
  return withTies(
    ranked.sort((a, b) => b.count - a.count),
    top,
    countOf,
  )
}

function frequencies(scope: readonly GameScope[], place: Pick<Slots, 'box' | 'type'>): Uint32Array {
  const counts = new Uint32Array(DRAW_LIMITS.highestBall + 1)
  const add = (ball: number) => counts[ball]!++
  for (const { draws, at } of scope) for (const i of at) eachBall(draws, i, place, add)
  return counts
}

/** The draws in which each of several numbers comes. Numbers with the same place share one pass over the draws. */
export function countEach(scope: readonly GameScope[], numbers: readonly NumberSlot[]): number[] {
  const byPlace = new Map<string, Uint32Array>()
  return numbers.map(({ number, box, type }) => {
    const key = `${box} ${type}`
    const counts = byPlace.get(key) ?? frequencies(scope, { ...(box && { box }), ...(type && { type }) })
    byPlace.set(key, counts)
    return counts[number]!
  })
}

export function hot(scope: readonly GameScope[], slots: Slots): Counted[] {
  return highestFirst(frequencies(scope, slots), slots.top ?? 1)
}

/** Numbers that never came are included with 0. */
export function cold(scope: readonly GameScope[], slots: Slots): Counted[] {
  const counts = frequencies(scope, slots)
  const ranked = NUMBERS.map((number) => ({ number, count: counts[number]! }))
  return withTies(
    ranked.sort((a, b) => a.count - b.count),
    slots.top ?? 1,
    countOf,
  )
}

/** The numbers by their current gap, in draws. A number that never came has the gap of all draws. */
export function due(scope: readonly GameScope[], slots: Slots): { number: number; draws: number }[] {
  const [game] = scope
  const draws = game?.at.length ?? 0
  const gaps = NUMBERS.map((number) => ({ number, draws }))
  game?.at.forEach((i, order) =>
    eachBall(game.draws, i, slots, (ball) => (gaps[ball - 1]!.draws = draws - 1 - order)),
  )
  return withTies(
    gaps.sort((a, b) => b.draws - a.draws),
    slots.top ?? 1,
    ({ draws }) => draws,
  )
}

/** The other balls of the sets in which the number came. */
export function pairsWith(scope: readonly GameScope[], number: NumberSlot, top: number): Counted[] {
  const counts = new Uint32Array(DRAW_LIMITS.highestBall + 1)
  const add = (ball: number) => counts[ball]!++
  const types = number.type === 'both' ? (['winning', 'machine'] as const) : [number.type ?? 'winning']
  for (const { draws, at } of scope)
    for (const type of types)
      for (const i of at) if (comesIn(draws, i, { ...number, type })) eachBall(draws, i, { type }, add)
  counts[number.number] = 0
  return highestFirst(counts, top)
}

/**
 * The draws that follow draw number `order` of a scope: those of the next `within` draws, or only the one that is `lag`
 * draws later. Null if the last of them is not held yet.
 */
export function followingDraws({ at }: GameScope, order: number, { within, lag }: Slots): number[] | null {
  const steps = lag ?? within ?? 1
  if (order + steps >= at.length) return null
  return lag === undefined ? at.slice(order + 1, order + steps + 1) : [at[order + lag]!]
}

/** Of the draws with the number: how many were followed by each winning number. */
export function followers(scope: readonly GameScope[], number: NumberSlot, slots: Slots): Counted[] {
  const counts = new Uint32Array(DRAW_LIMITS.highestBall + 1)
  // The trial in which a ball was counted last: in one trial it counts once.
  const countedIn = new Uint32Array(DRAW_LIMITS.highestBall + 1)
  let trial = 0
  const add = (ball: number) => {
    if (countedIn[ball] === trial) return
    countedIn[ball] = trial
    counts[ball]!++
  }
  for (const game of scope)
    game.at.forEach((i, order) => {
      const next = comesIn(game.draws, i, number) ? followingDraws(game, order, slots) : null
      trial++
      for (const j of next ?? []) eachBall(game.draws, j, {}, add)
    })
  return highestFirst(counts, slots.top ?? 1)
}

/** The draws of a scope in which the number comes and whose following draws are all held. */
export function trialsAfter(scope: readonly GameScope[], number: NumberSlot, slots: Slots): number {
  let trials = 0
  for (const game of scope)
    game.at.forEach((i, order) => {
      if (comesIn(game.draws, i, number) && followingDraws(game, order, slots)) trials++
    })
  return trials
}
