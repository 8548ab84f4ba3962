import type { z } from 'zod'
import type { filter } from './routes.ts'
import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import { addDays, instantAt, type LagosDate, formatDate } from '../../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { escapeLike } from '../../../platform/server/db/columns.ts'
import { audit } from '../../../platform/server/tables/audit.ts'
import { pageOf } from '../../../platform/server/db/page.ts'
import { LATE_DRAW } from '../../../platform/rules/alarms/alarms.ts'
import { DELETED_SUBJECT } from '../../../platform/rules/audit/audit.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { DEFAULT_USERNAME } from '../../../platform/rules/access/identity.ts'
import { lateDrawOf } from '../../../draws/server/late-draw-alarms.ts'
import { alarms } from '../../../platform/server/tables/alarms.ts'
import { draws } from '../../../draws/server/tables.ts'
import { numberGroups } from '../../../statistics/server/tables.ts'
import { payments } from '../../../money/server/tables/payments.ts'
import { predictions } from '../../../forecasts/server/tables/predictions.ts'

/** @property subjects any of these @property requests the ids of requests, any of these */
export type AuditFilter = z.output<typeof filter> & {
  subjects?: readonly string[] | undefined
  requests?: readonly string[] | undefined
}

/** Filters for the actions of programs. */
const PROGRAMS = 'program'

const columns = {
  id: audit.id,
  at: audit.at,
  uid: audit.actor,
  username: users.username,
  email: users.email,
  action: audit.action,
  subject: audit.subject,
  details: audit.details,
  address: audit.address,
  requestId: audit.requestId,
}

/**
 * The matching entries of the trail, newest first.
 * @param after the id of the previous page's last entry; null for the first page
 * @returns at most {@link STAFF_LIMITS.auditPage} entries and the next page's cursor
 */
export async function auditPage(db: Db, filter: AuditFilter, after: number | null) {
  const rows = await db
    .select(columns)
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actor))
    .where(and(...conditions(filter), after === null ? undefined : lt(audit.id, after)))
    .orderBy(desc(audit.id))
    .limit(STAFF_LIMITS.auditPage + 1)
  const page = pageOf(rows, STAFF_LIMITS.auditPage, ({ id }) => [id])
  return { entries: page.rows.map(entryOf), next: page.next }
}

function conditions({
  who,
  action,
  subject,
  subjects,
  requests,
  from,
  to,
  address,
}: AuditFilter): (SQL | undefined)[] {
  return [
    who === undefined ? undefined : matchesActor(who),
    action === undefined ? undefined : ilike(audit.action, `${escapeLike(action)}%`),
    subject === undefined ? undefined : eq(audit.subject, subject),
    subjects && inArray(audit.subject, [...subjects]),
    requests && inArray(audit.requestId, [...requests]),
    address === undefined ? undefined : eq(audit.address, address),
    from === undefined ? undefined : gte(audit.at, new Date(instantAt(from, 0))),
    to === undefined ? undefined : lt(audit.at, new Date(instantAt(addDays(to, 1), 0))),
  ]
}

function matchesActor(who: string): SQL | undefined {
  if (who.toLowerCase() === PROGRAMS) return isNull(audit.actor)
  return or(
    eq(audit.actor, who),
    eq(users.email, who.toLowerCase()),
    ilike(users.username, `%${escapeLike(who)}%`),
  )
}

type Row = Awaited<ReturnType<typeof auditPage>>['entries'][number]
export type AuditEntry = Row

function entryOf(row: {
  id: number
  at: Date
  uid: string | null
  username: string | null
  email: string | null
  action: string
  subject: string
  details: unknown
  address: string | null
  requestId: string | null
}) {
  const { id, at, uid, username, email, action, subject, details, address, requestId } = row
  const { old, new: now, reason, ...more } = (details ?? {}) as Record<string, unknown>
  return {
    id,
    at: at.getTime(),
    who: uid === null ? null : { uid, username: username ?? '', email: email ?? '' },
    action,
    subject,
    old: old ?? null,
    new: now ?? null,
    reason: typeof reason === 'string' ? reason : null,
    more: Object.keys(more).length > 0 ? more : null,
    address,
    requestId,
  }
}

/** A row id that fits bigint; more digits are no id. */
const ID = /^\d{1,15}$/

const userColumns = { username: users.username, email: users.email, deletedAt: users.deletedAt }

/**
 * The names of the subjects in audit entries, by subject (`draw:12`, `game:gold`, `payment:abc`, `user:7f`). Subjects
 * without a row are left out.
 */
export async function namesIn(
  db: Db,
  games: readonly Game[],
  entries: readonly Pick<AuditEntry, 'subject' | 'old' | 'new' | 'more'>[],
): Promise<Record<string, string>> {
  const mentioned = new Set(entries.flatMap((entry) => [entry.subject, ...usersIn(entry)]))
  const idsOf = (kind: string) =>
    [...mentioned].flatMap((subject) =>
      subject.startsWith(`${kind}:`) ? [subject.slice(kind.length + 1)] : [],
    )
  const numbersOf = (kind: string) =>
    idsOf(kind)
      .filter((id) => ID.test(id))
      .map(Number)
  // In turn, because a transaction has one connection.
  const userRows = await db
    .select({ id: users.id, ...userColumns })
    .from(users)
    .where(inArray(users.id, idsOf('user')))
  const paymentRows = await db
    .select({ reference: payments.reference, ...userColumns })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(inArray(payments.reference, idsOf('payment')))
  const drawRows = await db
    .select({ id: draws.id, game: draws.gameKey, date: draws.date })
    .from(draws)
    .where(inArray(draws.id, numbersOf('draw')))
  const predictionRows = await db
    .select({ id: predictions.id, game: predictions.gameKey, date: predictions.drawDate })
    .from(predictions)
    .where(inArray(predictions.id, numbersOf('prediction')))
  const groupRows = await db
    .select({ id: numberGroups.id, name: numberGroups.name })
    .from(numberGroups)
    .where(inArray(numberGroups.id, numbersOf('group')))
  const alarmRows = await db
    .select({ id: alarms.id, details: alarms.details })
    .from(alarms)
    .where(and(inArray(alarms.id, numbersOf('alarm')), eq(alarms.kind, LATE_DRAW)))
  const gameNames = new Map(games.map(({ key, name }) => [key, name]))
  const gameAndDate = ({ game, date }: { game: string; date: string }) =>
    `${gameNames.get(game) ?? game} of ${formatDate(date as LagosDate)}`
  return Object.fromEntries([
    ...games.map(({ key, name }) => [`game:${key}`, name]),
    ...userRows.map((user) => [`user:${user.id}`, userName(user)]),
    ...paymentRows.map((row) => [`payment:${row.reference}`, `the payment of ${userName(row)}`]),
    ...drawRows.map((draw) => [`draw:${draw.id}`, gameAndDate(draw)]),
    ...alarmRows.map((row) => [`alarm:${row.id}`, `the alarm about ${gameAndDate(lateDrawOf(row))}`]),
    ...groupRows.map(({ id, name }) => [`group:${id}`, `the number group ${name}`]),
    ...predictionRows.map((prediction) => [`prediction:${prediction.id}`, gameAndDate(prediction)]),
  ])
}

/** The users in the values of an entry. */
function usersIn({ old, new: now, more }: Pick<AuditEntry, 'old' | 'new' | 'more'>): string[] {
  return [old, now, more].flatMap((values: unknown) => {
    if (typeof values !== 'object' || values === null || !('userId' in values)) return []
    return typeof values.userId === 'string' ? [`user:${values.userId}`] : []
  })
}

/** A user by name and email, because usernames repeat. */
function userName(user: { username: string; email: string; deletedAt: Date | null }): string {
  if (user.deletedAt) return DELETED_SUBJECT
  return user.username === DEFAULT_USERNAME || user.username === ''
    ? user.email
    : `${user.username} (${user.email})`
}
