import { DAY, type LagosDate, lagosDate } from '../base/calendar.ts'
import { formatNaira } from '../base/words.ts'

interface PlanFacts {
  name: string
  /** The price in kobo, unless staff entered another one (prices.ts). */
  kobo: number
  per: 'year' | 'month'
  /** How many months one payment buys. */
  months: number
}

/** The plans, lowest first. The order decides which plan a user holds and what it opens. */
const TABLE = {
  free: { name: 'Free', kobo: 0, per: 'year', months: 12 },
  basic: { name: 'Basic', kobo: 200_000, per: 'year', months: 12 },
  pro: { name: 'Pro', kobo: 150_000, per: 'month', months: 1 },
} satisfies Record<string, PlanFacts>

export type Plan = keyof typeof TABLE
export const PLANS: Readonly<Record<Plan, PlanFacts>> = TABLE
/** Lowest first. */
export const PLAN_KEYS = Object.keys(TABLE) as [Plan, ...Plan[]]
export type PaidPlan = Exclude<Plan, 'free'>
/** Lowest first. */
export const PAID_PLANS = PLAN_KEYS.filter(isPaid) as [PaidPlan, ...PaidPlan[]]

export function isPaid(plan: Plan): plan is PaidPlan {
  return plan !== 'free'
}

/** The lowest plan that opens each feature. Higher plans open it too. */
export const FEATURES = {
  'games-results': 'free',
  'day-result': 'free',
  classification: 'free',
  assistant: 'free',
  'frequent-numbers': 'basic',
  'moving-numbers': 'pro',
  statistics: 'pro',
  'live-results': 'pro',
  prediction: 'pro',
} as const satisfies Record<string, Plan>
export type Feature = keyof typeof FEATURES

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A role as forms and stored profiles give it: in one of two fields, or in both. */
export interface RoleFields {
  role?: Role | undefined
  admin?: boolean | undefined
}

/** The role of the two fields; null if they disagree or both are missing. */
export function agreedRole({ role, admin }: RoleFields): Role | null {
  if (admin === undefined) return role ?? null
  const given = admin ? 'admin' : 'user'
  return role === undefined || role === given ? given : null
}

/** What decides access: the plan, and the role. */
export interface Holder {
  plan: Plan
  role: Role
  /** The end of the player's break, in milliseconds; null or missing without one. */
  breakUntil?: number | null
}

/** What a break turns off for every plan. Figures of past draws stay. */
const PAUSED_FEATURES: ReadonlySet<Feature> = new Set(['prediction'])

/** Whether a break has turned a feature off. */
export const isPaused = ({ breakUntil }: Pick<Holder, 'breakUntil'>, feature: Feature): boolean =>
  breakUntil != null && PAUSED_FEATURES.has(feature)

/** Whether a plan contains another. Admins hold every plan, because they are responsible for what players see. */
export const holds = ({ plan, role }: Holder, wanted: Plan): boolean =>
  role === 'admin' || PLAN_KEYS.indexOf(plan) >= PLAN_KEYS.indexOf(wanted)

/** Whether a plan opens a feature now. */
export const opens = (holder: Holder, feature: Feature): boolean =>
  holds(holder, FEATURES[feature]) && !isPaused(holder, feature)

/** `This needs the Pro plan, ₦1,500 per month.` */
export function planNeeded(plan: Plan, kobo = PLANS[plan].kobo): string {
  const { name, per } = PLANS[plan]
  return `This needs the ${name} plan, ${formatNaira(kobo)} per ${per}.`
}

/** Paid time from `startsAt` up to but not including `endsAt`, in milliseconds. */
export interface Period {
  plan: PaidPlan
  startsAt: number
  endsAt: number
}

export interface Entitlement {
  plan: Plan
  /** When the plan ends without another payment, in milliseconds; null for free. */
  expiry: number | null
  /** Days left, rounded up; null for free. */
  daysLeft: number | null
}

const HIGHEST_FIRST = [...PAID_PLANS].reverse()

/** The plan of a user at `now` (milliseconds): the highest one with a running period, else free. */
export function entitlement(periods: readonly Period[], now: number): Entitlement {
  for (const plan of HIGHEST_FIRST) {
    const mine = periods.filter((period) => period.plan === plan).sort((a, b) => a.startsAt - b.startsAt)
    let expiry: number | null = null
    for (const period of mine) {
      const running =
        expiry === null ? period.startsAt <= now && now < period.endsAt : period.startsAt <= expiry
      if (running) expiry = Math.max(expiry ?? period.endsAt, period.endsAt)
    }
    if (expiry !== null) return { plan, expiry, daysLeft: daysLeft(expiry, now) }
  }
  return { plan: 'free', expiry: null, daysLeft: null }
}

/** Days until an instant, rounded up and never below 0. */
export const daysLeft = (expiry: number, now: number): number => Math.max(0, Math.ceil((expiry - now) / DAY))

/** The last Lagos day of a plan that ends at `expiry` (milliseconds). */
export const lastDay = (expiry: number): LagosDate => lagosDate(expiry - 1)

const WARNING_DAYS = 3

/** Whether the header warns: a paid plan with three or fewer days left. */
export const endsSoon = ({ daysLeft: left }: Pick<Entitlement, 'daysLeft'>): boolean =>
  left !== null && left <= WARNING_DAYS
