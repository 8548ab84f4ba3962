import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { DISPUTE_STATES, PAYMENT_MODES, PAYMENT_STATES, REFUND_STATES } from '../../rules/payments.ts'
import { PAID_PLANS } from '../../../platform/rules/access/plans.ts'
import { ofUser } from '../../../platform/server/tables/accounts.ts'
import { identityColumn, instant, oneOf } from '../../../platform/server/db/columns.ts'

/** `sample`: of a demonstration's sample people. Such a payment moved no money, so no figure, comparison or alarm has it. */
export const PAYMENT_SOURCES = ['checkout', 'sample'] as const

/** Every attempt to pay, stored before it is opened at Paystack. Amounts are kobo; the currency is naira. */
export const payments = pgTable(
  'payments',
  {
    /** Our random key, which Paystack, the payer and staff use. */
    reference: text('reference').primaryKey(),
    userId: ofUser(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    kobo: integer('kobo').notNull(),
    mode: text('mode', { enum: PAYMENT_MODES }).notNull(),
    source: text('source', { enum: PAYMENT_SOURCES }).notNull().default('checkout'),
    state: text('state', { enum: PAYMENT_STATES }).notNull().default('open'),
    /** Whether the payer's next click on this plan reuses the payment. */
    current: boolean('current').notNull().default(true),
    accessCode: text('access_code'),
    authorizationUrl: text('authorization_url'),
    /** Paystack's id; it can exceed 2^53. */
    providerId: text('provider_id'),
    /** Paystack's latest status of the transaction. */
    providerStatus: text('provider_status'),
    channel: text('channel'),
    paidAt: instant('paid_at'),
    /** Kobo that Paystack charged: the price, unless the payment is under review; null before the money arrives. */
    paidKobo: bigint('paid_kobo', { mode: 'number' }),
    /** Kobo that Paystack keeps of it; null until Paystack says. */
    feeKobo: bigint('fee_kobo', { mode: 'number' }),
    /** Paystack's payout that has the money; null before. */
    payoutId: text('payout_id'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    checkedAt: instant('checked_at'),
    /** When the reconciler checks the payment next; null if never. */
    nextCheckAt: instant('next_check_at'),
  },
  (table) => [
    uniqueIndex('payments_current')
      .on(table.userId, table.plan)
      .where(sql`${table.current}`),
    index('payments_user').on(table.userId, table.createdAt, table.reference),
    index('payments_created').on(table.createdAt, table.reference),
    index('payments_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('payments_reference', sql`${table.reference} ~ '^[0-9a-z]{26,}$'`),
    check('payments_kobo', sql`${table.kobo} > 0`),
    check('payments_plan', oneOf(table.plan, PAID_PLANS)),
    check('payments_mode', oneOf(table.mode, PAYMENT_MODES)),
    check('payments_source', oneOf(table.source, PAYMENT_SOURCES)),
    check('payments_state', oneOf(table.state, PAYMENT_STATES)),
    check('payments_settled', sql`${table.state} <> 'settled' or ${table.settledAt} is not null`),
  ],
)

const ofPayment = () =>
  text('reference')
    .notNull()
    .references(() => payments.reference)

export const EVENT_SOURCES = ['checkout', 'confirm', 'webhook', 'reconciler', 'staff'] as const

/** The history of a payment. Append-only. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: identityColumn('id').primaryKey(),
    reference: ofPayment(),
    at: instant('at').notNull(),
    source: text('source', { enum: EVENT_SOURCES }).notNull(),
    what: text('what').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('payment_events_reference').on(table.reference, table.id)],
)

/** Paystack's webhooks: the fields that we use. Each distinct body is stored once. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: identityColumn('id').primaryKey(),
    /** SHA-512 of the raw body, hexadecimal. */
    bodyHash: text('body_hash').notNull().unique(),
    event: text('event').notNull(),
    /** Paystack's reference; it may not be one of ours. */
    reference: text('reference'),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (table) => [
    index('webhook_deliveries_reference').on(table.reference, table.id),
    index('webhook_deliveries_waiting')
      .on(table.receivedAt)
      .where(sql`${table.processedAt} is null`),
  ],
)

/** Payments of other shops on the same Paystack business, which are only counted. */
export const foreignPayments = pgTable('foreign_payments', {
  reference: text('reference').primaryKey(),
  seenAt: instant('seen_at').notNull(),
})

/** Refunds that staff requested here or that were made at Paystack. */
export const refunds = pgTable(
  'refunds',
  {
    id: identityColumn('id').primaryKey(),
    reference: ofPayment(),
    kobo: integer('kobo').notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull(),
    providerId: text('provider_id').unique(),
    /** Staff's reason; it and `askedBy` are null for a refund that was made at Paystack. */
    reason: text('reason'),
    askedBy: text('asked_by'),
    askedAt: instant('asked_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When staff decided that this refund does not count; null otherwise. */
    overruledAt: instant('overruled_at'),
  },
  (table) => [
    uniqueIndex('refunds_asked')
      .on(table.reference)
      .where(sql`${table.state} = 'asked'`),
    index('refunds_reference').on(table.reference),
    check('refunds_state', oneOf(table.state, REFUND_STATES)),
    check('refunds_kobo', sql`${table.kobo} > 0`),
    check('refunds_reason', sql`(${table.askedBy} is null) = (${table.reason} is null)`),
  ],
)

export const disputes = pgTable(
  'disputes',
  {
    /** Paystack's id. */
    id: text('id').primaryKey(),
    reference: ofPayment(),
    state: text('state', { enum: DISPUTE_STATES }).notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When staff decided that the lost dispute does not count; null otherwise. */
    overruledAt: instant('overruled_at'),
  },
  (table) => [
    index('disputes_reference').on(table.reference),
    check('disputes_state', oneOf(table.state, DISPUTE_STATES)),
  ],
)

/** The daily comparisons of Paystack's lists with ours: one per Lagos date. */
export const comparisons = pgTable('comparisons', {
  day: date('day').primaryKey(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at'),
  /** The number of transactions that Paystack listed. */
  listed: integer('listed'),
  /** The number of alarms raised. */
  raised: integer('raised'),
})
