import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { CURRENCY, type PaymentMode } from '../../rules/payments.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { payments } from '../tables/payments.ts'
import { payouts } from '../tables/money.ts'
import type { PaystackPayout, Transaction } from '../paystack/answers.ts'
import { PaystackRefused, PaystackUnreadable } from '../paystack/client.ts'
import type { Comparison } from './comparison.ts'
import { countForeign, foreignCount } from './foreign-payments.ts'
import { isIncome, payoutsSoFar, returnedSince } from './income.ts'

const KIND = 'payout-differs'
/** The references of the alarms that are about no single payout. */
const MISSING = 'payouts that are missing'
const DEDUCTIONS = 'payouts with deductions'

/**
 * Compares what Paystack paid out with what our payments say, payout by payout, and looks for payments that no payout has.
 * @param from first instant in milliseconds
 * @throws PaystackUnreadable if Paystack refuses the list, which a retry does not change
 */
export async function comparePayouts(comparison: Comparison, from: number): Promise<void> {
  const { paystack } = comparison
  try {
    for await (const { rows, unreadable } of paystack.payoutsSince(from, comparison.now)) {
      await comparison.report('payout', rows, unreadable)
      for (const payout of rows)
        if (payout.domain === paystack.mode && payout.currency === CURRENCY)
          await judge(comparison, payout.id, await comparePayout(comparison, payout))
    }
  } catch (error) {
    if (!(error instanceof PaystackRefused)) throw error
    throw new PaystackUnreadable(error.message, { cause: error })
  }
  await judge(comparison, MISSING, await missingPayments(comparison, from))
  await judge(comparison, DEDUCTIONS, await excessDeductions(comparison))
}

/** Raises the alarm about differences, or closes it when there are none. */
async function judge(comparison: Comparison, reference: string, differences: string[]): Promise<void> {
  if (differences.length > 0) return comparison.raise(KIND, reference, { differences })
  await comparison.close(KIND, (alarm) => alarm.reference === reference, 'Both sides agree.')
}

/** Stores a payout and notes it at its payments. @returns the differences, as sentences */
async function comparePayout({ db, paystack, now }: Comparison, payout: PaystackPayout): Promise<string[]> {
  const listed: Transaction[] = []
  for await (const { rows } of paystack.transactionsOf(payout.id)) listed.push(...rows)
  const references = listed.map(({ reference }) => reference)
  const isListed = isAnyOf(payments.reference, references)
  return db.transaction(async (tx) => {
    await storePayout(tx, now, payout)
    const ours = await tx.select().from(payments).where(isListed).orderBy(payments.reference).for('update')
    const differences: string[] = []
    let [processed, fees] = [0, 0]
    for (const { reference, amount, feeKobo, isForeign } of listed) {
      const payment = ours.find((one) => one.reference === reference)
      if (!payment && isForeign) {
        await countForeign({ tx, now }, reference)
        processed += amount
        fees += feeKobo ?? 0
        continue
      }
      if (!payment) {
        differences.push(`The payout has a payment that is not ours: ${reference}.`)
        continue
      }
      if (payment.payoutId !== null && payment.payoutId !== payout.id)
        differences.push(`The payment ${reference} is also in the payout ${payment.payoutId}.`)
      processed += payment.paidKobo ?? payment.kobo
      fees += payment.feeKobo ?? feeKobo ?? 0
      await tx
        .update(payments)
        .set({ payoutId: payout.id, feeKobo: payment.feeKobo ?? feeKobo })
        .where(eq(payments.reference, reference))
    }
    const sums: [what: string, theirs: number, ours: number][] = [
      ['charged', payout.processedKobo, processed],
      ['fees', payout.feesKobo, fees],
      ['after fees', payout.paidOutKobo + payout.deductedKobo, payout.processedKobo - payout.feesKobo],
    ]
    for (const [what, theirs, own] of sums)
      if (theirs !== own)
        differences.push(`${what}: ${formatNaira(theirs)} at Paystack, ${formatNaira(own)} here.`)
    return differences
  })
}

async function storePayout(tx: Db, now: number, payout: PaystackPayout): Promise<void> {
  const { id, domain, day, status, processedKobo, feesKobo, deductedKobo, paidOutKobo } = payout
  const facts = { day, status, processedKobo, feesKobo, deductedKobo, paidOutKobo, comparedAt: new Date(now) }
  await tx
    .insert(payouts)
    .values({ id, mode: domain as PaymentMode, ...facts })
    .onConflictDoUpdate({ target: payouts.id, set: facts })
}

/** Payments of some days ago that no payout has. Nothing before the first payout: test keys have none. */
async function missingPayments({ db, paystack, now }: Comparison, from: number): Promise<string[]> {
  const { first } = await payoutsSoFar(db, paystack.mode)
  if (!first) return []
  const isMissing = and(
    isIncome(paystack.mode),
    isNull(payments.payoutId),
    gt(payments.paidAt, new Date(Math.max(from + DAY, Date.parse(first)))),
    lt(payments.paidAt, new Date(now - BILLING_LIMITS.payoutMs)),
  )
  const missing = await db.select().from(payments).where(isMissing)
  return missing.map(({ reference, paidKobo }) => `No payout has ${formatNaira(paidKobo!)} of ${reference}.`)
}

/** Whether Paystack deducted more than went back to payers. With another shop on the business nobody can tell. */
async function excessDeductions({ db, paystack: { mode } }: Comparison): Promise<string[]> {
  const { deducted } = await payoutsSoFar(db, mode)
  if (deducted <= 0 || (await foreignCount(db)).count > 0) return []
  const returned = await returnedSince(db, mode, 0)
  return deducted > returned
    ? [`Paystack deducted ${formatNaira(deducted)}, and ${formatNaira(returned)} went back to payers.`]
    : []
}
