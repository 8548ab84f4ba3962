import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { dayOf, formatDate, type LagosDate, parseDate } from '../../domain/base/calendar.ts'
import { changesBetween, type Draw, onlyCompletes, type ValueChange } from '../../domain/draws/draw.ts'
import { closeAfter, drawAfter, sameEventLastYear } from '../../domain/draws/draw-neighbours.ts'
import { drawAt, type GameDraws } from '../../domain/draws/history.ts'
import type { Db } from '../db/connect.ts'
import { drawCorrections, draws, games } from '../tables/draws.ts'
import type { Snapshot } from './memory.ts'

/** The public id that a player's address means: itself, or that of a game and a Lagos date, such as `metro.2025-06-23`. */
export function publicIdOf({ publicIds }: Snapshot, draw: string): string {
  const [game, date] = draw.split('.') as [string, string?]
  const day = date === undefined ? null : parseDate(date)
  return (day && publicIds.of(game, dayOf(day))) ?? draw
}

/** The live draw of a public id with its game; undefined if there is none. */
export async function findPublicDraw(db: Db, publicId: string) {
  const [found] = await db
    .select({
      id: draws.id,
      publicId: draws.publicId,
      game: { key: games.key, name: games.name, operator: games.operator },
      date: draws.date,
      serial: draws.serial,
      state: draws.state,
      winning: draws.winning,
      machine: draws.machine,
      source: draws.source,
    })
    .from(draws)
    .innerJoin(games, eq(games.key, draws.gameKey))
    .where(and(eq(draws.publicId, publicId), isNull(draws.deletedAt)))
  if (!found) return undefined
  const { source, ...draw } = found
  return { ...draw, date: draw.date as LagosDate, sample: source === 'sample' }
}

/** The same event of the year before, and the next draw of the game or its close (milliseconds). */
export function neighboursOf(
  { games: all, history, publicIds }: Snapshot,
  draw: { game: { key: string }; date: LagosDate; serial: number | null },
  now: number,
) {
  const game = all.find(({ key }) => key === draw.game.key)
  const gameDraws = history.games.get(draw.game.key)
  // A draw that was recorded a moment ago may not be in memory yet.
  if (!game || !gameDraws) return { lastYear: null, next: null, nextClose: null }
  const shown = (i: number | null) => (i === null ? null : neighbourAt(gameDraws, i, publicIds))
  const next = drawAfter(gameDraws, draw.date)
  return {
    lastYear: shown(sameEventLastYear(game, gameDraws, draw)),
    next: shown(next),
    nextClose: next === null ? closeAfter(game, gameDraws, draw.date, now) : null,
  }
}

function neighbourAt(gameDraws: GameDraws, i: number, publicIds: Snapshot['publicIds']) {
  const { game, ...draw } = drawAt(gameDraws, i)
  return { publicId: publicIds.of(game, dayOf(draw.date))!, ...draw }
}

/**
 * The corrections of a draw, oldest first, with the earlier values in words. Additions, such as machine numbers that come
 * later, are not corrections. The staff's names are left out.
 */
export async function correctionsOf(db: Db, drawId: number) {
  const rows = await db
    .select({
      old: drawCorrections.old,
      new: drawCorrections.new,
      oldGame: gameNameIn(drawCorrections.old),
      newGame: gameNameIn(drawCorrections.new),
      at: drawCorrections.at,
      reason: drawCorrections.reason,
    })
    .from(drawCorrections)
    .where(eq(drawCorrections.drawId, drawId))
    .orderBy(asc(drawCorrections.id))
  return rows.flatMap(({ at, reason, oldGame, newGame, ...values }) => {
    const from = { ...(values.old as Draw), game: oldGame }
    const changes = earlierValues(from, { ...(values.new as Draw), game: newGame })
    return changes.length > 0 ? [{ at: at.getTime(), reason, changes }] : []
  })
}

/** The public ids of the live draws of a day that were corrected. */
export async function correctedOn(db: Db, date: LagosDate): Promise<Set<string>> {
  const rows = await db
    .select({ publicId: draws.publicId, old: drawCorrections.old, new: drawCorrections.new })
    .from(drawCorrections)
    .innerJoin(draws, eq(draws.id, drawCorrections.drawId))
    .where(and(eq(draws.date, date), isNull(draws.deletedAt)))
  const corrected = rows.filter((row) => earlierValues(row.old as Draw, row.new as Draw).length > 0)
  return new Set(corrected.map(({ publicId }) => publicId))
}

/** The name of the game of stored values. */
export const gameNameIn = (values: typeof drawCorrections.old | typeof drawCorrections.new) =>
  sql<string>`(select ${games.name} from ${games} where ${games.key} = ${values}->>'game')`

/** What a correction changed, in words; empty for an addition. The `game` of both draws is its name. */
export function earlierValues(from: Draw, to: Draw): Correction[] {
  const moved: Correction[] = [
    ...(from.game === to.game ? [] : [{ what: 'game' as const, old: from.game, new: to.game }]),
    ...(from.date === to.date
      ? []
      : [{ what: 'date' as const, old: formatDate(from.date), new: formatDate(to.date) }]),
  ]
  return moved.length === 0 && onlyCompletes(from, to) ? [] : [...moved, ...changesBetween(from, to)]
}

type Correction = Omit<ValueChange, 'what'> & { what: ValueChange['what'] | 'game' | 'date' }
