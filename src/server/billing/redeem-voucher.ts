import { and, eq, isNull } from 'drizzle-orm'
import { type Period, PLANS } from '../../domain/billing/plans.ts'
import { voucherName, type VOUCHER_MESSAGES } from '../../domain/billing/vouchers.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Settings } from '../base/settings.ts'
import { isAnyOf } from '../db/columns.ts'
import { periods } from '../tables/ledger.ts'
import { voucherBatches, vouchers } from '../tables/money.ts'
import { addGrant } from './ledger/grant.ts'
import { voucherHashes } from './ledger/voucher-hash.ts'

type Outcome =
  | { problem: Exclude<keyof typeof VOUCHER_MESSAGES, 'notACode'>; period?: never }
  | { problem: null; period: Period }

/**
 * Uses a voucher: adds its plan's time to a user, once. The same user's second try has the answer of the first.
 * @param code as `parseCode` returns it
 */
export function redeemVoucher(
  context: Context,
  settings: Pick<Settings, 'authSecrets'>,
  userId: string,
  code: string,
): Promise<Outcome> {
  return change(context, async (inside): Promise<Outcome> => {
    const { tx, now } = inside
    // The lock lets one of two phones with the same code go first; the batch's lets no cancelling come between.
    const [voucher] = await tx
      .select()
      .from(vouchers)
      .where(isAnyOf(vouchers.hash, voucherHashes(settings, code)))
      .for('update')
    if (!voucher) return { problem: 'unknown' }
    if (voucher.usedBy !== null && voucher.usedBy !== userId) return { problem: 'used' }
    if (voucher.usedBy === userId) {
      const [period] = await tx.select().from(periods).where(eq(periods.grantId, voucher.grantId!))
      if (!period) return { problem: 'used' }
      const { plan, startsAt, endsAt } = period
      return { problem: null, period: { plan, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() } }
    }
    const isValid = and(eq(voucherBatches.id, voucher.batchId), isNull(voucherBatches.cancelledAt))
    const [batch] = await tx.select().from(voucherBatches).where(isValid).for('share')
    if (!batch) return { problem: 'cancelled' }
    const name = voucherName(voucher)
    const period = await addGrant(tx, now, {
      userId,
      plan: batch.plan,
      length: { months: PLANS[batch.plan].months },
      kind: 'voucher',
      reason: `Voucher ${name}`,
    })
    await tx
      .update(vouchers)
      .set({ usedAt: new Date(now), usedBy: userId, grantId: period.grantId })
      .where(eq(vouchers.hash, voucher.hash))
    await recordAudit(inside, 'voucher.use', `user:${userId}`, {
      voucher: name,
      plan: batch.plan,
      grantId: period.grantId,
    })
    return { problem: null, period }
  })
}
