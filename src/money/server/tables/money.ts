import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { PAYMENT_MODES } from '../../rules/payments.ts'
import { PAID_PLANS } from '../../../platform/rules/access/plans.ts'
import { identityColumn, instant, oneOf } from '../../../platform/server/db/columns.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { grants } from './ledger.ts'

/** Prices that hold from a Lagos date on. Before the first of a plan, the price of the plan table holds. */
export const prices = pgTable(
  'prices',
  {
    id: identityColumn('id').primaryKey(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    kobo: integer('kobo').notNull(),
    holdsFrom: date('holds_from').$type<LagosDate>().notNull(),
    reason: text('reason').notNull(),
    enteredAt: instant('entered_at').notNull(),
    enteredBy: text('entered_by').notNull(),
    /** When staff withdrew it, before it held; null otherwise. */
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [
    uniqueIndex('prices_once')
      .on(table.plan, table.holdsFrom)
      .where(sql`${table.cancelledAt} is null`),
    check('prices_plan', oneOf(table.plan, PAID_PLANS)),
    check('prices_kobo', sql`${table.kobo} > 0`),
  ],
)

/** Paystack's payouts to the bank account of the business, as its list of settlements names them. */
export const payouts = pgTable(
  'payouts',
  {
    /** Paystack's id. */
    id: text('id').primaryKey(),
    mode: text('mode', { enum: PAYMENT_MODES }).notNull(),
    day: date('day').$type<LagosDate>().notNull(),
    /** Paystack's word. */
    status: text('status').notNull(),
    processedKobo: bigint('processed_kobo', { mode: 'number' }).notNull(),
    feesKobo: bigint('fees_kobo', { mode: 'number' }).notNull(),
    /** Kobo for refunds and lost disputes. */
    deductedKobo: bigint('deducted_kobo', { mode: 'number' }).notNull(),
    /** Kobo that the bank account gets. */
    paidOutKobo: bigint('paid_out_kobo', { mode: 'number' }).notNull(),
    comparedAt: instant('compared_at').notNull(),
  },
  (table) => [index('payouts_day').on(table.day)],
)

/** Batches of vouchers: codes on paper, each for one period of a plan, which kiosks sell for cash. */
export const voucherBatches = pgTable(
  'voucher_batches',
  {
    id: identityColumn('id').primaryKey(),
    plan: text('plan', { enum: PAID_PLANS }).notNull(),
    vouchers: integer('vouchers').notNull(),
    /** The price of the plan when the batch was made. */
    kobo: integer('kobo').notNull(),
    /** Who sells them, as owners name the kiosk; null for batches of earlier releases. */
    name: text('name'),
    /** Vouchers that the kiosk has paid for, as owners entered. */
    sold: integer('sold').notNull().default(0),
    reason: text('reason').notNull(),
    madeAt: instant('made_at').notNull(),
    madeBy: text('made_by').notNull(),
    /** When staff confirmed that they have the codes; null before, while the codes do not work. */
    confirmedAt: instant('confirmed_at'),
    /** When its unused vouchers were cancelled; null otherwise. */
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [
    check('voucher_batches_plan', oneOf(table.plan, PAID_PLANS)),
    check('voucher_batches_vouchers', sql`${table.vouchers} > 0`),
  ],
)

/** Vouchers by a keyed hash of their code. The codes themselves are only on paper. */
export const vouchers = pgTable(
  'vouchers',
  {
    hash: text('hash').primaryKey(),
    batchId: bigint('batch_id', { mode: 'number' })
      .notNull()
      .references(() => voucherBatches.id),
    number: integer('number').notNull(),
    usedAt: instant('used_at'),
    usedBy: text('used_by').references(() => users.id),
    grantId: bigint('grant_id', { mode: 'number' }).references(() => grants.id),
  },
  (table) => [
    uniqueIndex('vouchers_number').on(table.batchId, table.number),
    index('vouchers_used').on(table.usedAt),
    check('vouchers_use', sql`num_nonnulls(${table.usedAt}, ${table.usedBy}) in (0, 2)`),
  ],
)
