import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../db/columns.ts'

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
