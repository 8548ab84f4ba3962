import { and, count, desc, eq, gt, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm'
import { sessionEnded } from '../../domain/identity.ts'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import {
  entitlement,
  isPaid,
  type PaidPlan,
  type Plan,
  PLAN_KEYS,
  type Role,
  ROLES,
} from '../../domain/plans.ts'
import { hasFactor, loginMethods } from '../accounts/queries.ts'
import { accounts, personText, sessions, users } from '../tables/accounts.ts'
import { runningPeriods } from '../billing/ledger/grant.ts'
import { paymentsOf } from '../billing/payments/queries.ts'
import { grants, periods } from '../tables/ledger.ts'
import type { Db } from '../db/connect.ts'
import { escapeLike } from '../db/like.ts'

export interface UserFilter {
  /** A part of the e-mail or the username, or a role. One or two letters find the beginnings of words. */
  search?: string | undefined
  role?: Role | undefined
  /** The plan that is held now. */
  plan?: Plan | undefined
}

const columns = {
  uid: users.id,
  username: users.username,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  createdAt: users.createdAt,
  /** Whether there is a way in; a record that staff added has none until its owner claims it. */
  claimed: sql<boolean>`exists (select from ${accounts} as way where way.user_id = ${users}.id)`,
  periods: runningPeriods(users.id),
}

type Row = {
  [Name in keyof typeof columns]: (typeof columns)[Name] extends SQL<infer Value>
    ? Value
    : (typeof users.$inferSelect)[Name extends 'uid' ? 'id' : Name & keyof typeof users.$inferSelect]
}

/** Somebody as staff sees them; role and admin agree because one is made from the other. */
function memberOf({ periods: held, createdAt, ...row }: Row, now: number) {
  const { plan, expiry, daysLeft } = entitlement(held, now)
  return {
    ...row,
    admin: row.role === 'admin',
    subscription: plan,
    subscriptionExpiry: expiry === null ? null : new Date(expiry).toISOString(),
    daysLeft,
    createdAt: createdAt.getTime(),
  }
}

/**
 * The people who match, the newest first.
 * @param after the id of the last person of the page before
 * @returns at most {@link SERVER_LIMITS.usersPage} people, and the key of the next page where there is one
 */
export async function usersPage(db: Db, now: number, filter: UserFilter, after: string | null) {
  const rows = await db
    .select(columns)
    .from(users)
    .where(
      and(isNull(users.deletedAt), ...conditions(filter, now), after === null ? undefined : behind(after)),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(SERVER_LIMITS.usersPage + 1)
  const shown = rows.slice(0, SERVER_LIMITS.usersPage)
  return {
    users: shown.map((row) => memberOf(row, now)),
    next: rows.length > SERVER_LIMITS.usersPage ? shown[shown.length - 1]!.uid : null,
  }
}

/** The row of a deleted person stays where it was, so a page goes on behind it all the same. */
function behind(uid: string): SQL {
  const place = sql`(select ${users.createdAt} from ${users} where ${users.id} = ${uid})`
  return sql`(${users.createdAt}, ${users.id}) < (${place}, ${uid})`
}

function conditions({ search, role, plan }: UserFilter, now: number): (SQL | undefined)[] {
  return [
    search === undefined ? undefined : matches(search.toLowerCase()),
    role === undefined ? undefined : eq(users.role, role),
    plan === undefined ? undefined : holds(plan, now),
  ]
}

/** Shorter parts hold no three letters for the index to find. */
const INDEXED = 3

function matches(text: string): SQL | undefined {
  const pattern = escapeLike(text)
  const role = ROLES.find((name) => name === text)
  const patterns = text.length < INDEXED ? [`${pattern}%`, `% ${pattern}%`] : [`%${pattern}%`]
  return or(
    ...patterns.map((one) => like(personText(users), one)),
    role === undefined ? undefined : eq(users.role, role),
  )
}

/** As {@link entitlement} decides: the highest plan with a running period. */
function holds(plan: Plan, now: number): SQL | undefined {
  const at = new Date(now)
  const runs = (paid: PaidPlan) =>
    sql`exists (select from ${periods} where ${and(
      eq(periods.userId, users.id),
      eq(periods.plan, paid),
      lte(periods.startsAt, at),
      gt(periods.endsAt, at),
    )})`
  const higher = PLAN_KEYS.slice(PLAN_KEYS.indexOf(plan) + 1).filter(isPaid)
  return and(isPaid(plan) ? runs(plan) : undefined, ...higher.map((other) => sql`not ${runs(other)}`))
}

/** Somebody with ways in, open sessions, all time they were ever given and their latest payments; null for nobody. */
export async function userDetails(db: Db, now: number, uid: string) {
  const [row] = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, uid), isNull(users.deletedAt)))
  if (!row) return null
  const [ways, secondFactor, open, held, paid] = await Promise.all([
    loginMethods(db, uid),
    hasFactor(db, uid),
    openSessions(db, now, row),
    db
      .select({ plan: periods.plan, startsAt: periods.startsAt, endsAt: periods.endsAt, kind: grants.kind })
      .from(periods)
      .innerJoin(grants, eq(grants.id, periods.grantId))
      .where(eq(periods.userId, uid))
      .orderBy(desc(periods.startsAt))
      .limit(SERVER_LIMITS.page),
    paymentsOf(db, uid, null),
  ])
  return {
    user: memberOf(row, now),
    ways,
    sessions: open,
    secondFactor,
    periods: held.map(({ startsAt, endsAt, ...period }) => ({
      ...period,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    payments: paid.payments,
    morePayments: paid.next !== null,
  }
}

async function openSessions(db: Db, now: number, { uid, role, emailVerified }: Row): Promise<number> {
  const rows = await db
    .select({ createdAt: sessions.createdAt, seenAt: sessions.seenAt })
    .from(sessions)
    .where(eq(sessions.userId, uid))
  return rows.filter(
    ({ createdAt, seenAt }) =>
      !sessionEnded({ role, emailVerified, createdAt: createdAt.getTime(), seenAt: seenAt.getTime() }, now),
  ).length
}

/** How many people there are. */
export async function countUsers(db: Db): Promise<number> {
  const [row] = await db.select({ all: count() }).from(users).where(isNull(users.deletedAt))
  return row!.all
}
