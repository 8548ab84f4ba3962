// Looking at the database behind a server's back, and changing it there as time or another program would.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/app-role.ts'
import { connect, type Db } from '../../src/server/db/connect.ts'

interface Owner {
  services: { db: Db }
}

/** The rows of a query, counts and ids as numbers. */
export async function rowsOf<Row extends Record<string, unknown> = Record<string, any>>(
  { services }: Owner,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await services.db.execute(query)
  return rows as Row[]
}

/** Runs a statement as the owner of the tables, whose rights the server under test does not have. */
export async function asOwner<Row extends Record<string, unknown> = Record<string, any>>(
  { database }: { database: Database },
  query: SQL,
): Promise<Row[]> {
  const connection = connect(database.owner, { max: 1 })
  try {
    return (await connection.db.execute(query)).rows as Row[]
  } finally {
    await connection.close()
  }
}

/**
 * Everything that the database holds, one hash a table: two that are equal mean that nothing changed. Sessions are
 * left out, because reading as somebody new needs one, and so is the count of tries, which refusals are for.
 */
export async function contentsOf(owner: Owner): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    owner,
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_name not in ('sessions', 'rate_limits') order by 1`,
  )
  const hashes = tables.map(
    ({ name }) =>
      sql`select ${name} as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '\n' order by t::text), ''))
          as hash from ${sql.identifier(name)} as t`,
  )
  const rows = await rowsOf<{ name: string; hash: string }>(owner, sql.join(hashes, sql` union all `))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
