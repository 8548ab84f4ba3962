import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { USAGE_EVENTS, USAGE_PAGES, USAGE_PLANS, USAGE_SOURCES } from '../../domain/usage.ts'
import { instant, oneOf } from '../db/columns.ts'

/** Page views by hour. A row belongs to nobody: it names no user, address or cookie. */
export const usageCounts = pgTable(
  'usage_counts',
  {
    hour: instant('hour').notNull(),
    event: text('event', { enum: USAGE_EVENTS }).notNull(),
    /** Not checked here: every new page would need a migration. */
    page: text('page', { enum: USAGE_PAGES }).notNull(),
    plan: text('plan', { enum: USAGE_PLANS }).notNull(),
    source: text('source', { enum: USAGE_SOURCES }).notNull(),
    n: integer('n').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.event, table.page, table.plan, table.source] }),
    check('usage_counts_event', oneOf(table.event, USAGE_EVENTS)),
    check('usage_counts_plan', oneOf(table.plan, USAGE_PLANS)),
    check('usage_counts_source', oneOf(table.source, USAGE_SOURCES)),
  ],
)
