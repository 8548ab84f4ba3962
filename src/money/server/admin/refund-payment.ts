import { present } from '../../../platform/rules/base/lists.ts'
import { eq } from 'drizzle-orm'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { refundable, refundLimitText } from '../../rules/payments.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { installation } from '../../../platform/server/tables/installation.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Payment } from '../payments/settle-payment.ts'
import { storeRefund } from '../payments/returns.ts'
import { payments, refunds } from '../tables/payments.ts'
import { raisePaymentAlarm } from '../payments/payment-alarm.ts'
import { recordPaymentEvent } from '../payments/payment-events.ts'
import {
  PaystackRefused,
  isUnknownToPaystack,
  refuseUnknownToPaystack,
  requirePaystack,
} from '../paystack/client.ts'
import type { PaystackRefund } from '../paystack/answers.ts'

/**
 * Requests a refund of a part of a payment, or of all of its money that is not refunded yet. The plan runs on until
 * Paystack confirms the refund.
 * @param part kobo; all that is left when missing
 * @param isLimited whether all refunds of the payment together stay within {@link refundLimit}
 * @param seen the kobo that were left when the refund was chosen, so that two owners do not refund the same part twice
 * @throws Refusal not-found, invalid-input for more than is left, or conflict if the payment is unpaid, already being refunded, or a sample that Paystack
 *   cannot have
 */
export function refundPayment(
  context: Context<SignedIn>,
  services: Pick<Services, 'paystack'>,
  reference: string,
  {
    reason,
    kobo: part,
    seen,
    isLimited,
  }: { reason: string; kobo?: number | undefined; seen?: number | undefined; isLimited: boolean },
): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const [payment] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
    if (!payment) throw new Refusal('not-found', 'There is no such payment.')
    refuseUnknownToPaystack(payment, services)
    if (payment.state !== 'settled' && payment.state !== 'review') {
      throw new Refusal('conflict', 'Only a payment that has arrived can be refunded.')
    }
    const known = await tx.select().from(refunds).where(eq(refunds.reference, reference))
    const left = refundable(
      payment,
      known.map((refund) => ({ ...refund, isOverruled: refund.overruledAt !== null })),
    )
    if (left <= 0) throw new Refusal('conflict', 'This payment is already being refunded.')
    if (seen !== undefined && seen !== left)
      throw new Refusal(
        'conflict',
        'Another refund of this payment was entered meanwhile. Look at it again first.',
      )
    const kobo = part ?? left
    if (kobo > left)
      throw refusedField('kobo', `At most ${formatNaira(left)} of this payment is left to refund.`)
    if (isLimited) {
      const limit = await refundLimit(tx)
      if ((payment.paidKobo ?? payment.kobo) - left + kobo > limit)
        throw refusedField('kobo', refundLimitText(limit))
    }
    const at = new Date(now)
    const [refund] = await tx
      .insert(refunds)
      .values({ reference, kobo, state: 'asked', reason, askedBy: actor.userId, askedAt: at, updatedAt: at })
      .onConflictDoNothing()
      .returning({ id: refunds.id })
    if (!refund)
      throw new Refusal(
        'conflict',
        'Another refund of this payment is on its way to Paystack. Please try again in a minute.',
      )
    await recordPaymentEvent({ tx, now, reference, source: 'staff' }, 'refund asked', { reason })
    await recordAudit(unit, 'payment.refund', `payment:${reference}`, { kobo, reason })
    await addJob(tx, 'send-refund', { id: String(refund.id) })
  })
}

/** The kobo that Finance can refund of one payment; 0 before owners set it. */
export async function refundLimit(db: Db): Promise<number> {
  const [row] = await db.select({ kobo: installation.refundLimitKobo }).from(installation)
  return present(row).kobo
}

export function setRefundLimit(
  context: Context,
  { kobo, reason }: { kobo: number; reason: string },
): Promise<void> {
  return change(context, async (unit) => {
    const old = { kobo: await refundLimit(unit.tx) }
    await unit.tx.update(installation).set({ refundLimitKobo: kobo })
    await recordAudit(unit, 'refund-limit.set', 'refund-limit', { old, new: { kobo }, reason })
  })
}

/**
 * Sends a requested refund to Paystack. Runs as a job. Paystack has no idempotency keys, so this first looks for the refund
 * of an earlier attempt.
 */
export async function sendRefund(services: Services, id: number): Promise<void> {
  const { db, clock } = services
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id))
  if (!refund || refund.state !== 'asked') return
  const { reference, kobo, reason } = refund
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (isUnknownToPaystack(present(payment), services)) return
  const answer = await findOrSendRefund(services, present(payment), kobo, reason ?? '')
  await db.transaction(async (tx) => {
    const now = await clock.now(tx)
    const look = { tx, now, reference, source: 'staff' } as const
    await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
    if (answer instanceof PaystackRefused) {
      await tx
        .update(refunds)
        .set({ state: 'failed', updatedAt: new Date(now) })
        .where(eq(refunds.id, id))
      await recordPaymentEvent(look, 'refund refused', { because: answer.message })
      await raisePaymentAlarm({ tx, now }, 'refund-failed', reference, { because: answer.message })
    } else {
      await storeRefund(look, answer)
    }
    // Checks the payment after a refusal too, because the money may have been refunded elsewhere.
    await addJob(tx, 'follow-payment', { id: reference })
  })
}

/** The refund that an earlier attempt left at Paystack and that is not stored here, or a new one. */
async function findOrSendRefund(
  services: Services,
  { reference, providerId }: Payment,
  kobo: number,
  reason: string,
): Promise<PaystackRefund | PaystackRefused> {
  const paystack = requirePaystack(services)
  const listed = providerId === null ? [] : await paystack.refundsOf(providerId, reference)
  const stored = await services.db.select().from(refunds).where(eq(refunds.reference, reference))
  const isStored = (id: string) => stored.some((refund) => refund.providerId === id)
  const found = listed.find(
    ({ id, amount, status }) => amount === kobo && status !== 'failed' && !isStored(id),
  )
  if (found) return found
  try {
    return await paystack.refund(reference, kobo, reason)
  } catch (error) {
    if (error instanceof PaystackRefused) return error
    throw error
  }
}
