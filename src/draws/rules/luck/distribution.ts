/** The chances of whole numbers from `from` upwards: entry `i` is the chance of `from + i`. The rest is negligible. */
export interface Distribution {
  from: number
  chances: Float64Array
}

/** A range of counts, both ends included. */
export interface CountRange {
  low: number
  high: number
}

/** A distribution from weights of any scale. */
export function normalised(from: number, weights: Float64Array): Distribution {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { from, chances: weights.map((weight) => weight / total) }
}

export const chanceOf = ({ from, chances }: Distribution, count: number): number => chances[count - from] ?? 0

/** The chance of at most `count`. It adds the smallest chances first, so a small tail keeps its digits. */
export function atMost({ from, chances }: Distribution, count: number): number {
  let sum = 0
  const end = Math.min(chances.length, count - from + 1)
  for (let i = 0; i < end; i++) sum += chances[i]!
  return Math.min(1, sum)
}

/** The chance of at least `count`. It adds the smallest chances first, so a small tail keeps its digits. */
export function atLeast({ from, chances }: Distribution, count: number): number {
  let sum = 0
  const end = Math.max(0, count - from)
  for (let i = chances.length - 1; i >= end; i--) sum += chances[i]!
  return Math.min(1, sum)
}

/** The chance of a count at least this far out on either side: twice the smaller tail, at most 1. */
export const twoSidedChance = (distribution: Distribution, count: number): number =>
  Math.min(1, 2 * Math.min(atMost(distribution, count), atLeast(distribution, count)))

/** "Usually" on the screens: 19 of 20. */
const USUAL_SHARE = 0.95

/**
 * The central range of a distribution: a count below it has a chance of at most (1 - share) / 2, and so has a count above
 * it (statistics.md, section 4).
 */
export function centralRange(distribution: Distribution, share = USUAL_SHARE): CountRange {
  const tail = (1 - share) / 2
  const { from, chances } = distribution
  let low = from
  for (let below = chances[0]!; below <= tail; below += chances[low - from]!) low++
  let high = from + chances.length - 1
  for (let above = chances[high - from]!; above <= tail; above += chances[high - from]!) high--
  return { low, high }
}

/** The smallest count that is not exceeded with a chance of at least `share`. */
export function quantile({ from, chances }: Distribution, share: number): number {
  let sum = 0
  for (let i = 0; i < chances.length; i++) {
    sum += chances[i]!
    if (sum >= share - 1e-12) return from + i
  }
  return from + chances.length - 1
}

export function meanOf({ from, chances }: Distribution): number {
  let sum = 0
  for (let i = 0; i < chances.length; i++) sum += chances[i]! * (from + i)
  return sum
}

export function varianceOf(distribution: Distribution): number {
  const mean = meanOf(distribution)
  const { from, chances } = distribution
  return chances.reduce((sum, chance, i) => sum + chance * (from + i - mean) ** 2, 0)
}

/** The same chances without the ends whose counts are rarer than `rarest`. */
export function trimmed({ from, chances }: Distribution, rarest = 1e-22): Distribution {
  let start = 0
  let end = chances.length
  while (start < end - 1 && chances[start]! < rarest) start++
  while (end > start + 1 && chances[end - 1]! < rarest) end--
  return { from: from + start, chances: chances.subarray(start, end) }
}
