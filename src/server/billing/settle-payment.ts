import { and, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm'
import { judge, nextCheck, type PaymentState, TWICE } from '../../domain/payments.ts'
import { PLANS } from '../../domain/plans.ts'
import { PROGRAM, recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import type { Services } from '../services.ts'
import { users } from '../accounts/tables.ts'
import { closeSolved } from './close-alarm.ts'
import { giveTime } from './give-time.ts'
import { mailReceipt } from './mails.ts'
import { payments } from './payment-tables.ts'
import { raiseAlarm, type Source, tell } from './payment-story.ts'
import { paystackOf } from './paystack-of.ts'
import type { Transaction } from './paystack.ts'
import { takeBack } from './take-back.ts'

export type Payment = typeof payments.$inferSelect
type Ground = Pick<Services, 'db' | 'clock' | 'paystack'>

/** States out of which money that arrives still counts: also a week later, also after somebody looked at it. */
const UNSETTLED: PaymentState[] = ['open', 'lapsed', 'review']

/** Milliseconds between two questions to Paystack about one payment, however often its payer makes us ask. */
const GLANCE = 2000

/** Whether Paystack was asked about a payment so lately that nobody needs to ask again. */
export function wasJustAsked({ checkedAt }: Pick<Payment, 'checkedAt'>, now: number): boolean {
  const asked = checkedAt?.getTime() ?? -Infinity
  return asked <= now && now < asked + GLANCE
}

/**
 * The one way in which a payment becomes a plan. Asks Paystack, holds its answer against what we asked for, and writes
 * down what follows: grant, ledger and audit in one transaction, behind a claim that only one caller can win. Called
 * by the payer's return, by the webhook, by the reconciler and by staff, in any order and as often as they like.
 *
 * @returns the payment as it stands afterwards; null when there is none of that reference
 * @throws PaystackAway, PaystackRefused; then nothing has changed
 */
export async function settlePayment(
  { db, clock, paystack }: Ground,
  reference: string,
  source: Source,
): Promise<Payment | null> {
  const mine = eq(payments.reference, reference)
  for (;;) {
    const [known] = await db.select({ state: payments.state }).from(payments).where(mine)
    if (!known) return null
    const seen = await paystackOf({ paystack }).verify(reference)
    const after = await db.transaction(async (tx) => {
      const now = await clock.now(tx)
      const [payment] = await tx.select().from(payments).where(mine).for('update')
      // Somebody else decided while we asked: our answer may be older than theirs.
      if (payment!.state !== known.state) return null
      await noteWhatWasSeen(tx, now, payment!, seen, source)
      await follow(tx, now, payment!, seen, source)
      return (await tx.select().from(payments).where(mine))[0]!
    })
    if (after) return after
  }
}

async function noteWhatWasSeen(
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
      ...(status === 'success' && { paidKobo: seen!.amount }),
    })
    .where(eq(payments.reference, reference))
  if (status !== payment.providerStatus)
    await tell(tx, now, reference, source, `Paystack says ${status}`, { seen })
}

/** What follows from Paystack's answer. The caller holds the lock on the payment's row. */
async function follow(
  tx: Db,
  now: number,
  payment: Payment,
  seen: Transaction | null,
  source: Source,
): Promise<void> {
  const judgement = seen ? judge(payment, seen) : ({ verdict: 'waiting' } as const)
  if (judgement.verdict === 'paid') return settle(tx, now, payment, source)
  if (judgement.verdict === 'returned') return giveUp(tx, now, payment, source)
  if (payment.state === 'settled') {
    await raiseAlarm(tx, now, 'granted-not-paid', payment.reference, { seen, judgement })
  } else if (judgement.verdict === 'mismatch') {
    await review(tx, now, payment, judgement.faults, source)
  } else if (payment.state === 'open') {
    await wait(tx, now, payment, judgement.verdict === 'failed')
  }
}

async function settle(tx: Db, now: number, payment: Payment, source: Source): Promise<void> {
  const { reference, userId, plan, kobo } = payment
  const claimed = await tx
    .update(payments)
    .set({ state: 'settled', settledAt: new Date(now), current: false, nextCheckAt: null })
    .where(and(eq(payments.reference, reference), inArray(payments.state, UNSETTLED)))
    .returning({ reference: payments.reference })
  if (claimed.length === 0) return
  const length = { months: PLANS[plan].months }
  const period = await giveTime(tx, now, { userId, plan, length, kind: 'payment', paymentId: reference })
  const told = { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) }
  await tell(tx, now, reference, source, 'settled', { plan, ...told })
  await recordAudit(tx, now, PROGRAM, {
    action: 'payment.settle',
    subject: `payment:${reference}`,
    details: { userId, plan, kobo, source, ...told },
  })
  await closeSolved(tx, now, 'paid-not-granted', reference, 'It has been granted.')
  await alarmWhenGone(tx, now, payment)
  await alarmWhenTwice(tx, now, payment)
  await mailReceipt(tx, now, payment, period)
}

/** Nobody can use what arrives after an account was deleted, and nobody is left to ask for the money. */
async function alarmWhenGone(tx: Db, now: number, { reference, userId }: Payment): Promise<void> {
  const deleted = and(eq(users.id, userId), isNotNull(users.deletedAt))
  const gone = await tx.select({ id: users.id }).from(users).where(deleted)
  if (gone.length > 0) await raiseAlarm(tx, now, 'payer-gone', reference, { userId })
}

/** Two payments within minutes are two periods; most likely one of them was an accident. */
async function alarmWhenTwice(tx: Db, now: number, { reference, userId, plan }: Payment): Promise<void> {
  const others = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.plan, plan),
        eq(payments.state, 'settled'),
        ne(payments.reference, reference),
        gt(payments.settledAt, new Date(now - TWICE)),
      ),
    )
  if (others.length === 0) return
  const details = { others: others.map((other) => other.reference) }
  await raiseAlarm(tx, now, 'paid-twice', reference, details)
}

async function review(
  tx: Db,
  now: number,
  { reference, state }: Payment,
  faults: string[],
  source: Source,
): Promise<void> {
  if (state === 'open' || state === 'lapsed') {
    await tx
      .update(payments)
      .set({ state: 'review', current: false, nextCheckAt: null })
      .where(and(eq(payments.reference, reference), inArray(payments.state, ['open', 'lapsed'])))
    await tell(tx, now, reference, source, 'kept for review', { faults })
    await recordAudit(tx, now, PROGRAM, {
      action: 'payment.review',
      subject: `payment:${reference}`,
      details: { faults },
    })
    await raiseAlarm(tx, now, 'mismatch', reference, { faults })
  }
}

/** The money went back: the time that it bought, if any, goes with it. */
async function giveUp(tx: Db, now: number, payment: Payment, source: Source): Promise<void> {
  if (payment.state === 'reversed') return
  await takeBack(tx, now, payment, 'The money went back in full.')
  await tell(tx, now, payment.reference, source, 'taken back')
}

/** Nothing has come. A try that failed is not taken up again by the next click; after a week nobody asks any more. */
async function wait(tx: Db, now: number, { reference, createdAt }: Payment, failed: boolean): Promise<void> {
  const over = nextCheck(createdAt.getTime(), now) === null
  if (!over && !failed) return
  await tx
    .update(payments)
    .set({ current: false, ...(over && { state: 'lapsed', nextCheckAt: null }) })
    .where(and(eq(payments.reference, reference), eq(payments.state, 'open')))
}
