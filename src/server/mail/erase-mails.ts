import { and, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { DAY } from '../../domain/calendar.ts'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import type { Db } from '../db/connect.ts'
import { mails } from '../tables/mails.ts'

/** Forgets to whom old mail went; that it went stays. */
export async function eraseOldRecipients(db: Db, now: number): Promise<void> {
  const before = new Date(now - SERVER_LIMITS.mailKeptDays * DAY)
  await db
    .update(mails)
    .set({ to: null })
    .where(and(isNotNull(mails.to), lt(mails.endedAt, before)))
}

/** Forgets everything that was sent to a person who deletes their account, and what is still waiting to be. */
export async function eraseMailsOf(tx: Db, now: number, userId: string): Promise<void> {
  const mine = eq(mails.userId, userId)
  await tx
    .update(mails)
    .set({ state: 'failed', error: 'account-deleted', endedAt: new Date(now), to: null, data: null })
    .where(and(mine, eq(mails.state, 'queued')))
  await tx
    .update(mails)
    .set({ to: null })
    .where(and(mine, ne(mails.state, 'queued')))
}
