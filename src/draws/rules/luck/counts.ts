import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { atLeast, atMost, type Distribution, normalised, trimmed } from './distribution.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** Exact distributions of counts in 5/90 draws (statistics.md, sections 3 to 5). */

/** Counts whose chance is this small against the most likely count are left out. */
const RAREST = 1e-40

/**
 * The successes of `n` independent trials with chance `p`. Weights grow from the most likely count outwards, so that
 * 300,000 trials neither underflow nor need logarithms.
 */
export function binomial(n: number, p: number): Distribution {
  if (p <= 0 || p >= 1) return { from: p <= 0 ? 0 : n, chances: Float64Array.of(1) }
  const odds = p / (1 - p)
  const mode = Math.min(n, Math.floor((n + 1) * p))
  const up = outwards((k) => ((n - mode - k + 1) / (mode + k)) * odds, n - mode)
  const down = outwards((k) => (mode - k + 1) / (n - mode + k) / odds, mode)
  const weights = new Float64Array(down.length + 1 + up.length)
  weights.set(down.reverse())
  weights[down.length] = 1
  weights.set(up, down.length + 1)
  return normalised(mode - down.length, weights)
}

/** The weights of the counts 1, 2, ... steps away from a count of weight 1, until they are negligible. */
function outwards(ratio: (step: number) => number, most: number): number[] {
  const weights: number[] = []
  let weight = 1
  for (let step = 1; step <= most; step++) {
    weight *= ratio(step)
    if (weight < RAREST) break
    weights.push(weight)
  }
  return weights
}

/** The binomial coefficient, as a floating point number. */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  let product = 1
  for (let i = 1; i <= Math.min(k, n - k); i++) product = (product * (n - Math.min(k, n - k) + i)) / i
  return product
}

/** How many of `marked` balls are among `drawn` of `total` balls. */
export function hypergeometric(marked: number, drawn: number, total: number): Distribution {
  const from = Math.max(0, drawn + marked - total)
  const to = Math.min(marked, drawn)
  const weights = Float64Array.from(
    { length: to - from + 1 },
    (_, i) => choose(marked, from + i) * choose(total - marked, drawn - from - i),
  )
  return normalised(from, weights)
}

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

const hitsByNumbers: Distribution[] = []

/** How many of `k` different numbers come in one draw. @param k 0 to 90 */
export const hitsOf = (k: number): Distribution => (hitsByNumbers[k] ??= hypergeometric(k, BALLS, HIGHEST))

/** The chance that at least `hits` of `k` different numbers come in one draw. */
export const chanceOfHits = (k: number, hits: number): number => atLeast(hitsOf(k), hits)

/**
 * The Clopper-Pearson interval of a rate: the chances under which the count is not in the outer tail on either side. It
 * covers the true rate in at least `share` of all samples (statistics.md, sections 4 and 8).
 */
export function rateInterval(count: number, n: number, share = 0.95): { low: number; high: number } {
  const tail = (1 - share) / 2
  const low = count === 0 ? 0 : bisect((p) => atLeast(binomial(n, p), count) < tail)
  const high = count === n ? 1 : bisect((p) => atMost(binomial(n, p), count) > tail)
  return { low, high }
}

/** Where a condition that holds for small chances ends. */
function bisect(holds: (p: number) => boolean): number {
  let low = 0
  let high = 1
  while (high - low > 1e-12) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const NEGLIGIBLE = 1e-15

/**
 * The distribution of the highest, second highest, ... of `figures` counts with the same distribution (statistics.md,
 * section 5, "top five"). It treats the counts as independent. The counts of the 90 numbers are slightly negatively
 * correlated, which a test compares with simulated draws.
 *
 * @param place 1 for the highest
 */
export function highest(distribution: Distribution, figures: number, place: number): Distribution {
  const { from, chances } = distribution
  // Entry i: the chance that the place reaches `from + i`. It is 1 below the bounds that matter, and 0 above them.
  const reached = new Float64Array(chances.length + 1).fill(1)
  reached[chances.length] = 0
  for (let i = chances.length - 1, above = 0; i >= 0; i--) {
    above = Math.min(1, above + itemAt(chances, i))
    reached[i] = above * figures < NEGLIGIBLE ? 0 : placeReached(above, figures, place)
    if (itemAt(reached, i) > 1 - NEGLIGIBLE) break
  }
  return trimmed({
    from,
    chances: chances.map((_, i) => Math.max(0, itemAt(reached, i) - itemAt(reached, i + 1))),
  })
}

/** The chance that at least `place` of `figures` counts reach a bound which one count reaches with chance `single`. */
function placeReached(single: number, figures: number, place: number): number {
  if (single >= 1) return 1
  if (place === 1) return -Math.expm1(figures * Math.log1p(-single))
  const reaching = binomial(figures, single)
  return single * figures < place ? atLeast(reaching, place) : 1 - atMost(reaching, place - 1)
}

/**
 * The distribution of each place among several independent counts with distributions of their own, such as those of one
 * number in games with different draws. The first is that of the highest.
 */
export function placesOfSeveral(counts: readonly Distribution[]): Distribution[] {
  const from = Math.min(...counts.map((one) => one.from))
  const to = Math.max(...counts.map((one) => one.from + one.chances.length))
  const reached = Array.from({ length: to - from + 1 }, (_, i) => placesReaching(counts, from + i))
  const chance = (i: number, place: number) => itemAt(itemAt(reached, i), place)
  return counts.map((_, place) =>
    normalised(
      from,
      Float64Array.from({ length: to - from }, (_, i) =>
        Math.max(0, chance(i, place) - chance(i + 1, place)),
      ),
    ),
  )
}

/** For each place the chance that so many counts, and one for the highest, reach a bound. */
function placesReaching(counts: readonly Distribution[], bound: number): number[] {
  let ways = [1]
  for (const one of counts) {
    const chance = atLeast(one, bound)
    ways = Array.from(
      { length: ways.length + 1 },
      (_, k) => (ways[k] ?? 0) * (1 - chance) + (ways[k - 1] ?? 0) * chance,
    )
  }
  return counts.map((_, place) => ways.slice(place + 1).reduce((sum, chance) => sum + chance, 0))
}
