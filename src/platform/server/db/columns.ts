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
export const isAnyOf = (column: AnyPgColumn, values: readonly (string | number)[]): SQL =>
  sql`${column} = any(${sql.param(values)})`

/** Postgres accepts at most 65,535 parameters per statement. */
const ROWS_PER_STATEMENT = 2000

/** Runs a statement on a long list in batches, one after another. @returns the rows of all batches */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  run: (batch: readonly Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let i = 0; i < items.length; i += ROWS_PER_STATEMENT) {
    rows.push(...(await run(items.slice(i, i + ROWS_PER_STATEMENT))))
  }
  return rows
}

/** Escapes the wildcards of a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
