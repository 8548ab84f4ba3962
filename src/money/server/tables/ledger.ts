import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { GRANT_KINDS } from '../../rules/grants.ts'
import { PAID_PLANS } from '../../../platform/rules/access/plans.ts'
import { ofUser } from '../../../platform/server/tables/accounts.ts'
import { identityColumn, instant, oneOf } from '../../../platform/server/db/columns.ts'
import { payments } from './payments.ts'

/** The ledger: every grant of paid or free time. Append-only, like its reversals. */
export const grants = pgTable(
  'grants',
  {
    id: identityColumn('id').primaryKey(),
    userId: ofUser(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    months: smallint('months'),
    days: smallint('days'),
    kind: text('kind', { enum: GRANT_KINDS }).notNull(),
    paidAt: instant('paid_at').notNull(),
    /** The payment that bought the grant; other grants have a reason instead. */
    paymentId: text('payment_id').references(() => payments.reference),
    /** The revoked grant of the same payment that this one restores. */
    replaces: bigint('replaces', { mode: 'number' })
      .unique()
      .references((): AnyPgColumn => grants.id),
    reason: text('reason'),
    /** The compensation order that added the grant; each user gets one grant per order. */
    compensationId: bigint('given_back_id', { mode: 'number' }).references(() => compensations.id),
  },
  (table) => [
    index('grants_user').on(table.userId),
    uniqueIndex('grants_payment')
      .on(table.paymentId)
      .where(sql`${table.replaces} is null`),
    unique('grants_given_back').on(table.compensationId, table.userId),
    check('grants_plan', oneOf(table.plan, PAID_PLANS)),
    check('grants_kind', oneOf(table.kind, GRANT_KINDS)),
    check(
      'grants_length',
      sql`num_nonnulls(${table.months}, ${table.days}) = 1 and coalesce(${table.months}, ${table.days}) > 0`,
    ),
    check('grants_replaces', sql`${table.replaces} is null or ${table.kind} = 'payment'`),
    check('grants_source', sql`(${table.kind} = 'payment') = (${table.paymentId} is not null)`),
    check('grants_reason', sql`${table.kind} = 'payment' or ${table.reason} is not null`),
  ],
)

export const reversals = pgTable('reversals', {
  id: identityColumn('id').primaryKey(),
  grantId: bigint('grant_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => grants.id),
  at: instant('at').notNull(),
  reason: text('reason').notNull(),
})

/** Days taken from the end of a payment's grant, because a part of its money was refunded. Append-only. */
export const reductions = pgTable(
  'reductions',
  {
    id: identityColumn('id').primaryKey(),
    grantId: bigint('grant_id', { mode: 'number' })
      .notNull()
      .references(() => grants.id),
    days: smallint('days').notNull(),
    at: instant('at').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('reductions_grant').on(table.grantId), check('reductions_days', sql`${table.days} > 0`)],
)

/** The ledger's grants laid out for queries, rebuildable at any time. Periods of one user and plan never overlap. */
export const periods = pgTable(
  'periods',
  {
    grantId: bigint('grant_id', { mode: 'number' })
      .primaryKey()
      .references(() => grants.id),
    userId: ofUser(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('periods_user').on(table.userId, table.endsAt),
    index('periods_plan').on(table.plan, table.endsAt),
    check('periods_order', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)

/** Compensation orders: extra days for every user whose plan ran on the Lagos date of an outage; one per plan and date. */
export const compensations = pgTable(
  'days_given_back',
  {
    id: identityColumn('id').primaryKey(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    date: date('date').notNull(),
    days: integer('days').notNull(),
    reason: text('reason').notNull(),
    givenAt: instant('given_at').notNull(),
    givenBy: text('given_by').notNull(),
  },
  (table) => [
    unique('days_given_back_once').on(table.plan, table.date),
    check('days_given_back_plan', oneOf(table.plan, PAID_PLANS)),
    check('days_given_back_days', sql`${table.days} > 0`),
  ],
)

/** The reminders that were sent: each once for each end of a plan. */
export const reminders = pgTable(
  'reminders',
  {
    userId: ofUser(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    endsAt: instant('ends_at').notNull(),
    days: smallint('days').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [unique('reminders_once').on(table.userId, table.plan, table.endsAt, table.days)],
)
