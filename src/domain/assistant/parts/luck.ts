import { DRAW_LIMITS, BOXES } from '../../base/balls.ts'
import { chartCells } from '../../lab/chart.ts'
import { type RelativeColumn, relationOfColumn } from '../../lab/relatives.ts'
import { sequenceOf } from '../../lab/scope.ts'
import { binomial, hypergeometric } from '../../luck/counts.ts'
import { centralRange, type Distribution, meanOf } from '../../luck/distribution.ts'
import { highest } from '../../luck/order.ts'
import { sumOf } from '../../luck/sums.ts'
import { isOutside, type LuckFigure } from '../../luck/luck-bar.ts'
import { BALLS_PER_DRAW } from '../../draws/history.ts'
import type { GameScope } from './scope.ts'
import type { NumberSlot, Slots } from '../read/types.ts'
import { itemAt } from '../../base/lists.ts'

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

/** The draws of a scope that have balls of a type. Machine numbers may be missing. */
export function trialsOf(scope: readonly GameScope[], type: Slots['type'] = 'winning'): number {
  const place = type === 'winning' ? 0 : BALLS
  let trials = 0
  for (const { draws, at } of scope)
    for (const i of at) if (draws.balls[i * BALLS_PER_DRAW + place] !== 0) trials++
  return trials
}

/** The chance that a number comes in its box and type in one draw: 1 in 18 for any winning box. */
export const chanceOfPlace = ({ box, type }: Pick<NumberSlot, 'box' | 'type'>): number =>
  ((type === 'both' ? 2 : 1) * (box ? 1 : BALLS)) / HIGHEST

/** The chance of at least one success in the draws that a question looks at after a draw. */
export const chanceAfter = (chance: number, { within, lag }: Slots): number =>
  lag === undefined ? 1 - (1 - chance) ** (within ?? 1) : chance

/**
 * The chance that every one of several numbers comes in its place in one draw. The ten balls of a draw are ten different
 * numbers, so each place holds a given number with the same chance.
 */
export function chanceOfAll(numbers: readonly NumberSlot[]): number {
  const wanted = [...new Map(numbers.map((number) => [JSON.stringify(number), number])).values()]
  if (new Set(wanted.map(({ number }) => number)).size < wanted.length) return 0
  /** The ways to give the first numbers different places, by the places taken. */
  let ways = new Map<number, number>([[0, 1]])
  for (const number of wanted) {
    const next = new Map<number, number>()
    for (const [taken, count] of ways)
      for (const place of placesOf(number))
        if ((taken & (1 << place)) === 0)
          next.set(taken | (1 << place), (next.get(taken | (1 << place)) ?? 0) + count)
    ways = next
  }
  const all = [...ways.values()].reduce((sum, count) => sum + count, 0)
  return wanted.reduce((chance, _, i) => chance / (HIGHEST - i), all)
}

function placesOf({ box, type = 'winning' }: NumberSlot): number[] {
  const boxes = box ? [BOXES.indexOf(box)] : BOXES.map((_, place) => place)
  return [
    ...(type !== 'machine' ? boxes : []),
    ...(type !== 'winning' ? boxes.map((place) => place + BALLS) : []),
  ]
}

/** Beside a count outside its range: a player's own question has no verdict (statistics.md, section 6). */
const OWN_QUESTION_SENTENCE =
  'You chose this question yourself. Anyone who asks 20 such questions finds about one like this by luck, so we give no verdict.'

/** A count beside the mean of luck and the range of 19 of 20 cases. */
export const luckFigure = (value: number, luck: Distribution): LuckFigure => ({
  value,
  mean: meanOf(luck),
  ...centralRange(luck),
})

/** A count beside luck, and what a count outside its range means. */
export function besideLuck(count: number, byLuck: Distribution): { luck: LuckFigure; notes: string[] } {
  const luck = luckFigure(count, byLuck)
  return { luck, notes: isOutside(luck) ? [OWN_QUESTION_SENTENCE] : [] }
}

/** A count of trials with the same chance beside luck; nothing without trials. */
export const besideTrials = (count: number, trials: number, chance: number) =>
  trials === 0 ? { luck: null, notes: [] } : besideLuck(count, binomial(trials, chance))

/** The balls of one kind in a number of draws: each draw takes five different ones of 90, `ofKind` of which count. */
export const luckOfKind = (draws: number, ofKind: number): Distribution =>
  sumOf([{ distribution: hypergeometric(ofKind, BALLS, HIGHEST), times: draws }])

/** The relatives of a column that come at a lag, exactly: as the chart test counts them. */
export function luckOfColumn(scope: readonly GameScope[], column: RelativeColumn, lag: number): Distribution {
  const sequences = scope.map(({ draws, at }) =>
    sequenceOf(draws, at, { set: 'winning', leaveOutHoles: null }),
  )
  return itemAt(chartCells(sequences, [relationOfColumn(column)], [lag]), 0).luck
}

/** The count of a place among `figures` numbers with the same distribution: the highest, second highest, ... */
export const rankFigure = (count: number, luck: Distribution, figures: number, place: number): LuckFigure =>
  luckFigure(count, highest(luck, figures, place))
