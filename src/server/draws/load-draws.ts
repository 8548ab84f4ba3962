import { and, eq, isNull, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { DRAW_STATES } from '../../domain/draws/draw.ts'
import { allocate, BALLS_PER_DRAW, flagsOf, type History } from '../../domain/draws/history.ts'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'
import { type GameIds, PublicIds } from './public-ids.ts'
import { sharedDraws } from './shared-history.ts'

/**
 * Loads the live draws of games. Postgres packs each game into one value: a row for each draw took most of the start, and
 * left ten times the memory of the history behind.
 * @param tx a transaction whose statements all see the same rows
 */
export async function loadDraws(
  tx: Db,
  games: readonly { key: string }[],
): Promise<{ history: History; publicIds: PublicIds }> {
  const found = await loadGamesDraws(tx, games, packed(draws.state))
  return { history: historyOfGames(found), publicIds: new PublicIds(found) }
}

/**
 * Loads the draws that an import compares its rows with: those of {@link loadDraws} without samples.
 * @param userId whose own numbers count as confirmed: they cannot confirm them; null for nobody
 */
export async function loadRealDraws(
  tx: Db,
  games: readonly { key: string }[],
  userId: string | null,
): Promise<History> {
  const own = sql`${draws.state} = 'unconfirmed' and ${draws.recordedBy} = ${userId}`
  const state =
    userId === null ? sql`${draws.state}` : sql`case when ${own} then 'drawn' else ${draws.state} end`
  return historyOfGames(await loadGamesDraws(tx, games, packed(state), ne(draws.source, 'sample')))
}

async function loadGamesDraws(
  tx: Db,
  games: readonly { key: string }[],
  value: SQL<Buffer | null>,
  condition?: SQL,
): Promise<GameIds[]> {
  const found: GameIds[] = []
  let next = packedDraws(tx, games[0]?.key, value, condition)
  for (const [i, { key }] of games.entries()) {
    const own = await next
    // Postgres packs a game while this process unpacks the one before.
    next = packedDraws(tx, games[i + 1]?.key, value, condition)
    if (own) found.push(unpack(key, own))
  }
  return found
}

/** The draws of a game as one value; null without draws. */
async function packedDraws(
  tx: Db,
  game: string | undefined,
  value: SQL<Buffer | null>,
  condition?: SQL,
): Promise<Buffer | null> {
  if (game === undefined) return null
  const [row] = await tx
    .select({ packed: value })
    .from(draws)
    .where(and(eq(draws.gameKey, game), isNull(draws.deletedAt), condition))
  return row?.packed ?? null
}

const historyOfGames = (found: readonly GameIds[]): History => ({
  games: new Map(found.map(({ draws: own }) => [own.game, own])),
})

const PLACES = Array.from({ length: BALLS_PER_DRAW }, (_, place) => place)

/** The ball of a place in two bytes; 0 if it is missing. */
const packedBall = (place: number) =>
  sql`int2send(coalesce(${place < 5 ? draws.winning : draws.machine}[${(place % 5) + 1}::int], 0::smallint))`

/** The draws of a game in the order of their days, as {@link unpack} reads them; null without draws. */
const packed = (state: SQLWrapper) => sql<Buffer | null>`string_agg(
  int4send(${draws.date} - date '1970-01-01')
    || int2send(array_position(${sql.param(DRAW_STATES)}::text[], ${state})::smallint)
    || int2send((${draws.source} = 'sample')::int::smallint)
    || int2send(coalesce(${draws.serial}, 0::smallint))
    || decode(${draws.publicId}, 'hex')
    || ${sql.join(PLACES.map(packedBall), sql` || `)},
  '' order by ${draws.date})`

const SERIAL_AT = 8
const ID_AT = 10
const BALLS_AT = 18
const BYTES_PER_DRAW = BALLS_AT + 2 * BALLS_PER_DRAW

function unpack(game: string, packed: Buffer): GameIds {
  const length = packed.length / BYTES_PER_DRAW
  const own = allocate(game, length)
  const halves = new Uint32Array(2 * length)
  for (let i = 0, at = 0; i < length; i++, at += BYTES_PER_DRAW) {
    own.days[i] = packed.readInt32BE(at)
    own.flags[i] = flagsOf(DRAW_STATES[packed.readInt16BE(at + 4) - 1]!, packed.readInt16BE(at + 6) === 1)
    own.serials[i] = packed.readInt16BE(at + SERIAL_AT)
    halves[2 * i] = packed.readUInt32BE(at + ID_AT)
    halves[2 * i + 1] = packed.readUInt32BE(at + ID_AT + 4)
    for (const place of PLACES)
      own.balls[i * BALLS_PER_DRAW + place] = packed.readInt16BE(at + BALLS_AT + 2 * place)
  }
  return { draws: sharedDraws(own), halves }
}
