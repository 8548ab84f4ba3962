/** Corrections for the many figures of one screen (statistics.md, section 6). */
import { atLeast, atMost, type Distribution } from './distribution.ts'

/** The chance below which a corrected figure is called unusual. */
export const UNUSUAL_CHANCE = 0.05

/** Šidák's correction: the chance that the rarest of `figures` independent figures is at least as rare as `chance`. */
export function allowingFor(figures: number, chance: number): number {
  return -Math.expm1(figures * Math.log1p(-Math.min(1, chance)))
}

/** The chance of a single figure that corresponds to {@link UNUSUAL_CHANCE} over all figures of a screen. */
export function singleChance(figures: number): number {
  return -Math.expm1(Math.log1p(-UNUSUAL_CHANCE) / figures)
}

/** The smallest and largest count that are not unusual among `figures` counts, and the chance of the others by luck. */
interface UsualCounts {
  low: number
  high: number
  /** The chance of a count outside; below {@link singleChance}, because counts are whole numbers. */
  outside: number
}

/**
 * The counts that are not unusual among `figures` counts of the same distribution.
 *
 * @param sides `both` for twice the smaller tail, `upper` when only a high count matters
 */
export function notUnusual(
  distribution: Distribution,
  figures: number,
  sides: 'both' | 'upper' = 'both',
): UsualCounts {
  const tail = singleChance(figures) / (sides === 'both' ? 2 : 1)
  const { from, chances } = distribution
  let low = from
  if (sides === 'both') for (let below = chances[0]!; below <= tail; below += chances[low - from]!) low++
  let high = from + chances.length - 1
  for (let above = chances[high - from]!; above <= tail; above += chances[high - from]!) high--
  return { low, high, outside: atMost(distribution, low - 1) + atLeast(distribution, high + 1) }
}

/** The chance that luck alone shows at least one of the figures as unusual, from the chances of the single figures. */
export function attainableLevel(outside: readonly number[]): number {
  return -Math.expm1(outside.reduce((sum, chance) => sum + Math.log1p(-chance), 0))
}
