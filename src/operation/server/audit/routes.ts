import { z } from 'zod'
import { auditSentence } from '../../../platform/rules/audit/audit.ts'
import { detailText } from '../../../platform/rules/audit/detail-words.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { blankToUndefined, day } from '../../../platform/server/api/form-fields.ts'
import { attachment } from '../../../platform/server/http/reply.ts'
import { auditPage, type AuditEntry, type AuditFilter, namesIn } from './queries.ts'
import { cursor, numberKey } from '../../../platform/server/db/page.ts'
import { csvStream, type Row } from '../../../platform/server/base/csv.ts'
import type { Db } from '../../../platform/server/db/connect.ts'

const text = z.string().trim().max(254).transform(blankToUndefined).optional()
/**
 * `who` is a user id, an email, a part of a username or `program`; `action` its beginning: `draw` matches `draw.record`;
 * `subject` the whole one: `draw:12`. The days are Lagos days, both included.
 */
export const filter = z.strictObject({
  who: text,
  action: text,
  subject: text,
  address: text,
  from: day,
  to: day,
})

const entry = z.strictObject({
  id: z.int(),
  at: z.number(),
  who: z.strictObject({ uid: z.string(), username: z.string(), email: z.string() }).nullable(),
  action: z.string(),
  subject: z.string(),
  /** The action as a sentence without its actor. */
  did: z.string(),
  old: z.unknown(),
  new: z.unknown(),
  reason: z.string().nullable(),
  more: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
})

export const auditRoutes = {
  'GET /api/admin/audit': endpoint({
    summary: 'The audit trail of users, staff and programs, newest first',
    access: 'read-audit',
    query: filter.extend({ after: cursor(numberKey).optional() }),
    answer: z.strictObject({
      entries: z.array(entry),
      /** The names of games and users in the values, by `game:KEY` and `user:ID`. */
      names: z.record(z.string(), z.string()),
      next: z.string().nullable(),
    }),
    async handle({ services: { db, draws }, query: { after, ...filter } }) {
      const { entries, next } = await auditPage(db, filter, after?.[0] ?? null)
      const names = await namesIn(db, draws.current().games, entries)
      return { entries: entries.map((one) => ({ ...one, did: auditSentence(one, names) })), names, next }
    },
  }),

  'GET /api/admin/audit/export': endpoint({
    summary: 'The matching entries of the audit trail as a CSV file',
    access: 'read-audit',
    limit: 'export',
    query: filter,
    answer: { media: 'text/csv' },
    handle: ({ services: { db, draws }, query, now }) =>
      attachment(
        `audit-${lagosDate(now)}.csv`,
        csvStream(COLUMNS, auditPages(db, draws.current().games, query)),
      ),
  }),
} satisfies Routes

const COLUMNS = [
  'entry',
  'time in Lagos',
  'who',
  'email',
  'what',
  'action',
  'subject',
  'before',
  'after',
  'reason',
  'details',
  'address',
  'request',
]

/** The pages of a CSV file of the audit entries that match a filter, newest first, in the words of the screen. */
async function* auditPages(db: Db, games: readonly Game[], filter: AuditFilter): AsyncGenerator<Row[]> {
  for (let after: number | null = null, hasMore = true; hasMore;) {
    const { entries, next }: Awaited<ReturnType<typeof auditPage>> = await auditPage(db, filter, after)
    const names = await namesIn(db, games, entries)
    yield entries.map((entry) => cellsOf(entry, names))
    after = entries.at(-1)?.id ?? null
    hasMore = next !== null
  }
}

function cellsOf(entry: AuditEntry, names: Readonly<Record<string, string>>): Row {
  const { id, at, who, action, subject, reason, address, requestId } = entry
  const words = (value: unknown) => value !== null && detailText('game', value, names)
  return [
    id,
    new Date(at),
    who && (who.username || who.uid),
    who?.email,
    auditSentence(entry, names),
    action,
    subject,
    words(entry.old) || null,
    words(entry.new) || null,
    reason,
    words(entry.more) || null,
    address,
    requestId,
  ]
}
