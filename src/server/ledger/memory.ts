import { appendEntries, entryTime, lockLedger } from './append.ts'
import { ledgerEntries } from '../tables/forecast-ledger.ts'
import type { NotedHead } from '../../domain/ledger/verify.ts'
import { and, eq } from 'drizzle-orm'
import { hasSamples, type History } from '../../domain/draws/history.ts'
import type { Chain } from '../../domain/ledger/entries.ts'
import type { Log } from '../base/log.ts'
import type { Clock } from '../db/clock.ts'
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
function chainOf(history: History): Chain {
  return hasSamples(history) ? 'sample' : 'real'
}

interface Parts {
  db: Db
  clock: Clock
  draws: DrawsMemory
  log: Log
}

/** The process's copy of the ledger. When the database has lost entries of it, the record names the lost end. */
export function createLedgerMemory({ db, clock, draws, log }: Parts): LedgerMemory {
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

  /** One at a time, so that no entry is added twice. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = loading.then(work)
    loading = next.catch(() => undefined)
    return next
  }

  async function forgetLost(): Promise<void> {
    const before = known?.snapshot
    known = null
    const last = before?.chain === 'real' ? before.items.length : 0
    if (last > 0) await nameLostEnd(db, clock, { entries: last, head: before!.head })
  }

  const warn = (error: unknown) => log.error({ error }, 'the ledger could not be read')
  // Each process knows the newest end, so that it can name it after a loss.
  draws.onApplied((changes) => {
    if (changes.some(({ kind }) => kind === 'ledger')) inTurn(load).catch(warn)
  })
  draws.onReloaded(() => void inTurn(forgetLost).catch(warn))

  return { current: () => inTurn(load) }
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

/**
 * Names the end of a chain that the database has lost in an entry of kind `restore`, so that the public record explains a
 * head that a reader noted. Does nothing if the chain still has that end, or another process has named it.
 */
async function nameLostEnd(db: Db, clock: Clock, { entries, head }: NotedHead): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx, 'real')
    const { chain, entry, head: headAfter, lostEntries, lostHead } = ledgerEntries
    const isThere = and(eq(chain, 'real'), eq(entry, entries), eq(headAfter, head))
    const isNamed = and(eq(lostEntries, entries), eq(lostHead, head))
    if ((await tx.$count(ledgerEntries, isThere)) + (await tx.$count(ledgerEntries, isNamed)) > 0) return
    const at = await entryTime(tx, clock, end)
    await appendEntries(tx, end, [{ kind: 'restore', at, lostEntries: entries, lostHead: head }])
  })
}
