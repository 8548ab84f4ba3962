import { z } from 'zod'
import { parseDate } from '../../../domain/calendar.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { PAYMENT_OUTCOMES } from '../../../domain/payments.ts'
import { PAID_PLANS } from '../../../domain/plans.ts'
import type { Cursor } from './queries.ts'

export const paidPlan = z.enum(PAID_PLANS)
export const reference = z.string().regex(/^[0-9a-z]{26,40}$/, 'This is not a reference of a payment.')
export const byReference = z.strictObject({ reference })
export const reason = z.string().trim().min(1, 'Say why.').max(LIMITS.reason)

export const stretch = z.strictObject({ startsAt: z.string(), endsAt: z.string() })
export const period = stretch.extend({ plan: paidPlan })

/** A payment as its payer sees it. */
export const shownPayment = z.strictObject({
  reference: z.string(),
  plan: paidPlan,
  kobo: z.int(),
  outcome: z.enum(PAYMENT_OUTCOMES),
  channel: z.string().nullable(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
  period: stretch.nullable(),
})

/** `1700000000000.reference`: where a page of payments goes on. */
export const after = z
  .string()
  .regex(/^\d{1,15}\.[0-9a-z]{1,40}$/, 'This is not a place in the list.')
  .transform((text): Cursor => {
    const [createdAt, behind] = text.split('.') as [string, string]
    return { createdAt: Number(createdAt), reference: behind }
  })
export const afterText = (cursor: Cursor | null) => cursor && `${cursor.createdAt}.${cursor.reference}`

export const lagosDay = z.string().transform((text, context) => {
  const date = parseDate(text)
  if (date === null) context.addIssue({ code: 'custom', message: 'This is not a date.' })
  return date ?? z.NEVER
})
