import { eq, sql } from 'drizzle-orm'
import { canonicalText, headText, type RestoreEntry } from '../../domain/ledger/entries.ts'
import type { NotedHead } from '../../domain/ledger/verify.ts'
import type { Db } from '../db/connect.ts'
import { games } from '../tables/draws.ts'
import type { ledgerEntries } from '../tables/forecast-ledger.ts'
import { appendEntries, type ChainEnd, lockLedger } from './append.ts'
import { type CopiedEntry, copiedFiles, readCopy } from './copy-files.ts'
import { entryOf } from './entries.ts'
import { sha256 } from './hashes.ts'

export interface LedgerReport {
  /** How many missing entries were restored from their copies. */
  replayed: number
  /** The end of the chain that could not be restored; null when no loss is known. */
  lost: NotedHead | null
  /** The end of the restored chain, before an entry about the loss. */
  end: NotedHead
}

/** Where the entries after the backup may be known from. */
export interface CopySource {
  /** The folder of the copies; null without any. */
  folder: string | null
  /** The end of the lost chain as it was noted elsewhere; null if it is unknown. */
  noted: NotedHead | null
}

type Row = typeof ledgerEntries.$inferSelect
type Checked = { copy: CopiedEntry; entry: number; head: string; previous: string; at: number; kind: string }

/**
 * Restores the entries that are missing after a restore from their copies, one after another. Where a copy is missing or
 * damaged, the rest is lost: an entry of kind `restore` names the lost end.
 *
 * @param tx with the rights of the owner
 */
export async function replayCopies(
  tx: Db,
  now: number,
  { folder, noted }: CopySource,
): Promise<LedgerReport> {
  let end = await lockLedger(tx, 'real')
  const copies = folder === null ? [] : await checkedCopies(folder)
  const start = end.entries
  for (;;) {
    const next = nextCopy(copies, end)
    if (!next || !(await hasGame(tx, next))) break
    await insertCopy(tx, next.copy)
    end = { chain: 'real', entries: next.entry, head: next.head, at: next.at }
  }
  await continueIds(tx)
  const lost = await lostEnd(tx, end, copies, noted)
  const report = { replayed: end.entries - start, lost, end: { entries: end.entries, head: end.head } }
  if (lost) {
    const at = Math.max(now, end.at)
    await appendEntries(tx, end, [
      { kind: 'restore', at, lostEntries: lost.entries, lostHead: lost.head } satisfies Omit<
        RestoreEntry,
        'entry' | 'previous'
      >,
    ])
  }
  return report
}

/** The copies whose text matches their hashes. */
async function checkedCopies(folder: string): Promise<Checked[]> {
  const found: Checked[] = []
  for (const { name } of await copiedFiles(folder)) {
    const copy = await readCopy(folder, name)
    const entry = copy && checked(copy)
    if (entry) found.push(entry)
  }
  return found
}

function checked(copy: CopiedEntry): Checked | null {
  const entry = entryOf(rowOf(copy.entry))
  const { fingerprint, head } = copy.entry
  const isTrue =
    sha256(canonicalText(entry)) === fingerprint && sha256(headText(entry.previous, fingerprint)) === head
  const { entry: number, previous, at, kind } = entry
  return isTrue ? { copy, entry: number, head, previous, at, kind } : null
}

const INSTANTS = new Set(['at', 'closes_at', 'lock_at', 'from_at', 'to_at'])

/** A row from its JSON, in which instants are texts and columns have their SQL names. */
function rowOf(json: Record<string, unknown>): Row {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      camel(name),
      typeof value === 'string' && INSTANTS.has(name) ? new Date(value) : value,
    ]),
  ) as Row
}

/** The copy that follows the end of the chain. After an earlier loss, the entry about it follows and not the lost one. */
function nextCopy(copies: readonly Checked[], { entries, head }: ChainEnd): Checked | undefined {
  const following = copies.filter(({ entry, previous }) => entry === entries + 1 && previous === head)
  return following.find(({ kind }) => kind === 'restore') ?? following[0]
}

/** Whether the backup knows the game of an entry. */
async function hasGame(tx: Db, { copy, kind }: Checked): Promise<boolean> {
  return kind === 'restore' || (await tx.$count(games, eq(games.key, copy.entry.game_key as string))) > 0
}

async function insertCopy(tx: Db, { entry, authors, predictions, versions }: CopiedEntry): Promise<void> {
  await insertRows(tx, 'authors', authors, sql`on conflict do nothing`)
  await insertRows(
    tx,
    'predictions',
    predictions,
    sql`on conflict (id) do update set closes_at = excluded.closes_at, lock_at = excluded.lock_at,
      version = excluded.version, withdrawn_at = excluded.withdrawn_at, withdrawn_by = excluded.withdrawn_by,
      withdrawn_reason = excluded.withdrawn_reason`,
  )
  await insertRows(tx, 'prediction_versions', versions)
  await insertRows(tx, 'ledger_entries', [entry])
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

/** The furthest known end that the restored chain does not contain and that no earlier entry names as lost. */
async function lostEnd(
  tx: Db,
  end: ChainEnd,
  copies: readonly Checked[],
  noted: NotedHead | null,
): Promise<NotedHead | null> {
  const { rows: restores } = await tx.execute<{ at: Date }>(
    sql`select max(at) as at from ledger_entries where chain = 'real' and kind = 'restore'`,
  )
  const since = restores[0]?.at ? new Date(restores[0].at).getTime() : -Infinity
  const ends = copies.filter(({ entry, at }) => entry > end.entries && at > since)
  const candidates: NotedHead[] = ends.map(({ entry, head }) => ({ entries: entry, head }))
  if (noted && noted.entries > end.entries) candidates.push(noted)
  return candidates.reduce<NotedHead | null>(
    (furthest, one) => (furthest === null || one.entries > furthest.entries ? one : furthest),
    null,
  )
}
