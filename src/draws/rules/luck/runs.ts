import { itemAt } from '../../../platform/rules/base/lists.ts'

/**
 * The chance that `n` trials, each won with chance `p`, hold no run of more than `most` losses: trial by trial. A longer run
 * first ends at trial i after a win at i - most - 1.
 */
export function chanceOfNoLongerRun(n: number, p: number, most: number): number {
  const chances = new Float64Array(n + 1).fill(1)
  const longer = (1 - p) ** (most + 1)
  for (let i = most + 1; i <= n; i++)
    chances[i] =
      i === most + 1 ? 1 - longer : itemAt(chances, i - 1) - p * longer * itemAt(chances, i - most - 2)
  return itemAt(chances, n)
}

/** The longest losing run by luck: the range of 19 in 20 records, and the median. */
export interface LosingRun {
  low: number
  median: number
  high: number
}

/**
 * The longest run of losses among `n` independent forecasts that win with chance `p` (statistics.md, section 4): for 100
 * bankers 19 to 78, median 37.
 */
export function longestLosingRun(n: number, p: number): LosingRun {
  const reaching = (share: number) => {
    let low = 0
    let high = n
    while (low < high) {
      const middle = (low + high) >> 1
      if (chanceOfNoLongerRun(n, p, middle) >= share) high = middle
      else low = middle + 1
    }
    return low
  }
  // Like the other ranges: a shorter run has a chance of at most 2.5 %, and so has a longer one.
  return { low: reaching(0.025 + 1e-12), median: reaching(0.5), high: reaching(0.975) }
}

/** The longest run of `false` in a list of wins, in the order of the draws. */
export function longestRunOfLosses(wins: Iterable<boolean>): number {
  let run = 0
  let longest = 0
  for (const won of wins) {
    run = won ? 0 : run + 1
    longest = Math.max(longest, run)
  }
  return longest
}
