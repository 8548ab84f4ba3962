import { and, desc, eq, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { previewPeriod } from '../../rules/grants.ts'
import { outcomeOf } from '../../rules/payment-outcomes.ts'
import { PAID_PLANS, type PaidPlan, type Period, PLANS } from '../../../platform/rules/access/plans.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { afterKeys, pageOf } from '../../../platform/server/db/page.ts'
import type { shownPayment } from './shapes.ts'
import { ledgerOf, isLatestGrant } from '../ledger/grant.ts'
import { pricesAt } from '../ledger/prices.ts'
import { alarms } from '../../../platform/server/tables/alarms.ts'
import { payments } from '../tables/payments.ts'
import { grants, periods } from '../tables/ledger.ts'

type ShownPayment = z.infer<typeof shownPayment>

/** The last payment of the page before: when it was opened, in milliseconds, and its reference. */
export type PaymentCursor = [createdAt: number, reference: string]

const columns = {
  reference: payments.reference,
  plan: payments.plan,
  kobo: payments.kobo,
  state: payments.state,
  providerStatus: payments.providerStatus,
  accessCode: payments.accessCode,
  channel: payments.channel,
  createdAt: payments.createdAt,
  settledAt: payments.settledAt,
  startsAt: periods.startsAt,
  endsAt: periods.endsAt,
}

const withPeriods = (db: Db) =>
  db
    .select(columns)
    .from(payments)
    .leftJoin(grants, isLatestGrant(db))
    .leftJoin(periods, eq(periods.grantId, grants.id))

type Row = Awaited<ReturnType<typeof withPeriods>>[number]

function toShownPayment({
  state,
  providerStatus,
  accessCode,
  createdAt,
  settledAt,
  startsAt,
  endsAt,
  ...row
}: Row): ShownPayment {
  const outcome = outcomeOf({ state, providerStatus, accessCode })
  const hasPeriod = outcome !== 'refunded' && startsAt && endsAt
  return {
    ...row,
    outcome,
    createdAt: createdAt.getTime(),
    settledAt: settledAt?.getTime() ?? null,
    period: hasPeriod ? { startsAt: startsAt.getTime(), endsAt: endsAt.getTime() } : null,
  }
}

/** The condition for the payments after a cursor, newest first. */
export function olderThan(cursor: PaymentCursor | null) {
  const keys = cursor && [new Date(cursor[0]), cursor[1]]
  return afterKeys('descending', [payments.createdAt, payments.reference], keys)
}

export const keysOfPayment = ({ createdAt, reference }: { createdAt: Date; reference: string }) => [
  createdAt.getTime(),
  reference,
]

const later = alias(payments, 'later')

/** A payment whose checkout never opened. */
const neverOpened = ({ state, accessCode }: typeof payments | typeof later) =>
  sql<boolean>`(${state} = 'lapsed' and ${accessCode} is null)`

/**
 * Whether a payment never opened, nor did the user's next one for the same plan. During an outage of Paystack people
 * retry, and the last attempt is enough.
 */
function isRepeatedFailure(db: Db) {
  const next = db
    .select({ never: neverOpened(later) })
    .from(later)
    .where(
      and(
        eq(later.userId, payments.userId),
        eq(later.plan, payments.plan),
        sql`(${later.createdAt}, ${later.reference}) > (${payments.createdAt}, ${payments.reference})`,
      ),
    )
    .orderBy(later.createdAt, later.reference)
    .limit(1)
  return sql`(${neverOpened(payments)} and coalesce(${next}, false))`
}

/**
 * A page of a user's payments, newest first. Of consecutive tries that never opened a checkout, it lists only the last.
 * @returns the payments, and the cursor of the next page; null on the last page
 */
export async function paymentsOf(db: Db, userId: string, after: PaymentCursor | null) {
  const found = await withPeriods(db)
    .where(and(eq(payments.userId, userId), not(isRepeatedFailure(db)), olderThan(after)))
    .orderBy(desc(payments.createdAt), desc(payments.reference))
    .limit(BILLING_LIMITS.ownPage + 1)
  const { rows, next } = pageOf(found, BILLING_LIMITS.ownPage, keysOfPayment)
  return { payments: rows.map(toShownPayment), next }
}

/** One payment of a user; null if it is unknown or another user's. */
export async function paymentOf(db: Db, userId: string, reference: string): Promise<ShownPayment | null> {
  const [row] = await withPeriods(db).where(
    and(eq(payments.userId, userId), eq(payments.reference, reference)),
  )
  return row ? toShownPayment(row) : null
}

/**
 * Payments that may still arrive, and payments under review with an open alarm. The payer should not pay again for their
 * plan.
 */
export async function pendingPayments(db: Db, userId: string): Promise<ShownPayment[]> {
  const reviewAlarms = db
    .select({ reference: alarms.reference })
    .from(alarms)
    .where(and(eq(alarms.kind, 'mismatch'), isNull(alarms.closedAt)))
  const isReviewed = and(eq(payments.state, 'review'), inArray(payments.reference, reviewAlarms))
  const underWay = inArray(payments.providerStatus, ['pending', 'processing', 'queued', 'ongoing'])
  const isPending = or(isReviewed, and(eq(payments.state, 'open'), underWay))
  const rows = await withPeriods(db)
    .where(and(eq(payments.userId, userId), isPending))
    .orderBy(desc(payments.createdAt), desc(payments.reference))
    .limit(BILLING_LIMITS.ownPage)
  return rows.map(toShownPayment)
}

/** A user's periods from `now` on, the period that ended last, and what each purchase would add. */
export async function planOf(db: Db, userId: string, now: number) {
  const held = await db
    .select()
    .from(periods)
    .where(and(eq(periods.userId, userId), gt(periods.endsAt, new Date(now))))
    .orderBy(periods.startsAt)
  const [ledger, prices] = await Promise.all([ledgerOf(db, userId), pricesAt(db, now)])
  const purchases = PAID_PLANS.map((plan) => {
    const { per, months } = PLANS[plan]
    const added = previewPeriod(ledger.grants, ledger.reversals, { plan, length: { months } }, now)
    const { startsAt, endsAt } = added
    return { plan, kobo: prices[plan].kobo, per, startsAt, endsAt, beside: parallelPlan(held, added) }
  })
  const toPeriod = ({ plan, startsAt, endsAt }: (typeof held)[number]) => ({
    plan,
    startsAt: startsAt.getTime(),
    endsAt: endsAt.getTime(),
  })
  const [ended] = await db
    .select()
    .from(periods)
    .where(and(eq(periods.userId, userId), lte(periods.endsAt, new Date(now))))
    .orderBy(desc(periods.endsAt))
    .limit(1)
  return {
    periods: held.map(toPeriod),
    ended: ended && !held.some(({ plan }) => plan === ended.plan) ? toPeriod(ended) : null,
    purchases,
  }
}

/** Another plan that runs at the start of an added period and keeps running in parallel. */
function parallelPlan(held: (typeof periods.$inferSelect)[], added: Period): PaidPlan | null {
  const runs = held.find(
    ({ plan, startsAt, endsAt }) =>
      plan !== added.plan && startsAt.getTime() <= added.startsAt && added.startsAt < endsAt.getTime(),
  )
  return runs?.plan ?? null
}
