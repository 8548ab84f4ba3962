/** The proof so far of each figure that has a verdict: one number E over all games (verdicts.md, sections 1 to 5). */
import { DRAW_LIMITS } from '../../../../platform/rules/base/balls.ts'
import { dayOf, type LagosDate } from '../../../../platform/rules/base/calendar.ts'
import type { History } from '../../../../draws/rules/history.ts'
import { choose } from '../../../../draws/rules/luck/counts.ts'
import { luckOfSum } from '../../../../draws/rules/luck/sums.ts'
import { addDraw, type CountedGroup, type Counters, drawsThatCount, emptyCounters, LAGS } from './counters.ts'
import { type Bet, HIGH_ODDS, logMeans, logProducts, logSum, ODDS, patternOf } from './factors.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'

/** The first day of the files that the product was made with. Earlier draws never count, also if they are imported later. */
export const PROOF_FROM = '2023-10-01' as LagosDate

/** E from here on is "worth watching". */
export const WATCH = 50
/** E from here on is "unusual". With 12 places, luck ever gets there with a chance below 12/500. */
export const NEEDED = 500
/** Places for figures with a verdict. Ten are taken. */
export const PLACES = 12

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS
const PAIR_CHANCE = choose(BALLS, 2) / choose(HIGHEST, 2)
const MEAN_SUM = 227.5
const SUM_UNIT = 56.77

/** A figure's proof. */
export interface Proof {
  /** The natural logarithm of E. */
  logE: number
  /** The number, pair, cell or length that has more than half of E, such as `number 7`; else null. */
  from: string | null
}

/** The logarithms of all running products that E is the mean of, by the label that they share. */
type Products = readonly { label: string | null; log: number; bets: number }[]

const PROOFS = {
  frequency: ({ numbers, draws }) =>
    ofBets(
      Array.from({ length: HIGHEST }, (_, i) => ({
        label: `number ${i + 1}`,
        hits: itemAt(numbers, i + 1),
        patterns: new Map([[patternOf(1), draws]]),
      })),
    ),
  uniformity: ({ uniformity }) => uniformity.map(({ log }) => ({ label: null, log, bets: 1 })),
  gaps: ({ gaps }) => ofBets(gaps),
  pairs: ({ pairs, draws }) => ofPairs(pairs, draws),
  'chart-test': ({ chart }) => ofBets(chart),
  moving: ({ repeats }) => ofBets(repeats),
  carry: ({ carry }) => ofBets(carry),
  groups: ({ groups }) => ofBets(groups),
  sums: ({ draws, sumOfBalls }) => ofSums(draws, sumOfBalls),
  'odd-even': ({ odd }) => ofBets(odd),
} satisfies Record<string, (counters: Counters) => Products>

/** The key of a figure with a verdict, which is its key in the lab. */
export type ProofKey = keyof typeof PROOFS
export const PROOF_KEYS = Object.keys(PROOFS) as [ProofKey, ...ProofKey[]]

export interface Proofs {
  /** The draws that count. */
  draws: number
  proofs: Record<ProofKey, Proof>
}

/** All proofs over a history. @param groups of the staff; without them the figure `groups` stays at 1 */
export const proofsOf = (history: History, groups: readonly CountedGroup[]): Proofs =>
  proofsOfCounters(countersOf(history, groups))

/** The counters of all draws that count. */
export function countersOf(history: History, groups: readonly CountedGroup[]): Counters {
  const counters = emptyCounters()
  for (const draw of drawsThatCount(history, dayOf(PROOF_FROM))) addDraw(counters, draw, groups)
  return counters
}

/** The proof of one figure. */
export const proofOfFigure = (key: ProofKey, counters: Counters): Proof => proofOf(PROOFS[key](counters))

function proofsOfCounters(counters: Counters): Proofs {
  const proofs = PROOF_KEYS.map((key) => [key, proofOfFigure(key, counters)] as const)
  return { draws: counters.draws, proofs: Object.fromEntries(proofs) as Record<ProofKey, Proof> }
}

function proofOf(products: Products): Proof {
  const bets = products.reduce((sum, product) => sum + product.bets, 0)
  const all = logSum(products.map(({ log }) => log))
  const shares = new Map<string, number>()
  for (const { label, log } of products)
    if (label !== null) shares.set(label, (shares.get(label) ?? 0) + Math.exp(log - all))
  const strongest = [...shares].find(([, share]) => share > 0.5)
  return { logE: all - Math.log(bets), from: strongest?.[0] ?? null }
}

const ofBets = (bets: readonly Bet[]): Products =>
  bets.flatMap((bet) => logProducts(bet).map((log) => ({ label: bet.label, log, bets: 1 })))

/** Pairs with equal counts have equal products. */
function ofPairs(counts: Uint32Array, draws: number): Products {
  const pairs = new Map<number, { pairs: number; label: string }>()
  for (let a = 1; a <= HIGHEST; a++)
    for (let b = a + 1; b <= HIGHEST; b++) {
      const count = itemAt(counts, a * (HIGHEST + 1) + b)
      const known = pairs.get(count)
      if (known) known.pairs++
      else pairs.set(count, { pairs: 1, label: `the pair ${a}, ${b}` })
    }
  return [...pairs].flatMap(([count, { pairs: bets, label }]) =>
    HIGH_ODDS.map((odds) => ({
      label: bets === 1 ? label : null,
      log: Math.log(bets) + count * Math.log(odds) - draws * Math.log(1 + (odds - 1) * PAIR_CHANCE),
      bets,
    })),
  )
}

function ofSums(draws: number, sumOfBalls: number): Products {
  const { from, chances } = luckOfSum(BALLS)
  const z = (sumOfBalls - MEAN_SUM * draws) / SUM_UNIT
  return ODDS.map((odds) => {
    const mean = chances.reduce(
      (sum, chance, i) => sum + chance * odds ** ((from + i - MEAN_SUM) / SUM_UNIT),
      0,
    )
    return { label: null, log: z * Math.log(odds) - draws * Math.log(mean), bets: 1 }
  })
}

export const PROOF_STATES = ['nothing-unusual', 'worth-watching', 'unusual'] as const
export type ProofState = (typeof PROOF_STATES)[number]

/** The word for the present E. Nothing else makes it. */
export function stateOf(logE: number): ProofState {
  if (logE >= Math.log(NEEDED)) return 'unusual'
  return logE >= Math.log(WATCH) ? 'worth-watching' : 'nothing-unusual'
}

/** The counts that do not lift their figure to "unusual" alone. The line around them is right at every look. */
interface OuterLine {
  low: number
  high: number
}

/**
 * @param bets how many such counts the figure has: 90 numbers, 4,005 pairs or 27 cells
 * @param means for each of the odds, the logarithm of the mean of all draws together
 */
function outerLine(bets: number, odds: readonly number[], means: readonly number[], most: number): OuterLine {
  const needed = Math.log(NEEDED * bets * odds.length)
  const isOutside = (count: number) =>
    logSum(odds.map((theta, i) => count * Math.log(theta) - itemAt(means, i))) >= needed
  let low = 0
  while (low < most && isOutside(low)) low++
  let high = low
  while (high < most && !isOutside(high + 1)) high++
  return { low, high }
}

/** The outer line of how often a number came. */
export function outerLineOfNumber(draws: number): OuterLine {
  const means = logMeans(patternOf(1)).map((mean) => draws * mean)
  return outerLine(HIGHEST, ODDS, means, draws)
}

/** The outer line of how often a pair came. */
export function outerLineOfPair(draws: number): OuterLine {
  const means = HIGH_ODDS.map((odds) => draws * Math.log(1 + (odds - 1) * PAIR_CHANCE))
  return outerLine(choose(HIGHEST, 2), HIGH_ODDS, means, draws)
}

/** The outer line of a cell of the chart. @param column its place among the columns @param lag 1 to 3 */
export function outerLineOfCell({ chart }: Counters, column: number, lag: number): OuterLine {
  const cell = itemAt(chart, column * LAGS.length + lag - 1)
  const means = logProducts({ ...cell, hits: 0 }).map((log) => -log)
  const relatives = [...cell.patterns].reduce((sum, [, draws]) => sum + draws * BALLS, 0)
  return outerLine(chart.length, ODDS, means, relatives)
}
