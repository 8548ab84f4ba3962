import { and, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { dailyLimit, POWER_MAIL, sumText } from '../../../platform/rules/access/powers.ts'
import { auditSentence } from '../../../platform/rules/audit/audit.ts'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { usedOn } from '../../../platform/server/api/powers.ts'
import { auditPage, namesIn } from '../audit/queries.ts'
import { each } from '../../../platform/server/base/each.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { queueMail } from '../../../platform/server/mail/queue-mail.ts'
import { accountsWith, users } from '../../../platform/server/tables/accounts.ts'
import { powerUses } from '../../../platform/server/tables/power-uses.ts'

/**
 * Mails every owner what staff did with their powers: one mail for each member of staff, some minutes after the first use,
 * with the sums of the day. Runs in the sweep.
 */
export async function mailPowers(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const isOld = lt(powerUses.at, new Date(now - STAFF_LIMITS.powersKeptDays * DAY))
  await db.delete(powerUses).where(and(isNotNull(powerUses.mailedAt), isOld))
  const waiting = await db.select().from(powerUses).where(isNull(powerUses.mailedAt))
  if (!waiting.some(({ at }) => at.getTime() <= now - POWER_MAIL.waitMs)) return
  const people = [...new Set(waiting.map(({ by }) => by))]
  await each(people.map((by) => () => db.transaction((tx) => mailUses(tx, now, games, by))))
}

async function mailUses(tx: Db, now: number, games: readonly Game[], by: string) {
  const isDue = lte(powerUses.at, new Date(now - POWER_MAIL.changeMs))
  const uses = await tx
    .update(powerUses)
    .set({ mailedAt: new Date(now) })
    .where(and(eq(powerUses.by, by), isNull(powerUses.mailedAt), isDue))
    .returning()
  const [person] = await tx.select().from(users).where(eq(users.id, by))
  if (!person || uses.length === 0) return
  const requests = uses.map(({ requestId }) => requestId)
  const { entries } = await auditPage(tx, { who: by, requests }, null)
  const names = await namesIn(tx, games, entries)
  // The mail of uses before midnight may be written after it.
  const last = Math.max(...uses.map(({ at }) => at.getTime()))
  const sums: string[] = []
  for (const power of new Set(uses.map((use) => use.power)))
    sums.push(sumText(power, await usedOn(tx, last, by, power), dailyLimit(power, person)))
  const data = {
    by: person.username || person.email,
    sums,
    changes: entries
      .toReversed()
      .map((entry) => ({ did: auditSentence(entry, names), reason: entry.reason, at: entry.at })),
  }
  const owners = await tx.select().from(users).where(accountsWith('manage-staff'))
  for (const { id, email } of owners)
    await queueMail(tx, now, { to: email, userId: id, template: 'powers-used', data })
}
