import { randomInt } from 'node:crypto'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { formatCount } from '../../../domain/base/words.ts'
import { type PaidPlan, PLANS } from '../../../domain/billing/plans.ts'
import { newCode } from '../../../domain/billing/vouchers.ts'
import { mailOwners } from '../../accounts/admins.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Settings } from '../../base/settings.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { voucherBatches, vouchers } from '../../tables/money.ts'
import { pricesAt } from '../ledger/prices.ts'
import { voucherHashes } from '../ledger/voucher-hash.ts'
import { itemAt } from '../../../domain/base/lists.ts'

/**
 * Makes a batch of vouchers. The codes exist in the answer only; the database gets keyed hashes.
 * @returns the batch, and its codes in the order of their numbers from 1
 */
export function makeBatch(
  context: Context,
  settings: Pick<Settings, 'authSecrets'>,
  { plan, vouchers: wanted, reason }: { plan: PaidPlan; vouchers: number; reason: string },
): Promise<{ id: number; codes: string[] }> {
  const codes = Array.from({ length: wanted }, () => newCode(randomInt))
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const { kobo } = (await pricesAt(tx, now))[plan]
    const made = { madeAt: new Date(now), madeBy: actor.userId! }
    const [batch] = await tx
      .insert(voucherBatches)
      .values({ plan, vouchers: wanted, kobo, reason, ...made })
      .returning({ id: voucherBatches.id })
    const { id } = batch!
    await tx.insert(vouchers).values(
      codes.map((code, i) => ({
        hash: itemAt(voucherHashes(settings, code), 0),
        batchId: id,
        number: i + 1,
      })),
    )
    await recordAudit(inside, 'voucher.make', `voucher-batch:${id}`, { plan, vouchers: wanted, kobo, reason })
    const did = `made batch ${id} of ${formatCount(wanted)} vouchers for ${PLANS[plan].name}`
    await mailOwners(tx, now, actor.userId, { did, reason })
    return { id, codes }
  })
}

/**
 * Cancels the unused vouchers of a batch.
 * @returns how many
 * @throws Refusal not-found, or conflict if they are cancelled or all used
 */
export function cancelBatch(context: Context, id: number, reason: string): Promise<number> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const [batch] = await tx.select().from(voucherBatches).where(eq(voucherBatches.id, id)).for('update')
    if (!batch) throw new Refusal('not-found', 'There is no such batch.')
    if (batch.cancelledAt !== null) throw new Refusal('conflict', 'This batch was cancelled before.')
    const left = await tx.$count(vouchers, and(eq(vouchers.batchId, id), isNull(vouchers.usedAt)))
    if (left === 0) throw new Refusal('conflict', 'All vouchers of this batch are used.')
    await tx
      .update(voucherBatches)
      .set({ cancelledAt: new Date(now) })
      .where(eq(voucherBatches.id, id))
    await recordAudit(inside, 'voucher.cancel', `voucher-batch:${id}`, {
      plan: batch.plan,
      vouchers: left,
      reason,
    })
    const did = `cancelled the ${formatCount(left)} unused vouchers of batch ${id}`
    await mailOwners(tx, now, actor.userId, { did, reason })
    return left
  })
}

/** Batches that staff see, newest first. */
const SHOWN_BATCHES = 50

/** The newest batches, with the number of their used vouchers. */
export async function voucherBatchesOf(db: Db) {
  const rows = await db
    .select({ batch: voucherBatches, used: count(vouchers.usedAt) })
    .from(voucherBatches)
    .innerJoin(vouchers, eq(vouchers.batchId, voucherBatches.id))
    .groupBy(voucherBatches.id)
    .orderBy(desc(voucherBatches.id))
    .limit(SHOWN_BATCHES)
  return rows.map(({ batch: { id, plan, vouchers: all, kobo, reason, madeAt, cancelledAt }, used }) => ({
    id,
    plan,
    vouchers: all,
    used,
    kobo,
    reason,
    madeAt: madeAt.getTime(),
    isCancelled: cancelledAt !== null,
  }))
}
