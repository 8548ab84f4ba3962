import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** The scheduled backups, one row for each time at which one was due. */
export const backups = pgTable('backups', {
  dueAt: instant('due_at').primaryKey(),
  startedAt: instant('started_at').notNull(),
  /** When the file was complete and on disk; null before. */
  finishedAt: instant('finished_at'),
  /** The moment whose data the file holds. */
  snapshotAt: instant('snapshot_at'),
  file: text('file'),
  bytes: bigint('bytes', { mode: 'number' }),
})
