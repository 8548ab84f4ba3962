import { eq } from 'drizzle-orm'
import { PROGRAM, recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { layOutAgain, lockLedger } from './give-time.ts'
import { mailRefunded } from './mails.ts'
import { payments } from './payment-tables.ts'
import { grants, reversals } from './tables.ts'

/**
 * Takes back what a payment bought, from `now` on: a full refund, or a dispute that was lost. Time that was used stays
 * used; later grants of the plan that had not begun move forward. Doing it again changes nothing. A payment that had
 * given nothing yet never will. The caller holds the lock on the payment's row.
 */
export async function takeBack(
  tx: Db,
  now: number,
  payment: Pick<typeof payments.$inferSelect, 'reference' | 'userId' | 'plan'>,
  reason: string,
): Promise<void> {
  const { reference, userId } = payment
  await tx
    .update(payments)
    .set({ state: 'reversed', current: false, nextCheckAt: null })
    .where(eq(payments.reference, reference))
  await lockLedger(tx, userId)
  const [grant] = await tx.select({ id: grants.id }).from(grants).where(eq(grants.paymentId, reference))
  if (grant) {
    const taken = await tx
      .insert(reversals)
      .values({ grantId: grant.id, at: new Date(now), reason })
      .onConflictDoNothing({ target: reversals.grantId })
      .returning({ id: reversals.id })
    if (taken.length === 0) return
    await layOutAgain(tx, userId)
    await mailRefunded(tx, now, payment)
  }
  await recordAudit(tx, now, PROGRAM, {
    action: 'payment.take-back',
    subject: `payment:${reference}`,
    details: { userId, grantId: grant?.id ?? null, reason },
  })
}
