import { and, asc, eq, gte } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import type { Draw } from '../../domain/draws/draw.ts'
import { LIVE_LIMITS } from '../../domain/live/streams.ts'
import type { Change } from '../changes/follow.ts'
import { isAnyOf } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import { earlierValues, gameNameIn } from '../draws/single-draw.ts'
import { drawCorrections, draws, games } from '../tables/draws.ts'
import type { RecentChanges } from './recent-changes.ts'
import { present } from '../../domain/base/lists.ts'

type News = { seq: number; total: number; draws: Awaited<ReturnType<typeof changedDraws>> }

/**
 * The draws that changed after `seq`. Every phone asks for the same news at the same time, so the answer is kept until the
 * next change. There is one for each of the recent changes at most.
 * @param game the only game that the player gets live; null for every game
 */
export function newsAfter(
  db: Db,
  memory: DrawsMemory,
  recent: RecentChanges,
  seq: number,
  game: string | null,
): Promise<News> {
  const kept = memory.derived(game === null ? 'news' : `news ${game}`, () => new Map<number, Promise<News>>())
  const known = kept.get(seq)
  if (known) return known
  const found = recent.since(seq, game)
  if (!found) return Promise.resolve({ seq: recent.last(), total: 0, draws: [] })
  const news = readNews(db, found, seq)
  kept.set(seq, news)
  news.catch(() => kept.delete(seq))
  return news
}

async function readNews(db: Db, found: readonly Change[], seq: number): Promise<News> {
  /** When each draw changed first, in milliseconds. */
  const since = new Map<number, number>()
  for (const { kind, ids, at } of found)
    if (kind === 'draws') for (const id of ids) since.set(Number(id), since.get(Number(id)) ?? at.getTime())
  const shown = since.size <= LIVE_LIMITS.newsDraws ? await changedDraws(db, since) : []
  // Of an import, the change lists the first ids only.
  const unlisted = found.filter(({ kind }) => kind === 'draws').map(({ ids, count }) => count - ids.length)
  const total = unlisted.reduce((sum, count) => sum + count, since.size)
  return { seq: found.at(-1)?.seq ?? seq, total, draws: shown }
}

/**
 * Draws with what changed.
 * @param since by draw id, the time of its first change that counts, in milliseconds
 */
export async function changedDraws(db: Db, since: ReadonlyMap<number, number>) {
  if (since.size === 0) return []
  const ids = [...since.keys()]
  const rows = await db
    .select({ draw: draws, name: games.name })
    .from(draws)
    .innerJoin(games, eq(games.key, draws.gameKey))
    .where(isAnyOf(draws.id, ids))
    .orderBy(asc(draws.date), asc(games.order))
  const corrections = await db
    .select({
      drawId: drawCorrections.drawId,
      old: drawCorrections.old,
      game: gameNameIn(drawCorrections.old),
      at: drawCorrections.at,
    })
    .from(drawCorrections)
    .where(
      and(
        isAnyOf(drawCorrections.drawId, ids),
        gte(drawCorrections.at, new Date(Math.min(...since.values()))),
      ),
    )
    .orderBy(asc(drawCorrections.id))
  // A result that replaces a sample of its day is one draw.
  const isReplaced = ({ draw: { gameKey, date, deletedAt } }: (typeof rows)[number]) =>
    deletedAt !== null &&
    rows.some(({ draw: other }) => other.gameKey === gameKey && other.date === date && !other.deletedAt)
  const shown = rows.filter((row) => !isReplaced(row))
  return shown.map(({ draw, name }) => {
    const { id, publicId, date, serial, state, winning, machine, source, deletedAt } = draw
    const before = corrections.find(
      ({ drawId, at }) => drawId === id && at.getTime() >= present(since.get(id)),
    )
    const now = { game: name, date: date as LagosDate, state, serial, winning, machine }
    return {
      publicId,
      game: draw.gameKey,
      name,
      date: date as LagosDate,
      serial,
      state,
      winning,
      machine,
      sample: source === 'sample',
      removed: deletedAt !== null,
      changes: before ? earlierValues({ ...(before.old as Draw), game: before.game }, now) : [],
    }
  })
}
