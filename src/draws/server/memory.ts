import { and, asc, isNull, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { dayOf, type LagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../rules/games.ts'
import { type History, type HistoryDraw, withChanges, HISTORY_LIMITS } from '../rules/history.ts'
import { latestSeq } from '../../platform/server/changes/append.ts'
import { type Change, followChanges, type FollowOptions } from './follow-changes.ts'
import { isAnyOf } from '../../platform/server/db/columns.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { calendarChanges, drawCorrections, draws, games, gameSlots } from './tables.ts'
import { loadDraws, sharedHistory } from './load-draws.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

declare module '../../platform/server/api/services.ts' {
  interface Services {
    draws: DrawsMemory
  }
}

/** All draws and games after one change. Immutable; the next change makes a new snapshot. */
export interface Snapshot {
  seq: number
  /** The last change of the ledger of forecasts. */
  ledgerSeq: number
  games: readonly Game[]
  /** In shared memory, so that the worker thread reads it without a copy. */
  history: History
}

export type DrawsMemory = Awaited<ReturnType<typeof loadDrawsMemory>>

/**
 * An answer has 2 to 100 kB. Names contain what the client asked for, such as a day. Without it the README's visits a second
 * on one core each compute their figures again.
 */
const KEPT_VALUES = 400

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
> & { game: string }

/** Converts a stored row for a {@link History}. */
export function historyDraw(row: Omit<Row, 'id'>): HistoryDraw {
  const { game, date, state, serial, winning, machine, source } = row
  return { game, day: dayOf(date as LagosDate), state, serial, winning, machine, sample: source === 'sample' }
}

export type StoredGame = Game & { version: number } & Required<
    Pick<Game, 'colour' | 'firstSerial' | 'changes'>
  >

/** The games with their slots and the changes of single dates, in display order. */
export async function loadGames(db: Db): Promise<StoredGame[]> {
  const rows = await db.select().from(games).orderBy(asc(games.order), asc(games.key))
  const slots = await db.select().from(gameSlots)
  const changes = await loadChanges(db)
  return rows.map((game) => ({
    ...game,
    changes: changes.flatMap(({ gameKey, ...one }) => (gameKey === null || gameKey === game.key ? one : [])),
    slots: slots
      .filter((slot) => slot.gameKey === game.key)
      .map(({ weekday, close, expectedMinutes, marginMinutes, validFrom }) => ({
        weekday,
        close,
        expectedMinutes,
        marginMinutes,
        validFrom: validFrom as LagosDate,
      })),
  }))
}

/** The changes of the calendar that nobody reversed, oldest first. */
async function loadChanges(db: Db) {
  const { id, gameKey, kind, date, toDate, close, reason, at, undoes } = calendarChanges
  const rows = await db
    .select({ id, gameKey, kind, date, toDate, close, reason, at, undoes })
    .from(calendarChanges)
    .orderBy(asc(id))
  const undone = new Set(rows.map((row) => row.undoes))
  return rows.flatMap(({ undoes: _, ...row }) =>
    row.kind === 'undone' || undone.has(row.id)
      ? []
      : {
          ...row,
          kind: row.kind,
          date: row.date as LagosDate,
          toDate: row.toDate as LagosDate | null,
          at: row.at.getTime(),
        },
  )
}

/** A game and a day number. */
interface Place {
  game: string
  day: number
}

/** The places that some draws have or had. A moved draw keeps its earlier ones as corrections, and a deleted one keeps its row. */
export async function placesOf(db: Db, ids: readonly number[]): Promise<Place[]> {
  const { rows } = await db.execute<{ game: string; date: LagosDate }>(sql`
    select game_key as game, date::text from ${draws} where ${isAnyOf(draws.id, ids)}
    union select old->>'game', old->>'date' from ${drawCorrections} where ${isAnyOf(drawCorrections.drawId, ids)}`)
  return rows.map(({ game, date }) => ({ game, day: dayOf(date) }))
}

/** The history after a change of some draws: what their places have now. */
async function withDraws(db: Db, history: History, ids: readonly number[]): Promise<History> {
  if (ids.length === 0) return history
  const places = await placesOf(db, ids)
  const isThere = sql`(${draws.gameKey}, ${draws.date} - date '1970-01-01') in (select * from unnest(
    ${sql.param(places.map(({ game }) => game))}::text[], ${sql.param(places.map(({ day }) => day))}::int[]))`
  const rows = await db
    .select(HISTORY_COLUMNS)
    .from(draws)
    .where(and(isThere, isNull(draws.deletedAt)))
  return sharedHistory(withChanges(history, rows.map(historyDraw), places))
}

interface MemoryOptions extends FollowOptions {
  /** For statements that load all draws. `db` reads the change log, also while these are slow. */
  loadingDb: Db
  /** Records that the database has lost its newest commits. @param lost the last change that this process had */
  recordLoss: (lost: number) => Promise<void>
}

/** Loads the process's copy of draws and games once, and then follows the change log. */
export async function loadDrawsMemory({ recordLoss, loadingDb: db, ...following }: MemoryOptions) {
  const load = async (tx: Db): Promise<Snapshot> => {
    const seq = await latestSeq(tx)
    const allGames = await loadGames(tx)
    return { seq, ledgerSeq: seq, games: allGames, history: await loadDraws(tx) }
  }
  const loadAtOneInstant = () =>
    db.transaction(load, { isolationLevel: 'repeatable read', accessMode: 'read only' })

  let current = await loadAtOneInstant()
  const cache = new LRUCache<string, { value: unknown }>({ max: KEPT_VALUES })
  const listeners: ((changes: readonly Change[]) => void)[] = []
  const reloadListeners: (() => void)[] = []

  async function apply(batch: Change[]): Promise<void> {
    const ids = [
      ...new Set(batch.filter(({ kind }) => kind === 'draws').flatMap((change) => change.ids.map(Number))),
    ]
    const seq = itemAt(batch, -1).seq
    const ledgerSeq = batch.findLast(({ kind }) => kind === 'ledger')?.seq ?? current.ledgerSeq
    if (ids.length > HISTORY_LIMITS.singleDraws) current = { ...(await loadAtOneInstant()), seq, ledgerSeq }
    else {
      const hasGames = batch.some(({ kind }) => kind === 'games')
      const changedGames = hasGames ? await loadGames(db) : current.games
      current = { seq, ledgerSeq, games: changedGames, history: await withDraws(db, current.history, ids) }
    }
    cache.clear()
    for (const listener of listeners) listener(batch)
  }

  async function reload(lost: number): Promise<number> {
    await recordLoss(lost)
    current = await loadAtOneInstant()
    cache.clear()
    for (const listener of reloadListeners) listener()
    return current.seq
  }

  const follower = await followChanges(following, current.seq, apply, reload)
  return {
    current: (): Snapshot => current,
    /** Reads every change committed before the call. Routes declare `fresh` instead of calling it. */
    catchUp: () => follower.catchUp(),
    /** The snapshot at `seq` or later, for a client that has already seen `seq`. */
    async atLeast(seq: number): Promise<Snapshot> {
      if (seq > current.seq) await follower.catchUp()
      return current
    },
    /**
     * A value computed from the current snapshot and cached under `name` until the next change. The least recently used of
     * many values is dropped.
     */
    derived<T>(name: string, make: (snapshot: Snapshot) => T): T {
      const known = cache.get(name) ?? { value: make(current) }
      cache.set(name, known)
      return known.value as T
    },
    /** Notes that a connection to the database was made. */
    doubt: () => follower.doubt(),
    /** Resolves when the database of every connection so far is known to have the history of this memory. */
    settled: () => follower.settled(),
    /** Calls the listener with each batch of changes, right after the snapshot contains it. */
    onApplied: (listener: (changes: readonly Change[]) => void) => void listeners.push(listener),
    /** Calls the listener after everything was loaded again, because the database had lost changes. */
    onReloaded: (listener: () => void) => void reloadListeners.push(listener),
    stop: () => follower.stop(),
  }
}

/**
 * What `make` reads from the database, kept under `name` until the next change of draws, games or forecasts, so that it is there while the
 * database is away. A failure is not kept.
 */
export function keptPromise<T>(draws: DrawsMemory, name: string, make: () => Promise<T>): Promise<T> {
  const kept = draws.derived<{ made: Promise<T> | null }>(name, () => ({ made: null }))
  kept.made ??= make().catch((error: unknown) => {
    kept.made = null
    throw error
  })
  return kept.made
}
