import { eq, sql } from 'drizzle-orm'
import { bytesToHex } from '../../domain/log/bytes.ts'
import type { TreeHead } from '../../domain/log/notes.ts'
import { leafHash } from '../../domain/log/tree.ts'
import type { Db } from '../db/connect.ts'
import { games } from '../tables/draws.ts'
import { lockLedger } from './append.ts'
import { holdsHead, lastHead, realTree } from './checkpoints.ts'
import { type CopiedEntry, copiedFiles, readCopy } from './copy-entries.ts'

export interface LedgerReport {
  /** How many missing leaves were restored from their copies. */
  replayed: number
  /** How many leaves the log has now. */
  size: number
  /** What was signed and could not be restored: the log is over. Null where nothing signed is lost. */
  lost: Pick<TreeHead, 'origin' | 'size'> | null
}

interface Checked {
  copy: CopiedEntry
  index: number
}

/**
 * Restores the leaves that are missing after a restore from their copies, byte for byte. Where a copy is missing or damaged,
 * the rest is lost. Lost leaves that were never signed were never published.
 *
 * @param tx with the rights of the owner
 * @param folder of the copies; null without any
 */
export async function replayCopies(tx: Db, folder: string | null): Promise<LedgerReport> {
  const end = await lockLedger(tx, 'real')
  const copies = folder === null ? [] : await checkedCopies(folder, end.size)
  let size = end.size
  for (;;) {
    const next = copies.find(({ index }) => index === size)
    if (!next || !(await hasGame(tx, next))) break
    await insertCopy(tx, next.copy)
    size++
  }
  await continueIds(tx)
  const head = await lastHead(tx, folder)
  const isLost = head !== null && !holdsHead(await realTree(tx), head)
  return { replayed: size - end.size, size, lost: isLost ? head : null }
}

/** The copies from an index on whose line has their hash. */
async function checkedCopies(folder: string, from: number): Promise<Checked[]> {
  const found: Checked[] = []
  for (const { name, entry } of await copiedFiles(folder)) {
    const copy = entry >= from ? await readCopy(folder, name) : null
    if (!copy) continue
    const { leaf, hash, index } = copy.entry as { leaf: string; hash: string; index: number }
    if (index === entry && bytesToHex(leafHash(leaf)) === hash) found.push({ copy, index })
  }
  return found
}

/** Whether the backup knows the game of a leaf; one of a game that it has not is lost. */
async function hasGame(tx: Db, { copy }: Checked): Promise<boolean> {
  const key = copy.entry.game_key as string | null
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
  const columns = sql.join(Object.keys(rows[0]!).map(sql.identifier), sql`, `)
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
