import { lt, lte, or } from 'drizzle-orm'
import { each } from '../../platform/server/base/each.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { formAnswers } from '../../platform/server/tables/form-answers.ts'
import { sessions, verifications, attacks, rateLimits } from '../../platform/server/tables/accounts.ts'
import { SESSIONS } from '../../platform/rules/access/identity.ts'
import { DAY } from '../../platform/rules/base/calendar.ts'
import { SERVER_LIMITS } from '../../platform/rules/base/limits.ts'
import { STAFF_LIMITS } from '../../platform/rules/access/staff.ts'

/**
 * Deletes expired rate limits, sessions and answers to forms, password attacks older than {@link STAFF_LIMITS.attacksKeptDays}, and tokens a day
 * after their expiry. During that day a link is called expired, later it is called invalid.
 */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  const { idle, longest } = SESSIONS.player
  const ended = or(
    lte(sessions.seenAt, new Date(now - idle)),
    lte(sessions.createdAt, new Date(now - longest)),
  )
  const formsBefore = new Date(now - SERVER_LIMITS.formAnswerKeptDays * DAY)
  await each([
    () => db.delete(formAnswers).where(lt(formAnswers.at, formsBefore)),
    () => db.delete(rateLimits).where(lt(rateLimits.expire, now)),
    () => db.delete(verifications).where(lt(verifications.expiresAt, new Date(now - DAY))),
    () => db.delete(attacks).where(lt(attacks.hour, new Date(now - STAFF_LIMITS.attacksKeptDays * DAY))),
    () => db.delete(sessions).where(ended),
  ])
}
