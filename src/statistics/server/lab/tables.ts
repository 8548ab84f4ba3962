import { check, date, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PROOF_KEYS, PROOF_STATES } from '../../rules/lab/proofs/proofs.ts'
import { instant, oneOf } from '../../../platform/server/db/columns.ts'

/** What the proof of each figure told on each day. Rows are never changed, so a correction cannot hide what a page showed. */
export const proofDays = pgTable(
  'proof_days',
  {
    date: date('date', { mode: 'string' }).notNull(),
    figure: text('figure', { enum: PROOF_KEYS }).notNull(),
    /** When it was computed: in the first minutes after the day. */
    at: instant('at').notNull(),
    /** The draws that counted. */
    draws: integer('draws').notNull(),
    /** The natural logarithm of E. */
    logE: doublePrecision('log_e').notNull(),
    state: text('state', { enum: PROOF_STATES }).notNull(),
    /** Draws of earlier days that were recorded since the row before. */
    late: integer('late').notNull(),
    /** Draws of earlier days that were corrected since the row before. */
    corrected: integer('corrected').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.date, table.figure] }),
    check('proof_days_figure', oneOf(table.figure, PROOF_KEYS)),
    check('proof_days_state', oneOf(table.state, PROOF_STATES)),
  ],
)
