import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  type Chain,
  canonicalText,
  headText,
  type LedgerEntry,
  type NewEntry,
} from '../../domain/ledger/entries.ts'
import { appendChange } from '../changes/append.ts'
import { inBatches } from '../db/batches.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'
import { ledgerEntries } from '../tables/forecast-ledger.ts'
import { columnsOf } from './entries.ts'
import { genesisHead, sha256 } from './hashes.ts'

/** Each writer holds this advisory lock to the end of its transaction, so that a chain never forks. */
const LEDGER_LOCK = 749_301_005

/** The end of a chain. */
export interface ChainEnd {
  chain: Chain
  /** The number of entries. */
  entries: number
  head: string
  /** The time of the last entry in milliseconds; no later entry is dated before it. */
  at: number
}

/**
 * Locks the ledger until the end of the transaction and finds the end of a chain. Take this lock before any row of
 * `predictions`, and after rows of `draws`.
 *
 * @param chain by default the one of new entries: `sample` while the database has sample draws
 */
export async function lockLedger(tx: Db, chain?: Chain): Promise<ChainEnd> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`)
  return chainEnd(tx, chain)
}

/**
 * Finds the end of a chain.
 *
 * @param chain by default the one of new entries: `sample` while the database has sample draws
 */
export async function chainEnd(db: Db, chain?: Chain): Promise<ChainEnd> {
  const open = chain ?? (await openChain(db))
  const [last] = await db
    .select({ entries: ledgerEntries.entry, head: ledgerEntries.head, at: ledgerEntries.at })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.chain, open))
    .orderBy(desc(ledgerEntries.entry))
    .limit(1)
  if (!last) return { chain: open, entries: 0, head: genesisHead(open), at: -Infinity }
  return { chain: open, ...last, at: last.at.getTime() }
}

async function openChain(tx: Db): Promise<Chain> {
  const [sample] = await tx
    .select({ id: draws.id })
    .from(draws)
    .where(and(eq(draws.source, 'sample'), isNull(draws.deletedAt)))
    .limit(1)
  return sample ? 'sample' : 'real'
}

/**
 * The time of a new entry by the database's clock, in milliseconds. Read after the lock, so that it does not depend on
 * how long the request took. A clock that was set back does not date it before the last entry.
 */
export async function entryTime(tx: Db, clock: Pick<Clock, 'now'>, end: ChainEnd): Promise<number> {
  return Math.max(await clock.now(tx), end.at)
}

/**
 * Appends entries to a chain whose lock the transaction holds, in order. Call it before the other changes are appended
 * to the change log.
 *
 * @param end from {@link lockLedger} in this transaction, or the returned end of an earlier call
 * @returns the new end
 */
export async function appendEntries(tx: Db, end: ChainEnd, entries: readonly NewEntry[]): Promise<ChainEnd> {
  let { entries: number, head, at } = end
  if (entries.length === 0) return end
  const rows = entries.map((draft) => {
    const entry: LedgerEntry = { ...draft, entry: ++number, previous: head }
    if (entry.at < at) throw new Error(`entry ${number} is dated before the one above`)
    at = entry.at
    const fingerprint = sha256(canonicalText(entry))
    head = sha256(headText(head, fingerprint))
    return { ...columnsOf(entry), chain: end.chain, fingerprint, head }
  })
  await inBatches(rows, async (batch) => {
    await tx.insert(ledgerEntries).values([...batch])
    return []
  })
  await appendChange({ tx, now: at }, 'ledger', [number])
  return { chain: end.chain, entries: number, head, at }
}
