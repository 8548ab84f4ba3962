import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { CHAINS, ENTRY_KINDS, RESULT_STATES } from '../../domain/ledger/entries.ts'
import { LOCK_CAUSE_KEYS } from '../../domain/draws/lock.ts'
import { PREDICTION_FORM_KEYS } from '../../domain/predictions/predictions.ts'
import { BET_KEYS } from '../../domain/record/multipliers.ts'
import { identityColumn, instant, oneOf } from '../db/columns.ts'
import { games } from './draws.ts'

/**
 * The authors of forecasts, and the people of staff who enter results of draws with forecasts. A row survives the
 * deletion of the account, so that no record disappears.
 */
export const authors = pgTable('authors', {
  id: identityColumn('id').primaryKey(),
  /** The user of staff; null for the authors of samples. */
  userId: text('user_id').unique(),
  /** Null until staff choose one. */
  penName: text('pen_name').unique(),
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: instant('created_at').notNull(),
})

/** The entries of the ledger (docs/ledger.md). Rows are only added, and no role can change or delete one. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    chain: text('chain', { enum: CHAINS }).notNull(),
    /** 1 for the first entry of the chain. */
    entry: integer('entry').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    at: instant('at').notNull(),
    /** Of every entry about a draw. */
    gameKey: text('game_key').references(() => games.key),
    /** The scheduled day of the draw. */
    drawDate: date('draw_date', { mode: 'string' }),
    /** Versions and withdrawals: the prediction. */
    predictionId: bigint('prediction_id', { mode: 'number' }),
    /** Versions. The numbers, the form and the reasons are in `prediction_versions`, which is append-only, too. */
    version: integer('version'),
    authorId: bigint('author_id', { mode: 'number' }).references(() => authors.id),
    closesAt: instant('closes_at'),
    lockAt: instant('lock_at'),
    form: text('form', { enum: PREDICTION_FORM_KEYS }),
    numbers: smallint('numbers').array(),
    reasonsHash: text('reasons_hash'),
    imageHash: text('image_hash'),
    nonce: text('nonce'),
    /** Moved locks. */
    fromAt: instant('from_at'),
    toAt: instant('to_at'),
    cause: text('cause', { enum: LOCK_CAUSE_KEYS }),
    /** Results. */
    state: text('state', { enum: RESULT_STATES }),
    drawnOn: date('drawn_on', { mode: 'string' }),
    winning: smallint('winning').array(),
    /** Moved locks and results: the number of the person of staff, null for a program. */
    byAuthor: bigint('by_author', { mode: 'number' }).references(() => authors.id),
    /** Restores: the number of entries and the head of the chain that was lost. */
    lostEntries: integer('lost_entries'),
    lostHead: text('lost_head'),
    /** SHA-256 in hexadecimal of the canonical text; the head of the chain before the entry; the head after it. */
    fingerprint: text('fingerprint').notNull(),
    previous: text('previous').notNull(),
    head: text('head').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.entry] }),
    // Two entries with one predecessor would be a fork.
    unique('ledger_entries_previous').on(table.previous),
    uniqueIndex('ledger_entries_version')
      .on(table.predictionId, table.version)
      .where(sql`kind = 'version'`),
    index('ledger_entries_draw').on(table.chain, table.gameKey, table.drawDate),
    check('ledger_entries_entry', sql`${table.entry} > 0`),
    check('ledger_entries_chain', oneOf(table.chain, CHAINS)),
    check('ledger_entries_kind', oneOf(table.kind, ENTRY_KINDS)),
    check(
      'ledger_entries_forecast',
      sql`(${table.kind} in ('version', 'withdrawal')) = (${table.predictionId} is not null)`,
    ),
    check('ledger_entries_nonce', sql`(${table.kind} = 'version') = (${table.nonce} is not null)`),
    check('ledger_entries_lock', sql`(${table.kind} = 'lock') = (${table.cause} is not null)`),
    check('ledger_entries_result', sql`(${table.kind} = 'result') = (${table.state} is not null)`),
    check(
      'ledger_entries_restore',
      sql`case when ${table.kind} = 'restore'
        then num_nulls(${table.lostEntries}, ${table.lostHead}) = 0 and num_nonnulls(${table.gameKey}, ${table.drawDate}) = 0
        else num_nonnulls(${table.lostEntries}, ${table.lostHead}) = 0 and num_nulls(${table.gameKey}, ${table.drawDate}) = 0 end`,
    ),
  ],
)

/** When staff saw a draw happen. Rows are only added; the earliest counts. */
export const drawObservations = pgTable(
  'draw_observations',
  {
    id: identityColumn('id').primaryKey(),
    gameKey: text('game_key')
      .notNull()
      .references(() => games.key),
    /** The scheduled day of the draw. */
    drawDate: date('draw_date', { mode: 'string' }).notNull(),
    observedAt: instant('observed_at').notNull(),
    at: instant('at').notNull(),
    by: text('by'),
  },
  (table) => [unique('draw_observations_once').on(table.gameKey, table.drawDate, table.observedAt)],
)

/** What an operator pays for a bet from a day on. Rows are only added, so the records of earlier draws stay. */
export const multipliers = pgTable(
  'multipliers',
  {
    operator: text('operator').notNull(),
    bet: text('bet', { enum: BET_KEYS }).notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** Naira back for a line of ₦1 that wins; null if the operator does not take the bet any more. */
    times: integer('times'),
    at: instant('at').notNull(),
    /** Null for the values of a new database. */
    by: text('by'),
  },
  (table) => [
    primaryKey({ columns: [table.operator, table.bet, table.validFrom] }),
    check('multipliers_bet', oneOf(table.bet, BET_KEYS)),
    check('multipliers_times', sql`${table.times} between 1 and 1000000`),
  ],
)
