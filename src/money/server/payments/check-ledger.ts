import { present } from '../../../platform/rules/base/lists.ts'
import { sql, and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { isLatestGrant } from '../ledger/grant.ts'
import { closeResolvedAlarm } from '../../../platform/server/alarms/alarms.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import { payments, refunds, webhookDeliveries, disputes } from '../tables/payments.ts'
import { grants, periods, reductions, reversals } from '../tables/ledger.ts'
import { isMoneyAlarm } from '../../../platform/rules/alarms/alarms.ts'
import { type AlarmFacts, solvedReason } from '../../rules/solved-alarms.ts'
import { NO_RETURNS } from '../../rules/payment-steps.ts'
import { each } from '../../../platform/server/base/each.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import { returnsOf } from './returns.ts'
import { alarms } from '../../../platform/server/tables/alarms.ts'

/**
 * Inconsistencies between payments and the ledger. A settled payment has one valid grant of its plan and user, with a
 * period, unless refunds of a part took all its days. A payment in another state has no valid grant. A restored grant was
 * revoked before.
 */
export async function ledgerFaults(db: Db): Promise<{ reference: string; fault: string }[]> {
  const { rows } = await db.execute<{ reference: string; fault: string }>(sql`
    select * from (
      select ${payments.reference} as reference, case
          when ${payments.state} = 'settled' and ${grants.id} is null then 'settled without a grant'
          when ${payments.state} = 'settled' and ${reversals.id} is not null then 'settled, but revoked'
          when ${payments.state} = 'reversed' and ${grants.id} is not null and ${reversals.id} is null
            then 'reversed, but not revoked'
          when ${payments.state} not in ('settled', 'reversed') and ${grants.id} is not null
            then 'granted, but not settled'
          when ${grants.userId} <> ${payments.userId} or ${grants.plan} <> ${payments.plan}
            then 'granted for another user or plan'
          when ${grants.id} is not null and ${reversals.id} is null and ${periods.grantId} is null
            and not exists (select from ${reductions} where ${reductions.grantId} = ${grants.id})
            then 'granted without a period'
        end as fault
      from ${payments} left join ${grants} on ${isLatestGrant(db)}
        left join ${reversals} on ${reversals.grantId} = ${grants.id}
        left join ${periods} on ${periods.grantId} = ${grants.id}
      union all
      select old.payment_id, 'restored, but not revoked' from ${grants} as again
        join ${grants} as old on old.id = again.replaces
      where not exists (select from ${reversals} where ${reversals.grantId} = old.id)
    ) as faults where fault is not null`)
  return rows
}

/** Raises an alarm for every inconsistency of the ledger. */
export async function checkLedger(db: Db, now: number): Promise<void> {
  const faults = await ledgerFaults(db)
  await each(
    faults.map(
      ({ reference, fault }) =>
        () =>
          raisePaymentAlarm({ tx: db, now }, 'ledger', reference, { fault }),
    ),
  )
}

/** Raises alarms for overdue settlements. Their jobs keep retrying. */
export async function alertUnsettled(db: Db, now: number): Promise<void> {
  const overdue = await unsettledPayments(db, now)
  await each(
    overdue.map(
      ({ reference, since }) =>
        () =>
          raisePaymentAlarm({ tx: db, now }, 'paid-not-granted', reference, { since, from: 'webhook' }),
    ),
  )
}

/** Raises alarms for overdue refunds. Their jobs keep retrying. */
export async function alertUnsentRefunds(db: Db, now: number): Promise<void> {
  const overdue = await unsentRefunds(db, now)
  const because = 'The refund could not be sent yet.'
  await each(
    overdue.map(
      ({ reference, since }) =>
        () =>
          raisePaymentAlarm({ tx: db, now }, 'refund-failed', reference, { since, because }),
    ),
  )
}

function unsettledPayments(db: Db, now: number) {
  return db
    .select({ reference: payments.reference, since: webhookDeliveries.receivedAt })
    .from(webhookDeliveries)
    .innerJoin(payments, eq(payments.reference, webhookDeliveries.reference))
    .where(
      and(
        isNull(webhookDeliveries.processedAt),
        lt(webhookDeliveries.receivedAt, new Date(now - BILLING_LIMITS.settleMs)),
        eq(webhookDeliveries.event, 'charge.success'),
        inArray(payments.state, ['open', 'lapsed']),
      ),
    )
}

function unsentRefunds(db: Db, now: number) {
  return db
    .select({ reference: refunds.reference, since: refunds.askedAt })
    .from(refunds)
    .where(and(eq(refunds.state, 'asked'), lt(refunds.askedAt, new Date(now - BILLING_LIMITS.refundMs))))
}

type Alarm = typeof alarms.$inferSelect

/**
 * Closes every alarm about money whose cause is gone, and records the reason. Runs each minute.
 * @param now milliseconds
 */
export async function closeResolvedAlarms(db: Db, now: number): Promise<void> {
  const raised = await db.select().from(alarms).where(isNull(alarms.closedAt)).orderBy(alarms.id)
  const open = raised.filter(isMoneyAlarm)
  const known = await factsAbout(db, open)
  const solved = open.filter(({ id, kind }) => solvedReason(kind, present(known.get(id))) !== null)
  const close = ({ kind, reference, ...alarm }: (typeof open)[number]) =>
    db.transaction(async (tx) => {
      // The lock keeps the payment's facts from changing until the commit.
      await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
      const facts = await factsAbout(tx, [{ kind, reference, ...alarm }])
      const reason = solvedReason(kind, present(facts.get(alarm.id)))
      if (reason !== null) await closeResolvedAlarm({ tx, now }, kind, reference, reason)
    })
  await each(solved.map((alarm) => () => close(alarm)))
}

/** The facts about alarms, by alarm id. */
async function factsAbout(db: Db, open: readonly Alarm[]): Promise<Map<number, AlarmFacts>> {
  if (open.length === 0) return new Map()
  const references = open.map(({ reference }) => reference)
  const allReferences = [...references, ...open.flatMap(otherReferencesOf)]
  const paymentRows = await db.select().from(payments).where(isAnyOf(payments.reference, allReferences))
  const refundRows = await db
    .select()
    .from(refunds)
    .where(isAnyOf(refunds.reference, references))
    .orderBy(refunds.id)
  const disputeRows = await db.select().from(disputes).where(isAnyOf(disputes.reference, references))
  const returns = await returnsOf(db, references)
  const faults = open.some(({ kind }) => kind === 'ledger') ? await ledgerFaults(db) : []
  const byReference = new Map(paymentRows.map((payment) => [payment.reference, payment]))
  return new Map(
    open.map((alarm) => {
      const { id, reference, details } = alarm
      const payment = byReference.get(reference)
      const hasReference = (row: { reference: string }) => row.reference === reference
      const transaction = details.seen as { status?: string } | null | undefined
      return [
        id,
        {
          payment: payment ? { ...payment, paidKobo: payment.paidKobo ?? payment.kobo } : null,
          refunds: refundRows.filter(hasReference),
          disputes: disputeRows.filter(hasReference).map(({ state }) => state),
          returns: returns.get(reference) ?? NO_RETURNS,
          others: otherReferencesOf(alarm).flatMap((other) => byReference.get(other)?.state ?? []),
          hasLedgerFault: faults.some(hasReference),
          statusWhenRaised: transaction?.status ?? null,
          isUnlisted: details.unlisted === true,
        },
      ]
    }),
  )
}

/** References of the other payments in an alarm's details. */
const otherReferencesOf = ({ details }: Alarm) => (details.others as string[] | undefined) ?? []
