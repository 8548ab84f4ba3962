import { present } from '../../../platform/rules/base/lists.ts'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { sampleEmail, SAMPLE_PAYERS, samplePayments } from '../../rules/sample-payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { payments } from '../tables/payments.ts'
import { grantPayment } from '../ledger/grant.ts'
import { recordPaymentEvent } from './payment-events.ts'

/** Adds sample people with their payments and plans to a new demonstration. */
export async function addFirstSamplePayments(tx: Db, now: number): Promise<void> {
  const samples = samplePayments(now)
  const idOf = new Map(SAMPLE_PAYERS.map((payer) => [payer, randomUUID() as string]))
  await tx.insert(users).values(
    SAMPLE_PAYERS.map((payer) => {
      const joined = new Date(present(samples.find((one) => one.payer === payer)).openedAt)
      return {
        id: present(idOf.get(payer)),
        username: `Sample ${payer}`,
        email: sampleEmail(payer),
        emailVerified: true,
        isSample: true,
        ageConfirmedAt: joined,
        createdAt: joined,
        updatedAt: joined,
      }
    }),
  )
  for (const { reference, providerId, payer, plan, kobo, channel, openedAt, paidAt } of samples) {
    const userId = present(idOf.get(payer))
    const paid = paidAt === null ? null : new Date(paidAt)
    await tx.insert(payments).values({
      reference,
      userId,
      plan,
      kobo,
      mode: 'test',
      source: 'sample',
      state: paid ? 'settled' : 'lapsed',
      current: false,
      accessCode: reference,
      providerId,
      providerStatus: paid ? 'success' : 'abandoned',
      // Paystack names the first channel for an unpaid transaction.
      channel: paid ? channel : 'card',
      paidAt: paid,
      paidKobo: paid && kobo,
      createdAt: new Date(openedAt),
      settledAt: paid,
      checkedAt: paid,
    })
    await recordPaymentEvent({ tx, now: openedAt, reference, source: 'checkout' }, 'opened', { plan, kobo })
    if (paidAt === null) continue
    await recordPaymentEvent({ tx, now: paidAt, reference, source: 'webhook' }, 'settled', { plan })
    await grantPayment(tx, paidAt, { reference, userId, plan })
  }
}

/** Hides the sample people, and their payments with them, in the transaction that removes the sample draws. */
export async function hideSamplePayers(tx: Db, now: number): Promise<void> {
  await tx
    .update(users)
    .set({ deletedAt: new Date(now) })
    .where(and(eq(users.isSample, true), isNull(users.deletedAt)))
}

/** A sample payment as the stand-in for Paystack stores it. Instants in milliseconds. */
export interface SampleTransaction {
  id: string
  reference: string
  email: string
  kobo: number
  channel: string | null
  createdAt: number
  paidAt: number | null
}

/** The sample payments that are not hidden, oldest first. */
export async function sampleTransactions(db: Db): Promise<SampleTransaction[]> {
  const rows = await db
    .select({ payment: payments, email: users.email })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(and(eq(payments.source, 'sample'), isNull(users.deletedAt)))
    .orderBy(payments.createdAt)
  return rows.map(({ payment, email }) => ({
    id: present(payment.providerId),
    reference: payment.reference,
    email,
    kobo: payment.kobo,
    channel: payment.channel,
    createdAt: payment.createdAt.getTime(),
    paidAt: payment.paidAt?.getTime() ?? null,
  }))
}
