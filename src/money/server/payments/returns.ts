import { and, eq, inArray } from 'drizzle-orm'
import { NO_RETURNS, refundedKobo, type Returns } from '../../rules/payment-steps.ts'
import { disputeState, refundState, type RefundState } from '../../rules/payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import { disputes, refunds } from '../tables/payments.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import { type Look, recordPaymentEvent } from './payment-events.ts'
import type { PaystackDispute, PaystackRefund } from '../paystack/answers.ts'

const isDecided = (state: RefundState) => state === 'processed' || state === 'failed'

/**
 * Stores a payment's refunds from Paystack's list. Raises an alarm for a failed refund, and for a partial one that staff did
 * not ask for here. The caller holds the lock on the payment's row.
 * @param paidKobo what was charged for the payment
 */
export async function storeRefunds(
  look: Look,
  listed: readonly PaystackRefund[],
  paidKobo: number,
): Promise<void> {
  const { tx, now, reference } = look
  let hasChanged = false
  for (const refund of listed) hasChanged = (await storeRefund(look, refund)) || hasChanged
  if (!hasChanged) return
  const returns = (await returnsOf(tx, [reference])).get(reference) ?? NO_RETURNS
  const refunded = refundedKobo(returns)
  const isOurs = returns.refunds.every(({ askedByStaff, state }) => askedByStaff || state !== 'processed')
  if (refunded > 0 && refunded < paidKobo && !isOurs)
    await raisePaymentAlarm({ tx, now }, 'partial-refund', reference, { kobo: refunded })
}

/** Stores one refund from Paystack. @returns whether it is new or has changed */
export async function storeRefund(look: Look, { id, amount, status }: PaystackRefund): Promise<boolean> {
  const { tx, now, reference } = look
  const state = refundState(status)
  const known = await tx.select().from(refunds).where(eq(refunds.reference, reference))
  const row =
    known.find(({ providerId }) => providerId === id) ??
    known.find(
      (request) => request.providerId === null && request.state === 'asked' && request.kobo === amount,
    )
  const values = { providerId: id, kobo: amount, state, updatedAt: new Date(now), overruledAt: null }
  if (!row) await tx.insert(refunds).values({ reference, askedAt: new Date(now), ...values })
  else if (row.state === state && row.providerId === id && row.kobo === amount) return false
  // Answers can arrive out of order: one that still says pending is older.
  else if (isDecided(row.state) && !isDecided(state)) return false
  else await tx.update(refunds).set(values).where(eq(refunds.id, row.id))
  await recordPaymentEvent(look, `refund ${state}`, { id, kobo: amount })
  if (state === 'failed')
    await raisePaymentAlarm({ tx, now }, 'refund-failed', reference, { id, kobo: amount })
  return true
}

/**
 * Stores disputes, and raises an alarm for a new open one. The caller holds the lock on the payment's row.
 * @param isAnswer whether the disputes come from Paystack's API, which may replace an earlier decision. A webhook can be
 *   old, so it only decides an open dispute.
 */
export async function storeDisputes(
  look: Look,
  mode: string,
  listed: readonly PaystackDispute[],
  isAnswer: boolean,
): Promise<void> {
  const { tx, now, reference } = look
  for (const { id, status, resolution, domain } of listed) {
    if (domain !== mode) continue
    const state = disputeState(status, resolution)
    const [row] = await tx.select().from(disputes).where(eq(disputes.id, id))
    if (row && (row.state === state || state === 'open' || (row.state !== 'open' && !isAnswer))) continue
    const values = { state, updatedAt: new Date(now), overruledAt: null }
    if (row) await tx.update(disputes).set(values).where(eq(disputes.id, id))
    else await tx.insert(disputes).values({ id, reference, ...values })
    await recordPaymentEvent(look, `dispute ${state}`, { id })
    if (state === 'open') await raisePaymentAlarm({ tx, now }, 'dispute', reference, { id })
  }
}

/** Refunds and disputes by reference. A payment with neither has no entry. */
export async function returnsOf(db: Db, references: readonly string[]): Promise<Map<string, Returns>> {
  // In turn, because a transaction has one connection.
  const refundRows = await db.select().from(refunds).where(isAnyOf(refunds.reference, references))
  const disputeRows = await db.select().from(disputes).where(isAnyOf(disputes.reference, references))
  const named = new Set([...refundRows, ...disputeRows].map(({ reference }) => reference))
  return new Map(
    [...named].map((reference) => [
      reference,
      {
        refunds: refundRows
          .filter((refund) => refund.reference === reference)
          .map(({ kobo, state, overruledAt, askedBy }) => ({
            kobo,
            state,
            overruled: overruledAt !== null,
            askedByStaff: askedBy !== null,
          })),
        disputes: disputeRows
          .filter((dispute) => dispute.reference === reference)
          .map(({ state, overruledAt }) => ({ state, overruled: overruledAt !== null })),
      },
    ]),
  )
}

/** Ignores a payment's processed refunds and lost disputes, on staff's decision, until Paystack changes them. */
export async function overruleReturns(tx: Db, now: number, reference: string): Promise<void> {
  const overruled = { overruledAt: new Date(now) }
  await tx
    .update(refunds)
    .set(overruled)
    .where(and(eq(refunds.reference, reference), eq(refunds.state, 'processed')))
  await tx
    .update(disputes)
    .set(overruled)
    .where(and(eq(disputes.reference, reference), eq(disputes.state, 'lost')))
}

/** Whether a refund of this payment is undecided. */
export async function hasOpenRefund(db: Db, reference: string): Promise<boolean> {
  const open = and(eq(refunds.reference, reference), inArray(refunds.state, ['asked', 'pending']))
  return (await db.select({ id: refunds.id }).from(refunds).where(open).limit(1)).length > 0
}

/** Whether a dispute about this payment is undecided. */
export async function hasOpenDispute(db: Db, reference: string): Promise<boolean> {
  const open = and(eq(disputes.reference, reference), eq(disputes.state, 'open'))
  return (await db.select({ id: disputes.id }).from(disputes).where(open).limit(1)).length > 0
}
