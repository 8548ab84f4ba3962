import { asc, eq } from 'drizzle-orm'
import type { ReturnCause } from '../../rules/payment-steps.ts'
import { payments } from '../tables/payments.ts'
import { type Look, recordPaymentEvent } from './payment-events.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { refundedDays } from '../../rules/grants.ts'
import { byProgram } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { grants, reductions, reversals } from '../tables/ledger.ts'
import { ledgerOf, lockLedger, rebuildPeriods, latestGrant } from '../ledger/grant.ts'
import { mailUser } from './mails.ts'
import type { Payment } from './settle-payment.ts'

/**
 * Takes from the end of a payment's time the part that was refunded, in whole days rounded down. Days that were used stay
 * used. Idempotent: it takes what is missing. The caller holds the lock on the payment's row.
 */
export async function shortenPayment(
  look: Look,
  { userId, plan }: Payment,
  refund: { refundedKobo: number; paidKobo: number },
): Promise<void> {
  const { tx, now, reference } = look
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
  await recordPaymentEvent(look, 'shortened', details)
  await recordAudit(byProgram(tx, now), 'payment.shorten', `payment:${reference}`, details)
  const endsAt = periods.find((period) => period.grantId === grantId)?.endsAt ?? null
  const mail = { reference, plan, kobo: refund.refundedKobo, days, endsAt }
  await mailUser({ tx, now }, userId, 'part-refunded', mail)
}

const REASONS: Record<ReturnCause, string> = {
  refunded: 'The money was refunded in full.',
  'dispute-lost': 'A dispute was lost.',
}

/**
 * Revokes the grant of a payment from `now` on, after a full refund or a lost dispute. Used time stays used; later grants
 * of the plan that have not begun move forward. A payment without a grant only becomes `reversed`. Idempotent. The caller
 * holds the lock on the payment's row.
 */
export async function revokePayment(
  { tx, now, reference }: Look,
  { userId, plan }: Payment,
  cause: ReturnCause,
): Promise<void> {
  const reason = REASONS[cause]
  await tx
    .update(payments)
    .set({ state: 'reversed', current: false, nextCheckAt: null })
    .where(eq(payments.reference, reference))
  await lockLedger(tx, userId)
  const grant = await latestGrant(tx, reference)
  if (grant) {
    const revoked = await tx
      .insert(reversals)
      .values({ grantId: grant.id, at: new Date(now), reason })
      .onConflictDoNothing({ target: reversals.grantId })
      .returning({ id: reversals.id })
    if (revoked.length === 0) return
    await rebuildPeriods(tx, userId)
    await mailUser({ tx, now }, userId, 'refunded', { reference, plan, at: now })
  }
  await recordAudit(byProgram(tx, now), 'payment.take-back', `payment:${reference}`, {
    userId,
    grantId: grant?.id ?? null,
    reason,
  })
}
