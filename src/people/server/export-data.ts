import { detailLabel, detailText } from '../../platform/rules/audit/detail-words.ts'
import { type Cell, csvText, type Row } from '../../platform/server/base/csv.ts'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { audit } from '../../platform/server/tables/audit.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { accounts, sessions, twoFactors, users, consents } from '../../platform/server/tables/accounts.ts'
import { mails } from '../../platform/server/tables/mails.ts'
import { attacksOn } from './attacks.ts'
import { personalData, type Rows, type Section, section } from './personal-data.ts'

/** The data about a user that this room and those below it store, by section. Rooms above add theirs to {@link personalData}. */
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
    [SECTIONS, ...personalData.all().map(({ sections }) => sections)]
      .flatMap(Object.entries<Section>)
      .map(async ([name, find]): Promise<[string, Rows]> => [name, await find(services.db, uid)]),
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
