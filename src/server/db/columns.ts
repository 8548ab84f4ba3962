import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** A timestamptz column, read and written as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A bytea column. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A bigint identity column as a number; its values stay below 2^53. */
export const identityColumn = (name: string) => bigint(name, { mode: 'number' }).generatedAlwaysAsIdentity()

/** A check constraint: the column has one of these values. */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  // oxlint-disable-next-line project/raw-sql -- constants of a table's definition, which take no parameters
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
}

/** `column = any(values)`: one parameter for a list of any length, unlike `in`. */
export function isAnyOf(column: AnyPgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`
}
