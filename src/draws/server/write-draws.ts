import { type SQL, sql } from 'drizzle-orm'
import type { Game } from '../rules/games.ts'
import { type Change, change, type Context } from '../../platform/server/audit/context.ts'
import { type AuditEntry, recordAudit } from '../../platform/server/audit/record.ts'
import { appendSelected } from '../../platform/server/changes/append.ts'
import { queueDrawPosts } from '../../reach/server/channels/outbox/queue-posts.ts'
import { addJob } from '../../platform/server/queue/add-job.ts'
import { followDraws, type WrittenDays } from '../../forecasts/server/ledger/follow-draws.ts'
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

/** The one way to write draws: in one transaction the rows, the audit trail, the ledger, the posts for channels, and last the change log. */
export const writeDraws = <T>(context: Context, write: Write<T>): Promise<T> =>
  change(context, (inside) => writeDrawsIn(inside, write))

/** The same in the caller's transaction, which writes nothing afterwards. */
export async function writeDrawsIn<T>(inside: Change, write: Write<T>): Promise<T> {
  const games = await loadGames(inside.tx)
  const { result, audit, days = [], ids = [] } = await write(inside, games)
  if (audit) await recordAudit(inside, audit.action, audit.subject, audit.details)
  await followDraws(inside, games, days)
  if ('length' in ids && ids.length === 0) return result
  const selected = 'length' in ids ? sql`${sql.param(ids.map(String))}::text[]` : ids
  const arePostsQueued = await inside.tx
    .transaction((tx) => queueDrawPosts({ ...inside, tx }, games, selected))
    .then(() => true)
    .catch(() => false)
  const seq = await appendSelected(inside, 'draws', selected)
  // A result does not wait for its posts: the job queues them, and logs its failures.
  if (!arePostsQueued) await addJob(inside.tx, 'queue-posts', { id: String(seq) })
  return result
}

/**
 * Makes all other writers of draws wait until the end of the transaction; readers do not wait. Call it first: a writer that
 * holds a row lock while it waits for the table causes a deadlock.
 */
export async function lockDraws(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${draws} in exclusive mode`)
}
