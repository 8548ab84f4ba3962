import { and, asc, between, eq, isNull } from 'drizzle-orm'
import { LATE_DRAW } from '../../platform/rules/alarms/alarms.ts'
import { addDays, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { DAYS_AROUND } from '../rules/gaps.ts'
import type { Game } from '../rules/games.ts'
import { type LateDraw, lateDrawEnd, type RecordedDraw } from '../rules/late-draws.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { alarms } from '../../platform/server/tables/alarms.ts'
import { draws } from './tables.ts'
import { closeResolvedAlarm } from '../../platform/server/alarms/alarms.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

export const openLateDraws = and(eq(alarms.kind, LATE_DRAW), isNull(alarms.closedAt))

/** The draw of a late draw's alarm, from the details that `raiseLateDraws` stores. */
export const lateDrawOf = (alarm: Pick<typeof alarms.$inferSelect, 'details'>): LateDraw =>
  alarm.details as unknown as LateDraw

/**
 * Closes the alarm of each late draw that was entered, marked as no draw, moved to another day or taken off the schedule.
 * Every write to draws calls this in its transaction; the sweep calls it because schedules change too.
 */
export async function closeLateDraws(tx: Db, now: number, games: readonly Game[]): Promise<void> {
  const open = await tx
    .select({ reference: alarms.reference, details: alarms.details })
    .from(alarms)
    .where(openLateDraws)
  if (open.length === 0) return
  const late = open.map((alarm) => ({ reference: alarm.reference, ...lateDrawOf(alarm) }))
  const recorded = await recordedAround(
    tx,
    late.map(({ date }) => date),
  )
  for (const { reference, game, date } of late) {
    const known = games.find(({ key }) => key === game)
    const reason = lateDrawEnd(known, recorded, date)
    if (reason !== null) await closeResolvedAlarm({ tx, now }, LATE_DRAW, reference, reason)
  }
}

/** The live draws from the first to the last of some dates, and on the days around them, by date. */
export async function recordedAround(tx: Db, dates: readonly LagosDate[]): Promise<RecordedDraw[]> {
  const sorted = dates.toSorted()
  const rows = await tx
    .select({ game: draws.gameKey, date: draws.date, state: draws.state })
    .from(draws)
    .where(
      and(
        isNull(draws.deletedAt),
        between(
          draws.date,
          addDays(itemAt(sorted, 0), -DAYS_AROUND),
          addDays(itemAt(sorted, -1), DAYS_AROUND),
        ),
      ),
    )
    .orderBy(asc(draws.date))
  return rows.map((row) => ({ ...row, date: row.date as LagosDate }))
}
