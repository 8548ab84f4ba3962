import { eq } from 'drizzle-orm'
import { HOUR } from '../../../domain/calendar.ts'
import { isUnexplained, nextStep, NO_RETURNS, returnCause } from '../../../domain/payment-steps.ts'
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

/** What the caller knows beyond the reference. */
export interface SettleOptions {
  /** Something was said about refunds or disputes, so Paystack is asked about them in any case. */
  includeReturns?: boolean
  /** Disputes that signed webhooks described. */
  disputes?: readonly PaystackDispute[]
}

/** Milliseconds between two questions to Paystack about one payment, however often its payer makes us ask. */
const VERIFY_INTERVAL_MS = 2000

/** Whether Paystack was asked about a payment so recently that asking again is pointless. */
export function wasJustVerified({ checkedAt }: Pick<Payment, 'checkedAt'>, now: number): boolean {
  const asked = checkedAt?.getTime() ?? -Infinity
  return asked <= now && now < asked + VERIFY_INTERVAL_MS
}

/**
 * The only way in which a payment gives or loses a plan. Asks Paystack for the transaction and, where it matters, for its
 * refunds and disputes; stores the answers; then does what the domain decides, all in one transaction. The payer's
 * return, webhooks, the reconciler and staff call it, in any order and as often as they like.
 *
 * @returns the payment afterwards; null when there is none of that reference
 * @throws PaystackUnavailable, PaystackRefused; then nothing has changed
 */
export async function settlePayment(
  { db, clock, paystack }: BillingServices,
  reference: string,
  source: Source,
  options: SettleOptions = {},
): Promise<Payment | null> {
  const mine = eq(payments.reference, reference)
  for (;;) {
    const [known] = await db.select().from(payments).where(mine)
    if (!known) return null
    const answer = await ask(db, requirePaystack({ paystack }), known, options)
    const after = await db.transaction(async (tx) => {
      const now = await clock.now(tx)
      const [payment] = await tx.select().from(payments).where(mine).for('update')
      // Another caller decided while we asked, so our answer may be older than theirs.
      if (payment!.state !== known.state) return null
      await storeTransaction(tx, now, payment!, answer.seen, source)
      await storeReturns(tx, now, payment!, answer, options, source)
      await decide(tx, now, payment!, answer.seen, source)
      return (await tx.select().from(payments).where(mine))[0]!
    })
    if (after) return after
  }
}

interface Answer {
  seen: Transaction | null
  /** Null where they were not asked for. */
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

/** Kobo that Paystack took, the price where it has not said so yet. */
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

/** Does what follows from everything known. The caller holds the lock on the payment's row. */
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
  if (isUnexplained(state, status, paidKobo, returns))
    await raiseAlarm(tx, now, 'reversed-unclear', reference, { state, status })
  if (await hasOpenRefund(tx, reference)) {
    const again = { nextCheckAt: new Date(now + HOUR) }
    await tx.update(payments).set(again).where(eq(payments.reference, reference))
  }
}
