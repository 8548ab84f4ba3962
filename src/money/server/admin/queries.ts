import { and, desc, eq, gte, ilike, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { endOfDay, instantAt, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { ALARMS } from '../../../platform/rules/alarms/alarms.ts'
import type { PaymentState } from '../../rules/payments.ts'
import { outcomeOf } from '../../rules/payment-outcomes.ts'
import type { PaidPlan } from '../../../platform/rules/access/plans.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { escapeLike } from '../../../platform/server/db/columns.ts'
import { afterKeys, pageOf } from '../../../platform/server/db/page.ts'
import { isLatestGrant } from '../ledger/grant.ts'
import { alarms, openMoneyAlarms } from '../../../platform/server/tables/alarms.ts'
import { disputes, paymentEvents, payments, refunds, webhookDeliveries } from '../tables/payments.ts'
import { keysOfPayment, olderThan, type PaymentCursor } from '../payments/queries.ts'
import { grants, periods, reversals } from '../tables/ledger.ts'

interface PaymentFilter {
  state?: PaymentState | undefined
  plan?: PaidPlan | undefined
  /** A part of the payer's email. */
  email?: string | undefined
  /** The start of a reference. */
  reference?: string | undefined
  /** First and last Lagos date of the opening. */
  from?: LagosDate | undefined
  to?: LagosDate | undefined
}

const columns = {
  reference: payments.reference,
  userId: payments.userId,
  username: users.username,
  email: users.email,
  plan: payments.plan,
  kobo: payments.kobo,
  paidKobo: payments.paidKobo,
  mode: payments.mode,
  source: payments.source,
  state: payments.state,
  providerStatus: payments.providerStatus,
  accessCode: payments.accessCode,
  providerId: payments.providerId,
  channel: payments.channel,
  createdAt: payments.createdAt,
  paidAt: payments.paidAt,
  settledAt: payments.settledAt,
  checkedAt: payments.checkedAt,
}

const millis = (date: Date | null) => date?.getTime() ?? null

const rowsOf = (db: Db) => db.select(columns).from(payments).innerJoin(users, eq(users.id, payments.userId))
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const toPaymentRow = ({ accessCode, ...row }: Row) => ({
  ...row,
  outcome: outcomeOf({ ...row, accessCode }),
  createdAt: row.createdAt.getTime(),
  paidAt: millis(row.paidAt),
  settledAt: millis(row.settledAt),
  checkedAt: millis(row.checkedAt),
})

/** Sample payments are hidden with their payers. */
const notHidden = or(ne(payments.source, 'sample'), isNull(users.deletedAt))

/** A page of all payments, newest first, and the cursor of the next page. */
export async function allPayments(db: Db, filter: PaymentFilter, after: PaymentCursor | null) {
  const { state, plan, email, reference, from, to } = filter
  const conditions: (SQL | undefined)[] = [
    notHidden,
    state && eq(payments.state, state),
    plan && eq(payments.plan, plan),
    email ? ilike(users.email, `%${escapeLike(email)}%`) : undefined,
    reference ? ilike(payments.reference, `${escapeLike(reference)}%`) : undefined,
    from && gte(payments.createdAt, new Date(instantAt(from, 0))),
    to && lt(payments.createdAt, new Date(endOfDay(to))),
    olderThan(after),
  ]
  const found = await rowsOf(db)
    .where(and(...conditions))
    .orderBy(desc(payments.createdAt), desc(payments.reference))
    .limit(BILLING_LIMITS.staffPage + 1)
  const { rows, next } = pageOf(found, BILLING_LIMITS.staffPage, keysOfPayment)
  return { payments: rows.map(toPaymentRow), next }
}

/** A payment with its grant, events, webhooks, refunds, disputes and alarms; null if the reference is unknown. */
export async function paymentDetails(db: Db, reference: string) {
  const [row] = await rowsOf(db).where(and(eq(payments.reference, reference), notHidden))
  if (!row) return null
  const [events, deliveries, refunded, disputed, raised, [grant]] = await Promise.all([
    db.select().from(paymentEvents).where(eq(paymentEvents.reference, reference)).orderBy(paymentEvents.id),
    db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.reference, reference))
      .orderBy(webhookDeliveries.id),
    db.select().from(refunds).where(eq(refunds.reference, reference)).orderBy(refunds.id),
    db.select().from(disputes).where(eq(disputes.reference, reference)).orderBy(disputes.updatedAt),
    db.select().from(alarms).where(eq(alarms.reference, reference)).orderBy(alarms.id),
    db
      .select({
        startsAt: periods.startsAt,
        endsAt: periods.endsAt,
        revokedAt: reversals.at,
        why: reversals.reason,
      })
      .from(payments)
      .innerJoin(grants, isLatestGrant(db))
      .leftJoin(periods, eq(periods.grantId, grants.id))
      .leftJoin(reversals, eq(reversals.grantId, grants.id))
      .where(eq(payments.reference, reference)),
  ])
  return {
    payment: toPaymentRow(row),
    grant: grant
      ? {
          startsAt: millis(grant.startsAt),
          endsAt: millis(grant.endsAt),
          revokedAt: millis(grant.revokedAt),
          revokedBecause: grant.why,
        }
      : null,
    events: events.map(({ at, source, what, details }) => ({ at: at.getTime(), source, what, details })),
    deliveries: deliveries.map(({ event, fields, receivedAt, processedAt }) => ({
      event,
      fields,
      receivedAt: receivedAt.getTime(),
      processedAt: millis(processedAt),
    })),
    refunds: refunded.map(({ kobo, state, reason, askedBy, askedAt, updatedAt, overruledAt }) => ({
      kobo,
      state,
      reason,
      askedBy,
      askedAt: askedAt.getTime(),
      updatedAt: updatedAt.getTime(),
      isOverruled: overruledAt !== null,
    })),
    disputes: disputed.map(({ id, state, updatedAt }) => ({ id, state, updatedAt: updatedAt.getTime() })),
    alarms: raised.map((row) => shownAlarm(row, true)),
  }
}

const shownAlarm = (
  { id, kind, reference, details, raisedAt, closedAt, closedReason }: typeof alarms.$inferSelect,
  hasPayment: boolean,
) => ({
  id,
  kind,
  meaning: ALARMS[kind],
  reference,
  hasPayment,
  details,
  raisedAt: raisedAt.getTime(),
  closedAt: millis(closedAt),
  closedReason,
})

/** The number of open alarms about money. */
export const countOpenAlarms = (db: Db): Promise<number> => db.$count(alarms, openMoneyAlarms)

/**
 * A page of the open alarms about money, oldest first, and the cursor of the next page.
 * @param after the id of the last alarm of the page before
 */
export async function openAlarms(db: Db, after: [id: number] | null) {
  const found = await db
    .select({ alarm: alarms, payment: payments.reference })
    .from(alarms)
    .leftJoin(payments, eq(payments.reference, alarms.reference))
    .where(and(openMoneyAlarms, afterKeys('ascending', [alarms.id], after)))
    .orderBy(alarms.id)
    .limit(BILLING_LIMITS.staffPage + 1)
  const { rows, next } = pageOf(found, BILLING_LIMITS.staffPage, ({ alarm }) => [alarm.id])
  return { alarms: rows.map(({ alarm, payment }) => shownAlarm(alarm, payment !== null)), next }
}
