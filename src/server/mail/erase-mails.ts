import { and, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { DAY } from '../../domain/base/calendar.ts'
import { SERVER_LIMITS } from '../../domain/base/limits.ts'
import type { Db } from '../db/connect.ts'
import { mails } from '../tables/mails.ts'

/** Erases the recipients of old mails; the rows stay. */
export async function eraseOldRecipients(db: Db, now: number): Promise<void> {
  const before = new Date(now - SERVER_LIMITS.mailKeptDays * DAY)
  await db
    .update(mails)
    .set({ to: null })
    .where(and(isNotNull(mails.to), lt(mails.endedAt, before)))
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
