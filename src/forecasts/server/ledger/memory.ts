import { present } from '../../../platform/rules/base/lists.ts'
import { hasSamples, type History } from '../../../draws/rules/history.ts'
import type { Chain, LedgerEntry } from '../../rules/ledger/standing.ts'
import { hexToBytes } from '../../rules/log/bytes.ts'
import { Tree } from '../../rules/log/tree.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Change } from '../../../draws/server/follow-changes.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import { type EndedLog, loadEndedLogs } from './append.ts'
import { eq, and, asc, gte } from 'drizzle-orm'
import { type Policy, quorumAt, seenAtOf, witnessesOf } from '../../rules/log/policy.ts'
import { logCosignatures, logLeaves } from '../tables/forecast-ledger.ts'
import type { Leaf } from '../../rules/log/leaves.ts'
import { predictionVersions } from '../tables/predictions.ts'
import { penNames } from './authors.ts'

/** An entry of a log with everything that its page, its row in the download and its card need. */
export interface LedgerItem {
  /** In the domain's shape; `entry.entry` is its index, `entry.forecast` the id of the prediction. */
  entry: LedgerEntry
  /** The line in the tree. */
  leaf: string
  /** The leaf hash, 64 hexadecimal digits. */
  hash: string
  /** Of a version its commitment, otherwise the leaf hash. */
  fingerprint: string
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
    hash: row.hash,
    fingerprint: (JSON.parse(row.leaf) as { commitment?: string }).commitment ?? row.hash,
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
  const place = { entry: index, at: time.getTime() }
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

/** The log that everyone sees: the real one, or the labelled one of a demonstration while it has sample draws. */
export interface LedgerSnapshot {
  chain: Chain
  /** In their order; the entry with index `n` is at `n`. */
  items: readonly LedgerItem[]
  /** Holds at least these entries. It only grows, so its roots and proofs up to their number stay. */
  tree: Tree
  witnessed: Witnessed
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

/** The log that new entries belong to: sample draws and their forecasts are shown together and removed together. */
function chainOf(history: History): Chain {
  return hasSamples(history) ? 'sample' : 'real'
}

/** The process's copy of the log. */
export function createLedgerMemory({
  db,
  draws,
  log,
  settings,
}: {
  db: Db
  draws: DrawsMemory
  log: Log
  settings: Pick<Settings, 'forecastLog'>
}): LedgerMemory {
  const witnesses = settings.forecastLog.policy.match(/^witness /gm)?.length ?? 0
  let known: { seq: number; snapshot: LedgerSnapshot } | null = null
  let loading: Promise<unknown> = Promise.resolve()

  async function load(): Promise<LedgerSnapshot> {
    const { ledgerSeq: seq } = draws.current()
    const chain = draws.derived('chain', ({ history }) => chainOf(history))
    if (known?.seq === seq && known.snapshot.chain === chain) return known.snapshot
    let before = known?.snapshot.chain === chain ? known.snapshot : null
    const last = before?.items.at(-1)
    let added = await loadEntries(db, chain, last?.entry.entry ?? 0)
    // The last known entry shows whether the database still has this history.
    if (last && added[0]?.hash !== last.hash) {
      before = null
      added = await loadEntries(db, chain)
    } else if (last) added.shift()
    const tree = before?.tree ?? new Tree()
    for (const { hash } of added) tree.append(hexToBytes(hash))
    const items = await completed(db, [...(before?.items ?? []), ...added])
    const cache = new Map<string, unknown>()
    const snapshot: LedgerSnapshot = {
      chain,
      items,
      tree,
      witnessed: await loadWitnessed(db, chain, witnesses),
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

/** When witnesses saw a log. Their signatures were verified when they were stored. */
interface Witnessed {
  /** How many witnesses the policy names. */
  all: number
  /** The witnesses that have seen an entry, by the first time of each, earliest first. In milliseconds. */
  of(index: number): readonly { witness: string; at: number }[]
}

async function loadWitnessed(db: Db, chain: Chain, all: number): Promise<Witnessed> {
  const { size, witness, at } = logCosignatures
  const rows = await db
    .select({ size, witness, at })
    .from(logCosignatures)
    .where(eq(logCosignatures.chain, chain))
  const witnesses = [...Map.groupBy(rows, (row) => row.witness)].map(([name, own]) => {
    const seen = own.map((row) => ({ size: row.size, at: row.at.getTime() }))
    return { name, seenAt: seenAtOf(seen, Math.max(...seen.map((one) => one.size))) }
  })
  return {
    all,
    of: (index) =>
      witnesses
        .map(({ name, seenAt }) => ({ witness: name, at: seenAt(index) }))
        .filter((one) => Number.isFinite(one.at))
        .sort((a, b) => a.at - b.at),
  }
}

/** When a quorum of a policy had seen an entry, in milliseconds; null before it. */
export function quorumSaw(witnessed: Witnessed, index: number, policy: Policy): number | null {
  const keys = witnessesOf(policy)
  const seen = witnessed.of(index).flatMap(({ witness, at }) => {
    const key = keys.find(({ name }) => name === witness)
    return key ? [{ key, at }] : []
  })
  return quorumAt(policy, seen)
}
