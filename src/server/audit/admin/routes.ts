import { z } from 'zod'
import { auditSentence } from '../../../domain/audit/audit.ts'
import { lagosDate } from '../../../domain/base/calendar.ts'
import { endpoint, type Routes } from '../../api/endpoint.ts'
import { blankToUndefined, day } from '../../api/form-fields.ts'
import { attachment } from '../../http/reply.ts'
import { auditPage, type AuditEntry, type AuditFilter, namesIn } from './queries.ts'
import { cursor, numberKey } from '../../db/page.ts'
import { csvLines } from '../../base/csv.ts'
import type { Db } from '../../db/connect.ts'

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
    handle: ({ services: { db }, query, now }) =>
      attachment(`audit-${lagosDate(now)}.csv`, auditCsv(db, query)),
  }),
} satisfies Routes

const COLUMNS = 'id when who email action subject old new reason more address request'.split(' ')

/**
 * The audit entries that match a filter as CSV (RFC 4180), newest first. The stream reads page by page, so its length does
 * not matter. Formulas of spreadsheets are escaped. Times are ISO 8601 in UTC.
 */
function auditCsv(db: Db, filter: AuditFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: number | null = null
  let started = false
  return new ReadableStream({
    async pull(controller) {
      const { entries, next } = await auditPage(db, filter, after)
      const rows = entries.map(cellsOf)
      const text = csvLines(started ? rows : [COLUMNS, ...rows])
      started = true
      after = entries.at(-1)?.id ?? null
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (next === null) controller.close()
    },
  })
}

const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))

function cellsOf(entry: AuditEntry): (string | number)[] {
  const { id, at, who, action, subject, old, new: now, reason, more, address, requestId } = entry
  return [
    id,
    new Date(at).toISOString(),
    who ? who.username || who.uid : '',
    who?.email ?? '',
    action,
    subject,
    json(old),
    json(now),
    reason ?? '',
    json(more),
    address ?? '',
    requestId ?? '',
  ]
}
