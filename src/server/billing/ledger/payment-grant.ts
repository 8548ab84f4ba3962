import { and, eq, notExists, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type GrantPeriod, unusedLength } from '../../../domain/billing/grants.ts'
import { PLANS } from '../../../domain/billing/plans.ts'
import type { Db } from '../../db/connect.ts'
import { addGrant, ledgerOf, lockLedger } from './grant.ts'
import { payments } from '../../tables/payments.ts'
import { grants, reversals } from '../../tables/ledger.ts'

/** Joins a payment to its latest grant. Earlier grants of the payment were revoked and then restored. */
export function isLatestGrant(db: Db): SQL {
  const later = alias(grants, 'later')
  return and(
    eq(grants.paymentId, payments.reference),
    notExists(db.select({ id: later.id }).from(later).where(eq(later.replaces, grants.id))),
  )!
}

/** A payment's latest grant; null if it never had one. */
export async function latestGrant(
  db: Db,
  reference: string,
): Promise<{ id: number; isRevoked: boolean } | null> {
  const [found] = await db
    .select({ id: grants.id, reversal: reversals.id })
    .from(payments)
    .innerJoin(grants, isLatestGrant(db))
    .leftJoin(reversals, eq(reversals.grantId, grants.id))
    .where(eq(payments.reference, reference))
  return found ? { id: found.id, isRevoked: found.reversal !== null } : null
}

/**
 * Adds the grant of a payment: the plan's full length, or the unused part if an earlier grant was revoked. The caller
 * holds the lock on the payment's row and has claimed the payment.
 */
export async function grantPayment(
  tx: Db,
  now: number,
  { reference, userId, plan }: Pick<typeof payments.$inferSelect, 'reference' | 'userId' | 'plan'>,
): Promise<GrantPeriod> {
  await lockLedger(tx, userId)
  const previous = await latestGrant(tx, reference)
  const grantFields = { userId, plan, kind: 'payment', paymentId: reference } as const
  if (!previous) return addGrant(tx, now, { ...grantFields, length: { months: PLANS[plan].months } })
  const ledger = await ledgerOf(tx, userId)
  const length = unusedLength(ledger.grants, ledger.reversals, previous.id)
  return addGrant(tx, now, { ...grantFields, length, replaces: previous.id })
}
