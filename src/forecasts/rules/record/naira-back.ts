import { choose } from '../../../draws/rules/luck/counts.ts'
import { atLeast, centralRange, type Distribution, trimmed } from '../../../draws/rules/luck/distribution.ts'
import { sumOf } from '../../../draws/rules/luck/sums.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { paymentOf, type ScoredForecast, scoreOf, STAKE_KOBO, isWin, WIN_CHANCE } from './score.ts'
import type { Multiplier } from '../../../draws/rules/bets.ts'
import type { RecordDraw } from './draws.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** The naira back of a record beside luck's range (statistics.md, section 3). Amounts in kobo. */
export interface NairaBack {
  /** The cost of the usual bets: ₦100 for each forecast with a form and a known multiplier. */
  cost: number
  back: number
  /** What luck brings back on average. */
  byLuck: number
  /** What luck brings back in 19 of 20 records like this. */
  usual: { low: number; high: number }
  /** The bets that won, and what the largest of them brought back. */
  wins: number
  largestWin: number
  /** The chance that luck brings back as much, at one look (verdicts.md, section 9). */
  asMuchByLuck: number
  /** The chance that luck brings back nothing. */
  nothingByLuck: number
  /** How many times as good as luck the forecasts must be to break even. */
  breakEven: number
  /** The wins that luck expects. Below ten of them, naira back is no headline. */
  winsByLuck: number
  /** Forecasts with a form whose multiplier is not known. */
  withoutMultiplier: number
}

interface BetOnDraw {
  numbers: readonly number[]
  /** Kobo back by the number of hits, 0 to 5. */
  pays: readonly number[]
}

/** @returns null without any forecast that has a bet and a known multiplier */
export function nairaBack(
  draws: readonly RecordDraw[],
  multipliers: readonly Multiplier[],
): NairaBack | null {
  const perDraw = draws.map(({ forecasts }) => forecasts.flatMap((forecast) => betOn(forecast, multipliers)))
  const bets = perDraw.reduce((sum, list) => sum + list.length, 0)
  if (bets === 0) return null
  const forecasts = draws.flatMap((draw) => draw.forecasts)
  const won = forecasts.map((forecast) => scoreOf(forecast, multipliers).backKobo ?? 0).filter(Boolean)
  const back = won.reduce((sum, kobo) => sum + kobo, 0)
  const payments = paymentsOfDraws(perDraw.filter((list) => list.length > 0))
  const { unit, luck } = sumOfPayments(payments)
  const range = centralRange(luck)
  const byLuck = payments.reduce((sum, draw) => sum + draw.times * meanPayment(draw.payments), 0)
  const cost = bets * STAKE_KOBO
  return {
    cost,
    back,
    byLuck,
    usual: { low: range.low * unit, high: range.high * unit },
    wins: won.length,
    largestWin: Math.max(0, ...won),
    asMuchByLuck: atLeast(luck, Math.floor(back / unit + 1e-9)),
    nothingByLuck: payments.reduce((chance, draw) => chance * nothing(draw) ** draw.times, 1),
    breakEven: cost / byLuck,
    winsByLuck: payments.reduce((sum, draw) => sum + draw.times * (1 - nothing(draw)), 0),
    withoutMultiplier: forecasts.filter(({ form }) => form !== null).length - bets,
  }
}

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

function betOn(forecast: ScoredForecast, multipliers: readonly Multiplier[]): BetOnDraw[] {
  const pays = paymentOf(forecast, multipliers)
  if (!pays) return []
  return [{ numbers: forecast.numbers, pays: Array.from({ length: BALLS + 1 }, (_, hits) => pays(hits)) }]
}

const nothing = ({ payments }: RepeatedPayments) => payments.get(0) ?? 0

const meanPayment = (payments: ReadonlyMap<number, number>) =>
  [...payments].reduce((sum, [kobo, chance]) => sum + kobo * chance, 0)

/**
 * The chances of what all bets on one draw bring back together, in kobo. Bets may share numbers, so the numbers are
 * grouped by the bets that hold them, and every way in which five balls fall into the groups is counted.
 */
export function paymentsOfDraw(bets: readonly BetOnDraw[], groups = groupsOf(bets)): Map<number, number> {
  const payments = new Map<number, number>()
  const hits = bets.map(() => 0)
  const place = (
    group: number,
    left: number,
    free: number,
    { ways, kobo }: { ways: number; kobo: number },
  ) => {
    if (group === groups.length) {
      const chance = (ways * choose(free, left)) / choose(HIGHEST, BALLS)
      if (chance > 0) payments.set(kobo, (payments.get(kobo) ?? 0) + chance)
      return
    }
    const { size, members } = itemAt(groups, group)
    for (let count = 0; count <= Math.min(size, left); count++) {
      let more = 0
      for (const bet of members) {
        const { pays } = itemAt(bets, bet)
        more += itemAt(pays, itemAt(hits, bet) + count) - itemAt(pays, itemAt(hits, bet))
        hits[bet]! += count
      }
      place(group + 1, left - count, free - size, { ways: ways * choose(size, count), kobo: kobo + more })
      for (const bet of members) hits[bet]! -= count
    }
  }
  place(0, BALLS, HIGHEST, { ways: 1, kobo: bets.reduce((sum, { pays }) => sum + itemAt(pays, 0), 0) })
  return payments
}

/** Above so many groups of numbers the exact count takes too long. */
const MOST_GROUPS = 40

/**
 * The chance that luck wins at least one of the forecasts for a draw (verdicts.md, section 9).
 *
 * @returns `isExact` is false where it is the sum of the single chances, which is never too small
 */
export function chanceOfAnyWin(forecasts: readonly Pick<ScoredForecast, 'form' | 'numbers'>[]): {
  chance: number
  isExact: boolean
} {
  const bets = forecasts.flatMap(({ form, numbers }) =>
    form === null
      ? []
      : [
          {
            numbers,
            pays: Array.from({ length: BALLS + 1 }, (_, hits) => +isWin(form, hits)),
          },
        ],
  )
  const groups = groupsOf(bets)
  if (groups.length <= MOST_GROUPS)
    return { chance: 1 - (paymentsOfDraw(bets, groups).get(0) ?? 0), isExact: true }
  const sum = forecasts.reduce((total, { form }) => total + (form === null ? 0 : WIN_CHANCE[form]), 0)
  return { chance: Math.min(1, sum), isExact: false }
}

/** The payments of draws, which are equal for draws whose bets overlap in the same way. */
interface RepeatedPayments {
  payments: ReadonlyMap<number, number>
  times: number
}

function paymentsOfDraws(draws: readonly (readonly BetOnDraw[])[]): RepeatedPayments[] {
  const found = new Map<string, { payments: Map<number, number>; times: number }>()
  for (const bets of draws) {
    const groups = groupsOf(bets)
    const pattern = `${groups.map(({ size, members }) => `${size}:${members.join()}`).join(' ')} ${bets.map(({ pays }) => pays.join()).join(' ')}`
    const same = found.get(pattern)
    if (same) same.times++
    else found.set(pattern, { payments: paymentsOfDraw(bets, groups), times: 1 })
  }
  return [...found.values()]
}

/** The numbers of all bets, grouped by the bets that hold them. */
function groupsOf(bets: readonly { numbers: readonly number[] }[]): { size: number; members: number[] }[] {
  const holders = new Map<number, number[]>()
  for (const [i, { numbers }] of bets.entries())
    for (const number of numbers) holders.set(number, [...(holders.get(number) ?? []), i])
  const groups = new Map<string, { size: number; members: number[] }>()
  for (const members of holders.values()) {
    const group = groups.get(String(members)) ?? { size: 0, members }
    group.size++
    groups.set(String(members), group)
  }
  return [...groups.values()].sort((a, b) => (String(a.members) < String(b.members) ? -1 : 1))
}

/** The most steps of the scale on which payments are added up. */
const MOST_STEPS = 2000

/**
 * The sum over the draws in steps of `unit` kobo. The unit divides every payment where few steps suffice, and the sum is
 * then exact. Otherwise a payment between two steps is split so that its mean stays.
 */
function sumOfPayments(draws: readonly RepeatedPayments[]): { unit: number; luck: Distribution } {
  const exact = draws.flatMap(({ payments }) => [...payments.keys()]).reduce(commonDivisor, 0) || 1
  const unit = Math.max(exact, highestLikely(draws) / MOST_STEPS)
  const parts = draws.map(({ payments, times }) => ({ distribution: inSteps(payments, unit), times }))
  return { unit, luck: sumOf(parts) }
}

function inSteps(payments: ReadonlyMap<number, number>, unit: number): Distribution {
  const chances = new Float64Array(Math.ceil(Math.max(...payments.keys()) / unit) + 2)
  for (const [kobo, chance] of payments) {
    const low = Math.floor(kobo / unit + 1e-9)
    const part = Math.max(0, kobo / unit - low)
    chances[low]! += (1 - part) * chance
    chances[low + 1]! += part * chance
  }
  return trimmed({ from: 0, chances })
}

/** A payment that luck exceeds practically never: twelve standard deviations above the mean. */
function highestLikely(draws: readonly RepeatedPayments[]): number {
  let [mean, squares] = [0, 0]
  for (const { payments, times } of draws) {
    mean += times * meanPayment(payments)
    for (const [kobo, chance] of payments) squares += times * kobo ** 2 * chance
  }
  return mean + 12 * Math.sqrt(squares)
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/** Whether luck expects so few wins that naira back may not be a headline (statistics.md, section 3). */
export const isTooRareForHeadline = ({ winsByLuck }: NairaBack): boolean => winsByLuck < 10
