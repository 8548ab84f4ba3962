import Bowser from 'bowser'
import { and, desc, eq } from 'drizzle-orm'
import { sessionEnded } from '../../domain/identity.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import type { Person } from '../api/visits.ts'
import { endSessions } from './queries.ts'
import { sessions } from '../tables/accounts.ts'

/** Where somebody is signed in, the last used first. */
export async function ownSessions(db: Db, { uid, role, emailVerified, session }: Person, now: number) {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, uid))
    .orderBy(desc(sessions.seenAt), desc(sessions.id))
  const isOpen = ({ createdAt, seenAt }: (typeof rows)[number]) =>
    !sessionEnded({ role, emailVerified, createdAt: createdAt.getTime(), seenAt: seenAt.getTime() }, now)
  return rows.filter(isOpen).map(({ id, userAgent, ipAddress, createdAt, seenAt }) => ({
    id,
    device: deviceOf(userAgent),
    address: ipAddress ?? '',
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    current: id === session?.id,
  }))
}

/** Browser and system in words: `Chrome on Android`. */
function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const words = [browser.name, os.name].filter(Boolean).join(' on ')
  return words === '' ? 'Unknown device' : words
}

/** @throws Refusal not-found for a session that is not one's own, or that has ended */
export async function endOwnSession(
  { services: { db }, person, now, actor }: Call<'signed-in'>,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, person.uid)))
    if (rowCount === 0) throw new Refusal('not-found')
    await recordAudit(tx, now, actor, {
      action: 'account.session-ended',
      subject: `user:${person.uid}`,
      details: {},
    })
  })
}

/** Ends all sessions but the one that asks. @returns how many */
export async function endOtherSessions({
  services: { db },
  person,
  now,
  actor,
}: Call<'signed-in'>): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endSessions(tx, person.uid, person.session?.id ?? null)
    const details = { ended }
    await recordAudit(tx, now, actor, {
      action: 'account.sessions-ended',
      subject: `user:${person.uid}`,
      details,
    })
    return ended
  })
}
