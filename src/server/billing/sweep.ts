import type { Services } from '../services.ts'
import { checkLedger } from './check-ledger.ts'
import { closeSolvedAlarms } from './close-solved-alarms.ts'
import { mailAlarms } from './mail-alarms.ts'
import { findOverdue } from './find-overdue.ts'
import { sweepComparison } from './compare-payments.ts'
import { sweepReminders } from './remind.ts'
import { sweepPayments } from './sweep-payments.ts'

/** Everything about money that depends on the time. Run each minute on one of the servers. */
export async function sweepBilling(services: Services, now: number): Promise<void> {
  if (services.paystack) {
    await sweepPayments(services, now)
    await sweepComparison(services, now)
  }
  await sweepReminders(services, now)
  await findOverdue(services.db, now)
  await checkLedger(services.db, now)
  await closeSolvedAlarms(services.db, now)
  await mailAlarms(services)
}
