import { itemAt } from '../base/lists.ts'

/** The chance that `n` trials, each won with chance `p`, hold no run of more than `most` losses. */
export function chanceOfNoLongerRun(n: number, p: number, most: number): number {
  if (most >= n) return 1
  // The other terms of the formula are below loss^n (Feller, volume 1, XIII.7), here 1e-20.
  const isLong = n * Math.log1p(-p) < Math.log(1e-20) && most * p > 2
  return isLong ? byFeller(n, p, most + 1) : byRecurrence(n, p, most)
}

/** Trial by trial. A longer run first ends at trial i after a win at i - most - 1. */
export function byRecurrence(n: number, p: number, most: number): number {
  const chances = new Float64Array(n + 1)
  const longer = (1 - p) ** (most + 1)
  for (let i = 0; i <= n; i++) {
    if (i <= most) chances[i] = 1
    else if (i === most + 1) chances[i] = 1 - longer
    else chances[i] = itemAt(chances, i - 1) - p * longer * itemAt(chances, i - most - 2)
  }
  return itemAt(chances, n)
}

/** Feller's formula for no run of `run` losses in `n` trials, by the smallest root of 1 - x + p·loss^run·x^(run + 1). */
export function byFeller(n: number, p: number, run: number): number {
  const loss = 1 - p
  const scale = p * loss ** run
  // The root less 1, by Newton's method from 0; the function is convex, so the steps never pass it.
  let extra = 0
  for (let step = Infinity; Math.abs(step) > 1e-17 * (1 + extra) && extra < 1;) {
    const power = scale * Math.exp(run * Math.log1p(extra))
    step = (power * (1 + extra) - extra) / (1 - (run + 1) * power)
    if (!(step > 0)) break
    extra += step
  }
  const x = 1 + extra
  return ((1 - loss * x) / ((run + 1 - run * x) * p)) * Math.exp(-(n + 1) * Math.log1p(extra))
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
