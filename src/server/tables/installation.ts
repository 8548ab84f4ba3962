import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, oneOf } from '../db/columns.ts'

/** One row: what this database was made for. Demo data never meets a production server, nor the other way round. */
export const installation = pgTable(
  'installation',
  {
    only: boolean('only').primaryKey().default(true),
    mode: text('mode', { enum: ['demo', 'production'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whether a draw counts only once a second person has typed the same numbers. */
    secondPerson: boolean('second_person').notNull().default(false),
  },
  (table) => [
    check('installation_only', sql`${table.only}`),
    check('installation_mode', oneOf(table.mode, ['demo', 'production'])),
  ],
)
