// Reads the public record as the server keeps it, and checks it as anyone can: by its downloads.
import {
  countStandings,
  replay,
  standings,
  scoredForecasts,
} from '../../src/forecasts/rules/ledger/standing.ts'
import { readHeads, stampFile } from '../../src/forecasts/rules/log/stamps.ts'
import { verifyLog } from '../../src/forecasts/rules/log/verify.ts'
import type { LedgerItem } from '../../src/forecasts/server/ledger/memory.ts'
import type { TestServer } from './test-server.ts'

/** The entries of the log. */
export async function recordRows({ services }: Pick<TestServer, 'services'>): Promise<readonly LedgerItem[]> {
  await services.draws.catchUp()
  return (await services.ledger.current()).items
}

/** What the log says at the server's time: the entries, and the standing of a forecast. */
export async function readRecord(server: TestServer) {
  const rows = await recordRows(server)
  const { clock, db } = server.services
  const entries = rows.map(({ entry }) => entry)
  const all = replay(entries)
  const found = standings(all, await clock.now(db))
  return {
    rows,
    entries,
    ...countStandings(found.values(), all),
    standing: (forecast: number) => found.get(forecast),
    score: (forecast: number) =>
      scoredForecasts(found, () => '').find((score) => score.forecast.id === forecast),
  }
}

/** Runs the verifier on the downloads, without a login. @param log the last part of the origin */
export async function verifyRecord(server: TestServer, log = '1') {
  const download = async (name: string) => {
    const answer = await fetch(`${server.url}/log/${log}/${name}`)
    if (answer.status !== 200) throw new Error(`${name} answers ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const text = async (name: string) => new TextDecoder().decode(await download(name))
  const heads = readHeads(await text('heads.jsonl'))
  const { clock, db } = server.services
  const record = await text('record.jsonl')
  const names = heads.flatMap(({ size, stamps }) => stamps.map((authority) => ({ size, authority })))
  const report = await verifyLog({
    record,
    heads,
    stamps: await Promise.all(
      names.map(async (one) => ({ ...one, token: await download(`stamps/${stampFile(one)}`) })),
    ),
    texts: await text('texts.jsonl'),
    now: await clock.now(db),
  })
  return { ...report, record }
}
