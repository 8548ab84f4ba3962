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
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { CHAINS } from '../../rules/ledger/standing.ts'
import { END_CAUSES } from '../../rules/log/leaves.ts'
import { PRICED_BETS } from '../../../draws/rules/bets.ts'
import { identityColumn, instant, oneOf } from '../../../platform/server/db/columns.ts'
import { ofGame } from '../../../draws/server/tables.ts'

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

/** The lines of the record (docs/ledger.md). Rows are only added, and no role can change or delete one. */
export const logLeaves = pgTable(
  'log_leaves',
  {
    chain: text('chain', { enum: CHAINS }).notNull(),
    /** 0 for the first leaf. */
    index: integer('index').notNull(),
    /** The line, without its line feed. The other columns repeat what is searched. */
    leaf: text('leaf').notNull(),
    /** Unused: the release before reads it. The next one drops it. */
    hash: text('hash').notNull(),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
    gameKey: text('game_key'),
    /** The scheduled day of the draw. */
    drawDate: date('draw_date', { mode: 'string' }),
    /** Versions, reveals and withdrawals. */
    predictionId: bigint('prediction_id', { mode: 'number' }),
    /** Versions and reveals. Numbers, reasons and nonce are in `prediction_versions` until the reveal. */
    version: integer('version'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.index] }),
    uniqueIndex('log_leaves_version')
      .on(table.chain, table.kind, table.predictionId, table.version)
      .where(sql`prediction_id is not null`),
    index('log_leaves_draw').on(table.chain, table.gameKey, table.drawDate),
    check('log_leaves_index', sql`${table.index} >= 0`),
    check('log_leaves_chain', oneOf(table.chain, CHAINS)),
  ],
)

/** Unused: the release before reads it. The next one drops it. */
export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    chain: text('chain', { enum: CHAINS }).notNull(),
    size: integer('size').notNull(),
    note: text('note').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.size] })],
)

/** Unused: the release before reads it. The next one drops it. */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    chain: text('chain', { enum: CHAINS }).notNull(),
    size: integer('size').notNull(),
    witness: text('witness').notNull(),
    /** By the clock of the witness. */
    at: instant('at').notNull(),
    line: text('line').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.size, table.witness, table.at] })],
)

/** The records that ended, with what is left of their public files. Rows are only added. */
export const endedLogs = pgTable(
  'ended_logs',
  {
    origin: text('origin').primaryKey(),
    cause: text('cause', { enum: END_CAUSES }).notNull(),
    at: instant('at').notNull(),
    /** How many entries it had, and how many of them are left. */
    size: integer('size').notNull(),
    left: integer('left').notNull(),
    record: text('record').notNull(),
    /** `7 8f99…`: its last head. */
    head: text('checkpoint').notNull(),
    /** Its stamps as JSON lines with `size`, `authority` and `token` in base64. */
    stamps: text('cosigned').notNull(),
    /** Unused: the release before reads it. The next one drops it. */
    policy: text('policy').notNull(),
  },
  (table) => [check('ended_logs_cause', oneOf(table.cause, END_CAUSES))],
)

/** Reasons and pen names by the salted hashes in the leaves. A row can be erased. */
export const logTexts = pgTable('log_texts', {
  hash: text('hash').primaryKey(),
  salt: text('salt').notNull(),
  text: text('text').notNull(),
})

/** When staff saw a draw happen. Rows are only added; the earliest counts. */
export const drawObservations = pgTable(
  'draw_observations',
  {
    id: identityColumn('id').primaryKey(),
    gameKey: ofGame(),
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
    bet: text('bet', { enum: PRICED_BETS }).notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** Naira back for a line of ₦1 that wins; null if the operator does not take the bet any more. */
    times: integer('times'),
    at: instant('at').notNull(),
    /** Null for the values of a new database. */
    by: text('by'),
  },
  (table) => [
    primaryKey({ columns: [table.operator, table.bet, table.validFrom] }),
    check('multipliers_bet', oneOf(table.bet, PRICED_BETS)),
    check('multipliers_times', sql`${table.times} between 1 and 1000000`),
  ],
)
