import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AnalyticsChoice } from '../../rules/analytics/analytics.ts'
import { recordConsents } from '../../../people/server/consents.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { users, consents } from '../../../platform/server/tables/accounts.ts'
import { restores } from '../../../platform/server/tables/installation.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Person } from '../../../platform/server/api/visits.ts'

const lastRestore = sql`coalesce((select max(${restores.at}) from ${restores}), '-infinity')`

export interface StoredChoice extends AnalyticsChoice {
  /** The entry of the consent log. */
  id: number
}

/**
 * The newest answer of each of these users to the question about analytics. Deleted accounts have none. After a restore
 * earlier agreements do not count, because a withdrawal may be lost with what came after the backup.
 */
export async function choicesOf(db: Db, userIds: readonly string[]): Promise<Map<string, StoredChoice>> {
  const rows = await db
    .selectDistinctOn([consents.userId], {
      userId: consents.userId,
      id: consents.id,
      given: consents.given,
      at: consents.at,
    })
    .from(consents)
    .innerJoin(users, eq(users.id, consents.userId))
    .where(
      and(
        inArray(consents.userId, [...userIds]),
        eq(consents.kind, 'analytics'),
        isNull(users.deletedAt),
        or(eq(consents.given, false), gt(consents.at, lastRestore)),
      ),
    )
    .orderBy(consents.userId, desc(consents.id))
  return new Map(rows.map(({ userId, id, given, at }) => [userId, { id, given, at: at.getTime() }]))
}

/** Appends an answer to the consent log. The same answer as before changes nothing. */
export async function answerQuestion(context: Context, userId: string, given: boolean): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    // Two answers at once come one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const before = (await choicesOf(tx, [userId])).get(userId)
    if (before?.given === given) return
    await recordConsents({ tx, now }, userId, ['analytics'], given)
    const action = given ? 'account.analytics-accepted' : 'account.analytics-declined'
    await recordAudit(unit, action, `user:${userId}`, {})
  })
}

/** Whether the pages that a person opens may be sent after an agreement. Staff are never measured. */
export const isMeasured = (
  { settings }: Pick<Services, 'settings'>,
  { role }: Pick<Person, 'role'>,
): boolean => settings.analytics !== null && role !== 'admin'

/** Whether to ask a person about analytics: there is a service that works, and the person has not answered yet. */
export async function isQuestionOpen(services: Services, person: Person | null): Promise<boolean> {
  if (!person || !services.analytics?.isReady() || !isMeasured(services, person)) return false
  return !(await choicesOf(services.db, [person.uid])).has(person.uid)
}
