import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Address, clientConfig } from '../db/connect.ts'
import { isRestoreUnfinished } from '../db/unfinished-restore.ts'
import { Refusal } from '../http/refusal.ts'
import { type ArchivedTable, archiveText } from './archive.ts'
import { syncFolder, writeCompressed } from './compressed-file.ts'
import { headerOf, tablesOf } from './database-parts.ts'

export interface BackupReport {
  /** When the snapshot was taken, in milliseconds. */
  at: number
  tables: number
  rows: number
  /** The size of the file. */
  bytes: number
}

/**
 * Writes a backup of all tables as of one moment, while the server goes on writing. The file appears under its name only
 * when it is complete and on disk. Until then it is a draft of its own, as two processes may write the same file.
 *
 * @param owner the role that owns the tables
 * @param onTable called after each table
 * @throws Refusal conflict when the file exists, or when a restore of the database has not ended; the errors of the disk and
 *   of the database
 */
export async function writeBackup(
  owner: Address,
  file: string,
  onTable: (table: string, rows: number) => void = () => undefined,
): Promise<BackupReport> {
  refuseExisting(file)
  const client = new pg.Client(clientConfig(owner))
  client.on('error', () => undefined)
  await client.connect()
  const draft = `${file}.${randomUUID()}.partial`
  try {
    await client.query('begin isolation level repeatable read read only')
    if (await isRestoreUnfinished(client))
      throw new Refusal(
        'conflict',
        'A restore into this database is running or was interrupted, so it is not complete. Restore it first.',
      )
    const header = await headerOf(client)
    const tables = await tablesOf(client)
    let rows = 0
    const text = archiveText(
      header,
      tables,
      (table) => rowsOf(client, table),
      ({ table }, count) => {
        rows += count
        onTable(table, count)
      },
    )
    await writeCompressed(text, draft)
    await client.query('commit')
    const { size } = await stat(draft)
    refuseExisting(file)
    await rename(draft, file)
    await syncFolder(dirname(file))
    return { at: Date.parse(header.at), tables: tables.length, rows, bytes: size }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Refusal('conflict', `${file} exists. Choose another name.`)
}

async function* rowsOf(client: pg.Client, { table, columns }: ArchivedTable): AsyncGenerator<Buffer> {
  yield* client.query(copyTo(`copy ${table} (${columns.join(', ')}) to stdout`)) as AsyncIterable<Buffer>
}
