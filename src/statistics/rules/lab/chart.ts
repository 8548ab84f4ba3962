import { choose } from '../../../draws/rules/luck/counts.ts'
import type { Distribution } from '../../../draws/rules/luck/distribution.ts'
import { sumOf } from '../../../draws/rules/luck/sums.ts'
import { LAB_LAGS } from './query.ts'
import { eachStep, HIGHEST, numbersAt, type Sequence, widthOf } from './scope.ts'
import {
  ballOf,
  CLASSIFICATION,
  COLUMNS,
  type ColumnKey,
} from '../../../draws/rules/classification/classification.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt, present, tally } from '../../../platform/rules/base/lists.ts'

/** The relations of the chart against later draws (statistics.md, section 5: chart relative, at lag L). */

/** One cell of the chart test: a column and a lag. */
export interface ChartCell {
  relation: Relation
  lag: number
  /** The balls with a relative whose draw has a later one at the lag. */
  trials: number
  /** How many of their relatives came at the lag. */
  hits: number
  /** The exact chances of the hits by luck. */
  luck: Distribution
}

/** Counts every column at every lag. Draw `t`'s balls and the balls of draw `t + lag` are counted once for all columns. */
export function chartCells(
  sequences: readonly Sequence[],
  relations: readonly Relation[],
  lags: readonly number[] = LAB_LAGS,
): ChartCell[] {
  const cells = cellsByLuck(sequences, relations, lags)
  const followers = new Map(lags.map((lag) => [lag, countFollowers(sequences, lag)]))
  return cells.map((cell) => {
    const { relative } = cell.relation
    const counts = present(followers.get(cell.lag))
    let hits = 0
    for (let x = 1; x <= HIGHEST; x++)
      if (itemAt(relative, x) > 0) hits += itemAt(counts, x * (HIGHEST + 1) + itemAt(relative, x))
    return { ...cell, hits }
  })
}

/** The trials of every column at every lag, and the exact chances of their hits. */
export function cellsByLuck(
  sequences: readonly Sequence[],
  relations: readonly Relation[],
  lags: readonly number[],
): Omit<ChartCell, 'hits'>[] {
  const width = widthOf(sequences)
  // Columns in which all numbers have a relative share one sum.
  const sums = new Map<string, Distribution>()
  return lags.flatMap((lag) =>
    relations.map((relation) => {
      const patterns = countPatterns(sequences, relation.relative, lag)
      let trials = 0
      const parts = patterns.map(({ single, double, times }) => {
        trials += (single + 2 * double) * times
        return { distribution: hitsOfPattern(single, double, width), times }
      })
      const key = JSON.stringify(patterns)
      const luck = sums.get(key) ?? sumOf(parts)
      sums.set(key, luck)
      return { relation, lag, trials, luck }
    }),
  )
}

/** At `x * 91 + y` the pairs of draws with `x` in the first and `y` in the one `lag` later. */
function countFollowers(sequences: readonly Sequence[], lag: number): Uint32Array {
  const counts = new Uint32Array((HIGHEST + 1) * (HIGHEST + 1))
  eachStep(sequences, lag, (sequence, t, u) => {
    const later = numbersAt(sequence, u)
    for (const x of numbersAt(sequence, t)) for (const y of later) tally(counts, x * (HIGHEST + 1) + y)
  })
  return counts
}

/**
 * How many draws with a later one have each pattern: the different relatives that one ball of the draw leads to, and those
 * that two balls lead to, as both 2 and 12 lead to 9 in Code.
 */
function countPatterns(sequences: readonly Sequence[], relative: Uint8Array, lag: number) {
  const times = new Array<number>(BASE * BASE).fill(0)
  // The draw in which a number was a relative last.
  const seen = new Int32Array(HIGHEST + 1)
  let draw = 0
  eachStep(sequences, lag, (sequence, t) => {
    draw++
    let pattern = 0
    for (const ball of numbersAt(sequence, t)) {
      const to = itemAt(relative, ball)
      if (to === 0) continue
      pattern += seen[to] === draw ? BASE - 1 : 1
      seen[to] = draw
    }
    tally(times, pattern)
  })
  return [...times.entries()]
    .filter(([pattern, count]) => pattern > 0 && count > 0)
    .map(([pattern, count]) => ({ single: pattern % BASE, double: Math.floor(pattern / BASE), times: count }))
}

/** More than the balls of a draw. */
const BASE = 16

const PATTERN_HITS = new Map<string, Distribution>()

/** The hits of relatives in one draw of `width` balls, when `double` of them count twice. */
function hitsOfPattern(single: number, double: number, width: number): Distribution {
  const key = `${single} ${double} ${width}`
  const known = PATTERN_HITS.get(key)
  if (known) return known
  const chances = new Float64Array(single + 2 * double + 1)
  for (let i = 0; i <= single; i++)
    for (let j = 0; j <= double; j++)
      chances[i + 2 * j]! +=
        (choose(single, i) * choose(double, j) * choose(HIGHEST - single - double, width - i - j)) /
        choose(HIGHEST, width)
  const found = { from: 0, chances }
  PATTERN_HITS.set(key, found)
  return found
}

type RelativeColumn = Exclude<ColumnKey, 'number'>

/** A column of the chart as a relation of numbers. */
export interface Relation {
  key: RelativeColumn
  name: string
  /** Entry `x`: the relative of `x`; 0 if its cell is not a ball or is `x` itself. */
  relative: Uint8Array
  /** The numbers with a relative. */
  numbers: number
  /** Cells that are not a ball ("-", 0, 00, 91 to 99), which are left out. */
  nonBalls: number
  /** Cells that equal their number, which are left out. */
  selfRelations: number
}

/** The nine columns in the order of the chart. */
export const RELATIONS: readonly Relation[] = COLUMNS.slice(1).map(([key, name]) =>
  relationOf(key as RelativeColumn, name),
)

function relationOf(key: RelativeColumn, name: string): Relation {
  const relative = new Uint8Array(DRAW_LIMITS.highestBall + 1)
  let nonBalls = 0
  let selfRelations = 0
  for (const row of CLASSIFICATION) {
    const ball = ballOf(row[key])
    if (ball === null) nonBalls++
    else if (ball === row.number) selfRelations++
    else relative[row.number] = ball
  }
  const numbers = relative.filter((ball) => ball > 0).length
  return { key, name, relative, numbers, nonBalls, selfRelations }
}

/** The relation of a column. */
export const relationOfColumn = (key: RelativeColumn): Relation =>
  present(RELATIONS.find((relation) => relation.key === key))

/** The unordered pairs of a column: a mutual pair counts once. */
export function pairsOf({ relative }: Relation): [number, number][] {
  const pairs: [number, number][] = []
  for (const [x, other] of relative.entries())
    if (other > 0 && !(relative[other] === x && other < x)) pairs.push([x, other])
  return pairs
}
