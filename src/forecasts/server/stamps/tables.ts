import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { CHAINS } from '../../rules/ledger/standing.ts'
import { bytea, instant, oneOf } from '../../../platform/server/db/columns.ts'

/** The stamps of the first `size` lines of a record. Rows are only added. */
export const logStamps = pgTable(
  'log_stamps',
  {
    chain: text('chain', { enum: CHAINS }).notNull(),
    size: integer('size').notNull(),
    /** A name of `TIMESTAMP_URLS`. */
    authority: text('authority').notNull(),
    /** By the clock of the authority. */
    time: instant('time').notNull(),
    /** The `TimeStampResp` in DER, as it was sent. */
    token: bytea('token').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.size, table.authority] }),
    check('log_stamps_chain', oneOf(table.chain, CHAINS)),
  ],
)

/** How the last request to each authority ended. */
export const stampRequests = pgTable('stamp_requests', {
  authority: text('authority').primaryKey(),
  at: instant('at').notNull(),
  /** In a row. A request counts as failed until its stamp is stored, so that a killed process leaves no other trace. */
  failures: integer('failures').notNull(),
})
