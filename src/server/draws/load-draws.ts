import { and, isNull, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { DrawState } from '../../domain/draws/draw.ts'
import { type History, type HistoryDraw, historyOf } from '../../domain/draws/history.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'
import { PublicIds } from './public-ids.ts'
import { sharedHistory } from './shared-history.ts'

/**
 * Loads the live draws.
 * @param tx a transaction whose statements all see the same rows
 */
export async function loadDraws(tx: Db): Promise<{ history: History; publicIds: PublicIds }> {
  const found = await readDraws(tx, draws.state)
  return { history: sharedHistory(historyOf(found)), publicIds: new PublicIds().after([], found) }
}

/**
 * Loads the draws that an import compares its rows with: those of {@link loadDraws} without samples.
 * @param userId whose own numbers count as confirmed: they cannot confirm them; null for nobody
 */
export async function loadRealDraws(tx: Db, userId: string | null): Promise<History> {
  const own = sql`${draws.state} = 'unconfirmed' and ${draws.recordedBy} = ${userId}`
  const state = userId === null ? draws.state : sql`case when ${own} then 'drawn' else ${draws.state} end`
  return historyOf(await readDraws(tx, state, ne(draws.source, 'sample')))
}

type Packed = [
  day: number,
  state: DrawState,
  sample: boolean,
  serial: number | null,
  winning: number[],
  machine: number[],
  publicId: string,
]

/** Reads one value for each game: a row for each draw would take most of the start. */
async function readDraws(
  tx: Db,
  state: SQLWrapper,
  condition?: SQL,
): Promise<(HistoryDraw & { publicId: string })[]> {
  const all = sql<Packed[]>`json_agg(json_build_array(
    ${draws.date} - date '1970-01-01', ${state}, ${draws.source} = 'sample', ${draws.serial},
    ${draws.winning}, ${draws.machine}, ${draws.publicId}))`
  const rows = await tx
    .select({ game: draws.gameKey, all })
    .from(draws)
    .where(and(isNull(draws.deletedAt), condition))
    .groupBy(draws.gameKey)
  return rows.flatMap(({ game, all }) =>
    all.map(([day, state, sample, serial, winning, machine, publicId]) => ({
      game,
      day,
      state,
      sample,
      serial,
      winning,
      machine,
      publicId,
    })),
  )
}
