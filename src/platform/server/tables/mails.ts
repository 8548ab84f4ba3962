import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant, oneOf } from '../db/columns.ts'

const MAIL_STATES = ['queued', 'sent', 'failed'] as const

/** Queued, sent and failed mails. Each row is written in the transaction that causes the mail. */
export const mails = pgTable(
  'mails',
  {
    /** Random; part of the Message-ID. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    template: text('template').notNull(),
    /** Personal data: null some days after the mail was sent or failed. */
    to: text('to'),
    /** The template's data, with links that contain secrets: null after the mail was sent or failed. */
    data: jsonb('data'),
    state: text('state', { enum: MAIL_STATES }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** The code of the last failure, such as `ECONNREFUSED` or `EENVELOPE 550`. */
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    /** A mail from before a restore waits from then on for staff, because it may have been sent already. */
    heldAt: instant('held_at'),
    /** When it was sent or failed. */
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
