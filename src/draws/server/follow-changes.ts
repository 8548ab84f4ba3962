import { logOrWarn } from '../../platform/server/db/outage.ts'
import { asc, gte, sql } from 'drizzle-orm'
import { HISTORY_LIMITS } from '../rules/history.ts'
import type { Log } from '../../platform/server/base/log.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { CHANGES_CHANNEL } from '../../platform/server/changes/append.ts'
import type { Subscriber } from '../../platform/server/changes/subscriber.ts'
import { type ChangeKind, changes } from '../../platform/server/tables/changes.ts'
import { draws } from './tables.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

export interface Change {
  seq: number
  kind: ChangeKind
  /** The first {@link LISTED_IDS} ids. An import has up to hundreds of thousands, and nobody reads that many one by one. */
  ids: string[]
  /** The game of each listed draw; empty for other kinds. */
  games: (string | null)[]
  /** The number of all ids. */
  count: number
  at: Date
}

/** One more than a phone receives one by one, so a list of this length means: too many. */
const LISTED_IDS = HISTORY_LIMITS.changes + 1

/** The columns of a {@link Change}. */
export const CHANGE_COLUMNS = {
  seq: changes.seq,
  kind: changes.kind,
  ids: sql<string[]>`${changes.ids}[1:${LISTED_IDS}::int]`.as('listed_ids'),
  // A deleted draw keeps its row, so each has a game.
  games: sql<(string | null)[]>`case when ${changes.kind} = 'draws' then array(
    select d.game_key from unnest(${changes.ids}[1:${LISTED_IDS}::int]) with ordinality as listed(id, place)
    left join ${draws} as d on d.id = listed.id::bigint order by place) else '{}' end`.as('listed_games'),
  count: sql<number>`cardinality(${changes.ids})`.as('ids_count'),
  at: changes.at,
}

export interface FollowOptions {
  subscriber: Subscriber
  db: Db
  log: Log
  /** Checks the place of the database; called with the last change before each poll. */
  checkPlace: (last: number) => Promise<void>
  /** Milliseconds between two polls. */
  pollIntervalMs: number
}

const BATCH_SIZE = 500

/**
 * Passes every change after `from` to `apply`, in order, one batch at a time: on each notification, on reconnection and
 * at each poll, because a notification can be missed. A failed batch is retried at the next of these.
 * @param reload called with the last change when the database does not have it any more: its newest commits are lost.
 *   Writers commit in the order of their numbers, so no change before it is lost while it is there. Resolves with the
 *   number of the last change that was loaded.
 */
export async function followChanges(
  { subscriber, db, log, checkPlace, pollIntervalMs }: FollowOptions,
  from: number,
  apply: (changes: Change[]) => Promise<void>,
  reload: (lost: number) => Promise<number>,
) {
  const newer = db
    .select(CHANGE_COLUMNS)
    .from(changes)
    .where(gte(changes.seq, sql.placeholder('last')))
    .orderBy(asc(changes.seq))
    .limit(BATCH_SIZE)
    .prepare('changes_from')
  let last = from
  /** The connections made so far, and those of them whose database has been read since. */
  let made = 0
  let read = 0
  let stopped = false
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function readAll(): Promise<void> {
    const known = made
    for (;;) {
      const [first, ...batch] = await newer.execute({ last })
      if (first?.seq !== last) last = await reload(last)
      else if (batch.length > 0) {
        await apply(batch)
        last = itemAt(batch, -1).seq
      } else break
    }
    read = known
  }

  function start(): Promise<void> {
    running = readAll().finally(() => (running = null))
    return running
  }

  /**
   * One read at a time. Calls during a read share the next one, which sees what was committed before them. A call waits for
   * two reads at most, however many follow it.
   */
  function catchUp(): Promise<void> {
    if (next || !running) return next ?? start()
    const readAgain = () => {
      next = null
      return start()
    }
    next = running.then(readAgain, readAgain)
    return next
  }

  const tryCatchUp = () => {
    if (stopped) return
    checkPlace(last)
      .then(catchUp)
      .catch((error: unknown) => logOrWarn(log, error, 'changes could not be read'))
  }

  await subscriber.subscribe(CHANGES_CHANNEL, tryCatchUp)
  tryCatchUp()
  const timer = setInterval(tryCatchUp, pollIntervalMs)

  return {
    /** Applies every change that was committed before the call. */
    catchUp,
    /** Notes that a connection was made: it may lead to a database that has lost what this process has seen. */
    doubt: () => void made++,
    /** Catches up if a connection was made since the last time. */
    settled: () => (read === made ? Promise.resolve() : catchUp()),
    async stop() {
      stopped = true
      clearInterval(timer)
      await (next ?? running)?.catch(() => undefined)
    },
  }
}
