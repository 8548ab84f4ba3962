import { expect, test } from 'vitest'
import { compare, lastOf, slowSteps, sum } from '../../../tests/support/lab-histories.ts'
import { random } from '../../../tests/support/random.ts'
import { allocate } from '../draws/history.ts'
import { meanOf, varianceOf } from '../luck/distribution.ts'
import { closeNumbers, closeTo } from './figures/followers.ts'
import { lapping } from './figures/carry.ts'
import { sequencesOf, WHOLE_HISTORY } from './scope.ts'

test.each([
  [
    [5, 20, 33, 47, 80],
    [4, 6, 19, 21, 32, 34, 46, 48, 79, 81],
  ],
  [
    [1, 2, 3, 89, 90],
    [4, 88],
  ],
  [
    [1, 3, 50, 52, 90],
    [2, 4, 49, 51, 53, 89],
  ],
])('close to %j are %j', (balls, close) => {
  expect([...closeTo(balls)].sort((a, b) => a - b)).toEqual(close)
})

test('close numbers and lapping on random histories', () => {
  compare((fast, slow) => {
    const tried = slowSteps(slow, 1).flatMap(([{ balls }, [next]]) =>
      Array.from({ length: 90 }, (_, i) => i + 1)
        .filter((number) => !balls.includes(number) && balls.some((ball) => Math.abs(ball - number) === 1))
        .map((number) => next!.balls.includes(number)),
    )
    const { trials, hits } = closeNumbers(fast)
    expect([trials, hits]).toEqual([tried.length, tried.filter(Boolean).length])
  })
  compare(
    (fast, slow) => {
      const laps = slowSteps(slow, 1).map(([{ draw }, to]) => {
        const next = lastOf(to).draw
        return (
          draw.winning.filter((ball) => next.machine.includes(ball)).length +
          draw.machine.filter((ball) => next.winning.includes(ball)).length
        )
      })
      const { trials, hits } = lapping(fast)
      expect([trials, hits]).toEqual([laps.length * 10, sum(laps)])
    },
    { set: 'both' },
  )
})

test('simulated luck has the mean and spread of the exact chances', () => {
  const source = random(5)
  const own = allocate('g', 6000)
  for (let t = 0; t < own.length; t++) {
    const balls = new Set<number>()
    while (balls.size < 10) balls.add(1 + source.below(90))
    own.flags[t] = 1
    own.days[t] = t
    own.balls.set([...balls], t * 10)
  }
  const history = { games: new Map([['g', own]]) }
  const laps = lapping(sequencesOf(history, { ...WHOLE_HISTORY, set: 'both' }))
  const close = closeNumbers(sequencesOf(history, WHOLE_HISTORY))
  const closeInBoth = closeNumbers(sequencesOf(history, { ...WHOLE_HISTORY, set: 'both' }))
  expect(meanOf(laps.luck)).toBeCloseTo(laps.trials / 18, 6)
  expect(meanOf(close.luck)).toBeCloseTo(close.trials / 18, 6)
  expect(meanOf(closeInBoth.luck)).toBeCloseTo(closeInBoth.trials / 9, 6)
  for (const { hits, luck } of [laps, close, closeInBoth])
    expect(Math.abs(hits - meanOf(luck))).toBeLessThan(4 * Math.sqrt(varianceOf(luck)))
})
