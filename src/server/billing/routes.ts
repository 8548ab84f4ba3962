import { z } from 'zod'
import { ACCOUNT_LIMITS } from '../../domain/account-limits.ts'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { formatNaira } from '../../domain/money.ts'
import { CURRENCY } from '../../domain/payments.ts'
import { PLANS } from '../../domain/plans.ts'
import { recordAudit } from '../audit/record.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import type { Person } from '../api/visits.ts'
import { confirmPayment } from './payments/confirm-payment.ts'
import { requirePaystack } from './paystack/require-paystack.ts'
import { paymentOf, paymentsOf, pendingPayments, planOf } from './payments/queries.ts'
import { receiveWebhook } from './payments/receive-webhook.ts'
import { byReference, paidPlan, paymentCursor, period, shownPayment } from './payments/shapes.ts'
import { startPayment } from './payments/start-payment.ts'

/** The specification's body: only `plan` decides anything; what else is said must agree with what we know. */
const wish = z.strictObject({
  plan: paidPlan,
  email: z.string().max(ACCOUNT_LIMITS.email).optional(),
  amount: z.number().optional(),
  userId: z.string().max(100).optional(),
})

/** @throws Refusal invalid-input when the browser believes something else than the server knows */
function refuseDiffering({ plan, email, amount, userId }: z.infer<typeof wish>, person: Person): void {
  const { name, kobo } = PLANS[plan]
  if (amount !== undefined && amount !== kobo)
    throw new Refusal(
      'invalid-input',
      `The price of ${name} is ${formatNaira(kobo)}. Please reload the page.`,
    )
  if (email !== undefined && email.trim().toLowerCase() !== person.email)
    throw new Refusal('invalid-input', 'The email is not that of your account. Please reload the page.')
  if (userId !== undefined && userId !== person.uid)
    throw new Refusal('invalid-input', 'You are signed in as somebody else. Please reload the page.')
}

export const billingRoutes = {
  'POST /api/plans/free': endpoint({
    summary: 'Choose the free plan: noted, and nothing that was paid is cancelled',
    access: 'signed-in',
    answer: z.strictObject({ saved: z.literal(true) }),
    async handle({ services: { db }, now, actor, person }) {
      await recordAudit(db, now, actor, {
        action: 'plan.choose',
        subject: `user:${person.uid}`,
        details: { plan: 'free' },
      })
      return { saved: true as const }
    },
  }),

  'GET /api/plan': endpoint({
    summary:
      'Running and coming periods, what ended last, what a purchase would add, and payments on their way',
    access: 'signed-in',
    answer: z.strictObject({
      periods: z.array(period),
      /** The latest stretch that is over, of a plan that is not held any more. */
      ended: period.nullable(),
      purchases: z.array(
        period.extend({ kobo: z.int(), per: z.enum(['year', 'month']), beside: paidPlan.nullable() }),
      ),
      pending: z.array(shownPayment),
    }),
    async handle({ services: { db }, now, person }) {
      const [plan, pending] = await Promise.all([
        planOf(db, person.uid, now),
        pendingPayments(db, person.uid),
      ])
      return { ...plan, pending }
    },
  }),

  'POST /api/initializeTransaction': endpoint({
    summary: 'Open a payment for a plan, or take up the one that is open; errors are one plain sentence',
    access: 'signed-in',
    errors: 'sentence',
    body: wish,
    answer: z.strictObject({
      data: z.strictObject({
        access_code: z.string(),
        reference: z.string(),
        /** Paystack's own page, for browsers in which its window does not open. */
        authorization_url: z.string(),
        /** Kobo. */
        amount: z.int(),
        currency: z.literal(CURRENCY),
        /** Paystack's public key. */
        key: z.string(),
      }),
    }),
    async handle({ services, log, person, body }) {
      refuseDiffering(body, person)
      const { reference, accessCode, authorizationUrl, kobo } = await startPayment(
        services,
        log,
        person,
        body.plan,
      )
      const { publicKey } = requirePaystack(services)
      return {
        data: {
          access_code: accessCode,
          reference,
          authorization_url: authorizationUrl,
          amount: kobo,
          currency: CURRENCY,
          key: publicKey,
        },
      }
    },
  }),

  'POST /api/payments/:reference/confirm': endpoint({
    summary: 'Settle a payment of one’s own if its money is there; may be asked again and again',
    access: 'signed-in',
    params: byReference,
    answer: shownPayment,
    async handle({ services, log, now, person, params }) {
      await confirmPayment(services, log, now, person.uid, params.reference)
      return (await paymentOf(services.db, person.uid, params.reference))!
    },
  }),

  'GET /api/payments': endpoint({
    summary: 'One’s own payments, newest first, twenty a page',
    access: 'signed-in',
    query: z.strictObject({ after: paymentCursor.optional() }),
    answer: z.strictObject({ payments: z.array(shownPayment), next: z.string().nullable() }),
    handle: ({ services: { db }, person, query }) => paymentsOf(db, person.uid, query.after ?? null),
  }),

  'GET /api/payments/:reference': endpoint({
    summary: 'One payment of one’s own: what a receipt shows',
    access: 'signed-in',
    params: byReference,
    answer: shownPayment,
    async handle({ services: { db }, person, params }) {
      const payment = await paymentOf(db, person.uid, params.reference)
      if (!payment) throw new Refusal('not-found', 'There is no such payment of yours.')
      return payment
    },
  }),

  'POST /api/webhooks/paystack': endpoint({
    summary: 'What Paystack tells us, signed by it',
    access: 'anyone',
    signed: true,
    file: { type: 'application/json', limit: SERVER_LIMITS.webhookBytes },
    answer: z.strictObject({ received: z.literal(true) }),
    async handle({ services, log, now, request, body }) {
      const signature = request.headers.get('x-paystack-signature') ?? ''
      await receiveWebhook(services, log, now, body as unknown as Uint8Array, signature)
      return { received: true as const }
    },
  }),
} satisfies Routes
