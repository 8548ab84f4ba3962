import { stringify } from 'csv-stringify/sync'
import { isSecret } from '../../domain/ledger/standing.ts'
import { revealTime } from '../../domain/log/schedule.ts'
import { CACHE, Reply } from '../http/reply.ts'
import type { LedgerSnapshot, LedgerItem } from './memory.ts'
import { sha256 } from './versions.ts'

/** The download of an instant, which stays the same until the next forecast is revealed. Milliseconds. */
interface Download {
  from: number
  until: number
  reply: Reply
}

const COLUMNS = [
  'entry',
  'kind',
  'at',
  'game',
  'date',
  'close',
  'lock',
  'forecast',
  'version',
  'nth',
  'author',
] as const
const MORE = ['pen_name', 'form', 'numbers', 'reasons', 'state', 'drawn', 'winning'] as const

/**
 * The log as `record.csv`, a table for spreadsheets that proves nothing, the same for everyone. It is made once for each
 * ledger and close.
 *
 * @param now milliseconds
 */
export function recordCsv(ledger: LedgerSnapshot, now: number): Reply {
  const cache = ledger.derived('record.csv', (): { made: Download | null } => ({ made: null }))
  const known = cache.made
  if (known && known.from <= now && now < known.until) return known.reply
  cache.made = makeDownload(ledger, now)
  return cache.made.reply
}

function makeDownload({ chain, items }: LedgerSnapshot, now: number): Download {
  const reveals = items.flatMap(({ entry }) =>
    entry.kind === 'version' && isSecret(entry, now) ? [revealTime(entry.close, entry.date)] : [],
  )
  const text = stringify(
    items.map((item) => rowOf(item, now)),
    { header: true, columns: [...COLUMNS, ...MORE] },
  )
  return {
    from: now,
    until: Math.min(...reveals),
    reply: new Reply(text, {
      type: 'text/csv; charset=utf-8',
      cache: CACHE.publicRevalidate,
      etag: `"${sha256(text).slice(0, 32)}"`,
      headers: {
        'content-disposition': `attachment; filename="${chain === 'sample' ? 'sample-record.csv' : 'record.csv'}"`,
      },
    }),
  }
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
