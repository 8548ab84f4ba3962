import { stringify } from 'csv-stringify/sync'
import { LEDGER_COLUMNS, rowOf } from '../../domain/ledger/rows.ts'
import { isSecret, revealedAt } from '../../domain/ledger/standing.ts'
import { CACHE, Reply } from '../http/reply.ts'
import { sha256 } from './hashes.ts'
import type { LedgerSnapshot } from './memory.ts'

/** The download of an instant, which stays the same until the next forecast is revealed. Milliseconds. */
interface Download {
  from: number
  until: number
  reply: Reply
}

/**
 * The ledger as `record.csv` (docs/ledger.md), the same for everyone. It is made once for each ledger and close.
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
  const hidden = new Map(
    items.flatMap(({ entry }) =>
      entry.kind === 'version' && isSecret(entry, now) ? [[entry.entry, revealedAt(entry)]] : [],
    ),
  )
  const rows = items.map((item) => {
    const { fingerprint, head: headAfter, reasons } = item
    const penName = item.penName ?? ''
    return rowOf(item.entry, {
      fingerprint,
      head: headAfter,
      penName,
      reasons,
      isHidden: hidden.has(item.entry.entry),
    })
  })
  const text = stringify(rows, { header: true, columns: [...LEDGER_COLUMNS] })
  return {
    from: now,
    until: Math.min(...hidden.values()),
    reply: new Reply(text, {
      type: 'text/csv; charset=utf-8',
      cache: CACHE.publicRevalidate,
      etag: `"${sha256(text).slice(0, 32)}"`,
      headers: { 'content-disposition': `attachment; filename="${fileName(chain)}"` },
    }),
  }
}

const fileName = (chain: LedgerSnapshot['chain']) => (chain === 'sample' ? 'sample-record.csv' : 'record.csv')
