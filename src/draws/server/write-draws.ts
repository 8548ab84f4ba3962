import { type SQL, sql } from 'drizzle-orm'
import type { Game } from '../rules/games.ts'
import { type Change, change, type Context } from '../../platform/server/audit/context.ts'
import { type AuditEntry, recordAudit } from '../../platform/server/audit/record.ts'
import { appendSelected } from '../../platform/server/changes/append.ts'
import { addJob } from '../../platform/server/queue/add-job.ts'
import { type DrawFollower, drawFollowers, followers, type WrittenDays } from './followers.ts'
import { loadGames } from './memory.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { draws } from './tables.ts'

/** What a write did; only `result` if nothing changed. */
export interface Written<T> {
  result: T
  audit?: AuditEntry | undefined
  /** The days that got, changed or lost a draw. */
  days?: WrittenDays
  /** The draws for the change log; SQL for those of an import, which may be many. */
  ids?: readonly number[] | SQL
}

/** Writes rows of draws. @param games as the transaction sees them */
type Write<T> = (change: Change, games: readonly Game[]) => Promise<Written<T>>

/** The one way to write draws: in one transaction the rows, the audit trail, the followers of draws, and last the change log. */
export const writeDraws = <T>(context: Context, write: Write<T>): Promise<T> =>
  change(context, (unit) => writeDrawsIn(unit, write))

/** The same in the caller's transaction, which writes nothing afterwards. */
export async function writeDrawsIn<T>(unit: Change, write: Write<T>): Promise<T> {
  const games = await loadGames(unit.tx)
  const { result, audit, days = [], ids = [] } = await write(unit, games)
  if (audit) await recordAudit(unit, audit.action, audit.subject, audit.details)
  await followers((follower) => follower.drawsWritten?.(unit, games, days))
  if ('length' in ids && ids.length === 0) return result
  const selected = 'length' in ids ? sql`${sql.param(ids.map(String))}::text[]` : ids
  const failed: NonNullable<DrawFollower['posts']>['job'][] = []
  for (const { posts } of drawFollowers.all()) {
    const queued = posts && unit.tx.transaction((tx) => posts.queue({ ...unit, tx }, games, selected))
    await queued?.catch(() => failed.push(posts!.job))
  }
  const seq = await appendSelected(unit, 'draws', selected)
  // A result does not wait for its posts: the job queues them, and logs its failures.
  for (const job of failed) await addJob(unit.tx, job, { id: String(seq) })
  return result
}

/**
 * Makes all other writers of draws wait until the end of the transaction; readers do not wait. Call it first: a writer that
 * holds a row lock while it waits for the table causes a deadlock.
 */
export async function lockDraws(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${draws} in exclusive mode`)
}
