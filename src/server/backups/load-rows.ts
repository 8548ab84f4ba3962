import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type ArchivedTable, type ArchiveHeader, readArchive } from './archive.ts'
import { withoutIndexes } from './bare-tables.ts'
import { tablesOf } from './database-parts.ts'

/** For sorting the rows of one index at a time. */
const INDEX_MEMORY = '256MB'

/**
 * Loads the rows and the sequences of an archive into the empty tables of its schema, in one transaction. All checks and
 * foreign keys of the tables apply.
 *
 * @param onTable called after each table
 * @throws Refusal when the archive is damaged, and the errors of the database; then no row is left
 */
export async function loadRows(
  client: pg.Client,
  file: string,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  await client.query('begin')
  try {
    const tables = await tablesOf(client)
    await deleteSeededRows(client, tables)
    await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`)
    const header = await withoutIndexes(client, tables, () => copyRows(client, file, onTable))
    for (const { name, value, isCalled } of header.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Deletes the rows that migrations insert. */
async function deleteSeededRows(client: pg.Client, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { table } of tables) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount) await client.query(`truncate ${table} cascade`)
  }
}

async function copyRows(
  client: pg.Client,
  file: string,
  onTable: (table: string, rows: number) => void,
): Promise<ArchiveHeader> {
  let header: ArchiveHeader
  let open: { table: string; input: Writable; done: Promise<unknown> } | null = null
  try {
    for await (const part of readArchive(file)) {
      if (part.kind === 'header') header = part.header
      else if (part.kind === 'table') {
        const { table, columns } = part.table
        const input = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
        const done = once(input, 'finish')
        // The error is thrown below, when the table has ended or takes no more rows.
        done.catch(() => (open = null))
        open = { table, input, done }
      } else if (part.kind === 'rows') {
        const { input, done } = open!
        if (!input.write(part.bytes)) await Promise.race([once(input, 'drain'), done])
      } else if (part.kind === 'table-end') {
        const { table, input, done } = open!
        input.end()
        await done
        open = null
        onTable(table, part.rows)
      }
    }
  } catch (error) {
    // Where the file cannot be read, the connection would wait for its rows for ever.
    open?.input.destroy()
    throw error
  }
  return header!
}
