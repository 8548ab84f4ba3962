import { randomUUID } from 'node:crypto'
import { isAnyOf } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { addJob, addJobsSql } from '../queue/add-job.ts'
import { type MailData, MAILS, type Template } from './render.ts'
import { mails } from '../tables/mails.ts'
import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { DAY } from '../../rules/base/calendar.ts'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'

interface NewMail<Name extends Template> {
  to: string
  /** The account that the mail is about; null if there is none. */
  userId: string | null
  template: Name
  data: MailData<Name>
}

/**
 * Queues a mail in the caller's transaction. A job sends it after the commit.
 * @param now milliseconds since 1970, at which the mail may be sent; a mail that is still queued after its links have expired is not sent
 * @returns the mail's id
 */
export async function queueMail<Name extends Template>(
  tx: Db,
  now: number,
  { to, userId, template, data }: NewMail<Name>,
  delayMs = 0,
): Promise<string> {
  const id = randomUUID()
  await tx.insert(mails).values({ id, to, userId, template, data, createdAt: new Date(now) })
  await addJob(tx, 'send-mail', { id }, delayMs)
  return id
}

/** Erases the recipients of old mails; the rows stay. */
export async function eraseOldRecipients(db: Db, now: number): Promise<void> {
  const before = new Date(now - SERVER_LIMITS.mailKeptDays * DAY)
  await db
    .update(mails)
    .set({ to: null })
    .where(and(isNotNull(mails.to), lt(mails.endedAt, before)))
}

const STOPPABLE = Object.entries<{ canBeStopped?: true }>(MAILS).flatMap(([name, kind]) =>
  kind.canBeStopped ? [name] : [],
)

/** Cancels the mails to a user that can be stopped and still wait. @param why the code of their rows */
export async function cancelStoppable(tx: Db, now: number, userId: string, why: string): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'failed', error: why, data: null, endedAt: new Date(now) })
    .where(and(eq(mails.userId, userId), eq(mails.state, 'queued'), isAnyOf(mails.template, STOPPABLE)))
}

/** Erases the mails of a deleted account and cancels the queued ones. */
export async function eraseMailsOf(tx: Db, now: number, userId: string): Promise<void> {
  const ofUser = eq(mails.userId, userId)
  await tx
    .update(mails)
    .set({ state: 'failed', error: 'account-deleted', endedAt: new Date(now), to: null, data: null })
    .where(and(ofUser, eq(mails.state, 'queued')))
  await tx
    .update(mails)
    .set({ to: null })
    .where(and(ofUser, ne(mails.state, 'queued')))
}

const isHeld = and(eq(mails.state, 'queued'), isNotNull(mails.heldAt))

/** How many mails from before a restore wait for staff. */
export const countHeldMails = (db: Db): Promise<number> => db.$count(mails, isHeld)

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
