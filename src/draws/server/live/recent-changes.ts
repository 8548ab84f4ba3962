import type { Services } from '../../../platform/server/api/services.ts'
import { desc, lte, and, asc, eq, gte } from 'drizzle-orm'
import { LIVE_LIMITS } from '../../../platform/rules/base/streams.ts'
import { type Change, CHANGE_COLUMNS } from '../follow-changes.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory } from '../memory.ts'
import { changes } from '../../../platform/server/tables/changes.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Draw } from '../../rules/draw.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import { earlierValues, gameNameIn } from '../single-draw.ts'
import { drawCorrections, draws, games } from '../tables.ts'
import { present } from '../../../platform/rules/base/lists.ts'

/** One more than clients get: the position of a client that has all but those. */
const KEPT = LIVE_LIMITS.keptChanges + 1

/** The newest changes that this process has applied, oldest first. */
export interface RecentChanges {
  /** The `seq` of the newest change. */
  last(): number
  /** The changes of a game, or all, after `seq`; null when `seq` is not among those that are kept. */
  since(seq: number, game: string | null): readonly Change[] | null
}

/** What a stream of one game gets of some changes: those of its draws, without the ids of others. Null is every game. */
export function changesFor(changes: readonly Change[], game: string | null): readonly Change[] {
  if (game === null) return changes
  return changes.flatMap((change) => {
    const ids = change.ids.filter((_, place) => change.games[place] === game)
    return ids.length > 0 ? [{ ...change, ids, count: ids.length }] : []
  })
}

/** Loads the newest changes from the table, and adds each batch that the process applies. Forgets all at a reload. */
export async function followRecentChanges(
  db: Db,
  draws: DrawsMemory,
  onBatch: (batch: readonly Change[]) => void,
  onReload: () => void,
): Promise<RecentChanges> {
  let from = draws.current().seq
  let kept: Change[] = []
  draws.onApplied((batch) => {
    kept = [...kept, ...batch].slice(-KEPT)
    onBatch(batch)
  })
  let isReloaded = false
  draws.onReloaded(() => {
    isReloaded = true
    from = draws.current().seq
    kept = []
    onReload()
  })
  const earlier = await db
    .select(CHANGE_COLUMNS)
    .from(changes)
    .where(lte(changes.seq, from))
    .orderBy(desc(changes.seq))
    .limit(KEPT)
  if (!isReloaded) kept = [...earlier.reverse(), ...kept].slice(-KEPT)

  const last = () => kept.at(-1)?.seq ?? from
  return {
    last,
    since(seq, game) {
      if (seq === last()) return []
      // A client with another number has changes that were lost, or older ones.
      const isKnown = kept.some((change) => change.seq === seq)
      if (!isKnown) return null
      const later = kept.filter((change) => change.seq > seq)
      return changesFor(later, game)
    },
  }
}

type News = { seq: number; total: number; draws: Awaited<ReturnType<typeof changedDraws>> }

/**
 * The draws that changed after `seq`. Every phone asks for the same news at the same time, so the answer is kept until the
 * next change. There is one for each of the recent changes at most.
 * @param game the only game that the player gets live; null for every game
 */
export function newsAfter(
  { db, draws: memory, live: { recent } }: Pick<Services, 'db' | 'draws' | 'live'>,
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
    const { id, date, serial, state, winning, machine, source, deletedAt } = draw
    const before = corrections.find(
      ({ drawId, at }) => drawId === id && at.getTime() >= present(since.get(id)),
    )
    const now = { game: name, date: date as LagosDate, state, serial, winning, machine }
    return {
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
