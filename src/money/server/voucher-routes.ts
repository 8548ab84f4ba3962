import { present } from '../../platform/rules/base/lists.ts'
import { z } from 'zod'
import { parseCode, VOUCHER_LIMITS, VOUCHER_MESSAGES, voucherName } from '../rules/vouchers.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { refusedField } from '../../platform/server/http/refusal.ts'
import { period } from './payments/shapes.ts'
import { eq } from 'drizzle-orm'
import { type Period, PLANS } from '../../platform/rules/access/plans.ts'
import { change, type Context } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { isAnyOf } from '../../platform/server/db/columns.ts'
import { periods } from './tables/ledger.ts'
import { voucherBatches, vouchers } from './tables/money.ts'
import { addGrant } from './ledger/grant.ts'
import { createHmac, hkdfSync } from 'node:crypto'

export const voucherRoutes = {
  'POST /api/vouchers/redeem': endpoint({
    summary: 'Use a voucher: adds the time of its plan, once; idempotent for the same user',
    access: 'signed-in',
    creates: 'once-by-its-values',
    pausedByBreak: true,
    body: z.strictObject({ code: z.string().max(VOUCHER_LIMITS.typed) }),
    answer: period,
    form: {
      pages: [PATHS.paymentChannel],
      name: 'voucher',
      body: ({ code = '' }) => ({ code }),
      keeps: ['code'],
      to: `${PATHS.paymentChannel}?notice=voucher-used#content`,
    },
    async handle({ context, services: { limits, settings }, person, address, body }) {
      const code = parseCode(body.code)
      // A typing error says nothing about any voucher, so it is no guess.
      if (code === null) throw refusal(VOUCHER_MESSAGES.notACode)
      await limits.consume('voucherAccount', person.uid)
      await limits.consume('voucherAddress', address)
      const { problem, period: added } = await redeemVoucher(context, settings, person.uid, code)
      if (problem) throw refusal(VOUCHER_MESSAGES[problem])
      await limits.refund('voucherAccount', person.uid)
      await limits.refund('voucherAddress', address)
      const { plan, startsAt, endsAt } = added
      return { plan, startsAt, endsAt }
    },
  }),
} satisfies Routes

const refusal = (sentence: string) => refusedField('code', sentence)

type Outcome =
  | { problem: Exclude<keyof typeof VOUCHER_MESSAGES, 'notACode'>; period?: never }
  | { problem: null; period: Period }

/**
 * Uses a voucher: adds its plan's time to a user, once. The same user's second try has the answer of the first, until that time ends.
 * @param code as `parseCode` returns it
 */
function redeemVoucher(
  context: Context,
  settings: Pick<Settings, 'authSecrets'>,
  userId: string,
  code: string,
): Promise<Outcome> {
  return change(context, async (unit): Promise<Outcome> => {
    const { tx, now } = unit
    // The lock lets one of two phones with the same code go first; the batch's lets no cancelling come between.
    const [voucher] = await tx
      .select()
      .from(vouchers)
      .where(isAnyOf(vouchers.hash, voucherHashes(settings, code)))
      .for('update')
    if (!voucher) return { problem: 'unknown' }
    if (voucher.usedBy !== null && voucher.usedBy !== userId) return { problem: 'used' }
    if (voucher.usedBy === userId) {
      const [period] = await tx
        .select()
        .from(periods)
        .where(eq(periods.grantId, present(voucher.grantId)))
      if (!period || period.endsAt.getTime() <= now) return { problem: 'used' }
      const { plan, startsAt, endsAt } = period
      return { problem: null, period: { plan, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() } }
    }
    const isIts = eq(voucherBatches.id, voucher.batchId)
    const [batch] = await tx.select().from(voucherBatches).where(isIts).for('share')
    // Nobody has said that the codes are on paper: the answer may have been lost.
    if (!batch?.confirmedAt) return { problem: 'unknown' }
    if (batch.cancelledAt) return { problem: 'cancelled' }
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
    await recordAudit(unit, 'voucher.use', `user:${userId}`, {
      voucher: name,
      plan: batch.plan,
      grantId: period.grantId,
    })
    return { problem: null, period }
  })
}

/**
 * The hashes of a voucher's code by each secret of this server, the current one first. The key is not in the database, so a
 * copy of the database cannot be searched for codes.
 */
export const voucherHashes = ({ authSecrets }: Pick<Settings, 'authSecrets'>, code: string): string[] =>
  authSecrets.map(({ value }) => {
    const key = Buffer.from(hkdfSync('sha256', value, '', 'vouchers', 32))
    return createHmac('sha256', key).update(code).digest('base64url')
  })
