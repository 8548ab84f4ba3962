import { z } from 'zod'
import { newCode, shownCode, VOUCHER_LIMITS } from '../../rules/vouchers.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { qrCode } from '../../../platform/server/base/qr-code.ts'
import { paidPlan, wholeNumber } from '../payments/shapes.ts'
import { randomInt } from 'node:crypto'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { PaidPlan } from '../../../platform/rules/access/plans.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { voucherBatches, vouchers } from '../tables/money.ts'
import { pricesAt } from '../ledger/prices.ts'
import { voucherHashes } from '../voucher-routes.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { reason } from '../../../platform/server/api/form-fields.ts'

export const voucherAdminRoutes = {
  'GET /api/admin/vouchers': endpoint({
    summary: 'The newest batches of vouchers, without their codes',
    access: 'move-money',
    answer: z.strictObject({
      batches: z.array(
        z.strictObject({
          id: z.int(),
          plan: paidPlan,
          vouchers: z.int(),
          used: z.int(),
          kobo: z.int(),
          reason: z.string(),
          madeAt: z.int(),
          isConfirmed: z.boolean(),
          isCancelled: z.boolean(),
        }),
      ),
    }),
    handle: async ({ services: { db } }) => ({ batches: await voucherBatchesOf(db) }),
  }),

  'POST /api/admin/vouchers': endpoint({
    summary: 'Make a batch of vouchers for a plan; only this answer has their codes',
    access: 'move-money',
    effect: 'makes-vouchers',
    amount: ({ vouchers: wanted }) => wanted,
    creates: 'once-by-form',
    body: z.strictObject({
      plan: paidPlan,
      vouchers: z
        .int('Enter a whole number.')
        .min(1, 'Make at least one voucher.')
        .max(VOUCHER_LIMITS.batch, `Make at most ${VOUCHER_LIMITS.batch} vouchers at once.`),
      reason,
    }),
    answer: z.strictObject({
      id: z.int(),
      plan: paidPlan,
      codes: z.array(
        z.strictObject({ code: z.string(), qr: z.strictObject({ size: z.int(), path: z.string() }) }),
      ),
    }),
    status: 201,
    async handle({ context, services: { settings }, body }) {
      const { id, codes } = await makeBatch(context, settings, body)
      const pageOf = (code: string) => `${settings.appUrl}${PATHS.paymentChannel}?voucher=${code}`
      return {
        id,
        plan: body.plan,
        codes: codes.map((code) => ({ code: shownCode(code), qr: qrCode(pageOf(code)) })),
      }
    },
  }),

  'POST /api/admin/vouchers/:id/confirm': write({
    summary: 'Confirm that the codes of a batch are on paper or in a file; before that they do not work',
    access: 'move-money',
    effect: 'moves-money',
    params: z.strictObject({ id: wholeNumber }),
    handle: ({ context, params }) => confirmBatch(context, params.id),
  }),

  'POST /api/admin/vouchers/:id/cancel': endpoint({
    summary: 'Cancel the unused vouchers of a batch, with a reason',
    access: 'move-money',
    effect: 'moves-money',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    answer: z.strictObject({ cancelled: z.int() }),
    async handle({ context, params, body }) {
      return { cancelled: await cancelBatch(context, params.id, body.reason) }
    },
  }),
} satisfies Routes

/**
 * Makes a batch of vouchers. The codes exist in the answer only; the database gets keyed hashes.
 * @returns the batch, and its codes in the order of their numbers from 1
 */
function makeBatch(
  context: Context<SignedIn>,
  settings: Pick<Settings, 'authSecrets'>,
  { plan, vouchers: wanted, reason }: { plan: PaidPlan; vouchers: number; reason: string },
): Promise<{ id: number; codes: string[] }> {
  const codes = Array.from({ length: wanted }, () => newCode(randomInt))
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const { kobo } = (await pricesAt(tx, now))[plan]
    const made = { madeAt: new Date(now), madeBy: actor.userId }
    const [batch] = await tx
      .insert(voucherBatches)
      .values({ plan, vouchers: wanted, kobo, reason, ...made })
      .returning({ id: voucherBatches.id })
    const { id } = present(batch)
    await tx.insert(vouchers).values(
      codes.map((code, i) => ({
        hash: itemAt(voucherHashes(settings, code), 0),
        batchId: id,
        number: i + 1,
      })),
    )
    await recordAudit(inside, 'voucher.make', `voucher-batch:${id}`, { plan, vouchers: wanted, kobo, reason })
    return { id, codes }
  })
}

/**
 * Lets the codes of a batch work. Without effect for a batch that is confirmed.
 * @throws Refusal conflict if there is no such batch, or it is cancelled
 */
function confirmBatch(context: Context, id: number): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now } = inside
    const isOpen = and(eq(voucherBatches.id, id), isNull(voucherBatches.cancelledAt))
    const [batch] = await tx.select().from(voucherBatches).where(isOpen).for('update')
    if (!batch) throw new Refusal('conflict', 'This batch does not exist, or was cancelled.')
    if (batch.confirmedAt !== null) return
    await tx
      .update(voucherBatches)
      .set({ confirmedAt: new Date(now) })
      .where(isOpen)
    const { plan, vouchers: count } = batch
    await recordAudit(inside, 'voucher.confirm', `voucher-batch:${id}`, { plan, vouchers: count })
  })
}

/**
 * Cancels the unused vouchers of a batch.
 * @returns how many
 * @throws Refusal not-found, or conflict if they are cancelled or all used
 */
function cancelBatch(context: Context, id: number, reason: string): Promise<number> {
  return change(context, async (inside) => {
    const { tx, now } = inside
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
    return left
  })
}

/** Batches that staff see, newest first. */
const SHOWN_BATCHES = 50

/** The newest batches, with the number of their used vouchers. */
async function voucherBatchesOf(db: Db) {
  const rows = await db
    .select({ batch: voucherBatches, used: count(vouchers.usedAt) })
    .from(voucherBatches)
    .innerJoin(vouchers, eq(vouchers.batchId, voucherBatches.id))
    .groupBy(voucherBatches.id)
    .orderBy(desc(voucherBatches.id))
    .limit(SHOWN_BATCHES)
  return rows.map(({ batch: { id, plan, vouchers: all, kobo, reason, madeAt, ...batch }, used }) => ({
    id,
    plan,
    vouchers: all,
    used,
    kobo,
    reason,
    madeAt: madeAt.getTime(),
    isConfirmed: batch.confirmedAt !== null,
    isCancelled: batch.cancelledAt !== null,
  }))
}
