import { desc } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { endedLogs } from '../tables/forecast-ledger.ts'

/** A log that ended, without its files. */
export type EndedLog = Pick<
  typeof endedLogs.$inferSelect,
  'origin' | 'cause' | 'size' | 'left' | 'checkpoint'
>

/** The logs that ended, the last one first. */
export function loadEndedLogs(db: Db): Promise<EndedLog[]> {
  const { origin, cause, size, left, checkpoint } = endedLogs
  return db.select({ origin, cause, size, left, checkpoint }).from(endedLogs).orderBy(desc(endedLogs.at))
}

/** What the start of the next log says of the last one: `<origin> <size> <root>`; null before the first end. */
export async function previousLog(tx: Db): Promise<(Pick<EndedLog, 'cause'> & { previous: string }) | null> {
  const [last] = await loadEndedLogs(tx)
  return last ? { cause: last.cause, previous: last.checkpoint.split('\n').slice(0, 3).join(' ') } : null
}
