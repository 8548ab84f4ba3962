import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { POWERS, type Power } from '../../rules/access/powers.ts'
import { identityColumn, instant } from '../db/columns.ts'

/** The uses of powers by staff, for their limits of a day and the mail to the owners. */
export const powerUses = pgTable(
  'power_uses',
  {
    id: identityColumn('id').primaryKey(),
    at: instant('at').notNull(),
    /** The user's id. */
    by: text('by').notNull(),
    power: text('power', { enum: Object.keys(POWERS) as [Power, ...Power[]] }).notNull(),
    amount: integer('amount').notNull(),
    /** Of the entries in the audit trail. */
    requestId: text('request_id').notNull(),
    /** When the owners got the mail; null before. */
    mailedAt: instant('mailed_at'),
  },
  (table) => [index('power_uses_by').on(table.by, table.power, table.at)],
)
