import { suspensionWords } from '../../platform/rules/access/break.ts'
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/server/db/connect.ts'
import { accounts, users } from '../../platform/server/tables/accounts.ts'

/** The login methods of an account: `credential` (the password) and `google`, the oldest first. */
export async function loginMethods(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ provider: accounts.providerId })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.createdAt))
  return rows.map(({ provider }) => provider)
}

export const hasGoogle = async (db: Db, userId: string): Promise<boolean> =>
  (await loginMethods(db, userId)).includes('google')

/** What a login to a suspended account says, by our clock; null for an account that is not suspended. */
export async function suspensionOf(db: Db, userId: string, now: number): Promise<string | null> {
  const { suspendedUntil, suspensionReason } = users
  const [user] = await db.select({ suspendedUntil, suspensionReason }).from(users).where(eq(users.id, userId))
  const until = user?.suspendedUntil?.getTime() ?? 0
  return until > now ? suspensionWords(until, user?.suspensionReason ?? '') : null
}

/** Whether logins to an account need the code of a second factor. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ yes: users.twoFactorEnabled }).from(users).where(eq(users.id, userId))
  return user?.yes ?? false
}

/** The user with an email in any case; null for unknown and deleted users. */
export const userByEmail = (db: Db, email: string) => userWhere(db, eq(users.email, email.toLowerCase()))

export const userById = (db: Db, id: string) => userWhere(db, eq(users.id, id))

async function userWhere(db: Db, condition: SQL) {
  const [user] = await db
    .select({ id: users.id, username: users.username, email: users.email, verified: users.emailVerified })
    .from(users)
    .where(and(condition, isNull(users.deletedAt)))
  return user ?? null
}

/** The hash of a user's password; null for users without a password. */
export async function storedPassword(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return row?.password ?? null
}
