import { hasSamples, type History } from '../../domain/history.ts'
import type { Chain } from '../../domain/ledger/entries.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import { genesisHead } from './hashes.ts'
import { type LedgerItem, loadEntries, withPenNames } from './entries.ts'

/** The ledger that everyone sees: the real one, or the labelled one of a demonstration while it has sample draws. */
export interface LedgerSnapshot {
  chain: Chain
  /** In their order; entry number `n` is at index `n - 1`. */
  items: readonly LedgerItem[]
  /** The head of the chain, 64 hexadecimal digits. */
  head: string
  /** Cached values of this snapshot, by name. */
  derived<T>(name: string, make: () => T): T
}

export interface LedgerMemory {
  /**
   * The ledger as of the last change that this process has read; routes declare `fresh` to read every committed one.
   * Entries are never changed, so each process loads them once, and then only the new ones.
   */
  current(): Promise<LedgerSnapshot>
}

/** The chain that new entries belong to: sample draws and their forecasts are shown together and removed together. */
export function chainOf(history: History): Chain {
  return hasSamples(history) ? 'sample' : 'real'
}

/** The process's copy of the ledger. */
export function createLedgerMemory(db: Db, draws: DrawsMemory): LedgerMemory {
  let known: { seq: number; snapshot: LedgerSnapshot } | null = null
  let loading: Promise<unknown> = Promise.resolve()

  async function load(): Promise<LedgerSnapshot> {
    const { ledgerSeq: seq } = draws.current()
    const chain = draws.derived('chain', ({ history }) => chainOf(history))
    if (known?.seq === seq && known.snapshot.chain === chain) return known.snapshot
    const before = known?.snapshot.chain === chain ? known.snapshot.items : []
    const items = [...(await withPenNames(db, before)), ...(await loadEntries(db, chain, before.length))]
    known = { seq, snapshot: snapshotOf(chain, items) }
    return known.snapshot
  }

  return {
    current() {
      // One load at a time, so that no entry is added twice.
      const next = loading.then(load, load)
      loading = next.catch(() => undefined)
      return next
    },
  }
}

function snapshotOf(chain: Chain, items: readonly LedgerItem[]): LedgerSnapshot {
  const cache = new Map<string, unknown>()
  return {
    chain,
    items,
    head: items[items.length - 1]?.head ?? genesisHead(chain),
    derived<T>(name: string, make: () => T): T {
      if (!cache.has(name)) cache.set(name, make())
      return cache.get(name) as T
    },
  }
}
