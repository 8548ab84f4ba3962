import type { Services } from '../services.ts'
import { checkLedger } from './check-ledger.ts'
import { findOverdue } from './find-overdue.ts'
import { sweepComparison } from './compare-payments.ts'
import { sweepReminders } from './remind.ts'
import { sweepPayments } from './sweep-payments.ts'

/** Everything about money that time brings with it; run each minute on one of the servers. */
export async function sweepBilling(services: Services, now: number): Promise<void> {
  if (services.paystack) {
    await sweepPayments(services, now)
    await sweepComparison(services, now)
  }
  await sweepReminders(services, now)
  await findOverdue(services.db, now)
  await checkLedger(services.db, now)
}
