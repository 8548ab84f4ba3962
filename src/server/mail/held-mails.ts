import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { addJobsSql } from '../queue/add-job.ts'
import { mails } from '../tables/mails.ts'

const isHeld = and(eq(mails.state, 'queued'), isNotNull(mails.heldAt))

/** How many mails from before a restore wait for staff. */
export function countHeldMails(db: Db): Promise<number> {
  return db.$count(mails, isHeld)
}

/** Sends the held mails. One that is too old for its content fails instead. @returns how many */
export async function releaseHeldMails(tx: Db): Promise<number> {
  const released = await tx.update(mails).set({ heldAt: null }).where(isHeld).returning({ id: mails.id })
  const ids = released.map(({ id }) => id)
  if (ids.length > 0)
    await tx.execute(
      sql`select ${addJobsSql('send-mail', sql`select unnest(${sql.param(ids)}::text[]) as id`)}`,
    )
  return ids.length
}

/** Ends the held mails without sending them. @returns how many */
export async function discardHeldMails(tx: Db, now: number): Promise<number> {
  const discarded = await tx
    .update(mails)
    .set({ state: 'failed', error: 'discarded', data: null, endedAt: new Date(now) })
    .where(isHeld)
    .returning({ id: mails.id })
  return discarded.length
}
