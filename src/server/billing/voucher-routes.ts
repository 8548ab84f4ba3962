import { z } from 'zod'
import { parseCode, VOUCHER_LIMITS, VOUCHER_MESSAGES } from '../../domain/billing/vouchers.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { period } from './payments/shapes.ts'
import { redeemVoucher } from './redeem-voucher.ts'

export const voucherRoutes = {
  'POST /api/vouchers/redeem': endpoint({
    summary: 'Use a voucher: adds the time of its plan, once; idempotent for the same user',
    access: 'signed-in',
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

const refusal = (sentence: string) => new Refusal('invalid-input', sentence, { fields: { code: sentence } })
