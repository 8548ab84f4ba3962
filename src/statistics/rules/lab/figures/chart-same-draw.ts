import type { Distribution } from '../../../../draws/rules/luck/distribution.ts'
import { formatCount } from '../../../../platform/rules/base/words.ts'
import { type Relation, RELATIONS, pairsOf } from '../chart.ts'
import { type FigureTask, markOf, outsideSentence } from '../figure.ts'
import { casesInDraws } from '../opened-draws.ts'
import { drawsIn, HIGHEST } from '../scope.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'
import { choose } from '../../../../draws/rules/luck/counts.ts'
import { sumOf } from '../../../../draws/rules/luck/sums.ts'
import { pairCount, type PairCounts, pairCounts, chanceTogether } from './pairs.ts'
import { leftOutNote } from './chart-test.ts'

/** A number and its relative of the chart in one draw (statistics.md, section 5: chart, same draw). */

/** @param found the counts of all pairs of the draws */
export function chartSameDraw(found: PairCounts, relation: Relation) {
  const pairs = pairsOf(relation)
  const { draws, width } = found
  return {
    pairs: pairs.length,
    draws,
    count: pairs.reduce((sum, [x, other]) => sum + pairCount(found, x, other), 0),
    expected: draws * pairs.length * chanceTogether(2, width),
    chanceOfRelative: (width - 1) / (HIGHEST - 1),
    luck: sumOf([{ distribution: pairsInDraw(pairs, width), times: draws }]),
  }
}

type Pair = readonly [number, number]

/** At `numbers` and `held`: the ways to draw so many numbers that hold so many pairs. */
type Ways = number[][]

/**
 * How many of some pairs one draw of `width` numbers holds. The chart's pairs fall into groups of at most four numbers that
 * share no number, so all ways to draw from a group can be tried.
 */
export function pairsInDraw(pairs: readonly Pair[], width: number): Distribution {
  const most = choose(width, 2)
  let ways: Ways = [[1]]
  for (const group of groupsOf(pairs)) ways = joined(ways, waysOf(group, pairs), width)
  const total = choose(HIGHEST, width)
  const chances = Float64Array.from(
    { length: most + 1 },
    (_, held) => (itemAt(ways, width)[held] ?? 0) / total,
  )
  return { from: 0, chances }
}

/** The numbers from 1 to 90 in groups; numbers of different groups are no pair. */
function groupsOf(pairs: readonly Pair[]): number[][] {
  const groupOf = Array.from({ length: HIGHEST + 1 }, (_, number) => [number])
  for (const [x, other] of pairs) {
    const [one, two] = [itemAt(groupOf, x), itemAt(groupOf, other)]
    if (one === two) continue
    one.push(...two)
    for (const number of two) groupOf[number] = one
  }
  return [...new Set(groupOf.slice(1))]
}

function waysOf(group: readonly number[], pairs: readonly Pair[]): Ways {
  const own = pairs.filter(([x]) => group.includes(x))
  const ways: Ways = group.map(() => [])
  ways.push([])
  for (let drawn = 0; drawn < 2 ** group.length; drawn++) {
    const isDrawn = (number: number) => ((drawn >> group.indexOf(number)) & 1) === 1
    const numbers = group.filter(isDrawn).length
    const held = own.filter((pair) => pair.every(isDrawn)).length
    itemAt(ways, numbers)[held] = (itemAt(ways, numbers)[held] ?? 0) + 1
  }
  return ways
}

/** The ways to draw from two groups, up to `width` numbers. */
function joined(a: Ways, b: Ways, width: number): Ways {
  const ways: Ways = Array.from({ length: Math.min(width + 1, a.length + b.length - 1) }, () => [])
  for (const [i, ofA] of a.entries())
    for (const [j, ofB] of b.entries()) {
      const sum = ways[i + j]
      if (!sum) continue
      for (const [held, waysA] of ofA.entries())
        for (const [more, waysB] of ofB.entries())
          sum[held + more] = (sum[held + more] ?? 0) + (waysA ?? 0) * (waysB ?? 0)
    }
  return ways
}

export const chartSameDrawFigure: FigureTask = {
  answer({ sequences }) {
    const counts = pairCounts(sequences)
    const found = RELATIONS.map((relation) => ({ relation, ...chartSameDraw(counts, relation) }))
    const marks = found.map(({ relation, pairs, draws, count, luck }) =>
      markOf({
        key: relation.key,
        label: relation.name,
        count,
        cases: draws * pairs,
        luck,
        facts: [{ name: 'Pairs', value: formatCount(pairs) }],
      }),
    )
    return {
      sentences: [
        `Pairs of a number and its chart number in ${formatCount(drawsIn(sequences))} draws.`,
        outsideSentence(marks, found),
      ],
      notes: ['A mutual pair counts once.', leftOutNote()],
      series: [{ key: 'same-draw', title: 'A number and its chart number in one draw', marks }],
    }
  },
  open({ sequences }, mark) {
    const relation = RELATIONS.find(({ key }) => key === mark)
    if (!relation) return null
    const pairs = pairsOf(relation)
    return casesInDraws(sequences, (balls) =>
      pairs.filter((pair) => pair.every((number) => balls.includes(number))),
    )
  },
}
