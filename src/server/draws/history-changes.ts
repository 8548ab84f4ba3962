import { and, eq, gt } from 'drizzle-orm'
import { dayOf, type LagosDate } from '../../domain/calendar.ts'
import { findDraw, type History } from '../../domain/history.ts'
import { HISTORY_LIMITS } from '../../domain/history-limits.ts'
import { CHANGE_COLUMNS } from '../changes/follow.ts'
import { changes } from '../tables/changes.ts'
import { isAnyOf } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { HISTORY_COLUMNS, historyDraw } from './memory.ts'
import { drawCorrections, draws } from '../tables/draws.ts'

/**
 * The draws written and the days emptied after `since`, for a phone with the history of that version. A day that another
 * draw has taken since is not empty.
 * @returns null when the years' files are shorter than the changes, or when `since` is no version of this database
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
