import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { SLIP_BET_KEYS } from '../rules/entry.ts'
import { identityColumn, instant, oneOf } from '../../platform/server/db/columns.ts'
import { ownUser } from '../../platform/server/tables/accounts.ts'
import { games } from '../../draws/server/tables.ts'

/** The numbers that players saved. What became of them follows from the draws. */
export const slipEntries = pgTable(
  'slip_entries',
  {
    id: identityColumn('id').primaryKey(),
    userId: ownUser(),
    /** Null for any game. */
    game: text('game').references(() => games.key),
    bet: text('bet', { enum: SLIP_BET_KEYS }).notNull(),
    numbers: smallint('numbers').array().notNull(),
    /** The other set of an against bet. */
    against: smallint('against').array().notNull(),
    /** How many numbers a line of a perm has. */
    lineOf: smallint('line_of').notNull(),
    /** Kobo on each line; 0 if the player only watches. */
    stake: integer('stake').notNull(),
    /** The days of the first and the last draw; without an end, `until` is null. */
    from: date('from_date', { mode: 'string' }).notNull(),
    until: date('until_date', { mode: 'string' }),
    notify: boolean('notify').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When its numbers, bet, game or days last changed; null if they are as saved. A win needs it before the close. */
    changedAt: instant('changed_at'),
  },
  (table) => [
    index('slip_entries_user').on(table.userId),
    // A draw looks for the entries whose numbers came.
    index('slip_entries_dates').on(table.from, table.until),
    check('slip_entries_bet', oneOf(table.bet, SLIP_BET_KEYS)),
    check('slip_entries_size', sql`cardinality(${table.numbers} || ${table.against}) between 1 and 10`),
    check(
      'slip_entries_balls',
      sql`1 <= all (${table.numbers} || ${table.against}) and 90 >= all (${table.numbers} || ${table.against})`,
    ),
  ],
)
