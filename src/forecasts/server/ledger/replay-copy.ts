import { itemAt } from '../../../platform/rules/base/lists.ts'
import { eq, sql } from 'drizzle-orm'
import { type Address, type Db, withClient } from '../../../platform/server/db/connect.ts'
import { nowSql } from '../../../platform/server/db/clock.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import { games } from '../../../draws/server/tables.ts'
import { linesFrom, lockLedger } from './append.ts'
import {
  readCopy,
  differenceOf,
  linesOf,
  textOf,
  rowsFile,
  type CopiedEntry,
  copiedEntry,
} from './record-copy.ts'

export interface LedgerReport {
  /** How many missing lines were restored from the copy. */
  replayed: number
  /** How many lines the record has now. */
  size: number
  /** Why the record is over: the copy has lines that could not be restored. Null if it goes on. */
  lost: string | null
}

/**
 * Restores the lines that a restored database lacks from the copy, byte for byte.
 *
 * @param tx with the rights of the owner
 * @param file the copy; null without one
 */
export async function replayCopy(tx: Db, file: string | null): Promise<LedgerReport> {
  const { size: before } = await lockLedger(tx, 'real')
  const lines = await readCopy(file)
  const stored = await linesFrom(tx, 'real', 0)
  let size = before
  if (file !== null && differenceOf(stored.slice(0, lines.length), lines, 0) === null) {
    const rows = linesOf(await textOf(rowsFile(file))).lines
    for (; size < lines.length; size++) {
      const copy = readRows(rows[size])
      if (copy?.entry.leaf !== lines[size] || !(await hasGame(tx, copy!))) break
      await insertCopy(tx, copy!)
    }
    await continueIds(tx)
  }
  return { replayed: size - before, size, lost: differenceOf(lines, await linesFrom(tx, 'real', 0), 0) }
}

/** At the start of a server: completes a database that went back behind its copy. A return to an instant is not noticed otherwise. */
export function completeDatabase(owner: Address, file: string): Promise<LedgerReport> {
  return withClient(owner, (client) =>
    drizzle({ client }).transaction(async (tx) => {
      const report = await replayCopy(tx, file)
      const { rows } = await tx.execute<{ now: number }>(sql`select ${nowSql} as now`)
      if (report.replayed > 0)
        await appendChange({ tx, now: Math.floor(itemAt(rows, 0).now) }, 'ledger', [report.size])
      return report
    }),
  )
}

/** Null for rows that are damaged. */
function readRows(line: string | undefined): CopiedEntry | null {
  try {
    return copiedEntry.parse(JSON.parse(line ?? ''))
  } catch {
    return null
  }
}

/** Whether the backup knows the game of a line; one of a game that it has not is lost. */
async function hasGame(tx: Db, { entry }: CopiedEntry): Promise<boolean> {
  const key = entry.game_key as string | null
  return key === null || (await tx.$count(games, eq(games.key, key))) > 0
}

async function insertCopy(
  tx: Db,
  { entry, authors, predictions, versions, texts }: CopiedEntry,
): Promise<void> {
  await insertRows(tx, 'authors', authors, sql`on conflict do nothing`)
  await insertRows(
    tx,
    'predictions',
    predictions,
    sql`on conflict (id) do update set closes_at = excluded.closes_at, lock_at = excluded.lock_at,
      version = excluded.version, withdrawn_at = excluded.withdrawn_at, withdrawn_by = excluded.withdrawn_by,
      withdrawn_reason = excluded.withdrawn_reason`,
  )
  await insertRows(tx, 'prediction_versions', versions, sql`on conflict do nothing`)
  await insertRows(tx, 'log_texts', texts, sql`on conflict do nothing`)
  await insertRows(tx, 'log_leaves', [entry])
}

/** Inserts rows of a copy. A column that is newer than the copy gets its default. */
async function insertRows(
  tx: Db,
  table: string,
  rows: CopiedEntry['authors'],
  onConflict = sql``,
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(itemAt(rows, 0)).map(sql.identifier), sql`, `)
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::jsonb)
    ${onConflict}`)
}

/** Continues the numbers of authors and forecasts after the restored ones. */
async function continueIds(tx: Db): Promise<void> {
  for (const table of ['authors', 'predictions'])
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), (
        select coalesce(last_value, 1) from pg_sequences where schemaname = 'public' and sequencename = ${`${table}_id_seq`})))
      from ${sql.identifier(table)} having max(id) is not null`)
}
