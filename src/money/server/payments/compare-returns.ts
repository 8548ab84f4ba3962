import { and, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { HOUR } from '../../../platform/rules/base/calendar.ts'
import { disputeState, refundState } from '../../rules/payments.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { Comparison } from './comparison.ts'
import { disputes, payments, refunds } from '../tables/payments.ts'
import type { TransactionRef } from '../paystack/answers.ts'

// A return can come months after the payment, and its webhook can be lost.

/**
 * Compares refunds in both directions: those with another state at Paystack, and those that Paystack no longer lists.
 * @param from first instant in milliseconds
 */
export async function compareRefunds(comparison: Comparison, from: number): Promise<void> {
  const { db, paystack, now } = comparison
  const listed = new Set<string>()
  for await (const { rows, unreadable } of paystack.refundsSince(from, now)) {
    await comparison.report('refund', rows, unreadable)
    for (const { id } of [...rows, ...unreadable]) if (id !== null) listed.add(id)
    await comparison.close(
      'refund-failed',
      ({ details: { unlisted, id } }) => unlisted === true && listed.has(id as string),
      'Paystack lists the refund again.',
    )
    const payers = await paymentsOf(db, rows)
    const ids = rows.map(({ id }) => id)
    const known = await db.select().from(refunds).where(isAnyOf(refunds.providerId, ids))
    for (const row of rows) {
      const payment = payers(row)
      const refund = known.find(({ providerId }) => providerId === row.id)
      const isSame = refund?.state === refundState(row.status) && refund.kobo === row.amount
      if (payment && !isSame) await comparison.refresh(payment.reference, { includeReturns: true })
    }
  }
  for (const { reference, id, kobo } of await confirmedRefunds(comparison, from)) {
    if (listed.has(id!)) continue
    const details = { id, kobo, because: 'Paystack does not list it.', unlisted: true }
    await comparison.raise('refund-failed', reference, details)
  }
}

/** Refunds that Paystack confirmed. The last hour is left out: its list may lag. */
function confirmedRefunds({ db, now }: Comparison, from: number) {
  const isConfirmed = and(
    eq(payments.source, 'checkout'),
    isNotNull(refunds.providerId),
    inArray(refunds.state, ['pending', 'processed']),
    gt(refunds.askedAt, new Date(from + HOUR)),
    lt(refunds.askedAt, new Date(now - HOUR)),
  )
  return db
    .select({ reference: refunds.reference, id: refunds.providerId, kobo: refunds.kobo })
    .from(refunds)
    .innerJoin(payments, eq(payments.reference, refunds.reference))
    .where(isConfirmed)
}

/**
 * Compares disputes: those with another state at Paystack, and those that are open here, even if they are older than its
 * list.
 * @param from first instant in milliseconds
 */
export async function compareDisputes(comparison: Comparison, from: number): Promise<void> {
  const { db, paystack, now } = comparison
  const refreshed = new Set<string>()
  for await (const { rows, unreadable } of paystack.disputesSince(from, now)) {
    await comparison.report('dispute', rows, unreadable)
    const payers = await paymentsOf(db, rows)
    const ids = rows.map(({ id }) => id)
    const known = await db.select().from(disputes).where(isAnyOf(disputes.id, ids))
    for (const row of rows) {
      const payment = payers(row)
      const dispute = known.find(({ id }) => id === row.id)
      const isSame = dispute?.state === disputeState(row.status, row.resolution)
      if (!payment || payment.mode !== row.domain || isSame) continue
      refreshed.add(payment.reference)
      await comparison.refresh(payment.reference, { includeReturns: true, disputes: [row] })
    }
  }
  for (const reference of await openDisputes(db))
    if (!refreshed.has(reference)) await comparison.refresh(reference)
}

async function openDisputes(db: Db): Promise<string[]> {
  const open = await db
    .selectDistinct({ reference: disputes.reference })
    .from(disputes)
    .innerJoin(payments, eq(payments.reference, disputes.reference))
    .where(and(eq(disputes.state, 'open'), eq(payments.source, 'checkout')))
  return open.map(({ reference }) => reference)
}

/** Returns a lookup of our payment (samples are left out) for a row, by reference or by Paystack's transaction id. */
async function paymentsOf(db: Db, rows: readonly TransactionRef[]) {
  const references = rows.flatMap(({ reference }) => reference ?? [])
  const ids = rows.flatMap(({ transactionId }) => transactionId ?? [])
  const isNamed = or(isAnyOf(payments.reference, references), isAnyOf(payments.providerId, ids))
  const found = await db
    .select()
    .from(payments)
    .where(and(eq(payments.source, 'checkout'), isNamed))
  return (row: TransactionRef) =>
    found.find(({ reference }) => reference === row.reference) ??
    found.find(({ providerId }) => providerId !== null && providerId === row.transactionId)
}
