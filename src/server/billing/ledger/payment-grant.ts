import { and, eq, notExists, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type GrantPeriod, unusedLength } from '../../../domain/grants.ts'
import { PLANS } from '../../../domain/plans.ts'
import type { Db } from '../../db/connect.ts'
import { addGrant, ledgerOf, lockLedger } from './grant.ts'
import { payments } from '../../tables/payments.ts'
import { grants, reversals } from '../../tables/ledger.ts'

/** The condition that joins a payment to its latest grant. Earlier ones were taken back and given again. */
export function isLatestGrant(db: Db): SQL {
  const later = alias(grants, 'later')
  return and(
    eq(grants.paymentId, payments.reference),
    notExists(db.select({ id: later.id }).from(later).where(eq(later.replaces, grants.id))),
  )!
}

/** The id of a payment's latest grant, and whether it was taken back; null if nothing was ever given for it. */
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
 * Gives what a payment bought: the plan's length, or after it was taken back the part that was not used. The caller
 * holds the lock on the payment's row and has claimed the payment.
 */
export async function grantPayment(
  tx: Db,
  now: number,
  { reference, userId, plan }: Pick<typeof payments.$inferSelect, 'reference' | 'userId' | 'plan'>,
): Promise<GrantPeriod> {
  await lockLedger(tx, userId)
  const before = await latestGrant(tx, reference)
  const bought = { userId, plan, kind: 'payment', paymentId: reference } as const
  if (!before) return addGrant(tx, now, { ...bought, length: { months: PLANS[plan].months } })
  const ledger = await ledgerOf(tx, userId)
  const length = unusedLength(ledger.grants, ledger.reversals, before.id)
  return addGrant(tx, now, { ...bought, length, replaces: before.id })
}
