/** The relatives of the chart within the next draws (statistics.md, section 5: chart relative, within L). */
import { binomial } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import type { LabSeries } from '../answer.ts'
import { cellsByLuck } from '../chart.ts'
import { APPROXIMATE_NOTE, type FigureTask, markOf, outsideByLuckOf, outsideSentence } from '../figure.ts'
import { asSteps, chartDraws, nearestSteps } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { type Relation, RELATIONS } from '../relatives.ts'
import { type End, endsOf, HIGHEST, type Sequence, widthOf } from '../scope.ts'
import { cellOf, leftOutNote } from './chart-test.ts'
import { chanceWithin } from './followers.ts'

/** Hits of relatives in at least one of several draws. */
export interface WithinDraws {
  trials: number
  hits: number
  /**
   * Exact for one draw. For more, 1 − (17/18)^draws of the trials: neighbouring trials share draws, so the range is
   * approximate.
   */
  luck: Distribution
}

/** The most draws that a relative may take. */
const MOST = 3

/**
 * For each number of draws, each column: how often the relatives of balls came in at least one of the next draws.
 *
 * @param windows numbers of draws, 1 to 3
 */
export function chartWithin(
  sequences: readonly Sequence[],
  relations: readonly Relation[],
  windows: readonly number[],
): WithinDraws[][] {
  const ends = endsOf(sequences, MOST)
  const came = ballsOf(sequences)
  const found = fives(relations).flatMap((columns) => hitsByDistance(sequences, columns))
  const exact = cellsByLuck(sequences, relations, [1])
  return windows.map((draws) => {
    const incomplete = ends.filter(({ later }) => later < draws)
    const chance = chanceWithin(draws, widthOf(sequences))
    // Columns with as many trials share one distribution.
    const lucks = new Map<number, Distribution>()
    return relations.map(({ relative }, r) => {
      const uncounted = countAt(incomplete, relative, draws)
      let trials = -uncounted.trials
      for (let x = 1; x <= HIGHEST; x++) if (relative[x]! > 0) trials += came[x]!
      let hits = -uncounted.hits
      for (let apart = 1; apart <= draws; apart++) hits += found[r]![apart]!
      if (draws === 1) return { trials, hits, luck: exact[r]!.luck }
      const luck = lucks.get(trials) ?? binomial(trials, chance)
      lucks.set(trials, luck)
      return { trials, hits, luck }
    })
  })
}

function ballsOf(sequences: readonly Sequence[]): Uint32Array {
  const came = new Uint32Array(HIGHEST + 1)
  for (const { balls } of sequences) for (let i = 0; i < balls.length; i++) came[balls[i]!]!++
  return came
}

/** The balls with a relative in some draws, and how many of the relatives came in the draws that follow. */
function countAt(ends: readonly End[], relative: Uint8Array, draws: number) {
  let [trials, hits] = [0, 0]
  for (const { sequence, t } of ends) {
    const { balls, width } = sequence
    const next = balls.subarray((t + 1) * width, (t + 1 + draws) * width)
    for (const ball of balls.subarray(t * width, (t + 1) * width)) {
      if (relative[ball] === 0) continue
      trials++
      if (next.includes(relative[ball]!)) hits++
    }
  }
  return { trials, hits }
}

type Five<T> = [T, T, T, T, T]

const NO_RELATIVES = new Uint8Array(HIGHEST + 1)

function fives(relations: readonly Relation[]): Five<Uint8Array>[] {
  const column = (r: number) => relations[r]?.relative ?? NO_RELATIVES
  return relations.flatMap((_, r) =>
    r % 5 === 0 ? [[column(r), column(r + 1), column(r + 2), column(r + 3), column(r + 4)]] : [],
  )
}

/** The hits at each distance share one number: `count1 + count2 * FIELD + count3 * FIELD ** 2`, all digits of which are kept. */
const FIELD = 2 ** 10

/** The hits of so many draws of ten balls stay below {@link FIELD}. */
const CHUNK = 100

/** For each of five columns, at each distance: the relatives that came after so many draws, and not before. */
function hitsByDistance(sequences: readonly Sequence[], columns: Five<Uint8Array>): number[][] {
  const found = columns.map(() => new Array<number>(MOST + 1).fill(0))
  for (const sequence of sequences) {
    const near = new Int32Array(HIGHEST + 1)
    const weights = weightsOf(sequence.width)
    for (let to = sequence.length; to > 0; to -= CHUNK) {
      const packed = packedHits(sequence, columns, near, weights, Math.max(0, to - CHUNK), to)
      for (const [c, sum] of packed.entries())
        for (let apart = 1, rest = sum; apart <= MOST; apart++, rest = Math.floor(rest / FIELD))
          found[c]![apart]! += rest % FIELD
    }
  }
  return found
}

/** What a hit adds on each ball of a draw and the next ones, seen from the draw before. The last ones are too far. */
function weightsOf(width: number): Int32Array {
  const place = (i: number) => Math.floor(i / width)
  return Int32Array.from({ length: (MOST + 1) * width }, (_, i) => (place(i) < MOST ? FIELD ** place(i) : 0))
}

/**
 * The hits of five columns after the draws `from` to `to` - 1, packed. Local variables for five columns at once make it
 * three times as fast as an array of counts.
 *
 * @param near for each number 1 in the field of the distance to its next coming; 0 if that is further. The next older
 *   draws continue with it.
 */
function packedHits(
  { balls, width }: Sequence,
  [one, two, three, four, five]: Five<Uint8Array>,
  near: Int32Array,
  weights: Int32Array,
  from: number,
  to: number,
): Five<number> {
  let [a, b, c, d, e] = [0, 0, 0, 0, 0]
  // From the newest draw back.
  for (let t = to - 1; t >= from; t--) {
    const start = t * width
    for (let i = start; i < start + width; i++) {
      const ball = balls[i]!
      a += near[one[ball]!]!
      b += near[two[ball]!]!
      c += near[three[ball]!]!
      d += near[four[ball]!]!
      e += near[five[ball]!]!
    }
    for (let i = Math.min(balls.length, start + weights.length) - 1; i >= start; i--)
      near[balls[i]!] = weights[i - start]!
  }
  return [a, b, c, d, e]
}

export const chartWithinFigure: FigureTask = {
  answer({ sequences }) {
    const counted = chartWithin(sequences, RELATIONS, LAB_LAGS)
    const cells = LAB_LAGS.map((draws, i) => ({
      draws,
      found: RELATIONS.map((relation, r) => ({ ...counted[i]![r]!, relation })),
    }))
    const series = cells.map(({ draws, found }): LabSeries => ({
      key: `within${draws}`,
      title:
        draws === 1
          ? 'The relative came in the next draw'
          : `The relative came within the next ${draws} draws`,
      marks: found.map(({ relation, hits, trials, luck }) =>
        markOf({ key: `${relation.key}.${draws}`, label: relation.name, count: hits, cases: trials, luck }),
      ),
    }))
    const lucks = cells.flatMap(({ found }) => found.map(({ luck }) => luck))
    return {
      sentences: [
        outsideSentence(
          series.flatMap(({ marks }) => marks),
          outsideByLuckOf(lucks),
        ),
      ],
      notes: [APPROXIMATE_NOTE, leftOutNote()],
      series,
    }
  },
  open({ sequences }, mark) {
    const cell = cellOf(mark)
    if (!cell) return null
    const { relation, lag: draws } = cell
    return asSteps(nearestSteps(sequences, draws, (lag) => chartDraws(sequences, relation, lag)))
  },
}
