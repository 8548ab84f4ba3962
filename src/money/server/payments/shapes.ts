import { REFERENCE } from '../../rules/foreign.ts'
import { z } from 'zod'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { PAYMENT_OUTCOMES } from '../../rules/payment-outcomes.ts'
import { PAID_PLANS } from '../../../platform/rules/access/plans.ts'
import { numberIn } from '../../../platform/server/api/form-fields.ts'
import { cursor, numberKey, textKey } from '../../../platform/server/db/page.ts'

export const paidPlan = z.enum(PAID_PLANS, { error: 'Choose Basic or Pro.' })
const reference = z.string().regex(REFERENCE, 'This is not a payment reference.')
export const byReference = z.strictObject({ reference })

export const wholeNumber = numberIn('This is not a whole number.')

const timeSpan = z.strictObject({ startsAt: z.int(), endsAt: z.int() })
export const period = timeSpan.extend({ plan: paidPlan })

/** A payment as shown to its payer. */
export const shownPayment = z.strictObject({
  reference: z.string(),
  plan: paidPlan,
  kobo: z.int(),
  outcome: z.enum(PAYMENT_OUTCOMES),
  channel: z.string().nullable(),
  createdAt: z.int(),
  settledAt: z.int().nullable(),
  period: timeSpan.nullable(),
})

/** A page of payments starts after this instant (milliseconds) and reference. */
export const paymentCursor = cursor(numberKey, textKey)

export const lagosDay = z.string().transform((text, context) => {
  const date = parseDate(text)
  if (date === null) context.addIssue({ code: 'custom', message: 'This is not a date.' })
  return date ?? z.NEVER
})
