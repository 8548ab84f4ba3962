import { and, asc, count, desc, eq, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { endChallenges } from './challenge.ts'
import { accounts, sessions, users } from '../tables/accounts.ts'

/** The ways into an account: `credential` is the password. */
export async function loginMethods(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ provider: accounts.providerId })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.createdAt))
  return rows.map(({ provider }) => provider)
}

export async function hasGoogle(db: Db, userId: string): Promise<boolean> {
  return (await loginMethods(db, userId)).includes('google')
}

export async function isVerified(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ yes: users.emailVerified }).from(users).where(eq(users.id, userId))
  return user?.yes ?? false
}

/** Whether logins to an account ask for a code. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ yes: users.twoFactorEnabled }).from(users).where(eq(users.id, userId))
  return user?.yes ?? false
}

/** The person with an e-mail, which is stored in lower case; null where there is none. */
export const userByEmail = (db: Db, email: string) => userWhere(db, eq(users.email, email.toLowerCase()))

export const userById = (db: Db, id: string) => userWhere(db, eq(users.id, id))

async function userWhere(db: Db, condition: SQL) {
  const [user] = await db
    .select({ id: users.id, username: users.username, email: users.email, verified: users.emailVerified })
    .from(users)
    .where(and(condition, isNull(users.deletedAt)))
  return user ?? null
}

/** The stored form of somebody's password; null for people who come by Google only. */
export async function storedPassword(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return row?.password ?? null
}

/**
 * Ends the oldest sessions of somebody who has more than the limit. The one that was just made stays, also where a clock
 * has been set back and others look younger.
 */
export async function endOldestSessions(db: Db, userId: string, made: string): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, made))
  const [{ open } = { open: 0 }] = await db.select({ open: count() }).from(sessions).where(others)
  if (open < SERVER_LIMITS.sessions) return
  const kept = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(SERVER_LIMITS.sessions - 1)
  await db.delete(sessions).where(and(others, notInArray(sessions.id, kept)))
}

/**
 * Ends all sessions of an account, or all but one, and every login that still waits for its code.
 * @returns how many sessions ended
 */
export async function endSessions(db: Db, userId: string, except: string | null = null): Promise<number> {
  await endChallenges(db, userId)
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? sql`${sessions.id} <> ${except}` : undefined))
  return rowCount ?? 0
}

/** Ends the session that a request came with: a new one never stands beside an older one of the same browser. */
export async function endBrowserSession({
  services: { db },
  person,
}: Pick<Call<'anyone'>, 'services' | 'person'>): Promise<void> {
  if (person?.session) await db.delete(sessions).where(eq(sessions.id, person.session.id))
}
