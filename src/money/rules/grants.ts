import { UTCDate } from '@date-fns/utc'
import { addDays as addCalendarDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import {
  DAY,
  dateOfDay,
  dayOf,
  endOfDay,
  type LagosDate,
  lagosDate,
} from '../../platform/rules/base/calendar.ts'
import type { Right } from '../../platform/rules/access/staff-roles.ts'
import type { PaidPlan, Period } from '../../platform/rules/access/plans.ts'
import { present } from '../../platform/rules/base/lists.ts'

/**
 * The ways to add time: how staff's screens call each, and how staff take it away: by a refund of its payment, or by a
 * revocation with a right.
 */
export const GRANTS = {
  payment: { name: 'paid', reversal: 'refund' },
  gift: { name: 'granted', reversal: 'grant-time' },
  'given-back': { name: 'compensation', reversal: 'move-money' },
  demo: { name: 'demo', reversal: 'move-money' },
  voucher: { name: 'voucher', reversal: 'move-money' },
} as const satisfies Record<string, { name: string; reversal: Right | 'refund' }>
export type GrantKind = keyof typeof GRANTS
export const GRANT_KINDS = Object.keys(GRANTS) as [GrantKind, ...GrantKind[]]

/** How long a grant runs. Payments buy months (a year is twelve); staff grant days. */
export type GrantLength = { months: number } | { days: number }

/** The days of a grant, for its limit: a month counts as its longest. */
export const daysIn = (length: GrantLength): number => ('months' in length ? length.months * 31 : length.days)

/** A ledger entry that adds time to a plan. */
export interface Grant {
  id: number
  plan: PaidPlan
  length: GrantLength
  /** The instant of the payment or of the staff decision, in milliseconds. */
  paidAt: number
}

/** A ledger entry that revokes a grant from an instant on, after a full refund or a lost dispute, or a part of it. */
export interface Reversal {
  grantId: number
  /** Milliseconds. */
  at: number
  /** Days taken from the end, after a partial refund; all that is left without it. */
  days?: number
}

export interface GrantPeriod extends Period {
  grantId: number
}

/** A run of months from one anchor day. The anchor's day of the month survives short months: 31 Jan, 28 Feb, 31 Mar. */
interface Chain {
  anchor: LagosDate
  months: number
}

/**
 * Lays grants out as periods. Grants of one plan follow each other; plans run in parallel. A grant starts when the time
 * left of its plan ends, or at once if none is left. A period ends at the end of its Lagos anchor day.
 *
 * A reversal ends its grant's period at that instant, or some days earlier than it would end, and moves the later periods
 * of that plan forward. Used time never changes. The result depends only on the two lists, in any order.
 */
export function layOut(grants: readonly Grant[], reversals: readonly Reversal[]): GrantPeriod[] {
  const plans = [...new Set(grants.map((grant) => grant.plan))].sort()
  return plans.flatMap((plan) =>
    layOutPlan(
      grants.filter((grant) => grant.plan === plan),
      reversals,
    ),
  )
}

/** The period that a grant made at `now` (milliseconds) would get. A payment writes the same layout. */
export function previewPeriod(
  grants: readonly Grant[],
  reversals: readonly Reversal[],
  grant: Pick<Grant, 'plan' | 'length'>,
  now: number,
): Period {
  const id = Math.max(0, ...grants.map((known) => known.id)) + 1
  const laid = layOut([...grants, { ...grant, id, paidAt: now }], reversals)
  const { plan, startsAt, endsAt } = present(laid.find(({ grantId }) => grantId === id))
  return { plan, startsAt, endsAt }
}

/**
 * The length of the restored grant after a reversal: its full length if it had not begun, otherwise the Lagos days that
 * were left, at least one.
 * @throws Error for a grant that is not in the ledger or was not reversed
 */
export function unusedLength(
  grants: readonly Grant[],
  reversals: readonly Reversal[],
  grantId: number,
): GrantLength {
  const grant = grants.find(({ id }) => id === grantId)
  const isRevocation = (one: Reversal) => one.grantId === grantId && one.days === undefined
  const reversal = reversals.find(isRevocation)
  if (!grant || !reversal) throw new Error(`grant ${grantId} was not reversed`)
  const { at } = reversal
  const laid = layOut(
    grants,
    reversals.filter((one) => !isRevocation(one)),
  )
  const period = laid.find((one) => one.grantId === grantId)
  if (!period) return { days: 1 }
  const isShortened = reversals.some((one) => one.grantId === grantId && one.days !== undefined)
  if (period.startsAt >= at && !isShortened) return grant.length
  return { days: Math.max(1, daysOf({ ...period, startsAt: Math.max(period.startsAt - 1, at) })) }
}

/** The Lagos days that follow the day of the start, with that of the end. */
const daysOf = ({ startsAt, endsAt }: Pick<Period, 'startsAt' | 'endsAt'>) =>
  dayOf(lagosDate(endsAt - 1)) - dayOf(lagosDate(startsAt))

/**
 * The days that a refund of a part takes from the end of what a payment bought: the same part of its days, rounded down.
 * Days that were used before stay.
 * @param grants the user's ledger; the payment's first grant has `grantId`
 * @param ownGrants the ids of all grants of the payment
 */
export function refundedDays(
  { grants, reversals }: { grants: readonly Grant[]; reversals: readonly Reversal[] },
  ownGrants: readonly number[],
  { refundedKobo, paidKobo }: { refundedKobo: number; paidKobo: number },
): number {
  const [first] = ownGrants
  const isOwn = ({ grantId }: Reversal) => ownGrants.includes(grantId)
  const taken = reversals.filter(isOwn).reduce((sum, { days = 0 }) => sum + days, 0)
  const whole = layOut(
    grants,
    reversals.filter((one) => !isOwn(one)),
  ).find(({ grantId }) => grantId === first)
  if (!whole) return 0
  // A period that follows another begins at the end of that one's last day.
  const bought = daysOf({ ...whole, startsAt: whole.startsAt - 1 })
  return Math.max(0, Math.floor((bought * refundedKobo) / paidKobo) - taken)
}

type Event = { at: number; grant: Grant; reversal?: Reversal }

function layOutPlan(grants: readonly Grant[], reversals: readonly Reversal[]): GrantPeriod[] {
  const events: Event[] = grants.map((grant) => ({ at: grant.paidAt, grant }))
  for (const reversal of reversals) {
    const grant = grants.find(({ id }) => id === reversal.grantId)
    if (grant) events.push({ at: Math.max(reversal.at, grant.paidAt), grant, reversal })
  }
  // The sort is stable: a grant stays before its own reversal.
  events.sort((a, b) => a.at - b.at || a.grant.id - b.grant.id)

  let periods: Laid[] = []
  for (const { at, grant, reversal } of events) {
    periods = reversal
      ? reverse(periods, at, reversal)
      : [...periods, placeAfter(periods[periods.length - 1], grant, at)]
  }
  return periods.map(({ grantId, plan, startsAt, endsAt }) => ({ grantId, plan, startsAt, endsAt }))
}

interface Laid extends GrantPeriod {
  grant: Grant
  chain: Chain
  /** Days that partial refunds took from the end. */
  taken: number
}

/** The period of a grant: after another period, or from `earliest` if that period has ended. */
function placeAfter(before: Laid | undefined, grant: Grant, earliest: number, taken = 0): Laid {
  const chained = before !== undefined && before.endsAt > earliest
  const startsAt = chained ? before.endsAt : earliest
  const from: Chain = chained ? before.chain : { anchor: lagosDate(earliest), months: 0 }
  const whole = extend(from, grant.length)
  const chain = taken === 0 ? whole : { anchor: daysBefore(whole, taken), months: 0 }
  const endsAt = endOfDay(lastDayOf(chain))
  return { grant, grantId: grant.id, plan: grant.plan, startsAt, endsAt, chain, taken }
}

/** Ends a grant's period, or makes it shorter, and places the later ones again. */
function reverse(periods: readonly Laid[], at: number, { grantId, days }: Reversal): Laid[] {
  const index = periods.findIndex((period) => period.grantId === grantId)
  const period = periods[index]
  if (!period || period.endsAt <= at) return [...periods]
  const kept = periods.slice(0, index)
  const last = days === undefined ? null : daysBefore(period.chain, days)
  const endsAt = Math.max(at, last === null ? at : endOfDay(last))
  const chain = last === null ? period.chain : { anchor: last, months: 0 }
  if (period.startsAt < endsAt) kept.push({ ...period, endsAt, chain, taken: period.taken + (days ?? 0) })
  for (const { grant, taken } of periods.slice(index + 1)) {
    const placed = placeAfter(kept[kept.length - 1], grant, at, taken)
    if (placed.startsAt < placed.endsAt) kept.push(placed)
  }
  return kept
}

function extend({ anchor, months }: Chain, length: GrantLength): Chain {
  if ('months' in length) return { anchor, months: months + length.months }
  const end = lastDayOf({ anchor, months })
  return { anchor: dateOf(addCalendarDays(utc(end), length.days)), months: 0 }
}

const lastDayOf = ({ anchor, months }: Chain): LagosDate => dateOf(addMonths(utc(anchor), months))

const daysBefore = (chain: Chain, days: number) => dateOf(addCalendarDays(utc(lastDayOf(chain)), -days))

const utc = (date: LagosDate) => new UTCDate(dayOf(date) * DAY)
const dateOf = (date: Date) => dateOfDay(date.getTime() / DAY)
