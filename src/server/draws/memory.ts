import { asc, isNull } from 'drizzle-orm'
import { dayOf, type LagosDate } from '../../domain/calendar.ts'
import type { Game } from '../../domain/games.ts'
import { type History, type HistoryDraw, historyOf, withChanges } from '../../domain/history.ts'
import { type Change, followChanges, type FollowOptions, latestSeq } from '../changes/follow.ts'
import { isAnyOf } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { draws, games, gameSlots } from '../tables/draws.ts'

/** All draws and games after one change. Immutable; the next change makes a new snapshot. */
export interface Snapshot {
  seq: number
  games: readonly Game[]
  history: History
  publicIds: PublicIds
}

/** The public id of each live draw, by game and day number. Immutable, like {@link History}. */
export type PublicIds = ReadonlyMap<string, ReadonlyMap<number, string>>

/** The process's copy of draws and games, kept current by the change log. */
export interface DrawsMemory {
  current(): Snapshot
  /** Reads every change committed before the call. Routes declare `fresh` instead of calling it. */
  catchUp(): Promise<void>
  /** The snapshot at `seq` or later, for a client that has already seen `seq`. */
  atLeast(seq: number): Promise<Snapshot>
  /** A value computed from the current snapshot and cached under `name` until the next change. */
  derived<T>(name: string, make: (snapshot: Snapshot) => T): T
  stop(): Promise<void>
}

/** The columns of a draw that a {@link History} needs. */
export const HISTORY_COLUMNS = {
  id: draws.id,
  game: draws.gameKey,
  date: draws.date,
  state: draws.state,
  serial: draws.serial,
  winning: draws.winning,
  machine: draws.machine,
  source: draws.source,
  deletedAt: draws.deletedAt,
}

type Row = Pick<
  typeof draws.$inferSelect,
  'id' | 'date' | 'state' | 'serial' | 'winning' | 'machine' | 'source'
> & {
  game: string
}

/** Converts a stored row for a {@link History}. */
export function historyDraw(row: Omit<Row, 'id'>): HistoryDraw {
  const { game, date, state, serial, winning, machine, source } = row
  return { game, day: dayOf(date as LagosDate), state, serial, winning, machine, sample: source === 'sample' }
}

/** The public ids after written and removed draws. */
function withPublicIds(
  publicIds: PublicIds,
  written: readonly { game: string; date: string; publicId: string }[],
  removed: readonly { game: string; day: number }[],
): PublicIds {
  const changed = new Map<string, Map<number, string>>()
  const daysOf = (game: string) => {
    const days = changed.get(game) ?? new Map(publicIds.get(game))
    changed.set(game, days)
    return days
  }
  for (const { game, day } of removed) daysOf(game).delete(day)
  for (const { game, date, publicId } of written) daysOf(game).set(dayOf(date as LagosDate), publicId)
  return new Map([...publicIds, ...changed])
}

/** The games with their slots, in display order. */
export async function loadGames(db: Db): Promise<(Game & { version: number })[]> {
  const rows = await db.select().from(games).orderBy(asc(games.order), asc(games.key))
  const slots = await db.select().from(gameSlots)
  return rows.map((game) => ({
    ...game,
    slots: slots
      .filter((slot) => slot.gameKey === game.key)
      .map(({ weekday, close, expectedMinutes, validFrom }) => ({
        weekday,
        close,
        expectedMinutes,
        validFrom: validFrom as LagosDate,
      })),
  }))
}

/** Loads all draws and games once and then follows the change log. */
export async function loadDrawsMemory(services: FollowOptions): Promise<DrawsMemory> {
  const { db } = services
  const columns = { ...HISTORY_COLUMNS, publicId: draws.publicId }
  /** The game and day of each live draw, to find the day that a moved or deleted draw leaves empty. */
  const gameAndDayById = new Map<number, { game: string; day: number }>()

  let current = await db.transaction(
    async (tx): Promise<Snapshot> => {
      const seq = await latestSeq(tx)
      const rows = await tx.select(columns).from(draws).where(isNull(draws.deletedAt))
      for (const row of rows)
        gameAndDayById.set(row.id, { game: row.game, day: dayOf(row.date as LagosDate) })
      return {
        seq,
        games: await loadGames(tx),
        history: historyOf(rows.map(historyDraw)),
        publicIds: withPublicIds(new Map(), rows, []),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  let cache = new Map<string, unknown>()

  async function apply(batch: Change[]): Promise<void> {
    const ids = [
      ...new Set(batch.filter(({ kind }) => kind === 'draws').flatMap((change) => change.ids.map(Number))),
    ]
    const rows = ids.length > 0 ? await db.select(columns).from(draws).where(isAnyOf(draws.id, ids)) : []
    const removed = ids.flatMap((id) => gameAndDayById.get(id) ?? [])
    const live = rows.filter((row) => row.deletedAt === null)
    const nextGames = batch.some(({ kind }) => kind === 'games') ? await loadGames(db) : current.games

    for (const id of ids) gameAndDayById.delete(id)
    for (const row of live) gameAndDayById.set(row.id, { game: row.game, day: dayOf(row.date as LagosDate) })
    current = {
      seq: batch[batch.length - 1]!.seq,
      games: nextGames,
      history:
        ids.length > 0 ? withChanges(current.history, live.map(historyDraw), removed) : current.history,
      publicIds: ids.length > 0 ? withPublicIds(current.publicIds, live, removed) : current.publicIds,
    }
    cache = new Map()
  }

  const follower = await followChanges(services, current.seq, apply)
  return {
    current: () => current,
    catchUp: () => follower.catchUp(),
    async atLeast(seq) {
      if (seq > current.seq) await follower.catchUp()
      return current
    },
    derived<T>(name: string, make: (snapshot: Snapshot) => T): T {
      if (!cache.has(name)) cache.set(name, make(current))
      return cache.get(name) as T
    },
    stop: () => follower.stop(),
  }
}
