import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Entitlement, entitlement, type Role } from '../../domain/plans.ts'
import { runningPeriods } from '../billing/give-time.ts'
import { type Clock, nowSql } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { sessions, users } from '../accounts/tables.ts'

/** Somebody signed in, with what the ledger gives them at this moment. */
export interface Person extends Entitlement {
  uid: string
  username: string
  email: string
  emailVerified: boolean
  /** Never admin while the e-mail is unverified. */
  role: Role
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
  periods: runningPeriods(users.id),
  now: nowSql,
}

/** Finds visitors by session token or user id. The statements are prepared once for each connection. */
export function createVisits(db: Db, clock: Clock) {
  const bySession = db
    .select({ ...columns, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .where(eq(sessions.token, sql.placeholder('key')))
    .prepare('visit_by_session')
  const byUser = db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('key')), isNull(users.deletedAt)))
    .prepare('visit_by_user')

  type Row = Awaited<ReturnType<typeof byUser.execute>>[number] & { expiresAt?: Date }

  async function visitOf([row]: Row[]): Promise<Visit> {
    if (!row) return { now: await clock.now(db), person: null }
    const { uid, username, email, emailVerified, role, periods, expiresAt } = row
    const now = clock.shifted(row.now)
    if (expiresAt && expiresAt.getTime() <= now) return { now, person: null }
    const effective = emailVerified ? role : 'user'
    return {
      now,
      person: { uid, username, email, emailVerified, role: effective, ...entitlement(periods, now) },
    }
  }

  return {
    bySession: async (token: string) => visitOf(await bySession.execute({ key: token })),
    byUser: async (uid: string) => visitOf(await byUser.execute({ key: uid })),
    anonymous: async (): Promise<Visit> => ({ now: await clock.now(db), person: null }),
  }
}

export type Visits = ReturnType<typeof createVisits>
