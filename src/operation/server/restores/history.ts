import { desc, eq, lt, sql } from 'drizzle-orm'
import { formatInstant, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import { LOCKS } from '../../../platform/server/db/locks.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { isSameDatabase, placeOf } from '../../../platform/server/db/place.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { audit } from '../../../platform/server/tables/audit.ts'
import { changes } from '../../../platform/server/tables/changes.ts'
import { restores } from '../../../platform/server/tables/installation.ts'

/**
 * The history of a database changes in a fail-over, a restore, a return to an instant, or when a copy takes its place. The
 * newest commits may be lost then. The last change that a process has seen shows it for certain. The place of the database
 * is a hint for a process that has just started, and where only rows outside of the change log were lost.
 */
export function watchHistory({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  let known: string | null = null
  async function record(place: string | null, last: number): Promise<void> {
    const since = await db.transaction(async (tx) => recordHistory(tx, await clock.now(tx), place, last))
    known = place
    if (since !== null) log.warn({ place, since: new Date(since) }, 'the history of the database has changed')
  }
  return {
    /** Compares the place with the one of the last `history` change. @param last the last change of this process; 0 for none */
    async checkPlace(last: number): Promise<void> {
      const place = await placeOf(db)
      if (place !== null && place !== known) await record(place, last)
    },
    /** Records that this process's last change is gone. */
    recordLoss: async (lost: number): Promise<void> => record(await placeOf(db), lost),
  }
}

/**
 * Continues the change log above every number that was given out, has payments compared with Paystack at once, and raises
 * one alarm. Payments are closed until then if commits are lost for certain. Does nothing if another process has done it.
 * @returns since when commits may be lost, in milliseconds; null if nothing is lost, or it is recorded already
 */
async function recordHistory(
  tx: Db,
  now: number,
  place: string | null,
  last: number,
): Promise<number | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.changes})`)
  const [newest] = await tx
    .select({ seq: changes.seq, place: sql<string>`${changes.ids}[1]` })
    .from(changes)
    .where(eq(changes.kind, 'history'))
    .orderBy(desc(changes.seq))
    .limit(1)
  const isLost = last > 0 && (await tx.$count(changes, eq(changes.seq, last))) === 0
  const isSamePlace = newest && (place === null || place === newest.place)
  if (isSamePlace && (!isLost || newest.seq > last)) return null
  await appendChange({ tx, now }, 'history', [place ?? newest?.place ?? 'unknown'], last)
  if (!newest && !isLost) return null

  // The number of a change is its time in milliseconds. Other processes may have written since the loss.
  const since = (await lastEntryBefore(tx, isLost ? last : now)) ?? now
  const isRestored = newest && place !== null && !isSameDatabase(place, newest.place)
  if (isLost || isRestored) {
    await tx.insert(restores).values({ at: new Date(now), backupAt: new Date(since) })
    await addJob(tx, 'compare-after-restore', { id: 'closed' })
  } else await addJob(tx, 'compare-payments', { id: lagosDate(now) })
  await raiseAlarm({ tx, now }, 'history-lost', `since ${formatInstant(since)}`, {})
  return since
}

/** The newest instant of the audit trail before another, in milliseconds. */
async function lastEntryBefore(tx: Db, instant: number): Promise<number | null> {
  const [found] = await tx
    .select({ at: audit.at })
    .from(audit)
    .where(lt(audit.at, new Date(instant)))
    .orderBy(desc(audit.at))
    .limit(1)
  return found?.at.getTime() ?? null
}
