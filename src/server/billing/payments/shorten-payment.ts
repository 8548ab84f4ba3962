import { asc, eq } from 'drizzle-orm'
import { formatNaira } from '../../../domain/base/words.ts'
import { refundedDays } from '../../../domain/billing/grants.ts'
import { byProgram } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { grants, reductions } from '../../tables/ledger.ts'
import { ledgerOf, lockLedger, rebuildPeriods } from '../ledger/grant.ts'
import { mailUser } from './mails.ts'
import { type Source, recordPaymentEvent } from './payment-events.ts'
import type { Payment } from './settle-payment.ts'

/**
 * Takes from the end of a payment's time the part that was refunded, in whole days rounded down. Days that were used stay
 * used. Idempotent: it takes what is missing. The caller holds the lock on the payment's row.
 */
export async function shortenPayment(
  tx: Db,
  now: number,
  { reference, userId, plan }: Pick<Payment, 'reference' | 'userId' | 'plan'>,
  refund: { refundedKobo: number; paidKobo: number },
  source: Source,
): Promise<void> {
  if (refund.refundedKobo === 0) return
  await lockLedger(tx, userId)
  const own = await tx
    .select({ id: grants.id })
    .from(grants)
    .where(eq(grants.paymentId, reference))
    .orderBy(asc(grants.id))
  const ids = own.map(({ id }) => id)
  const grantId = ids.at(-1)
  const days = refundedDays(await ledgerOf(tx, userId), ids, refund)
  if (grantId === undefined || days === 0) return
  const reason = `${formatNaira(refund.refundedKobo)} of ${formatNaira(refund.paidKobo)} was refunded.`
  await tx.insert(reductions).values({ grantId, days, at: new Date(now), reason })
  const periods = await rebuildPeriods(tx, userId)
  const details = { days, ...refund }
  await recordPaymentEvent(tx, now, reference, source, 'shortened', details)
  await recordAudit(byProgram(tx, now), 'payment.shorten', `payment:${reference}`, details)
  const endsAt = periods.find((period) => period.grantId === grantId)?.endsAt ?? null
  await mailUser(tx, now, userId, 'part-refunded', {
    reference,
    plan,
    kobo: refund.refundedKobo,
    days,
    endsAt,
  })
}
