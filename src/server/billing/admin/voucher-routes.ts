import { z } from 'zod'
import { shownCode, VOUCHER_LIMITS } from '../../../domain/billing/vouchers.ts'
import { PATHS } from '../../../domain/site/paths.ts'
import { endpoint, type Routes } from '../../api/endpoint.ts'
import { qrCode } from '../../base/qr-code.ts'
import { paidPlan, reason, wholeNumber } from '../payments/shapes.ts'
import { cancelBatch, makeBatch, voucherBatchesOf } from './voucher-batches.ts'

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
          isCancelled: z.boolean(),
        }),
      ),
    }),
    handle: async ({ services: { db } }) => ({ batches: await voucherBatchesOf(db) }),
  }),

  'POST /api/admin/vouchers': endpoint({
    summary: 'Make a batch of vouchers for a plan; only this answer has their codes',
    access: 'move-money',
    needsProof: true,
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

  'POST /api/admin/vouchers/:id/cancel': endpoint({
    summary: 'Cancel the unused vouchers of a batch, with a reason',
    access: 'move-money',
    needsProof: true,
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    answer: z.strictObject({ cancelled: z.int() }),
    async handle({ context, params, body }) {
      return { cancelled: await cancelBatch(context, params.id, body.reason) }
    },
  }),
} satisfies Routes
