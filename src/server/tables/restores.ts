import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { identityColumn, instant } from '../db/columns.ts'

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
