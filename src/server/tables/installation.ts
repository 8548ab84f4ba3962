import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, oneOf } from '../db/columns.ts'

/** A single row with the mode of this database. A server of the other mode does not start on it. */
export const installation = pgTable(
  'installation',
  {
    only: boolean('only').primaryKey().default(true),
    mode: text('mode', { enum: ['demo', 'production'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whether a draw counts only after a second person has entered the same numbers. */
    secondPerson: boolean('second_person').notNull().default(false),
    /** When the operator's script last reported a finished backup (deploy/compose.yaml); null before the first. */
    backupAt: instant('backup_at'),
    /** The origin of the log of forecasts, which never changes; null before its start. */
    logOrigin: text('log_origin'),
  },
  (table) => [
    check('installation_only', sql`${table.only}`),
    check('installation_mode', oneOf(table.mode, ['demo', 'production'])),
  ],
)
