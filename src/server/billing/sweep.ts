import type { Services } from '../api/services.ts'
import { checkLedger } from './payments/check-ledger.ts'
import { closeResolvedAlarms } from './payments/close-resolved-alarms.ts'
import { mailAlarms } from '../alarms/mail-alarms.ts'
import { alertOverdue } from './payments/alert-overdue.ts'
import { sweepComparison, sweepRestore } from './payments/compare-payments.ts'
import { sweepReminders } from './send-reminders.ts'
import { and, eq, lte, sql } from 'drizzle-orm'
import { nextCheck } from '../../domain/billing/payments.ts'
import { addJob } from '../queue/add-job.ts'
import type { Db } from '../db/connect.ts'
import { payments } from '../tables/payments.ts'

/** Runs all timed billing work, each minute on one server. */
export async function sweepBilling(services: Services, now: number): Promise<void> {
  if (services.paystack) {
    await sweepPayments(services.db, now)
    await sweepComparison(services.db, now)
    await sweepRestore(services.db)
  }
  await sweepReminders(services.db, now)
  await alertOverdue(services.db, now)
  await checkLedger(services.db, now)
  await closeResolvedAlarms(services.db, now)
  await mailAlarms(services)
}

/** Payments that one sweep queues at most; the next minute continues. */
const CHECKS_PER_SWEEP = 200

/** Queues a check of every payment that is due. Skips rows that another server has locked. */
async function sweepPayments(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(payments)
      .where(lte(payments.nextCheckAt, new Date(now)))
      .orderBy(payments.nextCheckAt)
      .limit(CHECKS_PER_SWEEP)
      .for('update', { skipLocked: true })
    for (const { reference, state, accessCode, createdAt } of due) {
      // The server stopped while it opened this payment. Without an access code it cannot be paid, so one check suffices.
      const neverOpened = state === 'open' && accessCode === null
      const next = state === 'open' && !neverOpened ? nextCheck(createdAt.getTime(), now) : null
      await tx
        .update(payments)
        .set({
          nextCheckAt: next === null ? null : new Date(next),
          ...(neverOpened && { state: 'lapsed', current: false }),
        })
        .where(and(eq(payments.reference, reference), sql`${payments.nextCheckAt} is not null`))
      await addJob(tx, 'follow-payment', { id: reference })
    }
  })
}
