import { and, eq } from 'drizzle-orm'
import { raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import { payments } from '../tables/payments.ts'

/** {@link raiseAlarm} about a payment. Does nothing for a sample payment, which moved no money. */
export const raisePaymentAlarm: typeof raiseAlarm = async (instant, kind, reference, details) => {
  const sample = and(eq(payments.reference, reference), eq(payments.source, 'sample'))
  return (await instant.tx.$count(payments, sample)) === 0 && raiseAlarm(instant, kind, reference, details)
}
