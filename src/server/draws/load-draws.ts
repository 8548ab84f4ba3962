import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, isNull, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { DrawState } from '../../domain/draws/draw.ts'
import { EMPTY_HISTORY, type History, type HistoryDraw, withChanges } from '../../domain/draws/history.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'
import { PublicIds } from './public-ids.ts'
import { sharedHistory } from './shared-history.ts'

/**
 * Loads the live draws.
 * @param tx a transaction whose statements all see the same rows
 */
export async function loadDraws(tx: Db): Promise<{ history: History; publicIds: PublicIds }> {
  let history = EMPTY_HISTORY
  let publicIds = new PublicIds()
  for await (const found of readGames(tx, draws.state)) {
    history = withChanges(history, found, [])
    publicIds = publicIds.after([], found)
  }
  return { history: sharedHistory(history), publicIds }
}

/**
 * Loads the draws that an import compares its rows with: those of {@link loadDraws} without samples.
 * @param userId whose own numbers count as confirmed: they cannot confirm them; null for nobody
 */
export async function loadRealDraws(tx: Db, userId: string | null): Promise<History> {
  const own = sql`${draws.state} = 'unconfirmed' and ${draws.recordedBy} = ${userId}`
  const state = userId === null ? draws.state : sql`case when ${own} then 'drawn' else ${draws.state} end`
  let history = EMPTY_HISTORY
  for await (const found of readGames(tx, state, ne(draws.source, 'sample')))
    history = withChanges(history, found, [])
  return history
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

/**
 * The draws of one game after the other, each in a turn of the event loop. One value is read for each game: a row for each
 * draw would take most of the start.
 */
async function* readGames(
  tx: Db,
  state: SQLWrapper,
  condition?: SQL,
): AsyncGenerator<(HistoryDraw & { publicId: string })[]> {
  const all = sql<Packed[]>`json_agg(json_build_array(
    ${draws.date} - date '1970-01-01', ${state}, ${draws.source} = 'sample', ${draws.serial},
    ${draws.winning}, ${draws.machine}, ${draws.publicId}))`
  const rows = await tx
    .select({ game: draws.gameKey, all })
    .from(draws)
    .where(and(isNull(draws.deletedAt), condition))
    .groupBy(draws.gameKey)
  for (const { game, all } of rows) {
    yield all.map(([day, state, sample, serial, winning, machine, publicId]) => ({
      game,
      day,
      state,
      sample,
      serial,
      winning,
      machine,
      publicId,
    }))
    await nextTurn()
  }
}
