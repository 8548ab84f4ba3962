/** The relations of the chart against later draws (statistics.md, section 5: chart relative, at lag L). */
import { choose } from '../luck/counts.ts'
import { type Distribution } from '../luck/distribution.ts'
import { sumOf } from '../luck/sums.ts'
import { LAB_LAGS } from './query.ts'
import type { Relation } from './relatives.ts'
import { drawsIn, eachStep, type End, endsOf, HIGHEST, type Sequence, widthOf } from './scope.ts'

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
    const counts = followers.get(cell.lag)!
    let hits = 0
    for (let x = 1; x <= HIGHEST; x++) if (relative[x]! > 0) hits += counts[x * (HIGHEST + 1) + relative[x]!]!
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
  const ends = endsOf(sequences, Math.max(...lags))
  const patterns = relations.map(({ relative }) => countPatterns(sequences, relative, lags, ends))
  return lags.flatMap((lag, l) => {
    // Columns in which all numbers have a relative share one sum.
    const sums = new Map<string, Distribution>()
    return relations.map((relation, r) => {
      let trials = 0
      const seen = [...patterns[r]![l]!.entries()].filter(([pattern, times]) => pattern > 0 && times > 0)
      const parts = seen.map(([pattern, times]) => {
        const [single, double] = [pattern & 15, pattern >> 4]
        trials += (single + 2 * double) * times
        return { distribution: hitsOfPattern(single, double, width), times }
      })
      const key = seen.join(';')
      const luck = sums.get(key) ?? sumOf(parts)
      sums.set(key, luck)
      return { relation, lag, trials, luck }
    })
  })
}

/** At `x * 91 + y` the pairs of draws with `x` in the first and `y` in the one `lag` later. */
function countFollowers(sequences: readonly Sequence[], lag: number): Uint32Array {
  const counts = new Uint32Array((HIGHEST + 1) * (HIGHEST + 1))
  eachStep(sequences, lag, ({ balls, width }, t, u) => {
    for (let i = t * width; i < (t + 1) * width; i++) {
      const row = balls[i]! * (HIGHEST + 1)
      for (let j = u * width; j < (u + 1) * width; j++) counts[row + balls[j]!]!++
    }
  })
  return counts
}

/**
 * For each lag how many draws with a later one have each pattern. The pattern of a draw says how many different relatives
 * its balls have: those of one ball in the four lowest bits, those of two balls (both 2 and 12 lead to 9 in Code) above.
 */
function countPatterns(
  sequences: readonly Sequence[],
  relative: Uint8Array,
  lags: readonly number[],
  ends: readonly End[],
): Uint32Array[] {
  const all = new Uint32Array(256)
  const adds = addsOf(relative)
  // Columns in which all numbers have their own relative have one pattern.
  if (isComplete(relative)) all[widthOf(sequences)] = drawsIn(sequences)
  else for (const sequence of sequences) countAll(sequence, adds, all)
  return lags.map((lag) => {
    const counts = all.slice()
    for (const { sequence, t, later } of ends) if (later < lag) counts[patternAt(sequence, t, adds)]!--
    return counts
  })
}

const isComplete = (relative: Uint8Array): boolean => new Set(relative).size === HIGHEST + 1

/**
 * What each ball adds to the pattern of its draw: one if it has a relative, and one in two higher bits for each relative
 * that two numbers share, so that the upper bit of these is set when both come.
 */
function addsOf(relative: Uint8Array): Int32Array {
  const adds = new Int32Array(relative.length)
  let shared = BOTH_SHIFT
  for (const [x, ball] of relative.entries()) {
    if (ball === 0) continue
    adds[x]! += 1
    const first = relative.indexOf(ball)
    if (first === x) continue
    adds[first]! += 1 << shared
    adds[x]! += 1 << shared
    shared += 2
  }
  return adds
}

const BOTH_SHIFT = 4
/** The upper bits of the relatives that two numbers share. */
const BOTH_CAME = 0xaaaaaaa << BOTH_SHIFT

function countAll(sequence: Sequence, adds: Int32Array, counts: Uint32Array): void {
  for (let t = 0; t < sequence.length; t++) counts[patternAt(sequence, t, adds)]!++
}

function patternAt({ balls, width }: Sequence, t: number, adds: Int32Array): number {
  let sum = 0
  for (let i = t * width; i < (t + 1) * width; i++) sum += adds[balls[i]!]!
  let pattern = sum & 15
  // Two balls with one relative are one more in the upper bits, and two less in the lower.
  for (let both = sum & BOTH_CAME; both !== 0; both &= both - 1) pattern += 14
  return pattern
}

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
