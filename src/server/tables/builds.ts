import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../db/columns.ts'

/** The builds that have run on this database. */
export const builds = pgTable(
  'builds',
  {
    /** A hash of its files' names. */
    id: text('id').primaryKey(),
    /** The addresses of its files in `build_files`. */
    paths: text('paths').array().notNull(),
    /** When a server with this build was started last. */
    startedAt: instant('started_at').notNull(),
  },
  (table) => [index('builds_started').on(table.startedAt)],
)

/** The hashed files of the newest builds, so that every process serves tabs and workers of an earlier one. */
export const buildFiles = pgTable('build_files', {
  /** The address, such as `/assets/base-D9IpPOtq.js`. It contains a hash of the content. */
  path: text('path').primaryKey(),
  type: text('type').notNull(),
  bytes: bytea('bytes').notNull(),
  /** Whether the bytes are compressed by Brotli. */
  brotli: boolean('brotli').notNull(),
})
