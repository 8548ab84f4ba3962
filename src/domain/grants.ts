import { UTCDate } from '@date-fns/utc'
import { addDays as addCalendarDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { DAY, dateOfDay, dayOf, endOfDay, type LagosDate, lagosDate } from './calendar.ts'
import type { PaidPlan, Period } from './plans.ts'

/** How long a grant runs. Days are for time given back; payments buy months (a year is twelve). */
export type Length = { months: number } | { days: number }

/** One entry of the append-only ledger that gives time. */
export interface Grant {
  id: number
  plan: PaidPlan
  length: Length
  /** Instant from which it counts: the payment, or the decision to give. */
  paidAt: number
}

/** One entry that takes a grant back from an instant on: a full refund or a lost dispute. */
export interface Reversal {
  grantId: number
  at: number
}

export interface GrantPeriod extends Period {
  grantId: number
}

/** Where a chain of months is anchored: its day of the month survives short months (31 Jan, 28 Feb, 31 Mar). */
interface Chain {
  anchor: LagosDate
  months: number
}

/**
 * Lays grants out as periods. Grants of one plan follow each other; another plan runs beside. A grant made while time
 * of its plan is left starts when that ends, otherwise at once. A period ends at the end of its Lagos anchor day.
 * A reversal ends its grant's period at that instant and moves the grants of that plan that had not begun forward;
 * time that was already used stays as it was. The result depends on nothing but the two lists, in any order.
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

/**
 * The period that a grant made at `now` would get: the same layout that a payment writes, asked beforehand.
 */
export function preview(
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
 * What a grant that was taken back is worth when it is given again: its full length if it had not begun, otherwise the
 * Lagos days that were left. It is never less than a day.
 * @throws Error for a grant that is not in the ledger or was not taken back
 */
export function unusedLength(
  grants: readonly Grant[],
  reversals: readonly Reversal[],
  grantId: number,
): Length {
  const grant = grants.find(({ id }) => id === grantId)
  const reversal = reversals.find((one) => one.grantId === grantId)
  if (!grant || !reversal) throw new Error(`grant ${grantId} was not taken back`)
  const { at } = reversal
  const laid = layOut(
    grants.filter(({ paidAt }) => paidAt <= at),
    reversals.filter((one) => one !== reversal && one.at <= at),
  )
  const period = laid.find((one) => one.grantId === grantId)
  if (!period || period.startsAt >= at) return grant.length
  const left = dayOf(lagosDate(period.endsAt - 1)) - dayOf(lagosDate(at))
  return { days: Math.max(1, left) }
}

type Event = { at: number; grant: Grant; takenBack: boolean }

function layOutPlan(grants: readonly Grant[], reversals: readonly Reversal[]): GrantPeriod[] {
  const events: Event[] = grants.map((grant) => ({ at: grant.paidAt, grant, takenBack: false }))
  for (const { grantId, at } of reversals) {
    const grant = grants.find(({ id }) => id === grantId)
    if (grant) events.push({ at: Math.max(at, grant.paidAt), grant, takenBack: true })
  }
  events.sort((a, b) => a.at - b.at || Number(a.takenBack) - Number(b.takenBack) || a.grant.id - b.grant.id)

  let periods: Laid[] = []
  for (const { at, grant, takenBack } of events) {
    periods = takenBack
      ? takeBack(periods, grant.id, at)
      : [...periods, follow(periods[periods.length - 1], grant, at)]
  }
  return periods.map(({ grantId, plan, startsAt, endsAt }) => ({ grantId, plan, startsAt, endsAt }))
}

interface Laid extends GrantPeriod {
  grant: Grant
  chain: Chain
}

/** The period of a grant behind another one, or from `earliest` where no time is left. */
function follow(before: Laid | undefined, grant: Grant, earliest: number): Laid {
  const chained = before !== undefined && before.endsAt > earliest
  const startsAt = chained ? before.endsAt : earliest
  const from: Chain = chained ? before.chain : { anchor: lagosDate(earliest), months: 0 }
  const chain = extend(from, grant.length)
  return { grant, grantId: grant.id, plan: grant.plan, startsAt, endsAt: endOfDay(lastDayOf(chain)), chain }
}

function takeBack(periods: readonly Laid[], grantId: number, at: number): Laid[] {
  const index = periods.findIndex((period) => period.grantId === grantId)
  const taken = periods[index]
  if (!taken || taken.endsAt <= at) return [...periods]
  const kept = periods.slice(0, index)
  if (taken.startsAt < at) kept.push({ ...taken, endsAt: at, chain: { anchor: lagosDate(at), months: 0 } })
  for (const later of periods.slice(index + 1)) kept.push(follow(kept[kept.length - 1], later.grant, at))
  return kept
}

function extend({ anchor, months }: Chain, length: Length): Chain {
  if ('months' in length) return { anchor, months: months + length.months }
  const end = lastDayOf({ anchor, months })
  return { anchor: dateOf(addCalendarDays(utc(end), length.days)), months: 0 }
}

function lastDayOf({ anchor, months }: Chain): LagosDate {
  return dateOf(addMonths(utc(anchor), months))
}

const utc = (date: LagosDate) => new UTCDate(dayOf(date) * DAY)
const dateOf = (date: Date) => dateOfDay(date.getTime() / DAY)
