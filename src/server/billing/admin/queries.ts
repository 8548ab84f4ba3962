import { and, desc, eq, gte, ilike, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { endOfDay, instantAt, type LagosDate } from '../../../domain/calendar.ts'
import { ALARMS, outcomeOf, type PaymentState } from '../../../domain/payments.ts'
import type { PaidPlan } from '../../../domain/plans.ts'
import { users } from '../../tables/accounts.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/like.ts'
import { isLatestGrant } from '../ledger/payment-grant.ts'
import {
  alarms,
  disputes,
  paymentEvents,
  payments,
  refunds,
  webhookDeliveries,
} from '../../tables/payments.ts'
import { behind, type Cursor, pageOf } from '../payments/queries.ts'
import { grants, periods, reversals } from '../../tables/ledger.ts'

export interface PaymentFilter {
  state?: PaymentState | undefined
  plan?: PaidPlan | undefined
  /** A part of the payer's e-mail. */
  email?: string | undefined
  /** The beginning of a reference. */
  reference?: string | undefined
  /** First and last Lagos day on which it was opened. */
  from?: LagosDate | undefined
  to?: LagosDate | undefined
}

const ADMIN_PAGE = 50

const columns = {
  reference: payments.reference,
  userId: payments.userId,
  username: users.username,
  email: users.email,
  plan: payments.plan,
  kobo: payments.kobo,
  paidKobo: payments.paidKobo,
  mode: payments.mode,
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

const iso = (date: Date | null) => date?.toISOString() ?? null

const rowsOf = (db: Db) => db.select(columns).from(payments).innerJoin(users, eq(users.id, payments.userId))
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const listed = ({ accessCode, ...row }: Row) => ({
  ...row,
  outcome: outcomeOf({ ...row, accessCode }),
  createdAt: row.createdAt.toISOString(),
  paidAt: iso(row.paidAt),
  settledAt: iso(row.settledAt),
  checkedAt: iso(row.checkedAt),
})

/** Everybody's payments, newest first. */
export async function allPayments(db: Db, filter: PaymentFilter, after: Cursor | null) {
  const { state, plan, email, reference, from, to } = filter
  const conditions: (SQL | undefined)[] = [
    state && eq(payments.state, state),
    plan && eq(payments.plan, plan),
    email ? ilike(users.email, `%${escapeLike(email)}%`) : undefined,
    reference ? ilike(payments.reference, `${escapeLike(reference)}%`) : undefined,
    from && gte(payments.createdAt, new Date(instantAt(from, 0))),
    to && lt(payments.createdAt, new Date(endOfDay(to))),
    after ? behind(after) : undefined,
  ]
  const rows = await rowsOf(db)
    .where(and(...conditions))
    .orderBy(desc(payments.createdAt), desc(payments.reference))
    .limit(ADMIN_PAGE + 1)
  return pageOf(rows, ADMIN_PAGE, listed)
}

/** Everything that is known of one payment; null when there is none. */
export async function paymentStory(db: Db, reference: string) {
  const [row] = await rowsOf(db).where(eq(payments.reference, reference))
  if (!row) return null
  const [events, deliveries, back, disputed, standing, [grant]] = await Promise.all([
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
        takenBackAt: reversals.at,
        why: reversals.reason,
      })
      .from(payments)
      .innerJoin(grants, isLatestGrant(db))
      .leftJoin(periods, eq(periods.grantId, grants.id))
      .leftJoin(reversals, eq(reversals.grantId, grants.id))
      .where(eq(payments.reference, reference)),
  ])
  return {
    payment: listed(row),
    grant: grant
      ? {
          startsAt: iso(grant.startsAt),
          endsAt: iso(grant.endsAt),
          takenBackAt: iso(grant.takenBackAt),
          takenBackBecause: grant.why,
        }
      : null,
    events: events.map(({ at, source, what, details }) => ({ at: at.toISOString(), source, what, details })),
    deliveries: deliveries.map(({ event, fields, receivedAt, processedAt }) => ({
      event,
      fields,
      receivedAt: receivedAt.toISOString(),
      processedAt: iso(processedAt),
    })),
    refunds: back.map(({ kobo, state, reason, askedBy, askedAt, updatedAt, overruledAt }) => ({
      kobo,
      state,
      reason,
      askedBy,
      askedAt: askedAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      isOverruled: overruledAt !== null,
    })),
    disputes: disputed.map(({ id, state, updatedAt }) => ({ id, state, updatedAt: updatedAt.toISOString() })),
    alarms: standing.map((row) => shownAlarm(row, true)),
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
  raisedAt: raisedAt.toISOString(),
  closedAt: iso(closedAt),
  closedReason,
})

/** How many alarms are open. */
export const countOpenAlarms = (db: Db): Promise<number> => db.$count(alarms, isNull(alarms.closedAt))

/** Open alarms, oldest first, after the one with the given id. */
export async function openAlarms(db: Db, after: number | null) {
  const rows = await db
    .select({ alarm: alarms, payment: payments.reference })
    .from(alarms)
    .leftJoin(payments, eq(payments.reference, alarms.reference))
    .where(and(isNull(alarms.closedAt), after === null ? undefined : sql`${alarms.id} > ${after}`))
    .orderBy(alarms.id)
    .limit(ADMIN_PAGE + 1)
  const page = rows.slice(0, ADMIN_PAGE)
  return {
    alarms: page.map(({ alarm, payment }) => shownAlarm(alarm, payment !== null)),
    next: rows.length > ADMIN_PAGE ? page[page.length - 1]!.alarm.id : null,
  }
}
