import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { WEEKDAYS } from '../../platform/rules/base/calendar.ts'
import { CALENDAR_KINDS } from '../rules/draw-calendar.ts'
import { DRAW_SOURCES, DRAW_STATES } from '../rules/draw.ts'
import { GAME_COLOURS } from '../rules/operators.ts'
import { DEFAULT_MARGIN_MINUTES } from '../rules/lock.ts'
import { identityColumn, instant, oneOf } from '../../platform/server/db/columns.ts'

const STORED_KINDS = [...CALENDAR_KINDS, 'undone'] as const

export const games = pgTable(
  'games',
  {
    key: text('key').primaryKey(),
    name: text('name').notNull(),
    operator: text('operator').notNull(),
    order: integer('order').notNull(),
    active: boolean('active').notNull().default(true),
    /** The colour of its stripe; null for that of its operator. */
    colour: text('colour', { enum: GAME_COLOURS }),
    /** The serial number of its first draw that staff enter; null for a game without serial numbers. */
    firstSerial: smallint('first_serial'),
    /** Counts up with each change. An edit names the version that it is based on. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('games_colour', oneOf(table.colour, GAME_COLOURS)),
    check('games_first_serial', sql`${table.firstSerial} between 1 and 999`),
  ],
)

export const ofGame = () =>
  text('game_key')
    .notNull()
    .references(() => games.key)

/** The weekly closes of a game. Rows in force are never changed; a row with a later `validFrom` replaces them. */
export const gameSlots = pgTable(
  'game_slots',
  {
    gameKey: ofGame(),
    weekday: text('weekday', { enum: WEEKDAYS }).notNull(),
    /** Minutes since midnight in Lagos; null ends the slot. */
    close: smallint('close'),
    expectedMinutes: smallint('expected_minutes').notNull(),
    /** Minutes between the lock of forecasts and the close. */
    marginMinutes: smallint('margin_minutes').notNull().default(DEFAULT_MARGIN_MINUTES),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameKey, table.weekday, table.validFrom] }),
    check('game_slots_weekday', oneOf(table.weekday, WEEKDAYS)),
    check('game_slots_close', sql`${table.close} between 0 and 1439`),
    check('game_slots_margin', sql`${table.marginMinutes} between 0 and 1439`),
  ],
)

/**
 * What staff changed for single dates. Rows are only added: a later row of a day rules, and `undone` reverses another row.
 * So the table is the whole history of the calendar.
 */
export const calendarChanges = pgTable(
  'calendar_changes',
  {
    id: identityColumn('id').primaryKey(),
    /** Null for a holiday of all games. */
    gameKey: text('game_key').references(() => games.key),
    kind: text('kind', { enum: STORED_KINDS }).notNull(),
    /** The day by the weekly times, which names the draw. */
    date: date('date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }),
    /** Minutes since midnight in Lagos. */
    close: smallint('close'),
    reason: text('reason').notNull(),
    /** The row that this one reverses. */
    undoes: bigint('undoes', { mode: 'number' }).unique(),
    at: instant('at').notNull(),
    by: text('by'),
  },
  (table) => [
    index('calendar_changes_date').on(table.date),
    check('calendar_changes_kind', oneOf(table.kind, STORED_KINDS)),
    check('calendar_changes_close', sql`${table.close} between 0 and 1439`),
    check(
      'calendar_changes_game',
      sql`${table.gameKey} is not null or ${table.kind} in ('holiday', 'undone')`,
    ),
    check('calendar_changes_undone', sql`(${table.kind} = 'undone') = (${table.undoes} is not null)`),
  ],
)

/** Every draw once. Day results, frequent numbers, yearly tables and other figures are views of these rows. */
export const draws = pgTable(
  'draws',
  {
    id: identityColumn('id').primaryKey(),
    /**
     * The draw's id in addresses that players share: 16 hexadecimal digits, 64 random bits. A correction keeps it. It has
     * no `-` or `_`, because messengers cut those off the end of a link.
     */
    publicId: text('public_id')
      .notNull()
      .unique()
      .default(sql`(right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 4))`),
    gameKey: ofGame(),
    date: date('date', { mode: 'string' }).notNull(),
    /** The scheduled day, where staff moved the draw to a day that does not say so. */
    scheduledDate: date('scheduled_date', { mode: 'string' }),
    state: text('state', { enum: DRAW_STATES }).notNull(),
    serial: smallint('serial'),
    winning: smallint('winning').array().notNull(),
    machine: smallint('machine').array().notNull(),
    source: text('source', { enum: DRAW_SOURCES }).notNull(),
    /** Counts up with each correction. An edit names the version that it is based on. */
    version: integer('version').notNull().default(1),
    /** When these numbers were first recorded, also if that record was held, corrected slightly, or deleted since. */
    recordedAt: instant('recorded_at').notNull(),
    /** The user's id; null where a program recorded the draw. */
    recordedBy: text('recorded_by'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('draws_live')
      .on(table.gameKey, table.date)
      .where(sql`deleted_at is null`),
    index('draws_date').on(table.date),
    /** Tells at once whether there are samples: forecasts belong to another chain then. */
    index('draws_samples')
      .on(table.id)
      .where(sql`source = 'sample' and deleted_at is null`),
    // The memory keeps an id in 8 bytes.
    check('draws_public_id', sql`${table.publicId} ~ '^[0-9a-f]{16}$'`),
    // The release before knew `unconfirmed`, too. The next one narrows this.
    check('draws_state', oneOf(table.state, ['unconfirmed', ...DRAW_STATES])),
    check('draws_source', oneOf(table.source, DRAW_SOURCES)),
    check('draws_serial', sql`${table.serial} between 1 and 999`),
    check('draws_winning', sql`cardinality(${table.winning}) = 0 or is_ball_set(${table.winning})`),
    check('draws_machine', sql`cardinality(${table.machine}) = 0 or is_ball_set(${table.machine})`),
    check('draws_numbers', sql`(${table.state} = 'no_draw') = (cardinality(${table.winning}) = 0)`),
  ],
)

/** Results that can still be undone. Players do not see them. */
export const heldResults = pgTable(
  'held_results',
  {
    id: identityColumn('id').primaryKey(),
    gameKey: ofGame(),
    date: date('date', { mode: 'string' }).notNull(),
    state: text('state', { enum: DRAW_STATES }).notNull(),
    serial: smallint('serial'),
    winning: smallint('winning').array().notNull(),
    machine: smallint('machine').array().notNull(),
    heldAt: instant('held_at').notNull(),
    /** The id of the user who entered it. */
    heldBy: text('held_by'),
    /** When the time for its undo ends and it is published. Null only for the release before; the next one refuses null. */
    publishAt: instant('publish_at'),
  },
  (table) => [unique('held_results_once').on(table.gameKey, table.date)],
)

/** The old values of corrected draws, never deleted, with the user, the time and the reason. */
export const drawCorrections = pgTable(
  'draw_corrections',
  {
    id: identityColumn('id').primaryKey(),
    drawId: bigint('draw_id', { mode: 'number' })
      .notNull()
      .references(() => draws.id),
    /** The version of the old values. */
    version: integer('version').notNull(),
    old: jsonb('old').notNull(),
    new: jsonb('new').notNull(),
    at: instant('at').notNull(),
    by: text('by'),
    reason: text('reason').notNull(),
  },
  (table) => [
    index('draw_corrections_draw').on(table.drawId),
    /** Finds the old day of a moved draw: a result known for that day locks its predictions. */
    index('draw_corrections_old_day').on(sql`(${table.old}->>'game')`, sql`(${table.old}->>'date')`),
  ],
)
