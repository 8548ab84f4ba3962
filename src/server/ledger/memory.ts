import { hasSamples, type History } from '../../domain/draws/history.ts'
import type { Chain } from '../../domain/ledger/entries.ts'
import { hexToBytes } from '../../domain/log/bytes.ts'
import { Tree } from '../../domain/log/tree.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { Change } from '../changes/follow.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import { type EndedLog, loadEndedLogs } from './ended-logs.ts'
import { completed, type LedgerItem, loadEntries } from './entries.ts'
import { loadWitnessed, type Witnessed } from './witnessed.ts'

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
