import { and, eq, gt } from 'drizzle-orm'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { Refusal } from '../../http/refusal.ts'
import { grants, periods, reversals } from '../../tables/ledger.ts'
import { lockLedger, rebuildPeriods } from '../ledger/grant.ts'

/**
 * Revokes what is left of the time that staff granted. Used time stays used; later grants of the plan move forward.
 * @throws Refusal not-found for a grant that staff did not make, conflict when nothing of it is left
 */
export function revokeGift(
  context: Context,
  { userId, grantId, reason }: { userId: string; grantId: number; reason: string },
): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now } = inside
    await lockLedger(tx, userId)
    const isGift = and(eq(grants.id, grantId), eq(grants.userId, userId), eq(grants.kind, 'gift'))
    const [gift] = await tx.select({ plan: grants.plan }).from(grants).where(isGift)
    if (!gift) throw new Refusal('not-found', 'There is no such grant.')
    const isLeft = and(eq(periods.grantId, grantId), gt(periods.endsAt, new Date(now)))
    const left = await tx.select({ grantId: periods.grantId }).from(periods).where(isLeft)
    const revoked =
      left.length === 0
        ? left
        : await tx
            .insert(reversals)
            .values({ grantId, at: new Date(now), reason })
            .onConflictDoNothing({ target: reversals.grantId })
            .returning({ grantId: reversals.grantId })
    if (revoked.length === 0) throw new Refusal('conflict', 'Nothing of this grant is left.')
    await rebuildPeriods(tx, userId)
    await recordAudit(inside, 'grant.revoke', `user:${userId}`, { plan: gift.plan, grantId, reason })
  })
}
