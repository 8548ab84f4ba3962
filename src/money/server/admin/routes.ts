import { foreignCount } from '../payments/foreign-payments.ts'
import { z } from 'zod'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { DISPUTE_STATES, PAYMENT_MODES, PAYMENT_STATES, REFUND_STATES } from '../../rules/payments.ts'
import { PAYMENT_OUTCOMES } from '../../rules/payment-outcomes.ts'
import { ALARM_KINDS } from '../../../platform/rules/alarms/alarms.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { PRICE_LIMITS } from '../../rules/prices.ts'
import { daysIn } from '../../rules/grants.ts'
import type { Period } from '../../../platform/rules/access/plans.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { cursor, numberKey } from '../../../platform/server/db/page.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { allPayments, countOpenAlarms, openAlarms, paymentDetails } from './queries.ts'
import { closeAlarm } from '../../../platform/server/alarms/alarms.ts'
import { addStaffGrant, previewGrant, revokeGrant, orderCompensation } from './staff-grants.ts'
import { EVENT_SOURCES, PAYMENT_SOURCES } from '../tables/payments.ts'
import { refundLimit, refundPayment, setRefundLimit } from './refund-payment.ts'
import { byReference, lagosDay, paidPlan, paymentCursor, period, wholeNumber } from '../payments/shapes.ts'
import { reason, typedEmail } from '../../../platform/server/api/form-fields.ts'
import { recheckPayment, restorePayment } from './staff-payments.ts'

/** A payment as shown to staff. */
const listedPayment = z.strictObject({
  reference: z.string(),
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  plan: paidPlan,
  kobo: z.int(),
  paidKobo: z.int().nullable(),
  mode: z.enum(PAYMENT_MODES),
  /** `sample`: generated for the demo. */
  source: z.enum(PAYMENT_SOURCES),
  state: z.enum(PAYMENT_STATES),
  /** The outcome as payers see it; staff screens use it too. */
  outcome: z.enum(PAYMENT_OUTCOMES),
  providerStatus: z.string().nullable(),
  providerId: z.string().nullable(),
  channel: z.string().nullable(),
  createdAt: z.int(),
  paidAt: z.int().nullable(),
  settledAt: z.int().nullable(),
  checkedAt: z.int().nullable(),
})
const details = z.record(z.string(), z.unknown())
const alarm = z.strictObject({
  id: z.int(),
  kind: z.enum(ALARM_KINDS),
  meaning: z.string(),
  reference: z.string(),
  /** Whether the reference is a payment of ours, which staff can open. */
  hasPayment: z.boolean(),
  details,
  raisedAt: z.int(),
  closedAt: z.int().nullable(),
  closedReason: z.string().nullable(),
})
const paymentWithHistory = z.strictObject({
  payment: listedPayment,
  grant: z
    .strictObject({
      startsAt: z.int().nullable(),
      endsAt: z.int().nullable(),
      revokedAt: z.int().nullable(),
      revokedBecause: z.string().nullable(),
    })
    .nullable(),
  events: z.array(z.strictObject({ at: z.int(), source: z.enum(EVENT_SOURCES), what: z.string(), details })),
  deliveries: z.array(
    z.strictObject({
      event: z.string(),
      fields: details,
      receivedAt: z.int(),
      processedAt: z.int().nullable(),
    }),
  ),
  refunds: z.array(
    z.strictObject({
      kobo: z.int(),
      state: z.enum(REFUND_STATES),
      reason: z.string().nullable(),
      askedBy: z.string().nullable(),
      askedAt: z.int(),
      updatedAt: z.int(),
      /** Staff decided that this refund does not count. */
      isOverruled: z.boolean(),
    }),
  ),
  disputes: z.array(z.strictObject({ id: z.string(), state: z.enum(DISPUTE_STATES), updatedAt: z.int() })),
  alarms: z.array(alarm),
})

const ofUser = z.strictObject({ id: z.string().min(1).max(100) })
const toPeriod = ({ plan, startsAt, endsAt }: Period) => ({ plan, startsAt, endsAt })
const DAYS = `Enter 1 to ${BILLING_LIMITS.grantedDays} days.`
const days = z.int(DAYS).min(1, DAYS).max(BILLING_LIMITS.grantedDays, DAYS)

export const billingAdminRoutes = {
  'GET /api/admin/payments': endpoint({
    summary: 'All payments, newest first, by state, plan, email, reference and Lagos date',
    access: 'see-payments',
    query: z.strictObject({
      state: z.enum(PAYMENT_STATES).optional(),
      plan: paidPlan.optional(),
      email: typedEmail.optional(),
      reference: z.string().trim().toLowerCase().max(40).optional(),
      from: lagosDay.optional(),
      to: lagosDay.optional(),
      after: paymentCursor.optional(),
    }),
    answer: z.strictObject({ payments: z.array(listedPayment), next: z.string().nullable() }),
    handle: ({ services: { db }, query: { after, ...filter } }) => allPayments(db, filter, after ?? null),
  }),

  'GET /api/admin/payments/:reference': endpoint({
    summary: 'One payment with its full history',
    access: 'see-payments',
    params: byReference,
    answer: paymentWithHistory,
    async handle({ services: { db }, params }) {
      const found = await paymentDetails(db, params.reference)
      if (!found) throw new Refusal('not-found', 'There is no such payment.')
      return found
    },
  }),

  'POST /api/admin/payments/:reference/check': endpoint({
    summary: 'Check a payment with Paystack, and apply the answer',
    access: 'see-payments',
    effect: 'checks-payments',
    params: byReference,
    answer: paymentWithHistory,
    handle: ({ context, services, params }) => recheckPayment(context, params.reference, services),
  }),

  'POST /api/admin/payments/:reference/refund': write({
    summary:
      'Refund a payment in full or in part, with a reason; the plan ends or is shortened when Paystack confirms the refund',
    access: 'refund-payments',
    effect: 'moves-money',
    creates: 'once-by-its-values',
    params: byReference,
    body: z.strictObject({
      /** All that is left when missing. */
      kobo: z.int('Enter an amount in naira.').min(1, 'Enter an amount in naira.').optional(),
      /** The kobo that were left as the member of staff saw it; left out: it is not checked. */
      seen: z.int().optional(),
      reason,
    }),
    handle: ({ context, services, person, params, body }) =>
      refundPayment(context, services, params.reference, {
        ...body,
        isLimited: !hasRight(person, 'move-money'),
      }),
  }),

  'GET /api/admin/refund-limit': endpoint({
    summary: 'What Finance can refund of one payment, in kobo',
    access: 'refund-payments',
    answer: z.strictObject({ kobo: z.int() }),
    handle: async ({ services: { db } }) => ({ kobo: await refundLimit(db) }),
  }),

  'POST /api/admin/refund-limit': write({
    summary: 'Set what Finance can refund of one payment, all its refunds together, with a reason',
    access: 'move-money',
    effect: 'moves-money',
    body: z.strictObject({ kobo: z.int().min(0).max(PRICE_LIMITS.highest), reason }),
    handle: ({ context, body }) => setRefundLimit(context, body),
  }),

  'POST /api/admin/payments/:reference/restore': write({
    summary: 'Restore a revoked plan whose money Paystack has',
    access: 'move-money',
    effect: 'moves-money',
    params: byReference,
    handle: (call) => restorePayment(call.context, call.params.reference),
  }),

  'GET /api/admin/users/:id/grants/preview': endpoint({
    summary: 'The period that added days would give a user now',
    access: 'grant-time',
    params: ofUser,
    query: z.strictObject({ plan: paidPlan, days: wholeNumber.pipe(days) }),
    answer: period,
    async handle({ services: { db }, now, params, query }) {
      const grant = { userId: params.id, plan: query.plan, length: { days: query.days } }
      return toPeriod(await previewGrant(db, now, grant))
    },
  }),

  'POST /api/admin/users/:id/grants': endpoint({
    summary: 'Add time to a user’s plan, with a reason',
    access: 'grant-time',
    effect: 'grants-time',
    creates: 'once-by-form',
    params: ofUser,
    body: z.strictObject({
      plan: paidPlan,
      length: z.union([
        z.strictObject({ days }),
        z.strictObject({ months: z.int().min(1).max(BILLING_LIMITS.grantedMonths) }),
      ]),
      reason,
    }),
    answer: period,
    status: 201,
    amount: ({ length }) => daysIn(length),
    handle: async ({ context, params, body }) =>
      toPeriod(await addStaffGrant(context, { userId: params.id, ...body })),
  }),

  'POST /api/admin/users/:id/grants/:grant/revoke': write({
    summary: 'Revoke what is left of a user’s time that no payment bought, with a reason',
    access: 'grant-time',
    effect: 'revokes-time',
    params: z.strictObject({ id: z.string().min(1).max(100), grant: wholeNumber }),
    body: z.strictObject({ reason }),
    handle: ({ context, params, body }) =>
      revokeGrant(context, { userId: params.id, grantId: params.grant, reason: body.reason }),
  }),

  'POST /api/admin/compensations': endpoint({
    summary: 'Add days for every user whose plan ran on a Lagos date with an outage; once per plan and date',
    access: 'move-money',
    effect: 'grants-time-to-all',
    creates: 'once-by-form',
    body: z.strictObject({ plan: paidPlan.default('pro'), date: lagosDay, days, reason }),
    answer: z.strictObject({ people: z.int() }),
    status: 201,
    handle: async ({ context, body }) => ({ people: await orderCompensation(context, body) }),
  }),

  'GET /api/admin/alarms': endpoint({
    summary: 'Open alarms, oldest first',
    access: 'see-payments',
    query: z.strictObject({ after: cursor(numberKey).optional() }),
    answer: z.strictObject({
      alarms: z.array(alarm),
      next: z.string().nullable(),
      /** Payments of other shops on the same Paystack business, and when the last one was seen first. */
      foreign: z.strictObject({ count: z.int(), lastAt: z.number().nullable() }),
    }),
    handle: async ({ services: { db }, query }) => ({
      ...(await openAlarms(db, query.after ?? null)),
      foreign: await foreignCount(db),
    }),
  }),

  'GET /api/admin/alarms/count': endpoint({
    summary: 'The number of open alarms',
    access: 'staff',
    answer: z.strictObject({ open: z.int() }),
    handle: async ({ services: { db } }) => ({ open: await countOpenAlarms(db) }),
  }),

  'POST /api/admin/alarms/:id/close': write({
    summary: 'Close an alarm, with a reason',
    access: 'move-money',
    effect: 'closes-alarms',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    handle: ({ context, params, body }) => closeAlarm(context, params.id, body.reason),
  }),
} satisfies Routes
