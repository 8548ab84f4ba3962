import { describe, expect, test } from 'vitest'
import { historyDraw } from '../../../tests/support/history-draw.ts'
import { dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { WAIT_BY_LUCK } from './luck/waits.ts'
import { drawLuck, drawnBefore } from './draw-neighbours.ts'
import { type GameDraws, historyOf } from './history.ts'

/** Draws of one game on the days after each other. An empty list is a day without a draw. */
function drawsOf(...winning: number[][]): GameDraws {
  const first = dayOf(parseDate('2025-06-23')!)
  const draws = winning.map((numbers, i) =>
    historyDraw({
      game: 'diamond',
      day: first + i,
      state: numbers.length > 0 ? 'drawn' : 'no_draw',
      winning: numbers,
    }),
  )
  return historyOf(draws).games.get('diamond')!
}

describe('how long the numbers of a draw had waited', () => {
  test('counts the draws in between, without days on which no draw took place', () => {
    const draws = drawsOf(
      [1, 2, 3, 4, 5],
      [6, 2, 8, 9, 10],
      [],
      [11, 12, 13, 14, 15],
      [2, 12, 1, 90, 5],
      [2, 90, 1, 5, 12],
    )
    expect(drawLuck(draws, 4).waits).toEqual([1, 0, 2, null, 2])
    expect(drawLuck(draws, 0)).toEqual({ waits: [null, null, null, null, null], chart: null })
    expect(drawnBefore(draws, 4, 2)).toEqual([3, 1])
  })

  test('by luck is 17 draws, and at most 52 in 19 of 20 cases', () => {
    expect(WAIT_BY_LUCK.mean).toBeCloseTo(17, 12)
    expect([WAIT_BY_LUCK.low, WAIT_BY_LUCK.high]).toEqual([0, 52])
    expect((85 / 90) ** 53).toBeLessThanOrEqual(0.05)
    expect((85 / 90) ** 52).toBeGreaterThan(0.05)
  })
})

test('what the chart said counts the relatives of the draw before', () => {
  // The relatives of 1 to 5 in the chart, of which 46 and 50 came.
  const draws = drawsOf([1, 2, 3, 4, 5], [46, 50, 11, 39, 61])
  const { chart } = drawLuck(draws, 1)
  expect(chart).toMatchObject({ after: '2025-06-23', came: 2 })
  // The chart has 31 relatives of these five, each counted once.
  expect(chart!.byLuck).toBeCloseTo((31 * 5) / 90, 12)
})
