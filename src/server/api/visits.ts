import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { sessionEnded, USE_NOTED_EVERY } from '../../domain/identity.ts'
import { type Entitlement, entitlement, type Role } from '../../domain/plans.ts'
import { runningPeriods } from '../billing/ledger/grant.ts'
import { type Clock, nowSql } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { isDiskFull, type Space } from '../db/space.ts'
import { sessions, users } from '../tables/accounts.ts'

/** Somebody signed in, with what the ledger gives them at this moment. */
export interface Person extends Entitlement {
  uid: string
  username: string
  email: string
  emailVerified: boolean
  /** Never admin while the e-mail is unverified. */
  role: Role
  /** Whether the person has said to be 18 or older. */
  ageConfirmed: boolean
  /** Whether logins to the account ask for a code. */
  secondFactor: boolean
  /** The session that the request came with; null for id tokens. */
  session: { id: string; provenAt: number } | null
}

/** Who asks, and when: read once for each request, in one query. */
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
  periods: runningPeriods(users.id),
  now: nowSql,
}

/** Finds visitors by session cookie, id token or user id. The statements are prepared once for each connection. */
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
      if (space.writable && now - times.seenAt >= USE_NOTED_EVERY)
        await noteUse(db, session.id, now).catch((error: unknown) => {
          // A full disk must not stop people from reading.
          if (!isDiskFull(error)) throw error
          space.noteFull()
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
    /** The person of an id token, as long as its session is open. The token is no proof of who sits there now. */
    byToken: async ({ userId, sessionId }: { userId: string; sessionId: string }): Promise<Visit> => {
      const visit = await visitOf(await byToken.execute({ user: userId, session: sessionId }))
      return visit.person ? { ...visit, person: { ...visit.person, session: null } } : visit
    },
    byUser: async (uid: string) => visitOf(await byUser.execute({ key: uid })),
    anonymous: async (): Promise<Visit> => ({ now: await clock.now(db), person: null }),
  }
}

/** Notes that a session is used; of several requests at once one does it. */
async function noteUse(db: Db, id: string, now: number): Promise<void> {
  const at = new Date(now)
  const before = new Date(now - USE_NOTED_EVERY)
  await db
    .update(sessions)
    .set({ seenAt: at })
    .where(and(eq(sessions.id, id), lte(sessions.seenAt, before)))
}

export type Visits = ReturnType<typeof createVisits>
