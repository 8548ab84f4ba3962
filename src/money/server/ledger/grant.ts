import { eq, inArray, sql, and, notExists, type SQL } from 'drizzle-orm'
import {
  type Grant,
  type GrantKind,
  type GrantPeriod,
  layOut,
  type Reversal,
  unusedLength,
} from '../../rules/grants.ts'
import { type PaidPlan, PLANS } from '../../../platform/rules/access/plans.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { grants, periods, reductions, reversals } from '../tables/ledger.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { alias } from 'drizzle-orm/pg-core'
import { payments } from '../tables/payments.ts'

export interface NewGrant {
  userId: string
  plan: PaidPlan
  length: { months: number } | { days: number }
  kind: GrantKind
  paymentId?: string
  /** The id of the revoked grant that this one restores. */
  replaces?: number
  reason?: string
  compensationId?: number
}

/**
 * Adds a grant to the ledger and rebuilds the user's periods, in the caller's transaction. Locks the user's row first, so
 * concurrent grants are laid out one after the other.
 *
 * @returns the period of the new grant
 */
export async function addGrant(tx: Db, now: number, grant: NewGrant): Promise<GrantPeriod> {
  await lockLedger(tx, grant.userId)
  const [{ id } = { id: 0 }] = await tx
    .insert(grants)
    .values({
      userId: grant.userId,
      plan: grant.plan,
      ...grant.length,
      kind: grant.kind,
      paidAt: new Date(now),
      paymentId: grant.paymentId ?? null,
      replaces: grant.replaces ?? null,
      reason: grant.reason ?? null,
      compensationId: grant.compensationId ?? null,
    })
    .returning({ id: grants.id })
  const newPeriods = await rebuildPeriods(tx, grant.userId)
  return present(newPeriods.find(({ grantId }) => grantId === id))
}

/** Serializes writers of a user's ledger. The lock blocks neither readers nor foreign keys to the user. */
export async function lockLedger(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** A user's ledger in the domain's types; instants in milliseconds. */
export async function ledgerOf(db: Db, userId: string): Promise<{ grants: Grant[]; reversals: Reversal[] }> {
  const granted = await db.select().from(grants).where(eq(grants.userId, userId))
  const ids = granted.map((grant) => grant.id)
  const revoked = await db.select().from(reversals).where(inArray(reversals.grantId, ids))
  const reduced = await db.select().from(reductions).where(inArray(reductions.grantId, ids))
  return {
    grants: granted.map((grant) => ({
      id: grant.id,
      plan: grant.plan,
      length: grant.months === null ? { days: grant.days! } : { months: grant.months },
      paidAt: grant.paidAt.getTime(),
    })),
    reversals: [
      ...revoked.map(({ grantId, at }) => ({ grantId, at: at.getTime() })),
      ...reduced.map(({ grantId, at, days }) => ({ grantId, at: at.getTime(), days })),
    ],
  }
}

/** Rebuilds a user's stored periods from the ledger. The caller holds {@link lockLedger}. */
export async function rebuildPeriods(tx: Db, userId: string): Promise<GrantPeriod[]> {
  const ledger = await ledgerOf(tx, userId)
  const newPeriods = layOut(ledger.grants, ledger.reversals)
  await tx.delete(periods).where(eq(periods.userId, userId))
  if (newPeriods.length > 0)
    await tx.insert(periods).values(newPeriods.map((period) => rowOf(userId, period)))
  return newPeriods
}

function rowOf(userId: string, { grantId, plan, startsAt, endsAt }: GrantPeriod) {
  return { grantId, userId, plan, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
}

/** A JSON column with all periods of the user; instants in milliseconds. */
export function periodsColumn(userId: typeof users.id) {
  const milliseconds = (column: typeof periods.startsAt | typeof periods.endsAt) =>
    sql`(extract(epoch from ${column}) * 1000)::float8`
  return sql<{ plan: PaidPlan; startsAt: number; endsAt: number }[]>`(
    select coalesce(json_agg(json_build_object(
      'plan', ${periods.plan}, 'startsAt', ${milliseconds(periods.startsAt)}, 'endsAt', ${milliseconds(periods.endsAt)}
    )), '[]') from ${periods} where ${periods.userId} = ${userId})`
}

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
