import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { AUDIENCES } from '../../rules/talk/announcements.ts'
import { identityColumn, instant, oneOf } from '../../../platform/server/db/columns.ts'
import { ownUser } from '../../../platform/server/tables/accounts.ts'

/** Lines above the app, by staff. */
export const announcements = pgTable(
  'announcements',
  {
    id: identityColumn('id').primaryKey(),
    text: text('text').notNull(),
    audience: text('audience', { enum: AUDIENCES }).notNull(),
    from: instant('from').notNull(),
    until: instant('until').notNull(),
    /** The game whose followers got a notification; null for none. */
    game: text('game'),
    reason: text('reason').notNull(),
    /** The user's id. */
    by: text('by').notNull(),
    /** When staff ended it early; null otherwise. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    // Two members of staff may write the same line at the same time.
    uniqueIndex('announcements_once')
      .on(table.text, table.audience, table.until)
      .where(sql`${table.endedAt} is null`),
    index('announcements_until').on(table.until),
    check('announcements_audience', oneOf(table.audience, AUDIENCES)),
    check('announcements_times', sql`${table.from} < ${table.until}`),
  ],
)

/** How players reach the business, one row for each change; the newest holds. */
export const helpContacts = pgTable('help_contacts', {
  id: identityColumn('id').primaryKey(),
  /** The row that the change was made on, 0 for the first: of two changes at the same time, one is refused. */
  replaces: bigint('replaces', { mode: 'number' }).notNull().unique(),
  email: text('email'),
  whatsapp: text('whatsapp'),
  hours: text('hours'),
  /** The business, its licence, and the state whose law holds. */
  name: text('name'),
  licence: text('licence'),
  state: text('state'),
  at: instant('at').notNull(),
  /** The user's id. */
  by: text('by').notNull(),
})

/** Mails about plans to groups of players. A player without a row has had none. */
export const planMails = pgTable('plan_mails', {
  userId: ownUser().primaryKey(),
  /** When the last one was queued. */
  lastAt: instant('last_at'),
  /** When the player stopped them; null while they come. */
  stoppedAt: instant('stopped_at'),
})
