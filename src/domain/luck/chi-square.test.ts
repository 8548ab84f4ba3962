import { expect, test } from 'vitest'
import { chiSquareTail } from './chi-square.ts'

// scipy.stats.chi2.sf 1.17.1; the tails at 80.37629 and 100.031822 are those of golden-statistics.json.
test.each([
  [0, 3, 1],
  [1, 1, 0.31731050786291115],
  [3.84, 1, 0.050043521248705147],
  [100, 2, 1.9287498479639178e-22],
  [60, 89, 0.9921686499651953],
  [89, 89, 0.48006297779218127],
  [120, 89, 0.015906674643860096],
  [180, 89, 3.982569758377247e-8],
  [5, 10, 0.8911780189141513],
  [300, 89, 1.151540994426996e-24],
  [80.37629, 89, 0.7317474],
  [100.031822, 89, 0.1992004],
])('the tail at %d with %i degrees of freedom is %d', (value, degrees, tail) => {
  expect(chiSquareTail(value, degrees) / tail).toBeCloseTo(1, 6)
})
