import { asc, eq, and, gt, inArray, isNotNull, ne } from 'drizzle-orm'
import { HOUR } from '../../../domain/base/calendar.ts'
import {
  isUnexplainedReversal,
  nextStep,
  NO_RETURNS,
  refundedKobo,
  returnCause,
  type ReturnCause,
  type Step,
} from '../../../domain/billing/payment-steps.ts'
import {
  isReversed,
  judge,
  type Judgement,
  nextCheck,
  PAID_TWICE_WINDOW_MS,
  type PaymentState,
} from '../../../domain/billing/payments.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../api/services.ts'
import { hasOpenDispute, hasOpenRefund, returnsOf, storeDisputes, storeRefunds } from './returns.ts'
import { payments } from '../../tables/payments.ts'
import { raiseAlarm, closeResolvedAlarm } from '../../alarms/alarms.ts'
import { type Look, recordPaymentEvent } from './payment-events.ts'
import { type Paystack, isUnknownToPaystack, requirePaystack } from '../paystack/client.ts'
import type { PaystackDispute, PaystackRefund, Transaction } from '../paystack/answers.ts'
import { itemAt } from '../../../domain/base/lists.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import { refundedDays } from '../../../domain/billing/grants.ts'
import { byProgram } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { grants, reductions, reversals } from '../../tables/ledger.ts'
import { ledgerOf, lockLedger, rebuildPeriods, grantPayment, latestGrant } from '../ledger/grant.ts'
import { mailUser, mailReceipt } from './mails.ts'
import { users } from '../../tables/accounts.ts'

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
  await mailUser(tx, now, userId, 'part-refunded', mail)
}

/** A payment can settle from these states: while open, after it lapsed, after a review, or after a return. */
const SETTLEABLE_STATES: PaymentState[] = ['open', 'lapsed', 'review', 'reversed']

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
      await raiseAlarm(look.tx, look.now, 'granted-not-paid', look.reference, { seen: transaction })
      return
    case 'none':
      return
  }
}

/** Marks a payment as settled and grants its plan: the full length, or the rest if the grant had been revoked. */
export async function recordSettlement(look: Look, payment: Payment): Promise<void> {
  const { tx, now, reference, source } = look
  const { userId, plan, kobo, settledAt } = payment
  const claimed = await tx
    .update(payments)
    .set({ state: 'settled', settledAt: settledAt ?? new Date(now), current: false, nextCheckAt: null })
    .where(and(eq(payments.reference, reference), inArray(payments.state, SETTLEABLE_STATES)))
    .returning({ reference: payments.reference })
  if (claimed.length === 0) return
  const period = await grantPayment(tx, now, payment)
  const dates = { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) }
  const isRestored = payment.state === 'reversed'
  await recordPaymentEvent(look, isRestored ? 'granted again' : 'settled', { plan, ...dates })
  const done = isRestored ? 'payment.give-again' : 'payment.settle'
  const details = { userId, plan, kobo, source, ...dates }
  await recordAudit(byProgram(tx, now), done, `payment:${reference}`, details)
  await closeResolvedAlarm(tx, now, 'paid-not-granted', reference, 'It has been granted.')
  await alertDeletedPayer(tx, now, payment)
  if (!isRestored) await alertDuplicate(tx, now, payment)
  await mailReceipt(tx, now, payment, period)
}

/** A deleted account cannot use the plan, and its owner cannot ask for a refund. */
async function alertDeletedPayer(tx: Db, now: number, { reference, userId }: Payment): Promise<void> {
  const deleted = and(eq(users.id, userId), isNotNull(users.deletedAt))
  const deletedPayer = await tx.select({ id: users.id }).from(users).where(deleted)
  if (deletedPayer.length > 0) await raiseAlarm(tx, now, 'payer-gone', reference, { userId })
}

/** Two payments within minutes give two periods; one of them is probably a mistake. */
async function alertDuplicate(tx: Db, now: number, { reference, userId, plan }: Payment): Promise<void> {
  const others = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.plan, plan),
        eq(payments.state, 'settled'),
        ne(payments.reference, reference),
        gt(payments.settledAt, new Date(now - PAID_TWICE_WINDOW_MS)),
      ),
    )
  if (others.length === 0) return
  const details = { others: others.map((other) => other.reference) }
  await raiseAlarm(tx, now, 'paid-twice', reference, details)
}

/** Holds a payment that differs from the request. A payment that had a grant keeps its state until staff decide. */
async function holdForReview(look: Look, faults: string[]): Promise<void> {
  const { tx, now, reference } = look
  await raiseAlarm(tx, now, 'mismatch', reference, { faults })
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

const REASONS: Record<ReturnCause, string> = {
  refunded: 'The money was refunded in full.',
  'dispute-lost': 'A dispute was lost.',
}

/**
 * Revokes the grant of a payment from `now` on, after a full refund or a lost dispute. Used time stays used; later grants
 * of the plan that have not begun move forward. A payment without a grant only becomes `reversed`. Idempotent. The caller
 * holds the lock on the payment's row.
 */
async function revokePayment(
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
    await mailUser(tx, now, userId, 'refunded', { reference, plan, at: now })
  }
  await recordAudit(byProgram(tx, now), 'payment.take-back', `payment:${reference}`, {
    userId,
    grantId: grant?.id ?? null,
    reason,
  })
}
