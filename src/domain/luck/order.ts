import { binomial } from './counts.ts'
import { atLeast, atMost, type Distribution, trimmed } from './distribution.ts'
import { itemAt } from '../base/lists.ts'

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
