import { and, asc, eq, inArray, min, type SQL } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import type { Chain } from '../../domain/ledger/entries.ts'
import type { Leaf, NewLeaf } from '../../domain/log/leaves.ts'
import { type PlacedSlot, drawTimes, type DrawTimes } from '../../domain/log/schedule.ts'
import type { Db } from '../db/connect.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'
import type { ChainEnd } from './append.ts'

/** A leaf with its place. `time` is its `at`, in milliseconds. */
type Placed<L extends Leaf = Leaf> = L extends Leaf ? L & { index: number; time: number } : never

/** The game and the draw of a leaf, which the table can be searched by. */
export const drawsOf = (leaf: NewLeaf): { game: string | null; date: LagosDate | null } => ({
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
