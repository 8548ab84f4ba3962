import { and, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { HOUR } from '../../../domain/base/calendar.ts'
import { disputeState, refundState } from '../../../domain/billing/payments.ts'
import { isAnyOf } from '../../db/columns.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../api/services.ts'
import type { Comparison } from './comparison.ts'
import { disputes, payments, refunds } from '../../tables/payments.ts'
import type { TransactionRef } from '../paystack/answers.ts'
import { requirePaystack } from '../paystack/client.ts'

// A return can come months after the payment, and its webhook can be lost.

/**
 * Compares refunds in both directions: those with another state at Paystack, and those that Paystack no longer lists.
 * @param from first instant in milliseconds
 */
export async function compareRefunds(
  services: Services,
  comparison: Comparison,
  from: number,
  to: number,
): Promise<void> {
  const { db } = services
  const listed = new Set<string>()
  for await (const { rows, unreadable } of requirePaystack(services).refundsSince(from, to)) {
    await comparison.report('refund', rows, unreadable)
    for (const { id } of [...rows, ...unreadable]) if (id !== null) listed.add(id)
    await comparison.close(
      'refund-failed',
      ({ details: { unlisted, id } }) => unlisted === true && listed.has(id as string),
      'Paystack lists the refund again.',
    )
    const payers = await paymentsOf(db, rows)
    const known = await db
      .select()
      .from(refunds)
      .where(
        isAnyOf(
          refunds.providerId,
          rows.map(({ id }) => id),
        ),
      )
    for (const row of rows) {
      const payment = payers(row)
      const refund = known.find(({ providerId }) => providerId === row.id)
      const isSame = refund?.state === refundState(row.status) && refund.kobo === row.amount
      if (payment && !isSame) await comparison.refresh(payment.reference, { includeReturns: true })
    }
  }
  for (const { reference, id, kobo } of await unlistedRefunds(db, listed, from, to))
    await comparison.raise('refund-failed', reference, {
      id,
      kobo,
      because: 'Paystack does not list it.',
      unlisted: true,
    })
}

/** Refunds that Paystack confirmed but does not list. The last hour is left out: its list may lag. */
async function unlistedRefunds(db: Db, listed: ReadonlySet<string>, from: number, to: number) {
  const confirmed = await db
    .select({ reference: refunds.reference, id: refunds.providerId, kobo: refunds.kobo })
    .from(refunds)
    .innerJoin(payments, eq(payments.reference, refunds.reference))
    .where(
      and(
        eq(payments.source, 'checkout'),
        isNotNull(refunds.providerId),
        inArray(refunds.state, ['pending', 'processed']),
        gt(refunds.askedAt, new Date(from + HOUR)),
        lt(refunds.askedAt, new Date(to - HOUR)),
      ),
    )
  return confirmed.filter(({ id }) => !listed.has(id!))
}

/**
 * Compares disputes: those with another state at Paystack, and those that are open here, even if they are older than its
 * list.
 * @param from first instant in milliseconds
 */
export async function compareDisputes(
  services: Services,
  comparison: Comparison,
  from: number,
  to: number,
): Promise<void> {
  const { db } = services
  const refreshed = new Set<string>()
  for await (const { rows, unreadable } of requirePaystack(services).disputesSince(from, to)) {
    await comparison.report('dispute', rows, unreadable)
    const payers = await paymentsOf(db, rows)
    const known = await db
      .select()
      .from(disputes)
      .where(
        isAnyOf(
          disputes.id,
          rows.map(({ id }) => id),
        ),
      )
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
  const ids = rows.flatMap(({ reference, transactionId }) =>
    reference === null ? (transactionId ?? []) : [],
  )
  const found = await db
    .select({ reference: payments.reference, providerId: payments.providerId, mode: payments.mode })
    .from(payments)
    .where(
      and(
        eq(payments.source, 'checkout'),
        or(isAnyOf(payments.reference, references), isAnyOf(payments.providerId, ids)),
      ),
    )
  return (row: TransactionRef) =>
    found.find(({ reference }) => reference === row.reference) ??
    found.find(({ providerId }) => providerId !== null && providerId === row.transactionId)
}
