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
} from 'drizzle-orm/pg-core'
import { CHAINS } from '../../rules/ledger/standing.ts'
import { PREDICTION_FORMS } from '../../../draws/rules/bets.ts'
import { identityColumn, instant, oneOf, bytea } from '../../../platform/server/db/columns.ts'
import { ofGame } from '../../../draws/server/tables.ts'
import { authors } from './forecast-ledger.ts'

/** One row per prediction: its current draw and its withdrawal. The numbers and texts are in its versions. */
export const predictions = pgTable(
  'predictions',
  {
    id: identityColumn('id').primaryKey(),
    gameKey: ofGame(),
    drawDate: date('draw_date', { mode: 'string' }).notNull(),
    /** Copied from the game's slot and only moved earlier; null for a day on which the game does not draw. */
    closesAt: instant('closes_at'),
    /** From here on a version does not count. Copied at publication and only moved earlier. */
    lockAt: instant('lock_at'),
    /** The log of its entries; null for a prediction from before the log, which is not scored. */
    chain: text('chain', { enum: CHAINS }),
    /** Who published it; null from before the ledger. */
    authorId: bigint('author_id', { mode: 'number' }).references(() => authors.id),
    /** Number of the newest version. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    /** The idempotency key of the form, so that a form that arrives twice is saved once. */
    submitKey: text('submit_key').unique(),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: text('withdrawn_by'),
    withdrawnReason: text('withdrawn_reason'),
  },
  (table) => [
    index('predictions_newest').on(table.drawDate, table.id),
    index('predictions_draw').on(table.gameKey, table.drawDate),
    check('predictions_ledger', sql`(${table.chain} is null) = (${table.authorId} is null)`),
    check('predictions_withdrawn', sql`(${table.withdrawnAt} is null) = (${table.withdrawnReason} is null)`),
  ],
)

/** Every version of a prediction. Rows are only added. */
export const predictionVersions = pgTable(
  'prediction_versions',
  {
    predictionId: bigint('prediction_id', { mode: 'number' })
      .notNull()
      .references(() => predictions.id),
    version: integer('version').notNull(),
    gameKey: text('game_key').notNull(),
    drawDate: date('draw_date', { mode: 'string' }).notNull(),
    closesAt: instant('closes_at'),
    /** In the order of entry. */
    numbers: smallint('numbers').array().notNull(),
    form: text('form', { enum: PREDICTION_FORMS }),
    reasons: text('reasons'),
    /** The name of an uploaded picture, or the https address of an external one. */
    image: text('image'),
    at: instant('at').notNull(),
    by: text('by'),
    /** The reason for the change; null for the first version. */
    reason: text('reason'),
    /** Saved before the lock, so the version can be scored. */
    inTime: boolean('in_time').notNull(),
    /** The text whose hash is the commitment in the log; null from before the log. */
    opening: text('opening'),
  },
  (table) => [
    primaryKey({ columns: [table.predictionId, table.version] }),
    check('prediction_versions_numbers', sql`is_forecast(${table.numbers})`),
    check('prediction_versions_form', oneOf(table.form, PREDICTION_FORMS)),
    check('prediction_versions_reason', sql`(${table.version} = 1) = (${table.reason} is null)`),
  ],
)

/** Uploaded pictures as WebP, about 50 kB each. Every process serves them, only to users entitled to predictions. */
export const pictures = pgTable(
  'pictures',
  {
    /** SHA-256 of the bytes in hexadecimal, plus `.webp`. */
    name: text('name').primaryKey(),
    bytes: bytea('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [check('pictures_name', sql`${table.name} = encode(sha256(${table.bytes}), 'hex') || '.webp'`)],
)
