import { LATE_DRAW } from '../../../domain/alarms/alarms.ts'
import { endOfDay, lagosDate } from '../../../domain/base/calendar.ts'
import type { Game } from '../../../domain/draws/games.ts'
import {
  type LateDraw,
  lateAlertDates,
  lateDraws,
  lateNotification,
} from '../../../domain/draws/late-draws.ts'
import { closeLateDraws, openLateDraws, recordedAround } from '../../alarms/late-draws.ts'
import { raiseAlarm } from '../../alarms/alarms.ts'
import type { Db } from '../../db/connect.ts'
import { alarms } from '../../tables/alarms.ts'
import { installation } from '../../tables/installation.ts'
import { lateDrawReaders, pushToUsers } from '../../push/queue-push.ts'
import { lockDraws } from '../write-draws.ts'
import { itemAt } from '../../../domain/base/lists.ts'

const referenceOf = ({ game, date }: LateDraw) => `${game} ${date}`

/**
 * Closes the alarms of draws that are no longer late, and raises one for each draw that has become late. Runs each minute;
 * the index of open alarms keeps several servers from raising one twice.
 */
export async function raiseLateDraws(db: Db, now: number, games: readonly Game[]): Promise<void> {
  await closeLateDraws(db, now, games)
  if ((await newLateDraws(db, now, games)).length === 0) return
  await db.transaction(async (tx) => {
    // A result that is being entered at this moment comes first.
    await lockDraws(tx)
    const late = await newLateDraws(tx, now, games)
    for (const draw of late) await raiseAlarm(tx, now, LATE_DRAW, referenceOf(draw), { ...draw })
    if (late.length > 0) await notifyStaff(tx, now, games, late)
  })
}

/** Draws that become late together share one notification. Quiet hours do not hold it: staff can switch it off instead. */
async function notifyStaff(
  tx: Db,
  now: number,
  games: readonly Game[],
  late: readonly LateDraw[],
): Promise<void> {
  const nameOf = new Map(games.map(({ key, name }) => [key, name]))
  const text = lateNotification(late.map(({ game, date }) => ({ gameName: nameOf.get(game) ?? game, date })))
  const message = { ...text, tag: `late ${referenceOf(itemAt(late, 0))}`, version: now, urgent: true }
  const expiresAt = endOfDay(lagosDate(now))
  await pushToUsers(tx, now, await lateDrawReaders(tx), { ...message, expiresAt })
}

/** The late draws without an open alarm. */
async function newLateDraws(db: Db, now: number, games: readonly Game[]): Promise<LateDraw[]> {
  const [installed] = await db.select({ at: installation.createdAt }).from(installation)
  const open = await db.select({ reference: alarms.reference }).from(alarms).where(openLateDraws)
  const known = new Set(open.map(({ reference }) => reference))
  const recorded = await recordedAround(db, lateAlertDates(now))
  const late = lateDraws(games, recorded, installed?.at.getTime() ?? now, now)
  return late.filter((draw) => !known.has(referenceOf(draw)))
}
