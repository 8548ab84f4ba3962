import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { identityColumn, instant } from '../../platform/server/db/columns.ts'

/** Groups of numbers that players follow, such as 1-10-89. The numbers of a group never change. */
export const numberGroups = pgTable(
  'number_groups',
  {
    id: identityColumn('id').primaryKey(),
    name: text('name').notNull(),
    /** In ascending order, so that equal groups are equal values. */
    numbers: smallint('numbers').array().notNull().unique(),
    /** Null while players see the group. */
    retiredAt: instant('retired_at'),
    /** When it was first retired. A group that is used again no longer counts for the proof; null while it counts. */
    countedUntil: instant('counted_until'),
    /** Counts up with each change. An edit names the version that it is based on. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    /** The user's id; null for the groups of the first release. */
    createdBy: text('created_by'),
  },
  (table) => [
    check('number_groups_size', sql`cardinality(${table.numbers}) between 3 and 10`),
    check('number_groups_balls', sql`1 <= all (${table.numbers}) and 90 >= all (${table.numbers})`),
  ],
)
