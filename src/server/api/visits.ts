import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { sessionEnded, SESSION_USE_INTERVAL_MS } from '../../domain/identity.ts'
import { type Entitlement, entitlement, type Role } from '../../domain/plans.ts'
import { periodsColumn } from '../billing/ledger/grant.ts'
import { type Clock, nowSql } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { isDiskFull, type Space } from '../db/space.ts'
import { sessions, users } from '../tables/accounts.ts'

/** A signed-in user with their current entitlement. */
export interface Person extends Entitlement {
  uid: string
  username: string
  email: string
  emailVerified: boolean
  /** `user` while the email is unverified. */
  role: Role
  /** Whether the user has confirmed to be 18 or older. */
  ageConfirmed: boolean
  /** Whether logins require a second factor. */
  secondFactor: boolean
  /** The session of the request; null for id tokens. */
  session: { id: string; provenAt: number } | null
}

/** The user and the time of a request, read once in one query. */
export interface Visit {
  now: number
  person: Person | null
}

const columns = {
  uid: users.id,
  username: users.username,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  ageConfirmedAt: users.ageConfirmedAt,
  secondFactor: users.twoFactorEnabled,
  periods: periodsColumn(users.id),
  now: nowSql,
}

/** Finds users by session cookie, id token or user id. The statements are prepared once per connection. */
export function createVisits(db: Db, clock: Clock, space: Space) {
  const { id, createdAt, seenAt, provenAt } = sessions
  const bySession = db
    .select({ ...columns, session: { id, createdAt, seenAt, provenAt } })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .where(eq(sessions.token, sql.placeholder('key')))
    .prepare('visit_by_session')
  const byToken = db
    .select({ ...columns, session: { id, createdAt, seenAt, provenAt } })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .where(and(eq(sessions.id, sql.placeholder('session')), eq(users.id, sql.placeholder('user'))))
    .prepare('visit_by_token')
  const byUser = db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('key')), isNull(users.deletedAt)))
    .prepare('visit_by_user')

  type Session = Record<'createdAt' | 'seenAt' | 'provenAt', Date> & { id: string }
  type Row = Awaited<ReturnType<typeof byUser.execute>>[number] & { session?: Session }

  async function visitOf([row]: Row[]): Promise<Visit> {
    if (!row) return { now: await clock.now(db), person: null }
    const now = clock.shifted(row.now)
    const { uid, username, email, emailVerified, role, ageConfirmedAt, secondFactor, periods, session } = row
    if (session) {
      const times = { createdAt: session.createdAt.getTime(), seenAt: session.seenAt.getTime() }
      if (sessionEnded({ role, emailVerified, ...times }, now)) return { now, person: null }
      if (space.writable && now - times.seenAt >= SESSION_USE_INTERVAL_MS)
        await recordUse(db, session.id, now).catch((error: unknown) => {
          // Reads must still work while the disk is full.
          if (!isDiskFull(error)) throw error
          space.reportFull()
        })
    }
    const person: Person = {
      uid,
      username,
      email,
      emailVerified,
      role: emailVerified ? role : 'user',
      ageConfirmed: ageConfirmedAt !== null,
      secondFactor,
      session: session ? { id: session.id, provenAt: session.provenAt.getTime() } : null,
      ...entitlement(periods, now),
    }
    return { now, person }
  }

  return {
    bySession: async (token: string) => visitOf(await bySession.execute({ key: token })),
    /** The user of an id token while its session is open. A token is not a proof for sensitive changes. */
    byToken: async ({ userId, sessionId }: { userId: string; sessionId: string }): Promise<Visit> => {
      const visit = await visitOf(await byToken.execute({ user: userId, session: sessionId }))
      return visit.person ? { ...visit, person: { ...visit.person, session: null } } : visit
    },
    byUser: async (uid: string) => visitOf(await byUser.execute({ key: uid })),
    anonymous: async (): Promise<Visit> => ({ now: await clock.now(db), person: null }),
  }
}

/** Records that a session is used. Of several simultaneous requests one writes. */
async function recordUse(db: Db, id: string, now: number): Promise<void> {
  const at = new Date(now)
  const before = new Date(now - SESSION_USE_INTERVAL_MS)
  await db
    .update(sessions)
    .set({ seenAt: at })
    .where(and(eq(sessions.id, id), lte(sessions.seenAt, before)))
}

export type Visits = ReturnType<typeof createVisits>
