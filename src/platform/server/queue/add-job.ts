import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** The jobs by the id of the row that describes the work. */
export interface Jobs {
  'send-mail': { id: string }
  /** By reference: verifies a payment at Paystack and settles it. */
  'follow-payment': { id: string }
  'send-refund': { id: string }
  /** By Lagos date. */
  'compare-payments': { id: string }
  /** Always `closed`: compares all payments since the backup, and opens payments. */
  'compare-after-restore': { id: 'closed' }
  'give-days-back': { id: string }
  /** Always `open`: mails staff about the open alarms that are due. */
  'mail-alarms': { id: 'open' }
  /** By the number of the change: queues the notifications of its draws. */
  'push-change': { id: string }
  /** By the number of the change: queues the posts of its draws, which failed when they were written. */
  'queue-posts': { id: string }
  /** `due`, or the time of retries in seconds: sends the notifications that are due. */
  'send-pushes': { id: string }
  /** `newest`, or the size of the record at a close: has the record stamped by the authorities that are due. */
  'stamp-head': { id: string }
  /** By the record and the line, `real:42`: mails the person who saved a version its entry. */
  'mail-receipt': { id: string }
  /** By the number of its row in the outbox of channels. */
  'send-post': { id: string }
}
export type JobName = keyof Jobs

/** The queue's flag of jobs that call another company's server and may wait long. Stored in the database. */
export const EXTERNAL_FLAG = 'outside'

const PAYMENT_JOBS: ReadonlySet<JobName> = new Set([
  'follow-payment',
  'send-refund',
  'compare-payments',
  'compare-after-restore',
])
/** Only this job needs just the database: no slow company delays it. */
const flagsOf = (name: JobName) => (name === 'queue-posts' ? sql`null` : sql`array[${EXTERNAL_FLAG}]`)
/** Of the many jobs that nobody waits for, such as the mails to a group. */
export const BULK_PRIORITY = 1
/** The queue takes the lowest number first, so thousands of other jobs do not delay a payment. */
const priorityOf = (name: JobName): number => (PAYMENT_JOBS.has(name) ? -1 : 0)

/**
 * Adds a job in the caller's transaction. It runs on any of the servers as soon as the transaction is committed. A failed
 * job is retried with growing delays for about four days, so it must be idempotent.
 * @param payload ids only: the job reads the rows when it runs
 * @param delayMs milliseconds before it runs
 */
export async function addJob<Name extends JobName>(
  tx: Db,
  name: Name,
  payload: Jobs[Name],
  delayMs = 0,
): Promise<void> {
  await tx.execute(sql`
    select from graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      run_at := ${delayMs > 0 ? sql`clock_timestamp() + make_interval(secs => ${delayMs / 1000})` : sql`null`},
      job_key := ${`${name}:${payload.id}`},
      priority := ${priorityOf(name)}, flags := ${flagsOf(name)})`)
}

/**
 * Adds many jobs as a part of a larger statement. A single NOTIFY makes each about twenty times cheaper than `addJob`.
 * @param ids a query of one column, `id`, without duplicates
 * @param priority the lowest is taken first
 */
export function addJobsSql(name: JobName, ids: SQL, priority = priorityOf(name)): SQL {
  return sql`graphile_worker.add_jobs(array(
    select row(${name}, json_build_object('id', id), null, null, null, ${`${name}:`} || id,
      ${priority}::int, ${flagsOf(name)})
      ::graphile_worker.job_spec
    from (${ids}) as wanted))`
}
