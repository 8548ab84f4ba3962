import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { identityColumn, instant } from '../../../platform/server/db/columns.ts'
import { sessions, users, ownUser } from '../../../platform/server/tables/accounts.ts'

/** What a user wants to be told of: by notifications, and live in the app. It outlives the devices. */
export const pushChoices = pgTable(
  'push_choices',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The keys of the games whose results are sent. */
    games: text('games').array().notNull(),
    /** The keys of the games whose results are sent when the user's own numbers came. */
    mineGames: text('mine_games')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The one game that a plan without live results gets live, and when it was changed. */
    liveGame: text('live_game'),
    liveChangedAt: instant('live_changed_at'),
    /** The quiet hours in minutes since midnight in Lagos; null without quiet hours. */
    quietFrom: smallint('quiet_from'),
    quietUntil: smallint('quiet_until'),
    /** For staff: whether late draws are sent. */
    lateDraws: boolean('late_draws').notNull().default(false),
  },
  (table) => [
    check('push_choices_quiet', sql`(${table.quietFrom} is null) = (${table.quietUntil} is null)`),
    check(
      'push_choices_hours',
      sql`${table.quietFrom} between 0 and 1439 and ${table.quietUntil} between 0 and 1439 and ${table.quietFrom} <> ${table.quietUntil}`,
    ),
  ],
)

/**
 * The browsers that get notifications. A row belongs to the session that subscribed last, so every end of that session
 * removes it: a logout, a new login in this browser, a demotion, the deletion of the account.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: identityColumn('id').primaryKey(),
    /** The address at the push service. It names the browser, not its user. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's public key and its secret, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userId: ownUser(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** Until then one process sends to this browser. */
    claimedUntil: instant('claimed_until'),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)

/** Notifications by name. A newer version replaces the text, also where it waits to be sent. Deleted when they expire. */
export const pushMessages = pgTable(
  'push_messages',
  {
    tag: text('tag').primaryKey(),
    /** An equal or older version changes nothing. For draws, the `seq` of the change. */
    version: bigint('version', { mode: 'number' }).notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    path: text('path').notNull(),
    /** Whether it is sent in quiet hours, too. */
    urgent: boolean('urgent').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('push_messages_expiry').on(table.expiresAt)],
)

/** Which browser still has to get which message. Sent ones are deleted. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    subscriptionId: bigint('subscription_id', { mode: 'number' })
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    tag: text('tag')
      .notNull()
      .references(() => pushMessages.tag, { onDelete: 'cascade' }),
    version: bigint('version', { mode: 'number' }).notNull(),
    dueAt: instant('due_at').notNull(),
    /** Whether quiet hours have held it. */
    held: boolean('held').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.tag] }),
    index('push_deliveries_tag').on(table.tag),
    index('push_deliveries_due').on(table.dueAt),
  ],
)

/** What the push services answered, by hour, for the control room. */
export const pushHours = pgTable('push_hours', {
  hour: instant('hour').primaryKey(),
  delivered: integer('delivered').notNull(),
  failed: integer('failed').notNull(),
  /** Seconds from a publication to its slowest delivery; null without one. Retries and quiet hours are left out. */
  slowest: integer('slowest'),
})
