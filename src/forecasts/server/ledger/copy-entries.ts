import { itemAt } from '../../../platform/rules/base/lists.ts'
import { sql, eq } from 'drizzle-orm'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import { isErasure } from './memory.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { bytesToHex } from '../../rules/log/bytes.ts'
import type { TreeHead } from '../../rules/log/policy.ts'
import { leafHash } from '../../rules/log/tree.ts'
import { games } from '../../../draws/server/tables.ts'
import { lockLedger } from './append.ts'
import { headOf, holdsHead, newestCheckpoint, realTree, type SignedHead } from './checkpoints.ts'
import { installation } from '../../../platform/server/tables/installation.ts'

const row = z.record(z.string(), z.unknown())

/** The copy of one leaf: its row, and the rows that it needs. Each is a row of a table as JSON. */
const copiedEntry = z.strictObject({
  entry: row,
  authors: z.array(row),
  predictions: z.array(row),
  versions: z.array(row),
  texts: z.array(row),
})
type CopiedEntry = z.infer<typeof copiedEntry>

/** The name of the file of a leaf of the real log: `000214-9f2c01ab34cd56ef.json`, by index and leaf hash. */
const copyName = (entry: number, hash: string): string =>
  `${String(entry).padStart(6, '0')}-${hash.slice(0, 16)}.json`

const NAME = /^(\d{6,})-[0-9a-f]{16}\.json$/

/** The files of a folder by the index of their leaf, in ascending order. */
export async function copiedFiles(folder: string): Promise<{ entry: number; name: string }[]> {
  const names = await readdir(folder)
  return names
    .flatMap((name) => {
      const [, number] = NAME.exec(name) ?? []
      return number === undefined ? [] : [{ entry: Number(number), name }]
    })
    .sort((a, b) => a.entry - b.entry)
}

/** Writes a file and waits until the disk has it and its name. Several processes may write the same file. */
const writeCopy = (folder: string, name: string, copy: CopiedEntry): Promise<void> =>
  writeDurably(folder, name, JSON.stringify(copy))

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  // Processes in two containers often have the same id.
  const draft = join(folder, `.${name}.${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const parent = await open(folder, 'r')
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

/** Reads a file; null if it is damaged. */
export async function readCopy(folder: string, name: string): Promise<CopiedEntry | null> {
  try {
    return copiedEntry.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

/** Moves the copies of a log that ended to a folder of their own, so that no restore takes them for the next one's. */
export async function closeCopies(folder: string, origin: string): Promise<void> {
  const closed = join(folder, `ended-${origin.replaceAll('/', '-')}`)
  await mkdir(closed, { recursive: true, mode: 0o700 })
  for (const { name } of await copiedFiles(folder)) await rename(join(folder, name), join(closed, name))
}

const checkpointName = (origin: string) => `checkpoint-${origin.replaceAll('/', '-')}`

/** Keeps the newest signed checkpoint of a log beside its copies. */
async function keepCheckpoint(folder: string, origin: string, note: string): Promise<void> {
  const kept = await keptCheckpoint(folder, origin)
  const sizeOf = (text: string) => Number(text.split('\n')[1])
  if (kept === null || sizeOf(kept) < sizeOf(note)) await writeDurably(folder, checkpointName(origin), note)
}

async function keptCheckpoint(folder: string, origin: string): Promise<string | null> {
  try {
    return await readFile(join(folder, checkpointName(origin)), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export type LedgerCopies = Awaited<ReturnType<typeof startLedgerCopies>>

interface Options {
  db: Db
  draws: DrawsMemory
  log: Log
  /** An existing folder. */
  folder: string
  /** Milliseconds from a failure to the next try. */
  retryMs?: number
}

const BATCH_SIZE = 200
const RETRY_MS = 60_000

/** The rows that a leaf needs, as they are now. */
const BATCH = (from: number) => sql<CopiedEntry>`
  select to_jsonb(e) as entry,
    coalesce((select jsonb_agg(a) from authors a
      where a.id::text in (e.leaf::json->>'author', e.leaf::json->>'by')), '[]') as authors,
    coalesce((select jsonb_agg(p) from predictions p where p.id = e.prediction_id), '[]') as predictions,
    coalesce((select jsonb_agg(v) from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version), '[]') as versions,
    coalesce((select jsonb_agg(t) from log_texts t where t.hash = e.leaf::json->>'name' or t.hash in (
      select v.opening::json->>'reasons' from prediction_versions v
      where v.prediction_id = e.prediction_id and v.version = e.version)), '[]') as texts
  from log_leaves e where e.chain = 'real' and e.index >= ${from} order by e.index limit ${BATCH_SIZE}`

/**
 * Copies the leaves of the real log to files outside the database: what is missing at the start, and each new entry as
 * soon as it is committed. A failure is logged and tried again after a minute and at the next entry. Nothing is signed
 * before its copy is durable.
 */
export async function startLedgerCopies({ db, draws, log, folder, retryMs = RETRY_MS }: Options) {
  const known = new Set((await copiedFiles(folder)).map(({ name }) => name))
  let next = 0
  /** Every copy is written again without the texts that were erased. */
  let hasErased = false
  let running: Promise<void> = Promise.resolve()

  async function copyMissing(): Promise<void> {
    if (hasErased) {
      hasErased = false
      known.clear()
      next = 0
    }
    for (;;) {
      const { rows } = await db.execute<CopiedEntry & Record<string, unknown>>(BATCH(next))
      for (const copy of rows) {
        const index = copy.entry.index as number
        const name = copyName(index, copy.entry.hash as string)
        if (!known.has(name)) await writeCopy(folder, name, copy)
        known.add(name)
        next = index + 1
      }
      if (rows.length < BATCH_SIZE) return
    }
  }
  /** Resolves when every entry that was committed before the call is copied. @throws the error of the disk */
  const catchUp = () => {
    running = running.catch(() => undefined).then(copyMissing)
    return running
  }
  let retry: NodeJS.Timeout | undefined
  let isStopped = false
  const tryCatchUp = () =>
    void catchUp().catch((error: unknown) => {
      log.error({ error }, 'the ledger could not be copied')
      clearTimeout(retry)
      if (!isStopped) retry = setTimeout(tryCatchUp, retryMs).unref()
    })

  draws.onApplied((changes) => {
    hasErased ||= changes.some(isErasure)
    if (changes.some(({ kind }) => kind === 'ledger')) tryCatchUp()
  })
  // Lost entries have copies; those that took their numbers do not.
  draws.onReloaded(() => {
    next = 0
    tryCatchUp()
  })
  tryCatchUp()
  return {
    catchUp,
    /** The last signed checkpoint of a log that is beside the copies. */
    lastCheckpoint: (origin: string) => keptCheckpoint(folder, origin),
    keepCheckpoint: (origin: string, note: string) => keepCheckpoint(folder, origin, note),
    stop() {
      isStopped = true
      clearTimeout(retry)
      return running.catch(() => undefined)
    },
  }
}

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

/** The largest head of the real log that was signed, in the database or beside the copies; null without one. */
export async function lastHead(tx: Db, folder: string | null): Promise<SignedHead | null> {
  const [row] = await tx.select({ origin: installation.logOrigin }).from(installation)
  const kept = folder !== null && row?.origin ? await keptCheckpoint(folder, row.origin) : null
  const stored = await newestCheckpoint(tx, 'real')
  const heads = [kept, stored?.note].flatMap((note) => (note ? [headOf(note)] : []))
  return heads.sort((a, b) => b.size - a.size)[0] ?? null
}
