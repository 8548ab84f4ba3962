// Reads the public record as the server keeps it, and checks it as anyone can: by its downloads.
import {
  countStandings,
  replay,
  standings,
  scoredForecasts,
} from '../../src/forecasts/rules/ledger/standing.ts'
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
  await server.services.signer.publish()
  const visitor = server.anonymous()
  const download = async (name: string) => {
    const { status, text } = await visitor.get(`/log/${log}/${name}`)
    if (status !== 200) throw new Error(`${name} answers ${status}`)
    return text
  }
  const { clock, db } = server.services
  const record = await download('record.jsonl')
  const report = await verifyLog({
    record,
    current: await download('checkpoint'),
    policy: (await download('policy.txt')).replace(/^quorum .*$/m, 'quorum none'),
    texts: await download('texts.jsonl'),
    cosigned: (await download('cosigned.jsonl'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    now: await clock.now(db),
  })
  return { ...report, record }
}
