import { expect, test } from 'vitest'
import { compare, NUMBERS, SOME } from '../../../../tests/support/lab-histories.ts'
import { winningAt } from '../../../draws/rules/history.ts'
import { chartCells, RELATIONS } from './chart.ts'
import { followersOf } from './figures/followers.ts'
import { frequency } from './frequency.ts'
import { chartDraws, drawsWhere, followerDraws } from './opened-draws.ts'

test('the draws behind a figure are as many as it counts, and hold its numbers', () => {
  compare(
    (fast) => {
      const drawsOf = new Map(fast.map(({ draws }) => [draws.game, draws]))
      const balls = (game: string, row: number) => winningAt(drawsOf.get(game)!, row)
      const { counts } = frequency(fast)
      for (const number of NUMBERS) {
        const opened = drawsWhere(fast, (set) => set.includes(number))
        expect(opened).toHaveLength(counts[number]!)
        expect(opened.every(({ game, row }) => balls(game, row).includes(number))).toBe(true)
      }
      for (const { relation, lag, hits } of chartCells(fast, RELATIONS)) {
        const opened = chartDraws(fast, relation, lag)
        expect(opened).toHaveLength(hits)
        for (const {
          game,
          row,
          laterRow,
          from: [from],
          to: [to],
        } of opened) {
          expect(relation.relative[from!]).toBe(to)
          expect(balls(game, row)).toContain(from)
          expect(balls(game, laterRow)).toContain(to)
        }
      }
      for (const m of SOME)
        expect(followerDraws(fast, 33, m, 2)).toHaveLength(followersOf(fast, 33, 2).counts[m]!)
    },
    { set: 'winning' },
  )
})
