import { and, desc, eq, gt, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm'
import { accountReference, idStartOf } from '../../../platform/rules/access/identity.ts'
import { suspensionWords } from '../../../platform/rules/access/break.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import {
  entitlement,
  isPaid,
  type PaidPlan,
  type Plan,
  PLAN_KEYS,
  PLANS,
  type Role,
  ROLES,
} from '../../../platform/rules/access/plans.ts'
import { staffRoleNames } from '../../../platform/rules/access/staff-role-texts.ts'
import { csvStream, type Row as CsvRow } from '../../../platform/server/base/csv.ts'
import { ownSessions } from '../../../people/server/sessions.ts'
import { hasSecondFactor, loginMethods } from '../../../people/server/queries.ts'
import { accounts, searchText, users } from '../../../platform/server/tables/accounts.ts'
import { periodsColumn } from '../../../money/server/ledger/grant.ts'
import { paymentsOf } from '../../../money/server/payments/queries.ts'
import { grants, periods } from '../../../money/server/tables/ledger.ts'
import { payments } from '../../../money/server/tables/payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { escapeLike } from '../../../platform/server/db/columns.ts'
import { pageOf } from '../../../platform/server/db/page.ts'
import { auditSentence, DELETED_ACTOR, PROGRAM_ACTOR } from '../../../platform/rules/audit/audit.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { auditPage, namesIn } from '../audit/queries.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { beginHelp } from '../../../people/server/members/staff.ts'

interface UserFilter {
  /**
   * A part of the email or username, a role, or the reference of the account or of one of its payments. One or two letters
   * match the beginning of a word.
   */
  search?: string | undefined
  role?: Role | undefined
  /** The current plan. */
  plan?: Plan | undefined
}

const columns = {
  uid: users.id,
  username: users.username,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  staffRoles: users.staffRoles,
  suspendedUntil: users.suspendedUntil,
  suspensionReason: users.suspensionReason,
  createdAt: users.createdAt,
  isSample: users.isSample,
  /** Whether there is a login method. A record that staff added has none until its owner claims it. */
  claimed: sql<boolean>`exists (select from ${accounts} as method where method.user_id = ${users}.id)`,
  periods: periodsColumn(users.id),
}

type Row = {
  [Name in keyof typeof columns]: (typeof columns)[Name] extends SQL<infer Value>
    ? Value
    : (typeof users.$inferSelect)[Name extends 'uid' ? 'id' : Name & keyof typeof users.$inferSelect]
}

/** A user as staff sees them. `admin` is derived from the role, so both agree. */
function listedUser(
  { periods: held, createdAt, suspendedUntil, suspensionReason, ...row }: Row,
  now: number,
) {
  const { plan, expiry, daysLeft } = entitlement(held, now)
  return {
    ...row,
    reference: accountReference(row.uid),
    admin: row.role === 'admin',
    suspension:
      suspendedUntil && suspendedUntil.getTime() > now
        ? suspensionWords(suspendedUntil.getTime(), suspensionReason ?? '')
        : null,
    staffRoles: row.role === 'admin' ? row.staffRoles : [],
    subscription: plan,
    subscriptionExpiry: expiry === null ? null : new Date(expiry).toISOString(),
    daysLeft,
    createdAt: createdAt.getTime(),
  }
}

/**
 * The users who match a filter, the newest first.
 * @param after the id of the last user of the page before
 * @param size the most users of the page
 * @returns the users and the cursor of the next page
 */
export async function usersPage(
  db: Db,
  now: number,
  filter: UserFilter,
  after: string | null,
  size: number = STAFF_LIMITS.usersPage,
) {
  const rows = await db
    .select(columns)
    .from(users)
    .where(
      and(isNull(users.deletedAt), ...conditions(filter, now), after === null ? undefined : olderThan(after)),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(size + 1)
  const page = pageOf(rows, size, (row) => [row.uid])
  return { users: page.rows.map((row) => listedUser(row, now)), next: page.next }
}

/** Users whose rows the file reads at once. */
const FILE_PAGE = 500

/** All people as CSV, the newest first, without what secures or describes their logins. Sample people are left out. */
export const peopleCsv = (db: Db, now: number): ReadableStream =>
  csvStream(PEOPLE_COLUMNS, peoplePages(db, now))

async function* peoplePages(db: Db, now: number): AsyncGenerator<CsvRow[]> {
  for (let after: string | null = null, hasMore = true; hasMore;) {
    const { users: page, next }: Awaited<ReturnType<typeof usersPage>> = await usersPage(
      db,
      now,
      {},
      after,
      FILE_PAGE,
    )
    yield page
      .filter(({ isSample }) => !isSample)
      .map((one) => [
        one.reference,
        one.username,
        one.email,
        one.emailVerified,
        staffRoleNames(one.staffRoles),
        PLANS[one.subscription].name,
        one.subscriptionExpiry && new Date(one.subscriptionExpiry),
        new Date(one.createdAt),
      ])
    after = page.at(-1)?.uid ?? null
    hasMore = next !== null
  }
}

const PEOPLE_COLUMNS = ['account', 'name', 'email', 'verified', 'staff', 'plan', 'plan until', 'signed up']

/** The users after a row in the list. The row of a deleted user stays, so its key still works. */
function olderThan(uid: string): SQL {
  const createdAt = sql`(select ${users.createdAt} from ${users} where ${users.id} = ${uid})`
  return sql`(${users.createdAt}, ${users.id}) < (${createdAt}, ${uid})`
}

function conditions({ search, role, plan }: UserFilter, now: number): (SQL | undefined)[] {
  return [
    search === undefined ? undefined : matchesText(search.toLowerCase()),
    role === undefined ? undefined : eq(users.role, role),
    plan === undefined ? undefined : hasPlan(plan, now),
  ]
}

/** The trigram index finds parts of at least three characters. */
const TRIGRAM_LENGTH = 3

function matchesText(text: string): SQL | undefined {
  const pattern = escapeLike(text)
  const role = ROLES.find((name) => name === text)
  const patterns = text.length < TRIGRAM_LENGTH ? [`${pattern}%`, `% ${pattern}%`] : [`%${pattern}%`]
  return or(
    ...patterns.map((one) => like(searchText(users), one)),
    role === undefined ? undefined : eq(users.role, role),
    hasReference(text),
  )
}

/** @param text in lower case, as the references of payments are */
function hasReference(text: string): SQL | undefined {
  const start = idStartOf(text)
  if (start !== null) return eq(sql`lower(left(${users.id}, 8))`, start)
  const payer = sql`(select ${payments.userId} from ${payments} where ${payments.reference} = ${text})`
  return isPaymentReference(text) ? sql`${users.id} = ${payer}` : undefined
}

const isPaymentReference = (text: string) => /^[0-9a-z]{26,40}$/.test(text)

/** The rule of {@link entitlement} in SQL: the highest plan with a running period. */
function hasPlan(plan: Plan, now: number): SQL | undefined {
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

/** A user with login methods, open sessions, all periods and the latest payments; null for an unknown user. */
export async function userDetails(db: Db, now: number, uid: string) {
  const [row] = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, uid), isNull(users.deletedAt)))
  if (!row) return null
  const [ways, secondFactor, devices, held, paid] = await Promise.all([
    loginMethods(db, uid),
    hasSecondFactor(db, uid),
    ownSessions(db, row, now),
    db
      .select({
        grantId: grants.id,
        plan: periods.plan,
        startsAt: periods.startsAt,
        endsAt: periods.endsAt,
        kind: grants.kind,
      })
      .from(periods)
      .innerJoin(grants, eq(grants.id, periods.grantId))
      .where(eq(periods.userId, uid))
      .orderBy(desc(periods.startsAt))
      .limit(STAFF_LIMITS.auditPage),
    paymentsOf(db, uid, null),
  ])
  return {
    user: listedUser(row, now),
    ways,
    devices: devices.map(({ id, device, createdAt, seenAt }) => ({ id, device, createdAt, seenAt })),
    secondFactor,
    periods: held.map(({ startsAt, endsAt, ...period }) => ({
      ...period,
      startsAt: startsAt.getTime(),
      endsAt: endsAt.getTime(),
    })),
    payments: paid.payments,
    morePayments: paid.next !== null,
  }
}

/** The number of users who are not deleted. Sample people are not counted. */
export const countUsers = (db: Db): Promise<number> =>
  db.$count(users, and(isNull(users.deletedAt), eq(users.isSample, false)))

const NOTE = 'user.note'

/**
 * Adds a note about a user. It is an entry of the audit trail, so it never changes and goes with the trail.
 * @throws Refusal not-found, forbidden
 */
export async function addNote(context: Context, userId: string, text: string): Promise<void> {
  await change(context, async (unit) => {
    await beginHelp(unit.tx, unit.actor, userId)
    await recordAudit(unit, NOTE, `user:${userId}`, { reason: text })
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
