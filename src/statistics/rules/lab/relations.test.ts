// Figures of draws after each other against a slow, obvious oracle on random histories.
import { describe, expect, test } from 'vitest'
import {
  compare,
  lastOf,
  NUMBERS,
  type Slow,
  slowSteps,
  SOME,
  sum,
} from '../../../../tests/support/lab-histories.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'
import { ballOf, CLASSIFICATION } from '../../../draws/rules/classification/classification.ts'
import { carry } from './figures/carry.ts'
import { chartCells, pairsOf, relationOfColumn, RELATIONS } from './chart.ts'
import { chartWithin } from './figures/chart-test.ts'
import { chartSameDraw } from './figures/chart-same-draw.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { pairCount, pairCounts } from './figures/pairs.ts'
import { followersOf, followersWithin } from './figures/followers.ts'
import { repeats } from './figures/moving.ts'
import { groupMoves, pointedNow } from './figures/groups.ts'
import { chartDraws, drawsWhere } from './opened-draws.ts'
import { sequencesOf, WHOLE_HISTORY } from './scope.ts'

const slowRelative = (key: (typeof RELATIONS)[number]['key'], x: number) => {
  const ball = ballOf(CLASSIFICATION[x - 1]![key])
  return ball === x ? null : ball
}

describe('on random histories', () => {
  test('followers, moving numbers and carries', () => {
    compare((fast, slow) => {
      for (const lag of [1, 2, 3]) {
        const steps = slowSteps(slow, lag)
        const after = steps.filter(([{ balls }]) => balls.includes(33))
        const at = followersOf(fast, 33, lag)
        const within = followersWithin(fast, 33, lag)
        expect([at.trials, within.trials]).toEqual([after.length, after.length])
        for (const m of SOME) {
          expect(at.counts[m]).toBe(after.filter(([, to]) => lastOf(to).balls.includes(m)).length)
          expect(within.counts[m]).toBe(
            after.filter(([, to]) => to.some(({ balls }) => balls.includes(m))).length,
          )
        }
        const shared = steps.map(
          ([from, to]) => from.balls.filter((ball) => lastOf(to).balls.includes(ball)).length,
        )
        const moved = repeats(fast, lag)
        expect(moved.pairs).toEqual(steps.length)
        expect(moved.sharing).toEqual(shared.filter((count) => count > 0).length)
        expect(moved.sharedNumbers).toEqual(sum(shared))
      }
    })
    compare(
      (fast, slow) => {
        for (const lag of [0, 1, 2]) {
          const steps =
            lag === 0 ? slow.flat().map((one): [Slow, Slow[]] => [one, [one]]) : slowSteps(slow, lag)
          const hits = steps.map(
            ([a, b]) => a.draw.machine.filter((ball) => lastOf(b).draw.winning.includes(ball)).length,
          )
          const found = carry(fast, lag)
          expect([found.trials, found.hits]).toEqual([steps.length * 5, sum(hits)])
        }
      },
      { set: 'both' },
    )
  })

  test('the chart at a lag, within draws and in the same draw', () => {
    compare((fast, slow) => {
      const cells = chartCells(fast, RELATIONS)
      for (const { relation, lag, trials, hits } of cells) {
        const relatives = slowSteps(slow, lag).flatMap(([from, to]) =>
          from.balls.map((ball) => ({ relative: slowRelative(relation.key, ball), to: lastOf(to) })),
        )
        const tried = relatives.filter(({ relative }) => relative !== null)
        expect(trials).toBe(tried.length)
        expect(hits).toBe(tried.filter(({ relative, to }) => to.balls.includes(relative!)).length)
      }
      for (const relation of RELATIONS) {
        const tried = slowSteps(slow, 3).flatMap(([from, to]) =>
          from.balls.flatMap((ball) => {
            const relative = slowRelative(relation.key, ball)
            return relative === null ? [] : [to.some(({ balls }) => balls.includes(relative))]
          }),
        )
        const [one, within] = chartWithin(fast, RELATIONS, [1, 3]).map(
          (found) => found[RELATIONS.indexOf(relation)]!,
        )
        expect([within!.trials, within!.hits]).toEqual([tried.length, tried.filter(Boolean).length])
        const next = cells.find((cell) => cell.relation === relation && cell.lag === 1)!
        expect([one!.trials, one!.hits]).toEqual([next.trials, next.hits])

        const pairs = new Set<string>()
        for (const x of NUMBERS) {
          const other = slowRelative(relation.key, x)
          if (other !== null) pairs.add([x, other].sort((a, b) => a - b).join())
        }
        expect(pairsOf(relation)).toHaveLength(pairs.size)
        const held = slow.flat().map(({ balls }) => {
          const isHeld = (pair: string) => pair.split(',').every((n) => balls.includes(Number(n)))
          return [...pairs].filter(isHeld).length
        })
        expect(chartSameDraw(pairCounts(fast), relation).count).toBe(sum(held))
      }
    })
  })

  test('groups', () => {
    const groups = [
      [1, 10, 89],
      [2, 33, 45, 90],
    ]
    const pointed = (a: Slow, b: Slow) =>
      groups.flatMap((group) =>
        group.filter((third) =>
          group.some((x) =>
            group.some(
              (y) => x !== y && x !== third && y !== third && a.balls.includes(x) && b.balls.includes(y),
            ),
          ),
        ),
      )
    compare((fast, slow) => {
      const tried = slowSteps(slow, 2).flatMap(([a, [b, c]]) =>
        pointed(a, b!).map((third) => c!.balls.includes(third)),
      )
      const { trials, hits } = groupMoves(fast, groups)
      expect([trials, hits]).toEqual([tried.length, tried.filter(Boolean).length])
      for (const [s, sequence] of slow.entries()) {
        const [a, b] = sequence.slice(-2)
        const expected = a && b?.follows ? pointed(a, b) : []
        expect(new Set(pointedNow(fast[s]!, groups).map(({ number }) => number))).toEqual(new Set(expected))
      }
    })
  })
})

test('a number in both sets of a draw counts once', () => {
  // As in Jackpot on 27 June 2025: 63 and 73 are in both sets.
  const draw = (day: number, winning: number[], machine: number[]) =>
    historyDraw({ game: 'jackpot', day, winning, machine })
  const history = historyOf([
    draw(1, [63, 73, 1, 2, 3], [73, 63, 4, 5, 6]),
    draw(2, [18, 28, 7, 8, 9], [28, 18, 10, 11, 12]),
  ])
  const both = sequencesOf(history, { ...WHOLE_HISTORY, set: 'both' })
  const counts = pairCounts(both)
  for (let a = 1; a <= 90; a++)
    for (let b = a + 1; b <= 90; b++)
      expect(pairCount(counts, a, b)).toBe(
        drawsWhere(both, (balls) => balls.includes(a) && balls.includes(b)).length,
      )
  // 18 and 28 are the counterparts of 63 and 73.
  const [cell] = chartCells(both, [relationOfColumn('counterpart')], [1])
  expect([cell!.trials, cell!.hits]).toEqual([8, 2])
  expect(chartDraws(both, relationOfColumn('counterpart'), 1)).toHaveLength(2)
})
