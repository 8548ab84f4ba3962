/** The bets of Premier Lotto: the chance of one line, and the winnings as a multiple of the stake. */
export const BETS = {
  banker: { oneIn: 18, pays: null, numbers: 1 },
  'one-direct': { oneIn: 90, pays: 40, numbers: 1 },
  'two-sure': { oneIn: 400.5, pays: 240, numbers: 2 },
  'three-direct': { oneIn: 11_748, pays: 2_100, numbers: 3 },
  'four-direct': { oneIn: 511_038, pays: 6_000, numbers: 4 },
  'five-direct': { oneIn: 43_949_268, pays: 44_000, numbers: 5 },
} as const satisfies Record<string, { oneIn: number; pays: number | null; numbers: number }>

export type BetKey = keyof typeof BETS

/** The bet on `k` numbers that must all be among the five; undefined for other counts. */
export const betOf = (k: number): BetKey | undefined =>
  (['one-direct', 'two-sure', 'three-direct', 'four-direct', 'five-direct'] as const)[k - 1]

/** Chance of a number among the ten balls of both sets. */
export const EITHER_SET_ONE_IN = 9

/** The number of ways to choose `k` of `n`. */
export function combinations(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return Math.round(ways)
}
