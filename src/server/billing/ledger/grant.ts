import { eq, inArray, sql } from 'drizzle-orm'
import { type Grant, type GrantPeriod, layOut, type Reversal } from '../../../domain/grants.ts'
import type { PaidPlan } from '../../../domain/plans.ts'
import { users } from '../../tables/accounts.ts'
import type { Db } from '../../db/connect.ts'
import { type GRANT_KINDS, grants, periods, reversals } from '../../tables/ledger.ts'

export interface NewGrant {
  userId: string
  plan: PaidPlan
  length: { months: number } | { days: number }
  kind: (typeof GRANT_KINDS)[number]
  paymentId?: string
  /** The id of the grant that this one gives again. */
  replaces?: number
  reason?: string
  compensationId?: number
}

/**
 * Adds a grant to the ledger and lays the person's time out again, in the caller's transaction. The person's row is
 * locked first, so that two grants are never laid out from the same past.
 *
 * @returns the period that it gives
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
  const laid = await rebuildPeriods(tx, grant.userId)
  return laid.find(({ grantId }) => grantId === id)!
}

/** Lets one writer at a time lay out a person's ledger. Readers, and rows that name the person, do not wait. */
export async function lockLedger(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** A person's ledger as the domain takes it. */
export async function ledgerOf(db: Db, userId: string): Promise<{ grants: Grant[]; reversals: Reversal[] }> {
  const mine = await db.select().from(grants).where(eq(grants.userId, userId))
  const back = await db
    .select()
    .from(reversals)
    .where(
      inArray(
        reversals.grantId,
        mine.map((grant) => grant.id),
      ),
    )
  return {
    grants: mine.map((grant) => ({
      id: grant.id,
      plan: grant.plan,
      length: grant.months === null ? { days: grant.days! } : { months: grant.months },
      paidAt: grant.paidAt.getTime(),
    })),
    reversals: back.map((reversal) => ({ grantId: reversal.grantId, at: reversal.at.getTime() })),
  }
}

/** Rebuilds the stored periods of a person from the ledger. The caller holds the lock on the person's row. */
export async function rebuildPeriods(tx: Db, userId: string): Promise<GrantPeriod[]> {
  const ledger = await ledgerOf(tx, userId)
  const laid = layOut(ledger.grants, ledger.reversals)
  await tx.delete(periods).where(eq(periods.userId, userId))
  if (laid.length > 0) await tx.insert(periods).values(laid.map((period) => rowOf(userId, period)))
  return laid
}

function rowOf(userId: string, { grantId, plan, startsAt, endsAt }: GrantPeriod) {
  return { grantId, userId, plan, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
}

/** The periods of a person that have not ended, as a JSON column beside the person's row. */
export function runningPeriods(userId: typeof users.id) {
  const milliseconds = (column: typeof periods.startsAt | typeof periods.endsAt) =>
    sql`(extract(epoch from ${column}) * 1000)::float8`
  return sql<{ plan: PaidPlan; startsAt: number; endsAt: number }[]>`(
    select coalesce(json_agg(json_build_object(
      'plan', ${periods.plan}, 'startsAt', ${milliseconds(periods.startsAt)}, 'endsAt', ${milliseconds(periods.endsAt)}
    )), '[]') from ${periods} where ${periods.userId} = ${userId})`
}
