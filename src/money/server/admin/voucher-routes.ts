import { z } from 'zod'
import { newCode, shownCode, VOUCHER_LIMITS } from '../../rules/vouchers.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { qrCode } from '../../../platform/server/base/qr-code.ts'
import { paidPlan, wholeNumber } from '../payments/shapes.ts'
import { randomInt } from 'node:crypto'
import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PaidPlan } from '../../../platform/rules/access/plans.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { reversals } from '../tables/ledger.ts'
import { voucherBatches, vouchers } from '../tables/money.ts'
import { pricesAt } from '../ledger/prices.ts'
import { voucherHashes } from '../voucher-routes.ts'
import { revokeLeft } from './staff-grants.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { plainText, reason } from '../../../platform/server/api/form-fields.ts'

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
          name: z.string().nullable(),
          /** Paid for by the kiosk, and used by players. */
          sold: z.int(),
          used: z.int(),
          /** Used ones whose time was revoked. */
          revoked: z.int(),
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
      name: plainText(VOUCHER_LIMITS.name).min(1, 'Name the kiosk.'),
      reason,
    }),
    answer: z.strictObject({
      id: z.int(),
      plan: paidPlan,
      name: z.string(),
      kobo: z.int(),
      codes: z.array(
        z.strictObject({ code: z.string(), qr: z.strictObject({ size: z.int(), path: z.string() }) }),
      ),
    }),
    status: 201,
    async handle({ context, services: { settings }, body }) {
      const { codes, ...batch } = await makeBatch(context, settings, body)
      const pageOf = (code: string) => `${settings.appUrl}${PATHS.paymentChannel}?voucher=${code}`
      return {
        ...batch,
        plan: body.plan,
        name: body.name,
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

  'POST /api/admin/vouchers/:id/sold': write({
    summary: 'Enter how many vouchers of a batch the kiosk has paid for in all, with a reason',
    access: 'move-money',
    effect: 'moves-money',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ sold: z.int('Enter a whole number.').min(0, 'Enter a whole number.'), reason }),
    handle: ({ context, params, body }) => enterSold(context, params.id, body),
  }),

  'POST /api/admin/vouchers/:id/cancel': endpoint({
    summary:
      'Cancel the unused vouchers of a batch, with a reason; also revoke what is left of the used ones’ time',
    access: 'move-money',
    effect: 'moves-money',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason, revoke: z.boolean().default(false) }),
    answer: z.strictObject({ cancelled: z.int(), revoked: z.int() }),
    handle: ({ context, params, body }) => cancelBatch(context, params.id, body),
  }),
} satisfies Routes

/**
 * Makes a batch of vouchers. The codes exist in the answer only; the database gets keyed hashes.
 * @returns the batch, and its codes in the order of their numbers from 1
 */
function makeBatch(
  context: Context<SignedIn>,
  settings: Pick<Settings, 'authSecrets'>,
  { plan, vouchers: wanted, ...given }: { plan: PaidPlan; vouchers: number; name: string; reason: string },
): Promise<{ id: number; kobo: number; codes: string[] }> {
  const codes = Array.from({ length: wanted }, () => newCode(randomInt))
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const { kobo } = (await pricesAt(tx, now))[plan]
    const made = { madeAt: new Date(now), madeBy: actor.userId }
    const [batch] = await tx
      .insert(voucherBatches)
      .values({ plan, vouchers: wanted, kobo, ...given, ...made })
      .returning({ id: voucherBatches.id })
    const { id } = present(batch)
    await tx.insert(vouchers).values(
      codes.map((code, i) => ({
        hash: itemAt(voucherHashes(settings, code), 0),
        batchId: id,
        number: i + 1,
      })),
    )
    await recordAudit(unit, 'voucher.make', `voucher-batch:${id}`, {
      plan,
      vouchers: wanted,
      kobo,
      ...given,
    })
    return { id, kobo, codes }
  })
}

/**
 * Lets the codes of a batch work. Without effect for a batch that is confirmed.
 * @throws Refusal conflict if there is no such batch, or it is cancelled
 */
function confirmBatch(context: Context, id: number): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now } = unit
    const isOpen = and(eq(voucherBatches.id, id), isNull(voucherBatches.cancelledAt))
    const [batch] = await tx.select().from(voucherBatches).where(isOpen).for('update')
    if (!batch) throw new Refusal('conflict', 'This batch does not exist, or was cancelled.')
    if (batch.confirmedAt !== null) return
    await tx
      .update(voucherBatches)
      .set({ confirmedAt: new Date(now) })
      .where(isOpen)
    const { plan, vouchers: count } = batch
    await recordAudit(unit, 'voucher.confirm', `voucher-batch:${id}`, { plan, vouchers: count })
  })
}

/**
 * Enters the vouchers that a kiosk has paid for, in all.
 * @throws Refusal not-found, or invalid-input at `sold` for more than there are
 */
function enterSold(
  context: Context,
  id: number,
  { sold, reason }: { sold: number; reason: string },
): Promise<void> {
  return change(context, async (unit) => {
    const { tx } = unit
    const batch = await lockBatch(tx, id)
    if (sold > batch.vouchers) throw refusedField('sold', `This batch has ${batch.vouchers} vouchers.`)
    await tx.update(voucherBatches).set({ sold }).where(eq(voucherBatches.id, id))
    await recordAudit(unit, 'voucher.sold', `voucher-batch:${id}`, {
      old: { sold: batch.sold },
      new: { sold },
      reason,
    })
  })
}

async function lockBatch(tx: Db, id: number): Promise<typeof voucherBatches.$inferSelect> {
  const [batch] = await tx.select().from(voucherBatches).where(eq(voucherBatches.id, id)).for('update')
  if (!batch) throw new Refusal('not-found', 'There is no such batch.')
  return batch
}

/**
 * Cancels the unused vouchers of a batch and, for one that was stolen, revokes what is left of the time of the used ones.
 * @returns how many of each
 * @throws Refusal not-found, or conflict if there is nothing of either
 */
function cancelBatch(
  context: Context,
  id: number,
  { reason, revoke }: { reason: string; revoke: boolean },
): Promise<{ cancelled: number; revoked: number }> {
  return change(context, async (unit) => {
    const { tx, now } = unit
    const batch = await lockBatch(tx, id)
    const isNew = batch.cancelledAt === null
    if (!isNew && !revoke) throw new Refusal('conflict', 'This batch was cancelled before.')
    const isIts = eq(vouchers.batchId, id)
    const cancelled = isNew ? await tx.$count(vouchers, and(isIts, isNull(vouchers.usedAt))) : 0
    // In one order, so that two batches with the same people cannot wait for each other.
    const used = revoke
      ? await tx
          .select()
          .from(vouchers)
          .where(and(isIts, isNotNull(vouchers.grantId)))
          .orderBy(vouchers.usedBy, vouchers.number)
      : []
    let revoked = 0
    for (const { usedBy, grantId } of used) {
      const grant = { userId: present(usedBy), grantId: present(grantId), plan: batch.plan }
      if (await revokeLeft(unit, { ...grant, kind: 'voucher', reason })) revoked++
    }
    if (cancelled + revoked === 0)
      throw new Refusal(
        'conflict',
        revoke ? 'Nothing of this batch is left.' : 'All vouchers of this batch are used.',
      )
    if (isNew)
      await tx
        .update(voucherBatches)
        .set({ cancelledAt: new Date(now) })
        .where(eq(voucherBatches.id, id))
    await recordAudit(unit, 'voucher.cancel', `voucher-batch:${id}`, {
      plan: batch.plan,
      vouchers: cancelled,
      ...(revoke && { revoked }),
      reason,
    })
    return { cancelled, revoked }
  })
}

/** The newest batches, with the numbers of their used and revoked vouchers. */
async function voucherBatchesOf(db: Db) {
  const rows = await db
    .select({ batch: voucherBatches, used: count(vouchers.usedAt), revoked: count(reversals.grantId) })
    .from(voucherBatches)
    .innerJoin(vouchers, eq(vouchers.batchId, voucherBatches.id))
    .leftJoin(reversals, eq(reversals.grantId, vouchers.grantId))
    .groupBy(voucherBatches.id)
    .orderBy(desc(voucherBatches.id))
    .limit(VOUCHER_LIMITS.batchesShown)
  return rows.map(
    ({ batch: { id, plan, vouchers: all, kobo, name, sold, reason, madeAt, ...batch }, used, revoked }) => ({
      id,
      plan,
      vouchers: all,
      name,
      sold,
      used,
      revoked,
      kobo,
      reason,
      madeAt: madeAt.getTime(),
      isConfirmed: batch.confirmedAt !== null,
      isCancelled: batch.cancelledAt !== null,
    }),
  )
}
