import { present } from '../../platform/rules/base/lists.ts'
import { z } from 'zod'
import { BILLING_LIMITS } from '../rules/limits.ts'
import { CURRENCY } from '../rules/payments.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { cameFrom, FROM, wayBackOf } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { PLAN_CARDS } from '../rules/plan-cards.ts'
import { isPaid, PLAN_KEYS, PLANS } from '../../platform/rules/access/plans.ts'
import { koboOf, nextPriceText } from '../rules/prices.ts'
import { endpoint, type Routes, write } from '../../platform/server/api/endpoint.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import type { Person } from '../../platform/server/api/visits.ts'
import { pricesAt } from './ledger/prices.ts'
import { confirmPayment, receiveWebhook } from './payments/refresh-payment.ts'
import { requirePaystack } from './paystack/client.ts'
import { paymentOf, paymentsOf, pendingPayments, planOf } from './payments/queries.ts'
import { byReference, paidPlan, paymentCursor, period, shownPayment } from './payments/shapes.ts'
import { startPayment } from './payments/start-payment.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { typedEmail } from '../../platform/server/api/form-fields.ts'

/** The specification's body. Only `plan` is used; the other fields must agree with the server's data. */
const purchaseBody = z.strictObject({
  plan: paidPlan,
  email: typedEmail.optional(),
  amount: z.number().optional(),
  userId: z.string().max(100).optional(),
  /** The public page from which the payer came. */
  from: z.string().max(200).optional(),
})

/** @throws Refusal invalid-input if the browser's fields differ from the server's data */
function requireAgreement(
  { plan, email, amount, userId }: z.infer<typeof purchaseBody>,
  person: Person,
  kobo: number,
): void {
  const { name } = PLANS[plan]
  if (amount !== undefined && amount !== kobo)
    throw new Refusal(
      'invalid-input',
      `The price of ${name} is ${formatNaira(kobo)}. Please reload the page.`,
    )
  if (email !== undefined && email !== person.email)
    throw new Refusal('invalid-input', 'This is not the email of your account. Please reload the page.')
  if (userId !== undefined && userId !== person.uid)
    throw new Refusal('invalid-input', 'You are logged in to another account. Please reload the page.')
}

const planLine = z.strictObject({
  name: z.string(),
  line: z.string(),
  price: z.string(),
  /** `a year`; null for the free plan. */
  per: z.string().nullable(),
  /** `₦1,800 from Tue 1 Dec 2026`; empty without a next price. */
  next: z.string(),
})

export const billingRoutes = {
  'GET /api/public/plans': endpoint({
    summary: 'The plans in one line each, for the pages before the login',
    access: 'anyone',
    version: ({ prices }, { now }) => JSON.stringify(prices.at(now)),
    answer: z.strictObject({ plans: z.array(planLine) }),
    async handle({ services, now }) {
      const prices = services.prices.at(now)
      return {
        plans: PLAN_KEYS.map((plan) => {
          const { name, per } = PLANS[plan]
          const { line } = PLAN_CARDS[plan]
          const next = isPaid(plan) ? nextPriceText(prices[plan]) : ''
          const price = formatNaira(koboOf(prices, plan))
          return { name, line, price, per: isPaid(plan) ? `a ${per}` : null, next }
        }),
      }
    },
  }),

  'POST /api/plans/free': write({
    summary: 'Record the choice of the Free plan; paid time keeps running',
    access: 'signed-in',
    form: {
      pages: [PATHS.confirmation],
      name: 'free',
      to: (_, { settings }, fields) => wayBackOf(cameFrom('', fields[FROM] ?? '')) ?? settings.resultsAppUrl,
    },
    handle: ({ context: { db: tx, now, actor } }) =>
      recordAudit({ tx, now, actor }, 'plan.choose', `user:${actor.userId}`, { plan: 'free' }),
  }),

  'GET /api/plan': endpoint({
    summary:
      'Current and future periods, the last one that ended, what a purchase would add, and pending payments',
    access: 'signed-in',
    answer: z.strictObject({
      periods: z.array(period),
      /** The period that ended last, if its plan is no longer held. */
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
    summary: 'Open a payment for a plan, or reuse the open one; errors are one plain sentence',
    access: 'signed-in',
    creates: 'once-by-its-own-key',
    pausedByBreak: true,
    errors: 'sentence',
    body: purchaseBody,
    form: {
      pages: [PATHS.confirmation, PATHS.paymentChannel],
      name: 'pay',
      body: ({ plan, from }) => ({ plan, ...(from && { from }) }),
      to: ({ data }) => data.authorization_url,
    },
    answer: z.strictObject({
      data: z.strictObject({
        access_code: z.string(),
        reference: z.string(),
        /** Paystack's own page, for browsers that cannot open its window. */
        authorization_url: z.string(),
        /** Kobo. */
        amount: z.int(),
        currency: z.literal(CURRENCY),
        /** Paystack's public key. */
        key: z.string(),
      }),
    }),
    async handle({ services, context, log, now, person, body }) {
      const { kobo: price } = (await pricesAt(services.db, now))[body.plan]
      requireAgreement(body, person, price)
      const order = { plan: body.plan, kobo: price, back: wayBackOf(cameFrom('', body.from ?? '')) }
      const checkout = await startPayment(context, person, order, { ...services, log })
      const { reference, accessCode, authorizationUrl, kobo } = checkout
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
    summary: 'Settle one of your payments if its money has arrived; idempotent',
    priority: 'high',
    access: 'signed-in',
    params: byReference,
    answer: shownPayment,
    async handle({ services, context, log, person, params }) {
      await confirmPayment(context, person.uid, params.reference, { ...services, log })
      return present(await paymentOf(services.db, person.uid, params.reference))
    },
  }),

  'GET /api/payments': endpoint({
    summary: 'Your payments, newest first, twenty per page',
    access: 'signed-in',
    query: z.strictObject({ after: paymentCursor.optional() }),
    answer: z.strictObject({ payments: z.array(shownPayment), next: z.string().nullable() }),
    handle: ({ services: { db }, person, query }) => paymentsOf(db, person.uid, query.after ?? null),
  }),

  'GET /api/payments/:reference': endpoint({
    summary: 'One of your payments, as on its receipt',
    priority: 'high',
    access: 'signed-in',
    params: byReference,
    answer: shownPayment,
    async handle({ services: { db }, person, params }) {
      const payment = await paymentOf(db, person.uid, params.reference)
      if (!payment) throw new Refusal('not-found', 'You have no such payment.')
      return payment
    },
  }),

  'POST /api/webhooks/paystack': write({
    summary: 'Webhooks of Paystack, with its signature',
    access: 'anyone',
    signed: true,
    priority: 'high',
    body: { file: { type: 'application/json', limit: BILLING_LIMITS.webhookBytes } },
    async handle({ services, log, now, request, body }) {
      const signature = request.headers.get('x-paystack-signature') ?? ''
      await receiveWebhook({ db: services.urgentDb, now }, body, signature, { ...services, log })
    },
  }),
} satisfies Routes
