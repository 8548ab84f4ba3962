import { koboOf, type PlanPrice } from '../rules/prices.ts'
import { isPaid, type Plan, PLANS } from '../../platform/rules/access/plans.ts'
import { type Site, useSite } from '../../platform/web/site/site.ts'

/** A plan with its price today, and the next one. */
export function usePlan(plan: Plan): { name: string; per: string; kobo: number; next: PlanPrice['next'] } {
  // A phone without a network may have an answer from before the dated prices.
  const prices: Partial<Site>['prices'] = useSite()?.prices
  const { name, per, kobo } = PLANS[plan]
  if (!prices || !isPaid(plan)) return { name, per, kobo, next: null }
  return { name, per, kobo: koboOf(prices, plan), next: prices[plan].next }
}
