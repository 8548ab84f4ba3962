import { lt, lte, or } from 'drizzle-orm'
import { SESSIONS } from '../../domain/identity.ts'
import type { Db } from '../db/connect.ts'
import { rateLimits, sessions, verifications } from './tables.ts'

/** Deletes what has run out by itself: counted tries, tokens, and sessions, which hold an address and a browser. */
export async function forgetEnded(db: Db, now: number): Promise<void> {
  const { idle, longest } = SESSIONS.player
  await db.delete(rateLimits).where(lt(rateLimits.expire, now))
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date(now)))
  await db
    .delete(sessions)
    .where(or(lte(sessions.seenAt, new Date(now - idle)), lte(sessions.createdAt, new Date(now - longest))))
}
