import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, timestamp } from 'drizzle-orm/pg-core'

/** An instant; read and written as a Date, stored with its zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A key that the database counts up; numbers stay below 2^53. */
export const identityColumn = (name: string) => bigint(name, { mode: 'number' }).generatedAlwaysAsIdentity()

/** A check that a text column holds one of a closed list. */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  // oxlint-disable-next-line ground/raw-sql -- constants of a table's definition, which take no parameters
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
}

/** `column = any(values)`: unlike `in`, one parameter however long the list. */
export function isAnyOf(column: AnyPgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`
}
