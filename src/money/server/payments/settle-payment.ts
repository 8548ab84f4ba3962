import { eq, and } from 'drizzle-orm'
import { HOUR } from '../../../platform/rules/base/calendar.ts'
import {
  isUnexplainedReversal,
  nextStep,
  NO_RETURNS,
  refundedKobo,
  returnCause,
  type Step,
} from '../../rules/payment-steps.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { isReversed, judge, type Judgement, nextCheck } from '../../rules/payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { hasOpenDispute, hasOpenRefund, returnsOf, storeDisputes, storeRefunds } from './returns.ts'
import { payments } from '../tables/payments.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import { type Look, recordPaymentEvent } from './payment-events.ts'
import { type Paystack, isUnknownToPaystack, requirePaystack } from '../paystack/client.ts'
import type { PaystackDispute, PaystackRefund, Transaction } from '../paystack/answers.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { byProgram } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { latestGrant } from '../ledger/grant.ts'
import { recordSettlement } from './record-settlement.ts'
import { shortenPayment, revokePayment } from './revoke-payment.ts'

export type Payment = typeof payments.$inferSelect
type BillingServices = Pick<Services, 'db' | 'clock' | 'paystack'>

/** What the caller knows about refunds and disputes of the payment. */
export interface SettleOptions {
  /** Always asks Paystack for refunds and disputes. */
  includeReturns?: boolean
  /** Disputes that signed webhooks described. */
  disputes?: readonly PaystackDispute[]
}

/** Whether a payment was verified so recently that its payer's request needs no new verification. */
export function wasRecentlyVerified({ checkedAt }: Pick<Payment, 'checkedAt'>, now: number): boolean {
  const checkedAtMs = checkedAt?.getTime() ?? -Infinity
  return checkedAtMs <= now && now < checkedAtMs + BILLING_LIMITS.verifyEveryMs
}

/**
 * The only function that grants or revokes a payment's plan. Asks Paystack for the transaction and, if needed, for its
 * refunds and disputes. Then one database transaction stores the answers and applies the domain's decision. The payer's
 * return, webhooks, the reconciler and staff call it in any order. Idempotent. Reads the time itself, after Paystack's
 * answer.
 *
 * @returns the payment afterwards, unchanged if Paystack cannot have it; null if the reference is unknown
 * @throws PaystackUnavailable, PaystackRefused; nothing has changed
 */
export async function settlePayment(
  { db, clock, paystack }: BillingServices,
  reference: string,
  source: Look['source'],
  options: SettleOptions = {},
): Promise<Payment | null> {
  const byReference = eq(payments.reference, reference)
  for (;;) {
    const [known] = await db.select().from(payments).where(byReference)
    if (!known) return null
    if (isUnknownToPaystack(known, { paystack })) return known
    const answer = await askPaystack(db, requirePaystack({ paystack }), known, options)
    const after = await db.transaction(async (tx) => {
      const now = await clock.now(tx)
      const payment = itemAt(await tx.select().from(payments).where(byReference).for('update'), 0)
      // Another caller changed the state meanwhile, so our answer may be out of date: ask again.
      if (payment.state !== known.state) return null
      const look = { tx, now, reference, source }
      await storeTransaction(look, payment, answer.transaction)
      if (options.disputes) await storeDisputes(look, payment.mode, options.disputes, false)
      if (answer.returns) {
        await storeDisputes(look, payment.mode, answer.returns.disputes, true)
        await storeRefunds(look, answer.returns.refunds, paidKoboOf(payment, answer.transaction))
      }
      await applyDecision(look, payment, answer.transaction)
      return itemAt(await tx.select().from(payments).where(byReference), 0)
    })
    if (after) return after
  }
}

interface Answer {
  transaction: Transaction | null
  /** Null if the caller did not need them. */
  returns: { refunds: PaystackRefund[]; disputes: PaystackDispute[] } | null
}

async function askPaystack(
  db: Db,
  paystack: Paystack,
  payment: Payment,
  options: SettleOptions,
): Promise<Answer> {
  const { reference, state } = payment
  const transaction = await paystack.verify(reference)
  if (!transaction) return { transaction, returns: null }
  const includeReturns =
    options.includeReturns ||
    isReversed(transaction.status) ||
    state === 'reversed' ||
    (await hasOpenRefund(db, reference)) ||
    (await hasOpenDispute(db, reference))
  if (!includeReturns) return { transaction, returns: null }
  const refunds = await paystack.refundsOf(transaction.id, reference)
  const disputes = await paystack.disputesOf(transaction.id)
  return { transaction, returns: { refunds, disputes } }
}

/** Kobo that Paystack charged; the price until Paystack reports the amount. */
const paidKoboOf = ({ paidKobo, kobo }: Payment, transaction: Transaction | null) =>
  paidKobo ?? (transaction && hasArrived(transaction) ? transaction.amount : kobo)

const hasArrived = ({ status }: Transaction) => status === 'success' || isReversed(status)

async function storeTransaction(
  look: Look,
  payment: Payment,
  transaction: Transaction | null,
): Promise<void> {
  const { tx, now, reference } = look
  const status = transaction?.status ?? 'unknown'
  await tx
    .update(payments)
    .set({
      checkedAt: new Date(now),
      providerStatus: status,
      ...(transaction && {
        providerId: transaction.id,
        channel: transaction.channel,
        ...(transaction.feeKobo !== null && { feeKobo: transaction.feeKobo }),
        paidAt: transaction.paidAt === null ? null : new Date(transaction.paidAt),
      }),
      ...(transaction && hasArrived(transaction) && { paidKobo: transaction.amount }),
    })
    .where(eq(payments.reference, reference))
  if (status !== payment.providerStatus)
    await recordPaymentEvent(look, `Paystack says ${status}`, { seen: transaction })
}

/** Applies the domain's decision about all stored facts. The caller holds the lock on the payment's row. */
async function applyDecision(look: Look, payment: Payment, transaction: Transaction | null): Promise<void> {
  const { tx, now, reference } = look
  const returns = (await returnsOf(tx, [reference])).get(reference) ?? NO_RETURNS
  const paidKobo = paidKoboOf(payment, transaction)
  const judgement: Judgement = transaction ? judge(payment, transaction) : { verdict: 'waiting' }
  const step = nextStep(payment.state, judgement, returnCause(paidKobo, returns))
  await applyStep(look, payment, transaction, step)
  const [{ state } = payment] = await tx
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.reference, reference))
  if (state === 'settled') {
    const refund = { refundedKobo: refundedKobo(returns), paidKobo }
    await shortenPayment(look, payment, refund)
  }
  const status = transaction?.status ?? 'unknown'
  if (isUnexplainedReversal(state, status, paidKobo, returns))
    await raisePaymentAlarm({ tx, now }, 'reversed-unclear', reference, { state, status })
  if (await hasOpenRefund(tx, reference)) {
    const retry = { nextCheckAt: new Date(now + HOUR) }
    await tx.update(payments).set(retry).where(eq(payments.reference, reference))
  }
}

/** Applies the domain's decision about a payment. The caller holds the lock on the payment's row. */
async function applyStep(
  look: Look,
  payment: Payment,
  transaction: Transaction | null,
  step: Step,
): Promise<void> {
  switch (step.step) {
    case 'settle':
      return recordSettlement(look, payment)
    case 'revoke':
      await revokePayment(look, payment, step.cause)
      return recordPaymentEvent(look, 'revoked', { cause: step.cause })
    case 'review':
      return holdForReview(look, step.faults)
    case 'keep-unpaid':
      return keepUnpaid(look, payment, step.ended)
    case 'not-paid':
      await raisePaymentAlarm(look, 'granted-not-paid', look.reference, { seen: transaction })
      return
    case 'none':
      return
  }
}

/** Holds a payment that differs from the request. A payment that had a grant keeps its state until staff decide. */
async function holdForReview(look: Look, faults: string[]): Promise<void> {
  const { tx, now, reference } = look
  await raisePaymentAlarm({ tx, now }, 'mismatch', reference, { faults })
  if ((await latestGrant(tx, reference)) !== null) return
  await tx
    .update(payments)
    .set({ state: 'review', current: false, nextCheckAt: null })
    .where(eq(payments.reference, reference))
  await recordPaymentEvent(look, 'kept for review', { faults })
  await recordAudit(byProgram(tx, now), 'payment.review', `payment:${reference}`, { faults })
}

/** Keeps a payment unpaid: a failed one is no longer offered to the payer; after a week it lapses and is not checked again. */
async function keepUnpaid(
  { tx, now, reference }: Look,
  { createdAt }: Payment,
  hasFailed: boolean,
): Promise<void> {
  const hasLapsed = nextCheck(createdAt.getTime(), now) === null
  if (!hasLapsed && !hasFailed) return
  await tx
    .update(payments)
    .set({ current: false, ...(hasLapsed && { state: 'lapsed', nextCheckAt: null }) })
    .where(and(eq(payments.reference, reference), eq(payments.state, 'open')))
}
