import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { dayOf, type LagosDate } from '../../domain/base/calendar.ts'
import {
  BALLS_PER_DRAW,
  findDraw,
  type History,
  yearRange,
  HISTORY_LIMITS,
} from '../../domain/draws/history.ts'
import { CHANGE_COLUMNS } from '../changes/follow.ts'
import { changes } from '../tables/changes.ts'
import { isAnyOf } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { HISTORY_COLUMNS, historyDraw } from './memory.ts'
import { drawCorrections, draws } from '../tables/draws.ts'

const VERSION_LENGTH = 12

/** Names the content of a year: equal in every process, and another one after each change of its draws. */
export function versionOfYear(history: History, year: number): string {
  const hash = createHash('sha256')
  for (const [game, draws] of [...history.games].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [from, to] = yearRange(draws, year)
    if (from === to) continue
    hash.update(`${game} ${to - from}`)
    for (const column of [draws.days, draws.flags, draws.serials]) hash.update(column.subarray(from, to))
    hash.update(draws.balls.subarray(from * BALLS_PER_DRAW, to * BALLS_PER_DRAW))
  }
  return hash.digest('base64url').slice(0, VERSION_LENGTH)
}

/**
 * The draws written and the days emptied after `since`, for a phone with the history of that version. A day that another
 * draw has taken since is not empty.
 * @returns null when the years are shorter than the changes, or when `since` is no version of this database
 */
export async function changesSince(db: Db, history: History, since: number) {
  // After a restore, a phone may have a version that was lost.
  if (since > 0 && (await db.$count(changes, eq(changes.seq, since))) === 0) return null
  const rows = await db
    .select({ ids: CHANGE_COLUMNS.ids })
    .from(changes)
    .where(and(gt(changes.seq, since), eq(changes.kind, 'draws')))
    .limit(HISTORY_LIMITS.changes)
  const ids = [...new Set(rows.flatMap((row) => row.ids.map(Number)))]
  if (ids.length > HISTORY_LIMITS.changes || rows.length === HISTORY_LIMITS.changes) return null
  if (ids.length === 0) return { written: [], removed: [] }

  const now = await db.select(HISTORY_COLUMNS).from(draws).where(isAnyOf(draws.id, ids))
  // A corrected date empties its old day, as a deletion does.
  const before = await db
    .select({ old: drawCorrections.old })
    .from(drawCorrections)
    .where(isAnyOf(drawCorrections.drawId, ids))
  const live = now.filter((row) => row.deletedAt === null)
  const places = [
    ...now
      .filter((row) => row.deletedAt !== null)
      .map(({ game, date }) => ({ game, day: dayOf(date as LagosDate) })),
    ...before.map(({ old }) => {
      const { game, date } = old as { game: string; date: LagosDate }
      return { game, day: dayOf(date) }
    }),
  ]
  return {
    written: live.map(historyDraw),
    removed: places.filter(({ game, day }) => !findDraw(history, game, day)),
  }
}
