import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { itemAt } from '../../rules/base/lists.ts'

// Keyset pages: a page starts after the sort keys of the last row before it. A cursor is these keys joined by dots,
// such as `1700000000000.k3x9…`, so a row that was added or removed meanwhile moves no other row to another page.

type Key = string | number

/** A whole number in a cursor: an id, or an instant in milliseconds. */
export const numberKey = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** A text in a cursor: letters, digits, `_` and `-`. */
export const textKey = z.string().regex(/^[\w-]{1,64}$/)

/** The query parameter that carries a cursor, parsed into its keys. */
export function cursor<Keys extends [z.ZodType, ...z.ZodType[]]>(...keys: Keys) {
  return z
    .string()
    .max(200)
    .transform((text, context) => {
      const parsed = z.tuple(keys).safeParse(text.split('.'))
      if (!parsed.success) context.addIssue('This is not a cursor of this list.')
      return parsed.success ? parsed.data : z.NEVER
    })
}

/**
 * Cuts a page out of rows that were read with a limit of `size + 1`.
 * @param keysOf the sort keys of a row, in the order of the list
 * @returns the rows of the page, and the cursor of the next one; null on the last page
 */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  keysOf: (row: Row) => readonly Key[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, size)
  const next = rows.length > size ? keysOf(itemAt(page, -1)).join('.') : null
  return { rows: page, next }
}

/**
 * The condition for the rows after a cursor. Postgres compares the columns in their order, as an index does. An instant
 * must be stored in whole milliseconds, as it is in the cursor.
 * @param keys null for the first page
 */
export function afterKeys(
  direction: 'ascending' | 'descending',
  columns: readonly AnyPgColumn[],
  keys: readonly (Key | Date)[] | null,
): SQL | undefined {
  if (keys === null) return undefined
  const row = sql.join([...columns], sql`, `)
  const values = sql.join(
    keys.map((key, i) => sql.param(key, columns[i])),
    sql`, `,
  )
  return direction === 'ascending' ? sql`(${row}) > (${values})` : sql`(${row}) < (${values})`
}
