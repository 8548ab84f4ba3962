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
import { PREDICTION_FORM_KEYS } from '../../domain/predictions.ts'
import { identityColumn, instant, oneOf } from '../db/columns.ts'
import { games } from './draws.ts'

/** One row a prediction: which draw it belongs to now, and its marks. What it says stands in its versions. */
export const predictions = pgTable(
  'predictions',
  {
    id: identityColumn('id').primaryKey(),
    gameKey: text('game_key')
      .notNull()
      .references(() => games.key),
    drawDate: date('draw_date', { mode: 'string' }).notNull(),
    /** Copied from the game's slot, and only ever moved earlier; null for a day on which the game does not draw. */
    closesAt: instant('closes_at'),
    /** The number of its newest version. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    /** Made by the form that sent it, so that one form is saved once however often it arrives. */
    submitKey: text('submit_key').unique(),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: text('withdrawn_by'),
    withdrawnReason: text('withdrawn_reason'),
  },
  (table) => [
    index('predictions_newest').on(table.drawDate, table.id),
    index('predictions_draw').on(table.gameKey, table.drawDate),
    check('predictions_withdrawn', sql`(${table.withdrawnAt} is null) = (${table.withdrawnReason} is null)`),
  ],
)

/** Everything that a prediction ever said. Rows are only added. */
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
    /** In the order given. */
    numbers: smallint('numbers').array().notNull(),
    form: text('form', { enum: PREDICTION_FORM_KEYS }),
    reasons: text('reasons'),
    /** The name of a picture of ours, or the https address of one elsewhere. */
    image: text('image'),
    at: instant('at').notNull(),
    by: text('by'),
    /** Why it was changed; null for the first version. */
    reason: text('reason'),
    /** Whether it was saved before the lock, so that it can be scored. */
    inTime: boolean('in_time').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.predictionId, table.version] }),
    check('prediction_versions_numbers', sql`is_forecast(${table.numbers})`),
    check('prediction_versions_form', oneOf(table.form, PREDICTION_FORM_KEYS)),
    check('prediction_versions_reason', sql`(${table.version} = 1) = (${table.reason} is null)`),
  ],
)
