import { eq } from 'drizzle-orm'
import type { ReturnCause } from '../../../domain/billing/payment-steps.ts'
import { byProgram } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { rebuildPeriods, lockLedger } from '../ledger/grant.ts'
import { mailRefunded } from './mails.ts'
import { latestGrant } from '../ledger/payment-grant.ts'
import { payments } from '../../tables/payments.ts'
import { reversals } from '../../tables/ledger.ts'

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
  tx: Db,
  now: number,
  payment: Pick<typeof payments.$inferSelect, 'reference' | 'userId' | 'plan'>,
  cause: ReturnCause,
): Promise<void> {
  const { reference, userId } = payment
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
    await mailRefunded(tx, now, payment)
  }
  await recordAudit(byProgram(tx, now), 'payment.take-back', `payment:${reference}`, {
    userId,
    grantId: grant?.id ?? null,
    reason,
  })
}
