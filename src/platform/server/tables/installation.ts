import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant, oneOf, identityColumn } from '../db/columns.ts'

/** A single row with the mode of this database. A server of the other mode does not start on it. */
export const installation = pgTable(
  'installation',
  {
    only: boolean('only').primaryKey().default(true),
    mode: text('mode', { enum: ['demo', 'production'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    /** Unused: the release before reads it. The next one drops it. */
    secondPerson: boolean('second_person').notNull().default(false),
    /** When the script of the server's owner last reported a finished backup (deploy/compose.yaml); null before the first. */
    backupAt: instant('backup_at'),
    /** The origin of the log of forecasts, which never changes; null before its start. */
    logOrigin: text('log_origin'),
    /** What Finance can refund of one payment. */
    refundLimitKobo: integer('refund_limit_kobo').notNull().default(0),
  },
  (table) => [
    check('installation_only', sql`${table.only}`),
    check('installation_mode', oneOf(table.mode, ['demo', 'production'])),
  ],
)

/** The restores of this database from a backup. While the newest has no `paymentsOpenedAt`, no checkout starts. */
export const restores = pgTable(
  'restores',
  {
    id: identityColumn('id').primaryKey(),
    at: instant('at').notNull(),
    /** The moment whose data was restored. */
    backupAt: instant('backup_at').notNull(),
    /** When the comparison with Paystack had finished, or an admin opened payments without it. */
    paymentsOpenedAt: instant('payments_opened_at'),
    /** The admin; null for the comparison. */
    openedBy: text('opened_by'),
    openedReason: text('opened_reason'),
  },
  (table) => [
    check(
      'restores_opened',
      sql`num_nonnulls(${table.openedBy}, ${table.openedReason}) in (0, 2)
        and (${table.openedBy} is null or ${table.paymentsOpenedAt} is not null)`,
    ),
  ],
)
