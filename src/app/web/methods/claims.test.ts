// The figures in the texts of the method pages, computed by the product's own functions.
import { expect, test } from 'vitest'
import { chanceOfGap } from '../../../statistics/rules/lab/figures/gaps.ts'
import { ALL_PAIRS, luckOfPair } from '../../../statistics/rules/lab/figures/pairs.ts'
import { binomial, highest } from '../../../draws/rules/luck/counts.ts'
import { centralRange, quantile } from '../../../draws/rules/luck/distribution.ts'
import { drawsUntilProof } from '../../../draws/rules/luck/evidence.ts'
import { longestLosingRun } from '../../../draws/rules/luck/runs.ts'
import type { MethodKey } from '../../../platform/rules/methods/keys.ts'
import { NEEDED, PLACES } from '../../../statistics/rules/lab/proofs/proofs.ts'
import { METHODS } from './methods.ts'

const NUMBER = 1 / 18
const range = (draws: number) => {
  const { low, high } = centralRange(binomial(draws, NUMBER))
  return `${low} to ${high}`
}
/** How many of 90 counts luck puts outside their own range. */
const outside = (draws: number) => {
  const { from, chances } = binomial(draws, NUMBER)
  const { low, high } = centralRange({ from, chances })
  return 90 * chances.reduce((sum, chance, i) => (from + i < low || from + i > high ? sum + chance : sum), 0)
}
const topPair = highest(luckOfPair({ draws: 182, width: 5 }), ALL_PAIRS, 1)
const run = longestLosingRun(100, NUMBER)
const between = (value: number, low: number, words: string) =>
  Math.floor(value) === low ? words : `${value} is not ${words}`

test.each<[MethodKey, string]>([
  ['verdict', `these are ${drawsUntilProof(1, 80)} draws with one number each`],
  ['verdict', `and ${drawsUntilProof(2, 80)} draws with two`],
  ['frequency', `usually ${range(2541)}`],
  ['frequency', `Of 90 numbers, ${between(outside(2541), 4, 'four or five')} are outside`],
  ['followers', `after 141 draws, ${between(outside(141), 2, 'two or three')} are outside`],
  ['gaps', `one absence in ${Math.round(1 / chanceOfGap(51))} lasts 51 draws or more`],
  ['pairs', `${(182 / 400.5).toFixed(2)} times on average`],
  ['pairs', `comes ${['three', 'four', 'five'][quantile(topPair, 0.5) - 3]} times in the median history`],
  ['pairs', `at most ${['four', 'five', 'six'][quantile(topPair, 0.95) - 4]} times in 19 of 20`],
  ['many-looks', `fewer than ${Math.ceil((PLACES * 100) / NEEDED)} ever show`],
  ['wins', `is ${run.median} in the median and ${run.low} to ${run.high} usually`],
  ['naira-back', `With 120 two sure, ${Math.round((1 - (1 - 1 / 400.5) ** 120) * 100)}% of the records`],
])('%s: %s', (key, claim) => {
  const { formula, meaning, limits } = METHODS[key]
  expect([...formula, ...meaning, ...limits].join('\n')).toContain(claim)
})
