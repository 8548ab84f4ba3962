import { eq } from 'drizzle-orm'
import { auditSentence, DELETED_ACTOR, PROGRAM_ACTOR } from '../../domain/audit/audit.ts'
import type { Game } from '../../domain/draws/games.ts'
import { namesIn } from '../audit/admin/names.ts'
import { auditPage } from '../audit/admin/queries.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { payments } from '../tables/payments.ts'
import { beginHelp } from './staff.ts'

const NOTE = 'user.note'

/**
 * Adds a note about a user. It is an entry of the audit trail, so it never changes and goes with the trail.
 * @throws Refusal not-found, forbidden
 */
export async function addNote(context: Context, userId: string, text: string): Promise<void> {
  await change(context, async (inside) => {
    await beginHelp(inside.tx, inside.actor, userId)
    await recordAudit(inside, NOTE, `user:${userId}`, { reason: text })
  })
}

/** The latest notes about a user, and the latest entries of the audit trail about the user and the user's payments. */
export async function historyOf(db: Db, games: readonly Game[], userId: string) {
  const subject = `user:${userId}`
  const paid = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(eq(payments.userId, userId))
  const subjects = [subject, ...paid.map(({ reference }) => `payment:${reference}`)]
  const [{ entries }, noted] = await Promise.all([
    auditPage(db, { subjects }, null),
    auditPage(db, { subject, action: NOTE }, null),
  ])
  const names = await namesIn(db, games, entries)
  return {
    notes: noted.entries.map(({ id, at, who, reason }) => ({ id, at, who: nameOf(who), text: reason ?? '' })),
    history: entries.map((entry) => ({
      id: entry.id,
      at: entry.at,
      who: nameOf(entry.who),
      did: auditSentence(entry, names),
      reason: entry.reason,
    })),
  }
}

const nameOf = (who: { username: string } | null) => (who ? who.username || DELETED_ACTOR : PROGRAM_ACTOR)
