import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, isNull, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { DrawState } from '../../domain/draws/draw.ts'
import {
  EMPTY_HISTORY,
  type History,
  type HistoryDraw,
  withChanges,
  type GameDraws,
} from '../../domain/draws/history.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'

/** The place of a draw in a history. */
interface Place {
  game: string
  /** Its day number. */
  day: number
}

/** The public id of each live draw of a history. Immutable. */
export class PublicIds {
  /** By game and day number. */
  readonly #games: ReadonlyMap<string, ReadonlyMap<number, string>>

  constructor(games: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map()) {
    this.#games = games
  }

  /** The id of the draw of a game on a day number; undefined if there is none. */
  of(game: string, day: number): string | undefined {
    return this.#games.get(game)?.get(day)
  }

  /** The places of the draws with these ids. It reads every id once. */
  placesOf(ids: readonly string[]): Place[] {
    const wanted = new Set(ids)
    return [...this.#games].flatMap(([game, days]) =>
      [...days].flatMap(([day, id]) => (wanted.has(id) ? { game, day } : [])),
    )
  }

  /** The ids after a change. @param left the places that draws left */
  after(left: Iterable<Place>, written: Iterable<Place & { publicId: string }>): PublicIds {
    const changed = new Map<string, Map<number, string>>()
    const daysOf = (game: string) => {
      const days = changed.get(game) ?? new Map(this.#games.get(game))
      changed.set(game, days)
      return days
    }
    for (const { game, day } of left) daysOf(game).delete(day)
    for (const { game, day, publicId } of written) daysOf(game).set(day, publicId)
    return new PublicIds(new Map([...this.#games, ...changed]))
  }
}

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
