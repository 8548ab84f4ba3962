/** The factors of bets against luck (verdicts.md, section 4). Each has the mean 1 by luck, given all earlier draws. */
import { DRAW_LIMITS } from '../../../../platform/rules/base/balls.ts'
import { choose } from '../../../../draws/rules/luck/counts.ts'

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

/** The odds that each bet mixes. The grid was fixed before any proof on real draws and never changes. */
export const ODDS = [0.2, 0.5, 0.7, 0.85, 0.95, 1.05, 1.15, 1.3, 1.5, 2, 3] as const

/** The odds of bets that only ask for "too often". */
export const HIGH_ODDS = ODDS.filter((odds) => odds > 1)

/**
 * What a bet needs to know of the draws: how many of its numbers came in all, and how many draws it had with each pattern
 * of numbers.
 */
export interface Bet {
  /** Names the bets of one number, cell or length, such as `number 7`; null where the figure has one set of bets. */
  label: string | null
  hits: number
  /** By {@link patternOf}, the number of draws. */
  patterns: Map<number, number>
}

/** The pattern of a set bet of `single` numbers, or of a chart cell in which `double` relatives are led to by two balls. */
export const patternOf = (single: number, double = 0): number => double * 100 + single

const meansByPattern = new Map<number, number[]>()

/** For each of {@link ODDS}, the logarithm of the mean of θ to the power of the hits by luck: M_k(θ) and M_{a,b}(θ). */
export function logMeans(pattern: number): readonly number[] {
  let means = meansByPattern.get(pattern)
  if (!means) {
    const [single, double] = [pattern % 100, Math.floor(pattern / 100)]
    means = ODDS.map((odds) => Math.log(meanOfHits(single, double, odds)))
    meansByPattern.set(pattern, means)
  }
  return means
}

function meanOfHits(single: number, double: number, odds: number): number {
  let mean = 0
  for (let i = 0; i <= Math.min(single, BALLS); i++)
    for (let j = 0; j <= Math.min(double, BALLS - i); j++)
      mean +=
        choose(single, i) *
        choose(double, j) *
        choose(HIGHEST - single - double, BALLS - i - j) *
        odds ** (i + 2 * j)
  return mean / choose(HIGHEST, BALLS)
}

/** The logarithms of the running products of a bet, one for each of {@link ODDS}. */
export function logProducts({ hits, patterns }: Pick<Bet, 'hits' | 'patterns'>): number[] {
  const products = ODDS.map((odds) => hits * Math.log(odds))
  for (const [pattern, draws] of patterns)
    logMeans(pattern).forEach((mean, i) => (products[i]! -= draws * mean))
  return products
}

/** The logarithm of a sum, from the logarithms of its parts. Factors of thousands of draws would overflow. */
export function logSum(logs: readonly number[]): number {
  const most = logs.reduce((a, b) => Math.max(a, b), -Infinity)
  return most === -Infinity ? most : most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0))
}
