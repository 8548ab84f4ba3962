import { UTCDate } from '@date-fns/utc'
import { addDays as addCalendarDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { DAY, dateOfDay, dayOf, endOfDay, type LagosDate, lagosDate } from '../base/calendar.ts'
import type { PaidPlan, Period } from './plans.ts'

/** How long a grant runs. Payments buy months (a year is twelve); staff grant days. */
export type GrantLength = { months: number } | { days: number }

/** Staff need a fresh proof to grant more days than these, and every owner gets a mail. */
const LONG_GRANT_DAYS = 31

export const isLongGrant = (length: GrantLength): boolean =>
  'months' in length || length.days > LONG_GRANT_DAYS

/** A ledger entry that adds time to a plan. */
export interface Grant {
  id: number
  plan: PaidPlan
  length: GrantLength
  /** The instant of the payment or of the staff decision, in milliseconds. */
  paidAt: number
}

/** A ledger entry that revokes a grant from an instant on, after a full refund or a lost dispute. */
export interface Reversal {
  grantId: number
  /** Milliseconds. */
  at: number
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
 * A reversal ends its grant's period at that instant and moves the later periods of that plan forward. Used time never
 * changes. The result depends only on the two lists, in any order.
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
  const { plan, startsAt, endsAt } = laid.find(({ grantId }) => grantId === id)!
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
  const reversal = reversals.find((one) => one.grantId === grantId)
  if (!grant || !reversal) throw new Error(`grant ${grantId} was not reversed`)
  const { at } = reversal
  const laid = layOut(
    grants,
    reversals.filter((one) => one.grantId !== grantId),
  )
  const period = laid.find((one) => one.grantId === grantId)!
  if (period.startsAt >= at) return grant.length
  const left = dayOf(lagosDate(period.endsAt - 1)) - dayOf(lagosDate(at))
  return { days: Math.max(1, left) }
}

type Event = { at: number; grant: Grant; isReversal: boolean }

function layOutPlan(grants: readonly Grant[], reversals: readonly Reversal[]): GrantPeriod[] {
  const events: Event[] = grants.map((grant) => ({ at: grant.paidAt, grant, isReversal: false }))
  for (const { grantId, at } of reversals) {
    const grant = grants.find(({ id }) => id === grantId)
    if (grant) events.push({ at: Math.max(at, grant.paidAt), grant, isReversal: true })
  }
  // The sort is stable: a grant stays before its own reversal.
  events.sort((a, b) => a.at - b.at || a.grant.id - b.grant.id)

  let periods: Laid[] = []
  for (const { at, grant, isReversal } of events) {
    periods = isReversal
      ? revoke(periods, grant.id, at)
      : [...periods, placeAfter(periods[periods.length - 1], grant, at)]
  }
  return periods.map(({ grantId, plan, startsAt, endsAt }) => ({ grantId, plan, startsAt, endsAt }))
}

interface Laid extends GrantPeriod {
  grant: Grant
  chain: Chain
}

/** The period of a grant: after another period, or from `earliest` if that period has ended. */
function placeAfter(before: Laid | undefined, grant: Grant, earliest: number): Laid {
  const chained = before !== undefined && before.endsAt > earliest
  const startsAt = chained ? before.endsAt : earliest
  const from: Chain = chained ? before.chain : { anchor: lagosDate(earliest), months: 0 }
  const chain = extend(from, grant.length)
  return { grant, grantId: grant.id, plan: grant.plan, startsAt, endsAt: endOfDay(lastDayOf(chain)), chain }
}

function revoke(periods: readonly Laid[], grantId: number, at: number): Laid[] {
  const index = periods.findIndex((period) => period.grantId === grantId)
  const taken = periods[index]
  if (!taken || taken.endsAt <= at) return [...periods]
  const kept = periods.slice(0, index)
  if (taken.startsAt < at) kept.push({ ...taken, endsAt: at })
  for (const later of periods.slice(index + 1)) kept.push(placeAfter(kept[kept.length - 1], later.grant, at))
  return kept
}

function extend({ anchor, months }: Chain, length: GrantLength): Chain {
  if ('months' in length) return { anchor, months: months + length.months }
  const end = lastDayOf({ anchor, months })
  return { anchor: dateOf(addCalendarDays(utc(end), length.days)), months: 0 }
}

function lastDayOf({ anchor, months }: Chain): LagosDate {
  return dateOf(addMonths(utc(anchor), months))
}

const utc = (date: LagosDate) => new UTCDate(dayOf(date) * DAY)
const dateOf = (date: Date) => dateOfDay(date.getTime() / DAY)
