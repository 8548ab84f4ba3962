import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** What happens outside the database, by the id of the row that says what is to be done. */
export interface Jobs {
  'send-mail': { id: string }
  /** By reference: asks Paystack what became of a payment, and does what follows. */
  'follow-payment': { id: string }
  'send-refund': { id: string }
  /** By Lagos date. */
  'compare-payments': { id: string }
  'give-days-back': { id: string }
  /** Always `open`: mails staff about the open alarms that are due. */
  'mail-alarms': { id: 'open' }
}
export type JobName = keyof Jobs

/** The mark of jobs that talk to somebody else and may have to wait long: they get a runner of their own. */
export const EXTERNAL_FLAG = 'outside'

/**
 * Adds a job in the caller's transaction: it runs when that is committed, at once and on any of the servers, and not at
 * all when it is rolled back. A job that fails is run again, later and later, for about four days; so it may run twice.
 * @param payload ids only: the job reads again what they stand for
 */
export async function addJob<Name extends JobName>(tx: Db, name: Name, payload: Jobs[Name]): Promise<void> {
  await tx.execute(sql`
    select from graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      job_key := ${`${name}:${payload.id}`}, flags := array[${EXTERNAL_FLAG}])`)
}

/**
 * The same for many at once, as a part of a larger statement: one bell for all of them makes each about twenty times
 * cheaper than its own would.
 * @param ids a query of one column, `id`, without repeats
 */
export function addJobsSql(name: JobName, ids: SQL): SQL {
  return sql`graphile_worker.add_jobs(array(
    select row(${name}, json_build_object('id', id), null, null, null, ${`${name}:`} || id, null, array[${EXTERNAL_FLAG}])
      ::graphile_worker.job_spec
    from (${ids}) as wanted))`
}
