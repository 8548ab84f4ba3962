import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant, oneOf } from '../db/columns.ts'

const MAIL_STATES = ['queued', 'sent', 'failed'] as const

/** Mail to be sent and mail that was: one row a mail, written in the transaction that causes it. */
export const mails = pgTable(
  'mails',
  {
    /** Random: the mail carries it as its Message-ID. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    template: text('template').notNull(),
    /** Personal data: null once the mail has been sent or given up for some days. */
    to: text('to'),
    /** What the template needs, with links that let their reader in: null once the mail has been sent or given up. */
    data: jsonb('data'),
    state: text('state', { enum: MAIL_STATES }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed: a code such as `ECONNREFUSED` or `EENVELOPE 550`. */
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    /** When it was sent or given up. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    check('mails_state', oneOf(table.state, MAIL_STATES)),
    check('mails_ended', sql`(${table.state} = 'queued') = (${table.endedAt} is null)`),
    check('mails_whole', sql`${table.state} <> 'queued' or num_nulls(${table.to}, ${table.data}) = 0`),
    index('mails_user').on(table.userId),
    index('mails_to_empty')
      .on(table.endedAt)
      .where(sql`${table.to} is not null`),
  ],
)
