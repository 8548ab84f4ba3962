import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { POST_KINDS, POST_STATES, PURPOSES } from '../../rules/channels/channels.ts'
import { identityColumn, instant, oneOf } from '../../../platform/server/db/columns.ts'

/** The channels at Telegram that staff connected. */
export const channels = pgTable(
  'channels',
  {
    id: identityColumn('id').primaryKey(),
    /** Telegram's number of the channel, and its title when it was connected. */
    chat: text('chat').notNull().unique(),
    title: text('title').notNull(),
    /** Telegram's number of the bot, and its name. */
    bot: text('bot').notNull(),
    botName: text('bot_name').notNull(),
    /** The bot's token, encrypted with a key that is not in the database. */
    token: text('token').notNull(),
    /** The keys of the games whose results are posted. */
    games: text('games').array().notNull(),
    /** Whether the day's draws are posted in the morning, and its table in the evening. */
    schedule: boolean('schedule').notNull(),
    table: boolean('day_table').notNull(),
    connectedAt: instant('connected_at').notNull(),
    connectedBy: text('connected_by').notNull(),
  },
  (table) => [index('channels_bot').on(table.bot)],
)

/** The outbox: one row for each channel and what is posted in it. */
export const channelPosts = pgTable(
  'channel_posts',
  {
    id: identityColumn('id').primaryKey(),
    channelId: bigint('channel_id', { mode: 'number' })
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: POST_KINDS }).notNull(),
    /** The draw's id, the Lagos date, or a random id of a text. */
    subject: text('subject').notNull(),
    state: text('state', { enum: POST_STATES }).notNull().default('waiting'),
    /** Counts the changes of the subject; `sent` is the one that was sent last. */
    wanted: integer('wanted').notNull().default(1),
    sent: integer('sent').notNull().default(0),
    /** Telegram's number of the post; null before it is known. */
    messageId: bigint('message_id', { mode: 'number' }),
    /** A text of staff; for all others what was sent last, or tried. */
    text: text('text'),
    purpose: text('purpose', { enum: PURPOSES }).notNull().default('information'),
    /** The number of the approval of an advertisement. */
    approval: text('approval'),
    /** Why it is not sent yet. */
    problem: text('problem'),
    claimedAt: instant('claimed_at'),
    changedAt: instant('changed_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('channel_posts_once').on(table.channelId, table.kind, table.subject),
    index('channel_posts_subject').on(table.kind, table.subject),
    index('channel_posts_changed').on(table.changedAt),
    check('channel_posts_kind', oneOf(table.kind, POST_KINDS)),
    check('channel_posts_state', oneOf(table.state, POST_STATES)),
    check('channel_posts_purpose', oneOf(table.purpose, PURPOSES)),
    check(
      'channel_posts_approval',
      sql`${table.purpose} <> 'advertising' or coalesce(${table.approval}, '') <> ''`,
    ),
  ],
)
