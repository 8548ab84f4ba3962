import { stringify } from 'csv-stringify/sync'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { audit } from '../tables/audit.ts'
import { payments } from '../tables/payments.ts'
import { grants, reminders } from '../tables/ledger.ts'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { mails } from '../tables/mails.ts'
import { attacksOn } from './attack-log.ts'
import { accounts, sessions, twoFactors, users } from '../tables/accounts.ts'

type Rows = Record<string, unknown>[]

/** Every place in which something is kept about a person, and how to find it. Features add theirs here. */
const SECTIONS: Record<string, (db: Db, uid: string) => Promise<Rows>> = {
  account: (db, uid) =>
    db
      .select({
        id: users.id,
        username: users.username,
        email: users.email,
        emailVerified: users.emailVerified,
        image: users.image,
        role: users.role,
        ageConfirmedAt: users.ageConfirmedAt,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(eq(users.id, uid)),
  'ways in': (db, uid) =>
    db
      .select({ way: accounts.providerId, id: accounts.accountId, since: accounts.createdAt })
      .from(accounts)
      .where(eq(accounts.userId, uid))
      .orderBy(asc(accounts.createdAt)),
  'second factor': (db, uid) =>
    db
      .select({ since: twoFactors.createdAt })
      .from(twoFactors)
      .where(and(eq(twoFactors.userId, uid), eq(twoFactors.verified, true))),
  sessions: (db, uid) =>
    db
      .select({
        since: sessions.createdAt,
        lastUsed: sessions.seenAt,
        address: sessions.ipAddress,
        browser: sessions.userAgent,
      })
      .from(sessions)
      .where(eq(sessions.userId, uid))
      .orderBy(asc(sessions.createdAt)),
  'plan time': (db, uid) =>
    db
      .select({
        plan: grants.plan,
        months: grants.months,
        days: grants.days,
        kind: grants.kind,
        from: grants.paidAt,
        reason: grants.reason,
      })
      .from(grants)
      .where(eq(grants.userId, uid))
      .orderBy(asc(grants.id)),
  payments: (db, uid) =>
    db
      .select({
        reference: payments.reference,
        plan: payments.plan,
        kobo: payments.kobo,
        state: payments.state,
        channel: payments.channel,
        begun: payments.createdAt,
        paid: payments.paidAt,
      })
      .from(payments)
      .where(eq(payments.userId, uid))
      .orderBy(asc(payments.createdAt)),
  reminders: (db, uid) =>
    db
      .select({
        plan: reminders.plan,
        end: reminders.endsAt,
        daysBefore: reminders.days,
        at: reminders.sentAt,
      })
      .from(reminders)
      .where(eq(reminders.userId, uid))
      .orderBy(asc(reminders.sentAt)),
  mails: (db, uid) =>
    db
      .select({ kind: mails.template, to: mails.to, state: mails.state, at: mails.createdAt })
      .from(mails)
      .where(eq(mails.userId, uid))
      .orderBy(asc(mails.createdAt)),
  /** What the person did, and what others did to the account. */
  actions: (db, uid) =>
    db
      .select({ at: audit.at, action: audit.action, subject: audit.subject, address: ownAddress(uid) })
      .from(audit)
      .where(or(eq(audit.actor, uid), eq(audit.subject, `user:${uid}`)))
      .orderBy(asc(audit.id)),
}

/** Where the person's own actions came from; never where staff sat. */
const ownAddress = (uid: string) =>
  sql<string | null>`case when ${audit.actor} = ${uid} then ${audit.address} end`

type Own = Pick<Call<'signed-in'>, 'services' | 'person' | 'now'>

async function collect({ services, person }: Own): Promise<[string, Rows][]> {
  const sections = await Promise.all(
    Object.entries(SECTIONS).map(async ([name, find]): Promise<[string, Rows]> => [
      name,
      await find(services.db, person.uid),
    ]),
  )
  return [...sections, ['password attacks', await ownAttacks(services, person.email)]]
}

/** Found by a keyed hash of the e-mail instead of the user id. */
async function ownAttacks(services: Call['services'], email: string): Promise<Rows> {
  const rows = await attacksOn(services, email, Number.MAX_SAFE_INTEGER)
  return rows.map(({ kind, times, firstAt, lastAt }) => ({
    kind,
    times,
    first: new Date(firstAt),
    last: new Date(lastAt),
  }))
}

/** Everything that is kept about a person, by section. */
export async function exportJson(call: Own): Promise<string> {
  const sections = Object.fromEntries(await collect(call))
  return JSON.stringify({ madeAt: new Date(call.now).toISOString(), ...sections }, null, 2)
}

/** The same as a table of section, entry, field and value. What a spreadsheet would run as a formula is escaped. */
export async function exportCsv(call: Own): Promise<string> {
  const lines = (await collect(call)).flatMap(([section, rows]) =>
    rows.flatMap((row, i) =>
      Object.entries(row).map(([field, value]) => [section, i + 1, field, textOf(value)]),
    ),
  )
  return stringify([['section', 'entry', 'field', 'value'], ...lines], {
    bom: true,
    escape_formulas: true,
    record_delimiter: '\r\n',
  })
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}
