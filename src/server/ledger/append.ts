import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { drawsOf } from './placed.ts'
import type { Chain } from '../../domain/ledger/entries.ts'
import { bytesToHex } from '../../domain/log/bytes.ts'
import { leafText, type NewLeaf } from '../../domain/log/leaves.ts'
import { leafHash } from '../../domain/log/tree.ts'
import { appendChange } from '../changes/append.ts'
import { inBatches } from '../db/columns.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'

/** Each writer holds this advisory lock to the end of its transaction, so that a log never forks. */
const LEDGER_LOCK = 749_301_005

/** The end of a log. */
export interface ChainEnd {
  chain: Chain
  /** The number of leaves; 0 before the start. */
  size: number
  /** The time of the last leaf in milliseconds; no later one is dated before it. */
  at: number
}

/** A leaf to append, with the forecast that it belongs to. */
export interface Draft {
  leaf: NewLeaf
  prediction?: number
}

/**
 * Locks the logs until the end of the transaction and finds the end of one. Take this lock before any row of
 * `predictions`, and after rows of `draws`.
 *
 * @param chain by default the one of new entries: `sample` while the database has sample draws
 */
export async function lockLedger(tx: Db, chain?: Chain): Promise<ChainEnd> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`)
  const open = chain ?? (await openChain(tx))
  const [last] = await tx
    .select({ index: logLeaves.index, at: logLeaves.at })
    .from(logLeaves)
    .where(eq(logLeaves.chain, open))
    .orderBy(desc(logLeaves.index))
    .limit(1)
  return { chain: open, size: last ? last.index + 1 : 0, at: last?.at.getTime() ?? -Infinity }
}

export async function openChain(tx: Db): Promise<Chain> {
  const [sample] = await tx
    .select({ id: draws.id })
    .from(draws)
    .where(and(eq(draws.source, 'sample'), isNull(draws.deletedAt)))
    .limit(1)
  return sample ? 'sample' : 'real'
}

/**
 * The time of a new leaf by the database's clock, in milliseconds. Read after the lock, so that it does not depend on
 * how long the request took. A clock that was set back does not date it before the last leaf.
 */
export const entryTime = async (tx: Db, clock: Pick<Clock, 'now'>, end: ChainEnd): Promise<number> =>
  Math.max(await clock.now(tx), end.at)

export const instantText = (at: number) => new Date(at).toISOString()

/**
 * Appends leaves to a log whose lock the transaction holds, in order. Call it before the other changes are appended to the
 * change log.
 *
 * @param end from {@link lockLedger} in this transaction, or the returned end of an earlier call
 * @returns the new end
 */
export async function appendLeaves(tx: Db, end: ChainEnd, drafts: readonly Draft[]): Promise<ChainEnd> {
  if (drafts.length === 0) return end
  let at = end.at
  const rows = drafts.map(({ leaf, prediction }, i) => {
    const time = Date.parse(leaf.at)
    if (time < at) throw new Error(`leaf ${end.size + i} is dated before the one above`)
    at = time
    const line = leafText(leaf)
    const { game, date } = drawsOf(leaf)
    return {
      chain: end.chain,
      index: end.size + i,
      leaf: line,
      hash: bytesToHex(leafHash(line)),
      kind: leaf.kind,
      at: new Date(time),
      gameKey: game,
      drawDate: date,
      predictionId: prediction ?? null,
      version: 'version' in leaf ? leaf.version : null,
    }
  })
  await inBatches(rows, async (batch) => {
    await tx.insert(logLeaves).values([...batch])
    return []
  })
  const size = end.size + rows.length
  await appendChange({ tx, now: at }, 'ledger', [size])
  return { chain: end.chain, size, at }
}

/** How many forecasts a log has, of all draws or of one. */
export async function countForecasts(
  tx: Db,
  { chain }: ChainEnd,
  draw?: { game: string; date: string },
): Promise<number> {
  const ofDraw = draw && and(eq(logLeaves.gameKey, draw.game), eq(logLeaves.drawDate, draw.date))
  const isFirst = and(eq(logLeaves.kind, 'version'), eq(logLeaves.version, 1))
  const [row] = await tx
    .select({ all: count() })
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), isFirst, ofDraw))
  return row!.all
}
