/** What luck alone does in a 5/90 draw. Every figure that the product shows stands beside one of these. */
import { LIMITS } from './limits.ts'

/** Chance that a given number is among the five of one draw: 5 in 90. */
export const HIT = LIMITS.ballsPerSet / LIMITS.highestBall

/** How often a given number is expected among the five in a number of draws. */
export function expectedCount(draws: number): number {
  return draws * HIT
}

/** Chance that two independent draws share at least one of their five numbers: 1 - C(85,5)/C(90,5), about 25.4 %. */
export const SHARE = 1 - [0, 1, 2, 3, 4].reduce((product, i) => product * ((85 - i) / (90 - i)), 1)

/** Chance that a given number comes in both of two draws. */
export const REPEAT = HIT * HIT

/** Probabilities of 0..n successes. Computed from the mode outwards, so that a thousand draws do not underflow. */
function binomial(n: number, p: number): Float64Array {
  const odds = p / (1 - p)
  const weights = new Float64Array(n + 1)
  const mode = Math.min(n, Math.floor((n + 1) * p))
  weights[mode] = 1
  for (let k = mode; k < n; k++) weights[k + 1] = ((weights[k]! * (n - k)) / (k + 1)) * odds
  for (let k = mode; k > 0; k--) weights[k - 1] = (weights[k]! * k) / (n - k + 1) / odds
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/**
 * Probabilities that a given number comes twice running 0, 1, 2, ... times in a number of draws. A number that came
 * twice may come a third time, so these are no binomial: the tail is longer. What lies beyond the array is below 1e-12.
 */
function twiceRunning(draws: number): Float64Array {
  const size = Math.min(Math.max(draws, 1), Math.ceil(60 + 4 * draws * REPEAT))
  // By whether the number came in the draw before.
  let came = new Float64Array(size)
  let stayed = new Float64Array(size)
  stayed[0] = 1
  for (let draw = 0; draw < draws; draw++) {
    const [before, notBefore] = [came, stayed]
    came = notBefore.map((chance, k) => (chance + (k > 0 ? before[k - 1]! : 0)) * HIT)
    stayed = notBefore.map((chance, k) => (chance + before[k]!) * (1 - HIT))
  }
  return came.map((chance, k) => chance + stayed[k]!)
}

/**
 * How often the most frequent, second most frequent, ... of the 90 numbers comes in a number of draws when nothing but
 * luck is at work. This, not {@link expectedCount}, is what a "most frequent" list must be held against: somebody is
 * always first.
 *
 * @returns expected counts, most frequent first
 */
export function luckyCounts(draws: number, places: number): number[] {
  return highestOf90(binomial(draws, HIT), places)
}

/** As {@link luckyCounts}: how often the luckiest numbers come in two consecutive draws. */
export function luckyRepeats(draws: number, places: number): number[] {
  return highestOf90(twiceRunning(draws), places)
}

/**
 * Expected highest, second highest, ... of 90 counts with the same probabilities. Treats them as independent (they are
 * slightly negatively correlated); the test compares it with simulated draws.
 */
function highestOf90(chances: Float64Array, places: number): number[] {
  const expected = new Array<number>(places).fill(0)
  let above = 1
  for (const chance of chances.subarray(0, -1)) {
    above = Math.max(0, above - chance)
    if (above < 1e-12) break
    // The j-th largest exceeds k when at least j of the 90 counts do.
    const exceeding = binomial(LIMITS.highestBall, Math.min(1 - 1e-12, above))
    let fewer = 0
    for (let j = 0; j < places; j++) {
      fewer += exceeding[j]!
      expected[j]! += Math.max(0, 1 - fewer)
    }
  }
  return expected
}
