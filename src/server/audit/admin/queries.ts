import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import { addDays, instantAt, type LagosDate } from '../../../domain/base/calendar.ts'
import { STAFF_LIMITS } from '../../../domain/admin/staff.ts'
import { users } from '../../tables/accounts.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/columns.ts'
import { audit } from '../../tables/audit.ts'
import { pageOf } from '../../db/page.ts'

export interface AuditFilter {
  /** User id, email or a part of a username; {@link PROGRAMS} for entries without a user. */
  who?: string | undefined
  /** The beginning of the action: `draw` matches `draw.record`. */
  action?: string | undefined
  /** The whole subject: `draw:12`. */
  subject?: string | undefined
  /** Any of these subjects. */
  subjects?: readonly string[] | undefined
  /** First and last Lagos day. */
  from?: LagosDate | undefined
  to?: LagosDate | undefined
  address?: string | undefined
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

function conditions({ who, action, subject, subjects, from, to, address }: AuditFilter): (SQL | undefined)[] {
  return [
    who === undefined ? undefined : matchesActor(who),
    action === undefined ? undefined : ilike(audit.action, `${escapeLike(action)}%`),
    subject === undefined ? undefined : eq(audit.subject, subject),
    subjects && inArray(audit.subject, [...subjects]),
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
