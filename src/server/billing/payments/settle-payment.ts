import { asc, eq } from 'drizzle-orm'
import { HOUR } from '../../../domain/base/calendar.ts'
import {
  isUnexplainedReversal,
  nextStep,
  NO_RETURNS,
  refundedKobo,
  returnCause,
} from '../../../domain/billing/payment-steps.ts'
import { isReversed, judge, type Judgement } from '../../../domain/billing/payments.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../api/services.ts'
import { applyStep } from './apply-step.ts'
import { hasOpenDispute, hasOpenRefund, returnsOf, storeDisputes, storeRefunds } from './returns.ts'
import { payments } from '../../tables/payments.ts'
import { raiseAlarm } from '../../alarms/alarms.ts'
import { recordPaymentEvent, type Source } from './payment-events.ts'
import { type Paystack, isUnknownToPaystack, requirePaystack } from '../paystack/client.ts'
import type { PaystackDispute, PaystackRefund, Transaction } from '../paystack/answers.ts'
import { itemAt } from '../../../domain/base/lists.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import { refundedDays } from '../../../domain/billing/grants.ts'
import { byProgram } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { grants, reductions } from '../../tables/ledger.ts'
import { ledgerOf, lockLedger, rebuildPeriods } from '../ledger/grant.ts'
import { mailUser } from './mails.ts'

export type Payment = typeof payments.$inferSelect
type BillingServices = Pick<Services, 'db' | 'clock' | 'paystack'>

/** What the caller knows about refunds and disputes of the payment. */
export interface SettleOptions {
  /** Always asks Paystack for refunds and disputes. */
  includeReturns?: boolean
  /** Disputes that signed webhooks described. */
  disputes?: readonly PaystackDispute[]
}

/** Minimum milliseconds between two verifications of one payment at its payer's request. */
const VERIFY_INTERVAL_MS = 2000

/** Whether a payment was verified so recently that its payer's request needs no new verification. */
export function wasRecentlyVerified({ checkedAt }: Pick<Payment, 'checkedAt'>, now: number): boolean {
  const checkedAtMs = checkedAt?.getTime() ?? -Infinity
  return checkedAtMs <= now && now < checkedAtMs + VERIFY_INTERVAL_MS
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
  source: Source,
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
      await storeTransaction(tx, now, payment, answer.transaction, source)
      await storeReturns(tx, now, payment, answer, options, source)
      await applyDecision(tx, now, payment, answer.transaction, source)
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
  tx: Db,
  now: number,
  payment: Payment,
  transaction: Transaction | null,
  source: Source,
): Promise<void> {
  const status = transaction?.status ?? 'unknown'
  const { reference } = payment
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
    await recordPaymentEvent(tx, now, reference, source, `Paystack says ${status}`, { seen: transaction })
}

async function storeReturns(
  tx: Db,
  now: number,
  payment: Payment,
  { transaction, returns }: Answer,
  options: SettleOptions,
  source: Source,
): Promise<void> {
  const { reference } = payment
  if (options.disputes) await storeDisputes(tx, now, payment, options.disputes, { source, isAnswer: false })
  if (!returns) return
  await storeDisputes(tx, now, payment, returns.disputes, { source, isAnswer: true })
  const paidKobo = paidKoboOf(payment, transaction)
  await storeRefunds(tx, now, reference, returns.refunds, { paidKobo, source })
}

/** Applies the domain's decision about all stored facts. The caller holds the lock on the payment's row. */
async function applyDecision(
  tx: Db,
  now: number,
  payment: Payment,
  transaction: Transaction | null,
  source: Source,
): Promise<void> {
  const { reference } = payment
  const returns = (await returnsOf(tx, [reference])).get(reference) ?? NO_RETURNS
  const paidKobo = paidKoboOf(payment, transaction)
  const judgement: Judgement = transaction ? judge(payment, transaction) : { verdict: 'waiting' }
  const step = nextStep(payment.state, judgement, returnCause(paidKobo, returns))
  await applyStep(tx, now, payment, step, { source, transaction })
  const [{ state } = payment] = await tx
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.reference, reference))
  if (state === 'settled') {
    const refund = { refundedKobo: refundedKobo(returns), paidKobo }
    await shortenPayment(tx, now, payment, refund, source)
  }
  const status = transaction?.status ?? 'unknown'
  if (isUnexplainedReversal(state, status, paidKobo, returns))
    await raiseAlarm(tx, now, 'reversed-unclear', reference, { state, status })
  if (await hasOpenRefund(tx, reference)) {
    const retry = { nextCheckAt: new Date(now + HOUR) }
    await tx.update(payments).set(retry).where(eq(payments.reference, reference))
  }
}

/**
 * Takes from the end of a payment's time the part that was refunded, in whole days rounded down. Days that were used stay
 * used. Idempotent: it takes what is missing. The caller holds the lock on the payment's row.
 */
async function shortenPayment(
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
