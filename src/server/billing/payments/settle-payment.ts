import { eq } from 'drizzle-orm'
import { HOUR } from '../../../domain/calendar.ts'
import { isUnexplainedReversal, nextStep, NO_RETURNS, returnCause } from '../../../domain/payment-steps.ts'
import { isReversed, judge, type Judgement } from '../../../domain/payments.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../api/services.ts'
import { applyStep } from './apply-step.ts'
import { hasOpenDispute, hasOpenRefund, storeDisputes, storeRefunds, returnsOf } from './returns.ts'
import { payments } from '../../tables/payments.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { type Source, recordPaymentEvent } from './payment-events.ts'
import { requirePaystack } from '../paystack/require-paystack.ts'
import type { Paystack } from '../paystack/client.ts'
import type { PaystackDispute, PaystackRefund, Transaction } from '../paystack/answers.ts'

export type Payment = typeof payments.$inferSelect
type BillingServices = Pick<Services, 'db' | 'clock' | 'paystack'>

/** What the caller already knows about the payment. */
export interface SettleOptions {
  /** Always asks Paystack for refunds and disputes. */
  includeReturns?: boolean
  /** Disputes that signed webhooks described. */
  disputes?: readonly PaystackDispute[]
}

/** Minimum milliseconds between two verifications of one payment at its payer's request. */
const VERIFY_INTERVAL_MS = 2000

/** Whether a payment was verified so recently that its payer's request needs no new verification. */
export function wasJustVerified({ checkedAt }: Pick<Payment, 'checkedAt'>, now: number): boolean {
  const asked = checkedAt?.getTime() ?? -Infinity
  return asked <= now && now < asked + VERIFY_INTERVAL_MS
}

/**
 * The only function that grants or revokes a payment's plan. Asks Paystack for the transaction and, if needed, for its
 * refunds and disputes. Then one database transaction stores the answers and applies the domain's decision. The payer's
 * return, webhooks, the reconciler and staff call it in any order. Idempotent. Reads the time itself, after Paystack's
 * answer.
 *
 * @returns the payment afterwards; null if the reference is unknown
 * @throws PaystackUnavailable, PaystackRefused; nothing has changed
 */
export async function settlePayment(
  { db, clock, paystack }: BillingServices,
  reference: string,
  source: Source,
  options: SettleOptions = {},
): Promise<Payment | null> {
  const isThis = eq(payments.reference, reference)
  for (;;) {
    const [known] = await db.select().from(payments).where(isThis)
    if (!known) return null
    const answer = await ask(db, requirePaystack({ paystack }), known, options)
    const after = await db.transaction(async (tx) => {
      const now = await clock.now(tx)
      const [payment] = await tx.select().from(payments).where(isThis).for('update')
      // Another caller changed the state meanwhile, so our answer may be out of date: ask again.
      if (payment!.state !== known.state) return null
      await storeTransaction(tx, now, payment!, answer.seen, source)
      await storeReturns(tx, now, payment!, answer, options, source)
      await decide(tx, now, payment!, answer.seen, source)
      return (await tx.select().from(payments).where(isThis))[0]!
    })
    if (after) return after
  }
}

interface Answer {
  seen: Transaction | null
  /** Null if they were not requested. */
  returns: { refunds: PaystackRefund[]; disputes: PaystackDispute[] } | null
}

async function ask(db: Db, paystack: Paystack, payment: Payment, options: SettleOptions): Promise<Answer> {
  const { reference, state } = payment
  const seen = await paystack.verify(reference)
  if (!seen) return { seen, returns: null }
  const includeReturns =
    options.includeReturns ||
    isReversed(seen.status) ||
    state === 'reversed' ||
    (await hasOpenRefund(db, reference)) ||
    (await hasOpenDispute(db, reference))
  if (!includeReturns) return { seen, returns: null }
  const refunds = await paystack.refundsOf(seen.id, reference)
  const disputes = await paystack.disputesOf(seen.id)
  return { seen, returns: { refunds, disputes } }
}

/** Kobo that Paystack charged; the price until Paystack reports the amount. */
const paidKoboOf = ({ paidKobo, kobo }: Payment, seen: Transaction | null) =>
  paidKobo ?? (seen && hasArrived(seen) ? seen.amount : kobo)

const hasArrived = ({ status }: Transaction) => status === 'success' || isReversed(status)

async function storeTransaction(
  tx: Db,
  now: number,
  payment: Payment,
  seen: Transaction | null,
  source: Source,
): Promise<void> {
  const status = seen?.status ?? 'unknown'
  const { reference } = payment
  await tx
    .update(payments)
    .set({
      checkedAt: new Date(now),
      providerStatus: status,
      ...(seen && {
        providerId: seen.id,
        channel: seen.channel,
        paidAt: seen.paidAt === null ? null : new Date(seen.paidAt),
      }),
      ...(seen && hasArrived(seen) && { paidKobo: seen.amount }),
    })
    .where(eq(payments.reference, reference))
  if (status !== payment.providerStatus)
    await recordPaymentEvent(tx, now, reference, source, `Paystack says ${status}`, { seen })
}

async function storeReturns(
  tx: Db,
  now: number,
  payment: Payment,
  { seen, returns }: Answer,
  options: SettleOptions,
  source: Source,
): Promise<void> {
  const { reference } = payment
  if (options.disputes) await storeDisputes(tx, now, payment, options.disputes, { source, isAnswer: false })
  if (!returns) return
  await storeDisputes(tx, now, payment, returns.disputes, { source, isAnswer: true })
  const paidKobo = paidKoboOf(payment, seen)
  await storeRefunds(tx, now, reference, returns.refunds, { paidKobo, source })
}

/** Applies what follows from all stored facts. The caller holds the lock on the payment's row. */
async function decide(
  tx: Db,
  now: number,
  payment: Payment,
  seen: Transaction | null,
  source: Source,
): Promise<void> {
  const { reference } = payment
  const returns = (await returnsOf(tx, [reference])).get(reference) ?? NO_RETURNS
  const paidKobo = paidKoboOf(payment, seen)
  const judgement: Judgement = seen ? judge(payment, seen) : { verdict: 'waiting' }
  const step = nextStep(payment.state, judgement, returnCause(paidKobo, returns))
  await applyStep(tx, now, payment, step, { source, seen })
  const [{ state } = payment] = await tx
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.reference, reference))
  const status = seen?.status ?? 'unknown'
  if (isUnexplainedReversal(state, status, paidKobo, returns))
    await raiseAlarm(tx, now, 'reversed-unclear', reference, { state, status })
  if (await hasOpenRefund(tx, reference)) {
    const again = { nextCheckAt: new Date(now + HOUR) }
    await tx.update(payments).set(again).where(eq(payments.reference, reference))
  }
}
