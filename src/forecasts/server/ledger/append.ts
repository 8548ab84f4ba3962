import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { and, count, desc, eq, gte, isNull, sql, asc, inArray, min, type SQL } from 'drizzle-orm'
import type { Chain } from '../../rules/ledger/standing.ts'
import { sha256Hex } from '../../rules/log/bytes.ts'
import { leafText, type NewLeaf, type Leaf } from '../../rules/log/leaves.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { inBatches } from '../../../platform/server/db/columns.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { LOCKS } from '../../../platform/server/db/locks.ts'
import { draws } from '../../../draws/server/tables.ts'
import { logLeaves, endedLogs } from '../tables/forecast-ledger.ts'
import { type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { type PlacedSlot, drawTimes, type DrawTimes } from '../../rules/log/schedule.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { slotLeaves } from '../../rules/ledger/follow.ts'
import { installation } from '../../../platform/server/tables/installation.ts'

/** A leaf with its place. `time` is its `at`, in milliseconds. */
type Placed<L extends Leaf = Leaf> = L extends Leaf ? L & { index: number; time: number } : never

/** The game and the draw of a leaf, which the table can be searched by. */
const drawsOf = (leaf: NewLeaf): { game: string | null; date: LagosDate | null } => ({
  game: 'game' in leaf ? leaf.game : null,
  date: 'date' in leaf ? leaf.date : null,
})

/** The leaves of some kinds in a log, in order. */
export async function placedLeaves<K extends Leaf['kind']>(
  db: Db,
  chain: Chain,
  kinds: readonly K[],
  where?: SQL,
): Promise<Placed<Extract<Leaf, { kind: K }>>[]> {
  const rows = await db
    .select({ leaf: logLeaves.leaf, index: logLeaves.index, at: logLeaves.at })
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), inArray(logLeaves.kind, [...kinds]), where))
    .orderBy(asc(logLeaves.index))
  return rows.map(({ leaf, index, at }) => ({ ...JSON.parse(leaf), index, time: at.getTime() }))
}

/** The lines of a record from an index on. */
export async function linesFrom(tx: Db, chain: Chain, from: number): Promise<string[]> {
  const rows = await tx
    .select({ leaf: logLeaves.leaf })
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), gte(logLeaves.index, from)))
    .orderBy(asc(logLeaves.index))
  return rows.map(({ leaf }) => leaf)
}

/** The schedule of a game in the log, and the index of the first version; infinite without one. */
export async function scheduleIn(
  tx: Db,
  chain: Chain,
  game: string,
): Promise<{ slots: PlacedSlot[]; firstVersion: number }> {
  const slots = await placedLeaves(tx, chain, ['slot'], eq(logLeaves.gameKey, game))
  const [first] = await tx
    .select({ index: min(logLeaves.index) })
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), eq(logLeaves.kind, 'version')))
  return { slots, firstVersion: first?.index ?? Infinity }
}

/**
 * The close and the lock that the schedule of the log gives a version which is appended now. Both are null for a day on
 * which the game does not draw.
 *
 * @param end the locked end of the log
 */
export async function timesOfDraw(
  tx: Db,
  { chain }: ChainEnd,
  draw: { game: string; date: LagosDate },
): Promise<DrawTimes> {
  const { slots, firstVersion } = await scheduleIn(tx, chain, draw.game)
  return drawTimes(slots, firstVersion, draw)
}

/** The results and voids of a draw in the log, in order. */
export const endingsOf = (
  tx: Db,
  { chain }: Pick<ChainEnd, 'chain'>,
  draw: { game: string; date: LagosDate },
) =>
  placedLeaves(
    tx,
    chain,
    ['result', 'void'],
    and(eq(logLeaves.gameKey, draw.game), eq(logLeaves.drawDate, draw.date)),
  )

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
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.ledger})`)
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
      // The release before reads it. The next one drops it.
      hash: sha256Hex(`\0${line}`),
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
  await queueStamps(tx, end, drafts)
  return { chain: end.chain, size, at }
}

/** Asks for a stamp of the newest head after a publication, and at a close for one of the head before its reveals. */
async function queueStamps(tx: Db, { chain, size }: ChainEnd, drafts: readonly Draft[]): Promise<void> {
  if (chain !== 'real') return
  const has = (kind: Leaf['kind']) => drafts.some(({ leaf }) => leaf.kind === kind)
  if (has('reveal')) await addJob(tx, 'stamp-head', { id: String(size) })
  if (has('version')) await addJob(tx, 'stamp-head', { id: 'newest' })
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
  return present(row).all
}

/** The origin of a log: the sample log of a demonstration is beside the real one, at `…/sample`. */
const originOf = (origin: string, chain: Chain): string =>
  chain === 'real' ? origin : origin.replace(/[^/]*$/, 'sample')

/** The last part of an origin, under which the log is served: `1` of `lotto.example/log/1`. */
export const placeOfLog = (origin: string, chain: Chain): string =>
  itemAt(originOf(origin, chain).split('/'), -1)

/** A log that ended, without its files. */
export type EndedLog = Pick<typeof endedLogs.$inferSelect, 'origin' | 'cause' | 'size' | 'left' | 'head'>

/** The logs that ended, the last one first. */
export function loadEndedLogs(db: Db): Promise<EndedLog[]> {
  const { origin, cause, size, left, head } = endedLogs
  return db.select({ origin, cause, size, left, head }).from(endedLogs).orderBy(desc(endedLogs.at))
}

/** What the start of the next record says of the last one: `<origin> <size> <head>`; null before the first end. */
async function previousLog(tx: Db): Promise<(Pick<EndedLog, 'cause'> & { previous: string }) | null> {
  const [last] = await loadEndedLogs(tx)
  return last ? { cause: last.cause, previous: `${last.origin} ${last.head}` } : null
}

const FIRST = { cause: 'new', previous: null } as const

/** Starts a log with the whole schedule, if it has no leaf. @param at milliseconds */
export async function startLog(tx: Db, end: ChainEnd, at: number, games: readonly Game[]): Promise<ChainEnd> {
  if (end.size > 0) return end
  const [found] = await tx.select({ origin: installation.logOrigin }).from(installation)
  const origin = originOf(present(found?.origin), end.chain)
  const time = instantText(at)
  const before = end.chain === 'real' ? await previousLog(tx) : null
  const slots = games.flatMap((game) => slotLeaves(game, [], lagosDate(at)))
  return appendLeaves(tx, end, [
    { leaf: { kind: 'start', at: time, origin, ...(before ?? FIRST) } },
    ...slots.map((slot) => ({ leaf: { kind: 'slot' as const, at: time, ...slot, by: null } })),
  ])
}
