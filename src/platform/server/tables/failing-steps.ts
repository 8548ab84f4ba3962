import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** The steps of the sweep that failed the last time. A step that works again has no row. */
export const failingSteps = pgTable('failing_steps', {
  /** A key of `SWEEP_STEPS`, or of those of another release. */
  step: text('step').primaryKey(),
  /** In a row. */
  failures: integer('failures').notNull(),
  since: instant('since').notNull(),
})
