import type { Services } from '../api/services.ts'
import { checkLedger } from './payments/check-ledger.ts'
import { closeResolvedAlarms } from './payments/close-resolved-alarms.ts'
import { mailAlarms } from '../alarms/mail-alarms.ts'
import { alertOverdue } from './payments/alert-overdue.ts'
import { sweepComparison, sweepRestore } from './payments/compare-payments.ts'
import { sweepReminders } from './send-reminders.ts'
import { sweepPayments } from './payments/sweep-payments.ts'

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
