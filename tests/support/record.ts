// Reads the public record as anyone can: by its download.
import type { LedgerEntry } from '../../src/domain/ledger/entries.ts'
import { firstVersions, scoredForecasts } from '../../src/domain/ledger/scored.ts'
import { replay, standings } from '../../src/domain/ledger/replay.ts'
import { entryOf, isHidden, type LedgerRow } from '../../src/domain/ledger/rows.ts'
import { readDownload } from '../../src/server/ledger/read-download.ts'
import type { TestServer } from './test-server.ts'

/** The rows of `/record.csv`, without a login. */
export async function recordRows(server: TestServer): Promise<LedgerRow[]> {
  const { status, text } = await server.anonymous().get('/record.csv')
  if (status !== 200) throw new Error(`the record answers ${status}`)
  return readDownload(Buffer.from(text))
}

/** What the download says at the server's time: the entries, and the standing of a forecast. */
export async function readRecord(server: TestServer) {
  const rows = await recordRows(server)
  const { clock, db } = server.services
  const now = await clock.now(db)
  const entries = rows.filter((row) => !isHidden(row)).map((row): LedgerEntry => entryOf(row)!)
  const all = replay(entries)
  const found = standings(all, now)
  return {
    rows,
    entries,
    voidedDraws: all.voidedDraws,
    removedResults: all.removedResults,
    published: firstVersions(all).length,
    standing: (forecast: number) => found.get(forecast),
    score: (forecast: number) =>
      scoredForecasts(found, () => '').find((score) => score.forecast.id === forecast),
  }
}
