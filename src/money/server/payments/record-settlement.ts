import { eq, and, gt, inArray, isNotNull, ne } from 'drizzle-orm'
import { PAID_TWICE_WINDOW_MS, type PaymentState } from '../../rules/payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { payments } from '../tables/payments.ts'
import { closeResolvedAlarm } from '../../../platform/server/alarms/alarms.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import { type Look, recordPaymentEvent } from './payment-events.ts'
import { byProgram } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { grantPayment } from '../ledger/grant.ts'
import { mailReceipt } from './mails.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import type { Payment } from './settle-payment.ts'

/** A payment can settle from these states: while open, after it lapsed, after a review, or after a return. */
const SETTLEABLE_STATES: PaymentState[] = ['open', 'lapsed', 'review', 'reversed']

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
  await closeResolvedAlarm({ tx, now }, 'paid-not-granted', reference, 'The player has the plan now.')
  await alertDeletedPayer(tx, now, payment)
  if (!isRestored) await alertDuplicate(tx, now, payment)
  await mailReceipt(tx, now, payment, period)
}

/** A deleted account cannot use the plan, and its owner cannot ask for a refund. */
async function alertDeletedPayer(tx: Db, now: number, { reference, userId }: Payment): Promise<void> {
  const deleted = and(eq(users.id, userId), isNotNull(users.deletedAt))
  const deletedPayer = await tx.select({ id: users.id }).from(users).where(deleted)
  if (deletedPayer.length > 0) await raisePaymentAlarm({ tx, now }, 'payer-gone', reference, { userId })
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
  await raisePaymentAlarm({ tx, now }, 'paid-twice', reference, details)
}
