import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { hasSamples, type History } from '../../../draws/rules/history.ts'
import type { Chain, LedgerEntry } from '../../rules/ledger/standing.ts'
import { type Head, Heads } from '../../rules/log/head.ts'
import { type FirstStamp, stampsByLine } from '../../rules/stamps.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Change } from '../../../draws/server/follow-changes.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import { type EndedLog, loadEndedLogs } from './append.ts'
import { eq, and, asc, gte } from 'drizzle-orm'
import { logLeaves } from '../tables/forecast-ledger.ts'
import { logStamps } from '../stamps/tables.ts'
import type { Leaf } from '../../rules/log/leaves.ts'
import { predictionVersions } from '../tables/predictions.ts'
import { penNames } from './authors.ts'

/** An entry of a log with everything that its page, its row in the download and its card need. */
export interface LedgerItem {
  /** In the domain's shape; `entry.entry` is its line, `entry.forecast` the id of the prediction. */
  entry: LedgerEntry
  /** Its line in the file. */
  leaf: string
  /** Versions: the commitment. */
  fingerprint: string | null
  /** Versions: the text whose SHA-256 is the commitment. */
  opening: string | null
  /** Versions: the pen name of the author as it is now. */
  penName: string | null
  /** Versions: the reasons as a text. */
  reasons: string | null
  /** Versions: the name of an uploaded picture, or the https address of one on another host. */
  image: string | null
}

/**
 * The entries of a log in their order, as the database has them now.
 *
 * @param from the index of the first one wanted
 */
async function loadEntries(db: Db, chain: Chain, from = 0): Promise<LedgerItem[]> {
  const rows = await db
    .select({
      row: logLeaves,
      numbers: predictionVersions.numbers,
      reasons: predictionVersions.reasons,
      image: predictionVersions.image,
      opening: predictionVersions.opening,
    })
    .from(logLeaves)
    .leftJoin(
      predictionVersions,
      and(
        eq(logLeaves.kind, 'version'),
        eq(predictionVersions.predictionId, logLeaves.predictionId),
        eq(predictionVersions.version, logLeaves.version),
      ),
    )
    .where(and(eq(logLeaves.chain, chain), gte(logLeaves.index, from)))
    .orderBy(asc(logLeaves.index))
  return rows.map(({ row, numbers, reasons, image, opening }) => ({
    entry: entryOf(row, numbers ?? []),
    leaf: row.leaf,
    fingerprint: (JSON.parse(row.leaf) as { commitment?: string }).commitment ?? null,
    opening,
    penName: null,
    reasons,
    image,
  }))
}

/** The entries with the pen names that their authors have now, and with what the log has revealed. */
async function completed(db: Db, items: readonly LedgerItem[]): Promise<LedgerItem[]> {
  const names = await penNames(db)
  const nameOf = ({ forecast, version }: { forecast: number; version: number }) => `${forecast}.${version}`
  const revealed = new Set<string>()
  for (const { entry } of items) if (entry.kind === 'reveal') revealed.add(nameOf(entry))
  return items.map((item) => {
    const { entry } = item
    if (entry.kind !== 'version') return item
    const penName = present(names.get(entry.author))
    const isRevealed = entry.isRevealed || revealed.has(nameOf(entry))
    if (penName === item.penName && isRevealed === entry.isRevealed) return item
    return { ...item, penName, entry: { ...entry, isRevealed } }
  })
}

/** A stored row in the domain's shape. */
function entryOf(
  { leaf: line, index, at: time, predictionId }: typeof logLeaves.$inferSelect,
  numbers: readonly number[],
): LedgerEntry {
  const leaf = JSON.parse(line) as Leaf
  // The file's lines count from 1.
  const place = { entry: index + 1, at: time.getTime() }
  const instantOf = (text: string | null) => (text === null ? null : Date.parse(text))
  const forecast = predictionId!
  switch (leaf.kind) {
    case 'version': {
      const times = { close: instantOf(leaf.close), lock: instantOf(leaf.lock) }
      return { ...leaf, ...place, ...times, forecast, numbers, isRevealed: false }
    }
    case 'withdrawal':
    case 'reveal':
      return { ...leaf, ...place, forecast }
    case 'result':
      return { ...leaf, ...place }
    case 'void':
      return { ...leaf, ...place, since: instantOf(leaf.since) }
    default:
      return { ...place, kind: leaf.kind }
  }
}

/** The id of a change that erases texts, which entries in memory and copies still have. */
export const ERASED = 'erased'

export const isErasure = ({ kind, ids }: Pick<Change, 'kind' | 'ids'>) =>
  kind === 'ledger' && ids[0] === ERASED

/** An entry by its line in the file, which counts from 1. */
export const entryAt = <Item>(items: readonly Item[], line: number): Item => itemAt(items, line - 1)

/** The log that everyone sees: the real one, or the labelled one of a demonstration while it has sample draws. */
export interface LedgerSnapshot {
  chain: Chain
  /** In their order; see {@link entryAt}. */
  items: readonly LedgerItem[]
  /** Of at least these entries, as they were committed. They only grow. */
  heads: Heads
  /** The first stamp of each authority that covers a line, earliest first. */
  stampsOf(line: number): FirstStamp[]
  /** The logs before it, the last one first. */
  ended: readonly EndedLog[]
  /** Cached values of this snapshot, by name. */
  derived<T>(name: string, make: () => T): T
}

export interface LedgerMemory {
  /**
   * The log as of the last change that this process has read; routes declare `fresh` to read every committed one.
   * Entries are never changed, so each process loads them once, and then only the new ones.
   */
  current(): Promise<LedgerSnapshot>
}

/**
 * The newest committed head of the real record, or that of a size, on every process. Null while samples are shown, without
 * an entry, and for a size that the record does not have yet.
 */
export async function recordHead(
  { draws, ledger }: { draws: DrawsMemory; ledger: LedgerMemory },
  size?: number,
): Promise<Head | null> {
  await draws.catchUp()
  const { chain, items, heads } = await ledger.current()
  const wanted = size ?? items.length
  const head = chain === 'real' && wanted > 0 ? heads.head(wanted) : null
  return head === null ? null : { size: wanted, head }
}

/** The log that new entries belong to: sample draws and their forecasts are shown together and removed together. */
function chainOf(history: History): Chain {
  return hasSamples(history) ? 'sample' : 'real'
}

/** The process's copy of the log. */
export function createLedgerMemory({
  db,
  draws,
  log,
}: {
  db: Db
  draws: DrawsMemory
  log: Log
}): LedgerMemory {
  let known: { seq: number; snapshot: LedgerSnapshot } | null = null
  let loading: Promise<unknown> = Promise.resolve()

  async function load(): Promise<LedgerSnapshot> {
    const { ledgerSeq: seq } = draws.current()
    const chain = draws.derived('chain', ({ history }) => chainOf(history))
    if (known?.seq === seq && known.snapshot.chain === chain) return known.snapshot
    let before = known?.snapshot.chain === chain ? known.snapshot : null
    const last = before?.items.at(-1)
    let added = await loadEntries(db, chain, last ? last.entry.entry - 1 : 0)
    // The last known entry shows whether the database still has this history.
    if (last && added[0]?.leaf !== last.leaf) {
      before = null
      added = await loadEntries(db, chain)
    } else if (last) added.shift()
    const heads = before?.heads ?? new Heads()
    for (const { leaf } of added) heads.append(leaf)
    const items = await completed(db, [...(before?.items ?? []), ...added])
    const cache = new Map<string, unknown>()
    const snapshot: LedgerSnapshot = {
      chain,
      items,
      heads,
      stampsOf: await loadStamps(db, chain),
      ended: chain === 'real' ? await loadEndedLogs(db) : [],
      derived<T>(name: string, make: () => T): T {
        if (!cache.has(name)) cache.set(name, make())
        return cache.get(name) as T
      },
    }
    known = { seq, snapshot }
    return snapshot
  }

  /** One at a time, so that no entry is added twice. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = loading.then(work)
    loading = next.catch(() => undefined)
    return next
  }

  const forget = () => {
    inTurn(async () => {
      known = null
      await Promise.resolve()
    }).catch((error: unknown) => log.error({ error }, 'the log could not be read'))
  }
  // Entries that the database has lost may have been replaced by others.
  draws.onReloaded(forget)
  draws.onApplied((changes) => {
    if (changes.some(isErasure)) forget()
  })

  return { current: () => inTurn(load) }
}

async function loadStamps(db: Db, chain: Chain): Promise<LedgerSnapshot['stampsOf']> {
  const { size, authority, time } = logStamps
  const rows = await db.select({ size, authority, time }).from(logStamps).where(eq(logStamps.chain, chain))
  return stampsByLine(rows.map((row) => ({ ...row, time: row.time.getTime() })))
}
