/** The proof that forecasts are better than guessing: an e-value (statistics.md, section 4). */
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { hitsOf } from './counts.ts'
import { meanOf, type Distribution } from './distribution.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** The skills that the proof mixes, as odds against luck. */
export const SKILLS = [1.25, 1.5, 2, 3] as const

/** One draw of a record: how many different numbers were forecast for it, and how many of them came. */
export interface DrawHits {
  numbers: number
  hits: number
}

/** The mean of θ to the power of the hits of `k` numbers by luck: M_k(θ). */
export function luckMean(k: number, theta: number): number {
  const { from, chances } = hitsOf(k)
  return chances.reduce((sum, chance, i) => sum + chance * theta ** (from + i), 0)
}

/** The sums that the proof of a record consists of. They grow with each draw, in any order. */
interface EvidenceSums {
  hits: number
  /** For each skill θ, the sum of log M_k(θ) over the draws. */
  logMeans: readonly number[]
}

export const NO_EVIDENCE: EvidenceSums = { hits: 0, logMeans: SKILLS.map(() => 0) }

const logMeansByNumbers: number[][] = []

/** The sums after one more draw. */
export function withDraw({ hits, logMeans }: EvidenceSums, draw: DrawHits): EvidenceSums {
  const more = (logMeansByNumbers[draw.numbers] ??= SKILLS.map((theta) =>
    Math.log(luckMean(draw.numbers, theta)),
  ))
  return { hits: hits + draw.hits, logMeans: logMeans.map((sum, i) => sum + itemAt(more, i)) }
}

/** E: the mean over the skills of Π θ^H / M_k(θ). Luck alone ever reaches E ≥ x with a chance of at most 1/x. */
export function proofOf({ hits, logMeans }: EvidenceSums): number {
  const logs = SKILLS.map((theta, i) => hits * Math.log(theta) - itemAt(logMeans, i))
  return logs.reduce((sum, log) => sum + Math.exp(log), 0) / SKILLS.length
}

/** E of a whole record. */
export function proofOfDraws(draws: Iterable<DrawHits>): number {
  let sums = NO_EVIDENCE
  for (const draw of draws) sums = withDraw(sums, draw)
  return proofOf(sums)
}

/** E as a whole number: `under 1`, `3`, `over 1,000,000`. @param logE its natural logarithm */
export function proofWords(logE: number): string {
  if (logE < 0) return 'under 1'
  return logE > Math.log(1_000_000) ? 'over 1,000,000' : formatCount(Math.floor(Math.exp(logE) + 1e-9))
}

/** How far the evidence has come. @param needed the E of a verdict */
export const proofSoFar = (logE: number, needed: number): string =>
  logE < 0
    ? 'Nothing is proved: the evidence is far below what we ask for.'
    : `Proof so far: ${proofWords(logE)} of the ${formatCount(needed)} needed.`

/**
 * The E that the `place`-th record ever opened needs for a verdict. The inverse values of all places add up to 1/40.
 *
 * @param place 1 for the house, which is the first record
 */
export const proofNeeded = (place: number): number => 40 * place * (place + 1)

/** How many draws are simulated at most; beyond that a record is too early in any case. */
const MOST_DRAWS = 20_000

/**
 * The draws after which a record with `k` numbers per draw and `skill` times the hits of luck reaches a proof, with a
 * chance of at least `share`: exact, by following the chances of all hit counts that have not reached it.
 *
 * @returns null if no forecast of `k` numbers can be `skill` times as good as luck, or if it takes over 20,000 draws
 */
export function drawsUntilProof(k: number, needed: number, share = 0.8, skill = 2): number | null {
  const hits = skilledHits(k, skill)
  if (!hits) return null
  let waiting = Float64Array.of(1)
  let sums = NO_EVIDENCE
  // The fewest hits that reach the proof. They only grow with the draws.
  let bar = 1
  let reached = 0
  for (let draws = 1; draws <= MOST_DRAWS; draws++) {
    sums = withDraw(sums, { numbers: k, hits: 0 })
    while (proofOf({ ...sums, hits: bar }) < needed) bar++
    const next = new Float64Array(bar)
    for (let h = 0; h < waiting.length; h++)
      for (let i = 0; i < hits.chances.length; i++) {
        const total = h + hits.from + i
        const chance = itemAt(waiting, h) * itemAt(hits.chances, i)
        if (total < bar) next[total]! += chance
        else reached += chance
      }
    if (reached >= share) return draws
    waiting = next
  }
  return null
}

/** The hits of `k` numbers whose mean is `skill` times that of luck: Fisher's noncentral hypergeometric distribution. */
export function skilledHits(k: number, skill: number): Distribution | null {
  const luck = hitsOf(k)
  const wanted = skill * meanOf(luck)
  if (k === 0 || wanted >= Math.min(k, DRAW_LIMITS.ballsPerSet)) return null
  let low = 0
  let high = 60
  while (high - low > 1e-13) {
    const middle = (low + high) / 2
    if (meanOf(tilted(luck, middle)) < wanted) low = middle
    else high = middle
  }
  return tilted(luck, low)
}

/** The distribution whose chances are weighted with e^(log · count). */
function tilted({ from, chances }: Distribution, log: number): Distribution {
  const weights = chances.map((chance, i) => chance * Math.exp(log * i))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { from, chances: weights.map((weight) => weight / total) }
}
