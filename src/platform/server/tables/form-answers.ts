import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'
import { users } from './accounts.ts'

/** Forms that made something, so that a form which is sent again is answered and makes nothing. */
export const formAnswers = pgTable(
  'form_answers',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** A hash of the form's id. */
    form: text('form').notNull(),
    /** A hash of the form's id with the call and what was sent. */
    sent: text('sent').notNull(),
    /** Encrypted with the form's id, which only the sender has; empty until the call has its answer. */
    answer: text('answer').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.form] }), index('form_answers_at').on(table.at)],
)
