import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { PLAN_KEYS } from '../../domain/plans.ts'
import { users } from '../accounts/tables.ts'
import { counted, instant, oneOf } from '../db/columns.ts'

const PAID_PLANS = PLAN_KEYS.filter((plan) => plan !== 'free') as ['basic', 'pro']
export const GRANT_KINDS = ['payment', 'gift', 'demo'] as const

/** The ledger: every length of paid or given time. Append-only, as are its reversals. */
export const grants = pgTable(
  'grants',
  {
    id: counted('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    months: smallint('months'),
    days: smallint('days'),
    kind: text('kind', { enum: GRANT_KINDS }).notNull(),
    paidAt: instant('paid_at').notNull(),
    /** The payment that bought it; a gift or demo grant carries a reason instead. */
    paymentId: text('payment_id').unique(),
    reason: text('reason'),
  },
  (table) => [
    index('grants_user').on(table.userId),
    check('grants_plan', oneOf(table.plan, PAID_PLANS)),
    check('grants_kind', oneOf(table.kind, GRANT_KINDS)),
    check(
      'grants_length',
      sql`num_nonnulls(${table.months}, ${table.days}) = 1 and coalesce(${table.months}, ${table.days}) > 0`,
    ),
    check('grants_source', sql`(${table.kind} = 'payment') = (${table.paymentId} is not null)`),
    check('grants_reason', sql`${table.kind} = 'payment' or ${table.reason} is not null`),
  ],
)

export const reversals = pgTable('reversals', {
  id: counted('id').primaryKey(),
  grantId: bigint('grant_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => grants.id),
  at: instant('at').notNull(),
  reason: text('reason').notNull(),
})

/** The ledger laid out, for queries; can be rebuilt from it at any time. No two of one user and plan overlap. */
export const periods = pgTable(
  'periods',
  {
    grantId: bigint('grant_id', { mode: 'number' })
      .primaryKey()
      .references(() => grants.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('periods_user').on(table.userId, table.endsAt),
    check('periods_order', sql`${table.startsAt} < ${table.endsAt}`),
  ],
)
