import { stringify } from 'csv-stringify/sync'
import { isSecret } from '../../domain/ledger/standing.ts'
import { CACHE, etagOf, Reply } from '../http/reply.ts'
import type { LedgerSnapshot, LedgerItem } from './memory.ts'

const COLUMNS =
  'entry kind at game date close lock forecast version nth author pen_name form numbers reasons state drawn winning'

/** The log as `record.csv`, a table for spreadsheets that proves nothing, the same for everyone. @param now milliseconds */
export function recordCsv({ chain, items }: LedgerSnapshot, now: number): Reply {
  const rows = items.map((item) => rowOf(item, now))
  const text = stringify(rows, { header: true, columns: COLUMNS.split(' ') })
  return new Reply(text, {
    type: 'text/csv; charset=utf-8',
    cache: CACHE.publicRevalidate,
    etag: etagOf(text),
    headers: {
      'content-disposition': `attachment; filename="${chain === 'sample' ? 'sample-record.csv' : 'record.csv'}"`,
    },
  })
}

/** The columns that apply to an entry. */
function rowOf({ entry, leaf, penName, reasons }: LedgerItem, now: number): Record<string, unknown> {
  const { close, lock, form, nth, author, game, date, state, drawn } = JSON.parse(leaf) as Record<
    string,
    unknown
  >
  const row = { entry: entry.entry, kind: entry.kind, at: new Date(entry.at).toISOString(), close, lock }
  const rest = { form, nth, author, game, date, state, drawn }
  if (entry.kind === 'result') return { ...row, ...rest, winning: entry.winning.join(',') }
  if (entry.kind !== 'version')
    return { ...row, ...rest, ...('forecast' in entry && { forecast: entry.forecast }) }
  const { forecast, version, numbers } = entry
  const secret = isSecret(entry, now) ? {} : { numbers: numbers.join(','), reasons: escaped(reasons) }
  return { ...row, ...rest, forecast, version, pen_name: escaped(penName), ...secret }
}

/** An apostrophe in front keeps spreadsheets from reading a formula. */
const escaped = (text: string | null) => (text && /^[=+\-@'\t\r]/.test(text) ? `'${text}` : text)
