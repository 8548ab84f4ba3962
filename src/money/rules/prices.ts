import { formatDate, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { isPaid, PAID_PLANS, type PaidPlan, type Plan, PLANS } from '../../platform/rules/access/plans.ts'

/** A price of a plan that staff entered. It holds from the start of a Lagos date. */
export interface DatedPrice {
  plan: PaidPlan
  kobo: number
  holdsFrom: LagosDate
}

/** The price of a plan on a day, and the next one, which players see in advance. */
export interface PlanPrice {
  kobo: number
  next: { kobo: number; holdsFrom: LagosDate } | null
}

export type Prices = Record<PaidPlan, PlanPrice>

/** Kobo. Paystack refuses payments below ₦50. */
export const PRICE_LIMITS = { lowest: 5000, highest: 100_000_000 } as const

/** The prices on a day: the latest dated one of each plan, or that of the plan table. */
export function pricesOn(date: LagosDate, dated: readonly DatedPrice[]): Prices {
  const priceOf = (plan: PaidPlan): PlanPrice => {
    const own = dated
      .filter((price) => price.plan === plan)
      .sort((a, b) => a.holdsFrom.localeCompare(b.holdsFrom))
    const held = own.filter(({ holdsFrom }) => holdsFrom <= date)
    const next = own[held.length]
    return {
      kobo: held[held.length - 1]?.kobo ?? PLANS[plan].kobo,
      next: next ? { kobo: next.kobo, holdsFrom: next.holdsFrom } : null,
    }
  }
  return Object.fromEntries(PAID_PLANS.map((plan) => [plan, priceOf(plan)])) as Prices
}

/** The price of a plan; nothing for Free. */
export const koboOf = (prices: Prices, plan: Plan): number => (isPaid(plan) ? prices[plan].kobo : 0)

/** `₦1,800 from Tue 1 Dec 2026`; empty without a next price. */
export const nextPriceText = ({ next }: Pick<PlanPrice, 'next'>): string =>
  next ? `${formatNaira(next.kobo)} from ${formatDate(next.holdsFrom)}` : ''
