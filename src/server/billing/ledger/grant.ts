import { eq, inArray, sql } from 'drizzle-orm'
import { type Grant, type GrantPeriod, layOut, type Reversal } from '../../../domain/billing/grants.ts'
import type { PaidPlan } from '../../../domain/billing/plans.ts'
import { users } from '../../tables/accounts.ts'
import type { Db } from '../../db/connect.ts'
import { type GRANT_KINDS, grants, periods, reductions, reversals } from '../../tables/ledger.ts'
import { present } from '../../../domain/base/lists.ts'

export interface NewGrant {
  userId: string
  plan: PaidPlan
  length: { months: number } | { days: number }
  kind: (typeof GRANT_KINDS)[number]
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
