import { stringify } from 'csv-stringify/sync'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { audit } from '../tables/audit.ts'
import { payments } from '../tables/payments.ts'
import { grants, reminders } from '../tables/ledger.ts'
import { pushChoices, pushSubscriptions } from '../tables/push.ts'
import { slipEntries } from '../tables/slip.ts'
import type { Db } from '../db/connect.ts'
import type { Services } from '../api/services.ts'
import { consents } from '../tables/consents.ts'
import { mails } from '../tables/mails.ts'
import { attacksOn } from './attack-log.ts'
import { accounts, sessions, twoFactors, users } from '../tables/accounts.ts'

type Rows = Record<string, unknown>[]

/** All data about a user, by section. A feature that stores personal data adds its section here. */
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
        breakUntil: users.breakUntil,
        suspendedUntil: users.suspendedUntil,
        suspensionReason: users.suspensionReason,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(eq(users.id, uid)),
  'login methods': (db, uid) =>
    db
      .select({ method: accounts.providerId, id: accounts.accountId, since: accounts.createdAt })
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
  consents: (db, uid) =>
    db
      .select({ kind: consents.kind, version: consents.version, given: consents.given, at: consents.at })
      .from(consents)
      .where(eq(consents.userId, uid))
      .orderBy(asc(consents.id)),
  mails: (db, uid) =>
    db
      .select({ kind: mails.template, to: mails.to, state: mails.state, at: mails.createdAt })
      .from(mails)
      .where(eq(mails.userId, uid))
      .orderBy(asc(mails.createdAt)),
  notifications: (db, uid) =>
    db
      .select({
        games: pushChoices.games,
        mineGames: pushChoices.mineGames,
        liveGame: pushChoices.liveGame,
        liveChangedAt: pushChoices.liveChangedAt,
        quietFrom: pushChoices.quietFrom,
        quietUntil: pushChoices.quietUntil,
        lateDraws: pushChoices.lateDraws,
      })
      .from(pushChoices)
      .where(eq(pushChoices.userId, uid)),
  'my slip': (db, uid) =>
    db
      .select({
        numbers: slipEntries.numbers,
        against: slipEntries.against,
        bet: slipEntries.bet,
        lineOf: slipEntries.lineOf,
        stakeKobo: slipEntries.stake,
        game: slipEntries.game,
        from: slipEntries.from,
        until: slipEntries.until,
        notify: slipEntries.notify,
        since: slipEntries.createdAt,
      })
      .from(slipEntries)
      .where(eq(slipEntries.userId, uid))
      .orderBy(asc(slipEntries.id)),
  'browsers with notifications': (db, uid) =>
    db
      .select({ address: pushSubscriptions.endpoint, since: pushSubscriptions.createdAt })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, uid))
      .orderBy(asc(pushSubscriptions.createdAt)),
  'notes by staff': (db, uid) =>
    db
      .select({ at: audit.at, text: sql<string>`${audit.details}->>'reason'` })
      .from(audit)
      .where(and(eq(audit.subject, `user:${uid}`), eq(audit.action, 'user.note')))
      .orderBy(asc(audit.id)),
  /** The user's actions, and staff's actions on the account. */
  actions: (db, uid) =>
    db
      .select({ at: audit.at, action: audit.action, subject: audit.subject, address: ownAddress(uid) })
      .from(audit)
      .where(or(eq(audit.actor, uid), eq(audit.subject, `user:${uid}`)))
      .orderBy(asc(audit.id)),
}

/** The address of the user's own actions; staff's addresses are left out. */
const ownAddress = (uid: string) =>
  sql<string | null>`case when ${audit.actor} = ${uid} then ${audit.address} end`

interface Owner {
  uid: string
  email: string
}
type ExportServices = Pick<Services, 'db' | 'settings'>

async function collectSections(services: ExportServices, { uid, email }: Owner): Promise<[string, Rows][]> {
  const sections = await Promise.all(
    Object.entries(SECTIONS).map(async ([name, find]): Promise<[string, Rows]> => [
      name,
      await find(services.db, uid),
    ]),
  )
  return [...sections, ['password attacks', await ownAttacks(services, email)]]
}

/** Attacks are stored by a keyed hash of the email, not by the user id. */
async function ownAttacks(services: ExportServices, email: string): Promise<Rows> {
  const rows = await attacksOn(services, email, Number.MAX_SAFE_INTEGER)
  return rows.map(({ kind, times, firstAt, lastAt }) => ({
    kind,
    times,
    first: new Date(firstAt),
    last: new Date(lastAt),
  }))
}

/** All data about a user as JSON, by section. */
export async function exportJson(services: ExportServices, now: number, user: Owner): Promise<string> {
  const sections = Object.fromEntries(await collectSections(services, user))
  return JSON.stringify({ madeAt: new Date(now).toISOString(), ...sections }, null, 2)
}

/** The same as CSV with section, entry, field and value. Formulas of spreadsheets are escaped. */
export async function exportCsv(services: ExportServices, user: Owner): Promise<string> {
  const lines = (await collectSections(services, user)).flatMap(([section, rows]) =>
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
