import { csvLines } from '../../base/csv.ts'
import type { Db } from '../../db/connect.ts'
import { type AuditEntry, type AuditFilter, auditPage } from './queries.ts'

const COLUMNS = [
  'id',
  'when',
  'who',
  'email',
  'action',
  'subject',
  'old',
  'new',
  'reason',
  'more',
  'address',
  'request',
]

/**
 * The audit entries that match a filter as CSV (RFC 4180), newest first. The stream reads page by page, so its length does
 * not matter. Formulas of spreadsheets are escaped. Times are ISO 8601 in UTC.
 */
export function auditCsv(db: Db, filter: AuditFilter): ReadableStream<Uint8Array> {
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
