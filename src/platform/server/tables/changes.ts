import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** `history`: from here on the log continues in the place that its id names, see `restores/history.ts`. */
const CHANGE_KINDS = ['draws', 'games', 'predictions', 'ledger', 'history'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The change log, in commit order. Each follower keeps the last `seq` that it applied and reads the rest. */
export const changes = pgTable('changes', {
  seq: bigint('seq', { mode: 'number' }).primaryKey(),
  kind: text('kind', { enum: CHANGE_KINDS }).notNull(),
  ids: text('ids').array().notNull(),
  at: instant('at').notNull(),
})
