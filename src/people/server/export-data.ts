import { detailLabel, detailText } from '../../platform/rules/audit/detail-words.ts'
import { type Cell, csvText, type Row } from '../../platform/server/base/csv.ts'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, SelectedFields } from 'drizzle-orm/pg-core'
import { audit } from '../../platform/server/tables/audit.ts'
import { payments } from '../../money/server/tables/payments.ts'
import { grants, reminders } from '../../money/server/tables/ledger.ts'
import { pushChoices, pushSubscriptions } from '../../reach/server/push/tables.ts'
import { slipEntries } from '../../slip/server/tables.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { accounts, sessions, twoFactors, users, consents } from '../../platform/server/tables/accounts.ts'
import { mails } from '../../platform/server/tables/mails.ts'
import { attacksOn } from './attacks.ts'

type Rows = Record<string, unknown>[]

type Section = (db: Db, uid: string) => Promise<Rows>

/** Some columns of the rows of a user. @param owner the column of the user's id, or a condition for the rows */
const section =
  (owner: PgColumn | ((uid: string) => SQL | undefined), order: PgColumn, columns: SelectedFields): Section =>
  (db, uid) =>
    db
      .select(columns)
      .from(order.table)
      .where(typeof owner === 'function' ? owner(uid) : eq(owner, uid))
      .orderBy(asc(order))

/** All data about a user, by section. A feature that stores personal data adds its section here. */
const SECTIONS: Record<string, Section> = {
  account: section(users.id, users.createdAt, {
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
  }),
  'login methods': section(accounts.userId, accounts.createdAt, {
    method: accounts.providerId,
    id: accounts.accountId,
    since: accounts.createdAt,
  }),
  'second factor': section(
    (uid) => and(eq(twoFactors.userId, uid), eq(twoFactors.verified, true)),
    twoFactors.createdAt,
    { since: twoFactors.createdAt },
  ),
  sessions: section(sessions.userId, sessions.createdAt, {
    since: sessions.createdAt,
    lastUsed: sessions.seenAt,
    address: sessions.ipAddress,
    browser: sessions.userAgent,
  }),
  'plan time': section(grants.userId, grants.id, {
    plan: grants.plan,
    months: grants.months,
    days: grants.days,
    kind: grants.kind,
    from: grants.paidAt,
    reason: grants.reason,
  }),
  payments: section(payments.userId, payments.createdAt, {
    reference: payments.reference,
    plan: payments.plan,
    kobo: payments.kobo,
    state: payments.state,
    channel: payments.channel,
    begun: payments.createdAt,
    paid: payments.paidAt,
  }),
  reminders: section(reminders.userId, reminders.sentAt, {
    plan: reminders.plan,
    end: reminders.endsAt,
    daysBefore: reminders.days,
    at: reminders.sentAt,
  }),
  consents: section(consents.userId, consents.id, {
    kind: consents.kind,
    version: consents.version,
    given: consents.given,
    at: consents.at,
  }),
  mails: section(mails.userId, mails.createdAt, {
    kind: mails.template,
    to: mails.to,
    state: mails.state,
    at: mails.createdAt,
  }),
  notifications: section(pushChoices.userId, pushChoices.userId, {
    games: pushChoices.games,
    mineGames: pushChoices.mineGames,
    liveGame: pushChoices.liveGame,
    liveChangedAt: pushChoices.liveChangedAt,
    quietFrom: pushChoices.quietFrom,
    quietUntil: pushChoices.quietUntil,
    lateDraws: pushChoices.lateDraws,
  }),
  'my slip': section(slipEntries.userId, slipEntries.id, {
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
  }),
  'browsers with notifications': section(pushSubscriptions.userId, pushSubscriptions.createdAt, {
    address: pushSubscriptions.endpoint,
    since: pushSubscriptions.createdAt,
  }),
  'notes by staff': section(
    (uid) => and(eq(audit.subject, `user:${uid}`), eq(audit.action, 'user.note')),
    audit.id,
    { at: audit.at, text: sql<string>`${audit.details}->>'reason'` },
  ),
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
type ExportServices = Pick<Services, 'db' | 'settings' | 'draws'>

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

/** The same as CSV with section, entry, field and value, in words. */
export async function exportCsv(services: ExportServices, user: Owner): Promise<string> {
  const names = Object.fromEntries(
    services.draws.current().games.map(({ key, name }) => [`game:${key}`, name]),
  )
  const lines = (await collectSections(services, user)).flatMap(([section, rows]) =>
    rows.flatMap((row, i) =>
      Object.entries(row).map(([field, value]): Row => {
        const [label, cell] = wordsOf(field, value, names)
        return [section, i + 1, label, cell]
      }),
    ),
  )
  return csvText([['section', 'entry', 'field', 'value'], ...lines])
}

function wordsOf(field: string, value: unknown, names: Record<string, string>): [string, Cell] {
  const label = detailLabel(field)
  if (typeof value === 'number' && /kobo$/i.test(field)) return [`${label} in naira`, BigInt(value)]
  if (value instanceof Date || value === null) return [label, value]
  const isPlain = PLAIN.has(field) && (typeof value === 'string' || typeof value === 'number')
  return [label, isPlain ? String(value) : detailText(field, value, names)]
}

/** The user's own texts and ids, which are not words of the product. */
const PLAIN: ReadonlySet<string> = new Set(['id', 'username', 'email', 'text', 'reason', 'browser'])
