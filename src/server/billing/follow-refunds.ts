import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { HOUR } from '../../domain/calendar.ts'
import { refundState } from '../../domain/payments.ts'
import type { Db } from '../db/connect.ts'
import type { Services } from '../services.ts'
import { payments, refunds } from './payment-tables.ts'
import { raiseAlarm, type Source, tell } from './payment-story.ts'
import { paystackOf } from './paystack-of.ts'
import type { PaystackRefund } from './paystack.ts'
import type { Payment } from './settle-payment.ts'
import { takeBack } from './take-back.ts'

type Ground = Pick<Services, 'db' | 'clock' | 'paystack'>

/**
 * Asks Paystack for the refunds of a payment that was paid, and writes down what became of them. When all of the money
 * went back, the time goes with it; when a part did, staff looks at it.
 */
export async function followRefunds(ground: Ground, payment: Payment, source: Source): Promise<void> {
  const { reference, providerId, settledAt, state } = payment
  if (providerId === null || (settledAt === null && state !== 'review')) return
  const seen = await paystackOf(ground).refundsOf(providerId, reference)
  const { db, clock } = ground
  await db.transaction(async (tx) => {
    const now = await clock.now(tx)
    const [locked] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
    for (const refund of seen) await noteRefund(tx, now, reference, refund, source)
    await weigh(tx, now, locked!, source)
  })
}

/** Whether a refund of this payment is on its way still. */
export async function hasOpenRefund(db: Db, reference: string): Promise<boolean> {
  const open = and(eq(refunds.reference, reference), inArray(refunds.state, ['asked', 'pending']))
  const found = await db.select({ id: refunds.id }).from(refunds).where(open).limit(1)
  return found.length > 0
}

/** Writes down one refund as Paystack tells it. The caller holds the lock on the payment's row. */
export async function noteRefund(
  tx: Db,
  now: number,
  reference: string,
  { id, amount, status }: PaystackRefund,
  source: Source,
): Promise<void> {
  const state = refundState(status)
  const mine = eq(refunds.reference, reference)
  const known = await tx.select().from(refunds).where(mine)
  const row =
    known.find(({ providerId }) => providerId === id) ??
    known.find((asked) => asked.providerId === null && asked.state === 'asked' && asked.kobo === amount)
  const told = { providerId: id, state, updatedAt: new Date(now) }
  if (!row) await tx.insert(refunds).values({ reference, kobo: amount, askedAt: new Date(now), ...told })
  else if (row.state === state && row.providerId === id) return
  else {
    const undecided = inArray(refunds.state, ['asked', 'pending'])
    await tx
      .update(refunds)
      .set(told)
      .where(and(eq(refunds.id, row.id), or(undecided, isNull(refunds.providerId))))
  }
  await tell(tx, now, reference, source, `refund ${state}`, { id, kobo: amount })
  if (state === 'failed') await raiseAlarm(tx, now, 'refund-failed', reference, { id, kobo: amount })
}

/** What the refunds amount to: nothing, a part, or everything. */
async function weigh(tx: Db, now: number, payment: Payment, source: Source): Promise<void> {
  const { reference, state } = payment
  const paid = payment.paidKobo ?? payment.kobo
  const mine = and(eq(refunds.reference, reference), ne(refunds.state, 'failed'))
  const going = await tx.select().from(refunds).where(mine)
  const gone = going
    .filter((refund) => refund.state === 'processed')
    .reduce((sum, refund) => sum + refund.kobo, 0)
  if (going.some((refund) => refund.state !== 'processed')) {
    const again = { nextCheckAt: new Date(now + HOUR) }
    await tx.update(payments).set(again).where(eq(payments.reference, reference))
  }
  if (gone === 0 || state === 'reversed') return
  if (gone < paid) {
    await raiseAlarm(tx, now, 'partial-refund', reference, { kobo: gone })
    return
  }
  await takeBack(tx, now, payment, 'The money was refunded in full.')
  await tell(tx, now, reference, source, 'taken back')
}
