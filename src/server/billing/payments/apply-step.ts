import { and, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm'
import type { ReturnCause, Step } from '../../../domain/billing/payment-steps.ts'
import { nextCheck, PAID_TWICE_WINDOW_MS, type PaymentState } from '../../../domain/billing/payments.ts'
import { users } from '../../tables/accounts.ts'
import { byProgram } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { raiseAlarm, closeResolvedAlarm } from '../../alarms/alarms.ts'
import { mailReceipt, mailRefunded } from './mails.ts'
import { lockLedger, rebuildPeriods, grantPayment, latestGrant } from '../ledger/grant.ts'
import { payments } from '../../tables/payments.ts'
import { recordPaymentEvent, type Source } from './payment-events.ts'
import type { Transaction } from '../paystack/answers.ts'
import { reversals } from '../../tables/ledger.ts'

type Payment = typeof payments.$inferSelect

interface StepContext {
  source: Source
  /** Paystack's answer; null if it does not know the transaction. */
  transaction: Transaction | null
}

/** A payment can settle from these states: while open, after it lapsed, after a review, or after a return. */
const SETTLEABLE_STATES: PaymentState[] = ['open', 'lapsed', 'review', 'reversed']

/** Applies the domain's decision about a payment. The caller holds the lock on the payment's row. */
export async function applyStep(
  tx: Db,
  now: number,
  payment: Payment,
  step: Step,
  { source, transaction }: StepContext,
): Promise<void> {
  switch (step.step) {
    case 'settle':
      return recordSettlement(tx, now, payment, source)
    case 'revoke':
      await revokePayment(tx, now, payment, step.cause)
      return recordPaymentEvent(tx, now, payment.reference, source, 'revoked', { cause: step.cause })
    case 'review':
      return holdForReview(tx, now, payment, step.faults, source)
    case 'keep-unpaid':
      return keepUnpaid(tx, now, payment, step.ended)
    case 'not-paid':
      await raiseAlarm(tx, now, 'granted-not-paid', payment.reference, { seen: transaction })
      return
    case 'none':
      return
  }
}

/** Marks a payment as settled and grants its plan: the full length, or the rest if the grant had been revoked. */
export async function recordSettlement(tx: Db, now: number, payment: Payment, source: Source): Promise<void> {
  const { reference, userId, plan, kobo, settledAt } = payment
  const claimed = await tx
    .update(payments)
    .set({ state: 'settled', settledAt: settledAt ?? new Date(now), current: false, nextCheckAt: null })
    .where(and(eq(payments.reference, reference), inArray(payments.state, SETTLEABLE_STATES)))
    .returning({ reference: payments.reference })
  if (claimed.length === 0) return
  const period = await grantPayment(tx, now, payment)
  const dates = { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) }
  const isRestored = payment.state === 'reversed'
  await recordPaymentEvent(tx, now, reference, source, isRestored ? 'granted again' : 'settled', {
    plan,
    ...dates,
  })
  await recordAudit(
    byProgram(tx, now),
    isRestored ? 'payment.give-again' : 'payment.settle',
    `payment:${reference}`,
    { userId, plan, kobo, source, ...dates },
  )
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
async function holdForReview(
  tx: Db,
  now: number,
  { reference }: Payment,
  faults: string[],
  source: Source,
): Promise<void> {
  await raiseAlarm(tx, now, 'mismatch', reference, { faults })
  if ((await latestGrant(tx, reference)) !== null) return
  await tx
    .update(payments)
    .set({ state: 'review', current: false, nextCheckAt: null })
    .where(eq(payments.reference, reference))
  await recordPaymentEvent(tx, now, reference, source, 'kept for review', { faults })
  await recordAudit(byProgram(tx, now), 'payment.review', `payment:${reference}`, { faults })
}

/** Keeps a payment unpaid: a failed one is no longer offered to the payer; after a week it lapses and is not checked again. */
async function keepUnpaid(
  tx: Db,
  now: number,
  { reference, createdAt }: Payment,
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
