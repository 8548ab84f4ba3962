/** The probabilities of a 5/90 draw. The product shows one of these next to every statistic. */
import { DRAW_LIMITS } from './draw-limits.ts'

/** Chance that a given number is among the five of one draw: 5 in 90. */
export const HIT_PROBABILITY = DRAW_LIMITS.ballsPerSet / DRAW_LIMITS.highestBall

/** The expected count of any one number in a number of draws. */
export function expectedCount(draws: number): number {
  return draws * HIT_PROBABILITY
}

/**
 * The expected longest run of draws without a given number, in a number of draws. The chance of a run of `length` draws
 * follows from the draw that ends the first such run: a draw with the number, and then `length` draws without it.
 */
export function expectedLongestGap(draws: number): number {
  let expected = 0
  for (let length = 1; length <= draws; length++) {
    const run = (1 - HIT_PROBABILITY) ** length
    /** Entry `n`: the chance of such a run within the first `n` draws. */
    const chances = new Float64Array(draws + 1)
    chances[length] = run
    for (let n = length + 1; n <= draws; n++)
      chances[n] = chances[n - 1]! + (1 - chances[n - length - 1]!) * HIT_PROBABILITY * run
    expected += chances[draws]!
    // The rest of the sum is shorter than a thousandth of a draw.
    if (chances[draws]! < 1e-6) break
  }
  return expected
}

/** Chance that two independent draws share at least one of their five numbers: 1 - C(85,5)/C(90,5), about 25.4 %. */
export const SHARED_NUMBER_PROBABILITY =
  1 - [0, 1, 2, 3, 4].reduce((product, i) => product * ((85 - i) / (90 - i)), 1)

/** Chance that any one number is in both of two draws. */
export const REPEAT_PROBABILITY = HIT_PROBABILITY * HIT_PROBABILITY

/** Probabilities of 0..n successes, computed from the mean outwards, so that a thousand draws do not underflow. */
function binomial(n: number, p: number): Float64Array {
  const odds = p / (1 - p)
  const weights = new Float64Array(n + 1)
  const mean = Math.floor(n * p)
  weights[mean] = 1
  for (let k = mean + 1; k <= n; k++) weights[k] = ((weights[k - 1]! * (n - k + 1)) / k) * odds
  for (let k = mean - 1; k >= 0; k--) weights[k] = (weights[k + 1]! * (k + 1)) / (n - k) / odds
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/**
 * Probabilities that any one number repeats in consecutive draws 0, 1, 2, ... times. A number that came twice may come a
 * third time, so this is not a binomial distribution: its tail is longer. The array holds four times the expected count
 * and 60 more; the probabilities beyond it are below 1e-12.
 */
function repeatChances(draws: number): Float64Array {
  const size = Math.ceil(60 + draws / 80)
  // Split by whether the number came in the previous draw.
  let came = new Float64Array(size)
  let missed = new Float64Array(size)
  missed[0] = 1
  for (let draw = 0; draw < draws; draw++) {
    const [before, notBefore] = [came, missed]
    came = notBefore.map((chance, k) => (chance + (before[k - 1] ?? 0)) * HIT_PROBABILITY)
    missed = notBefore.map((chance, k) => (chance + before[k]!) * (1 - HIT_PROBABILITY))
  }
  return came.map((chance, k) => chance + missed[k]!)
}

/**
 * The expected counts of the most frequent, second most frequent, ... of the 90 numbers by chance. A "most frequent" list
 * is compared with these and not with {@link expectedCount}, because some number always tops the list.
 *
 * @returns expected counts, most frequent first
 */
export function expectedTopCounts(draws: number, places: number): number[] {
  return highestOf90(binomial(draws, HIT_PROBABILITY), places)
}

/** Like {@link expectedTopCounts}, for numbers that repeat in consecutive draws. */
export function expectedTopRepeats(draws: number, places: number): number[] {
  return highestOf90(repeatChances(draws), places)
}

/**
 * The expected highest, second highest, ... of 90 counts with the same distribution. It treats the counts as independent,
 * although they are slightly negatively correlated; the test compares it with simulated draws.
 */
function highestOf90(chances: Float64Array, places: number): number[] {
  const expected = new Array<number>(places).fill(0)
  let above = 1
  for (const chance of chances.subarray(0, -1)) {
    above = Math.max(0, above - chance)
    // Stryker disable next-line EqualityOperator: the rest is never exactly 1e-12
    if (above < 1e-12) break
    // The j-th largest exceeds k when at least j of the 90 counts do.
    const exceeding = binomial(DRAW_LIMITS.highestBall, above)
    let fewer = 0
    for (let j = 0; j < places; j++) {
      fewer += exceeding[j]!
      expected[j]! += Math.max(0, 1 - fewer)
    }
  }
  return expected
}
