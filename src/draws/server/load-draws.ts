import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { DrawState } from '../rules/draw.ts'
import { EMPTY_HISTORY, type History, withChanges, type GameDraws } from '../rules/history.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { draws } from './tables.ts'

/**
 * Loads the live draws.
 * @param tx a transaction whose statements all see the same rows
 */
export const loadDraws = async (tx: Db): Promise<History> => sharedHistory(await readHistory(tx))

/** Loads the draws that an import compares its rows with: those of {@link loadDraws} without samples. */
export const loadRealDraws = (tx: Db): Promise<History> => readHistory(tx, ne(draws.source, 'sample'))

type Packed = [
  day: number,
  state: DrawState,
  sample: boolean,
  serial: number | null,
  winning: number[],
  machine: number[],
]

/**
 * Reads one game after the other, each in a turn of the event loop, and one value for each: a row for each draw would take most
 * of the start.
 */
async function readHistory(tx: Db, condition?: SQL): Promise<History> {
  const all = sql<Packed[]>`json_agg(json_build_array(
    ${draws.date} - date '1970-01-01', ${draws.state}, ${draws.source} = 'sample', ${draws.serial},
    ${draws.winning}, ${draws.machine}))`
  const rows = await tx
    .select({ game: draws.gameKey, all })
    .from(draws)
    .where(and(isNull(draws.deletedAt), condition))
    .groupBy(draws.gameKey)
  let history = EMPTY_HISTORY
  for (const { game, all } of rows) {
    const found = all.map(([day, state, sample, serial, winning, machine]) => ({
      game,
      day,
      state,
      sample,
      serial,
      winning,
      machine,
    }))
    history = withChanges(history, found, [])
    await nextTurn()
  }
  return history
}

/** The same history in shared memory. A game that is shared already stays as it is. */
export function sharedHistory(history: History): History {
  return { games: new Map([...history.games].map(([key, draws]) => [key, sharedDraws(draws)])) }
}

/** The same draws of a game in shared memory. */
function sharedDraws(draws: GameDraws): GameDraws {
  const { game, length, days, flags, serials, balls } = draws
  if (days.buffer instanceof SharedArrayBuffer) return draws
  return {
    game,
    length,
    days: new Int32Array(shared(days)),
    flags: new Uint8Array(shared(flags)),
    serials: new Uint16Array(shared(serials)),
    balls: new Uint8Array(shared(balls)),
  }
}

function shared({ buffer, byteOffset, byteLength }: ArrayBufferView): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(byteLength)
  new Uint8Array(memory).set(new Uint8Array(buffer, byteOffset, byteLength))
  return memory
}
