// What another visitor notices of 8 connections that read one document without a pause, with the load generator on the same
// machine: phases without and with them take turns.
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { sql } from 'drizzle-orm'
import { PATHS } from '../src/platform/rules/site/paths.ts'
import { connect } from '../src/platform/server/db/connect.ts'
import { findEmbedded } from '../src/platform/server/db/embedded.ts'
import { BENCH_SECRET, type BenchServer, cookieOf, filledWith, type Row, startShipped } from './measure.ts'
import { fillRecord } from './record.ts'

const CONNECTIONS = 8
const ROUNDS = 4
const PHASE_S = 2
/** Between two pages of the other visitor. */
const PAUSE_MS = 10
/** The p99 of the other visitor may grow by half. */
const MOST_GROWTH = 1.5

/** The documents of the whole record or of a range, with the account that reads them. */
const DOCUMENTS: readonly (readonly [path: string, person: string | null])[] = [
  ['/record.csv', null],
  ['/log/1/record.jsonl', null],
  ['/log/1/texts.jsonl', null],
  ['/log/1/heads.jsonl', null],
  ['/verify.mjs', null],
  ['/api/public/record', null],
  ['/api/public/results?of=diamond&year=2025', null],
  ['/results/feed.xml', null],
  ['/sitemap/draws-2025.xml', null],
  ['/api/openapi.json', null],
  ['/api/getResults', 'free'],
  ['/api/history/years/2025', 'free'],
  ['/api/downloads/year.csv?game=diamond&year=2025', 'free'],
  ['/api/downloads/days.csv?from=2025-01-01&to=2025-12-31', 'basic'],
  ['/api/downloads/days.json?from=2025-01-01&to=2025-12-31', 'basic'],
  ['/api/profile/data.csv', 'basic'],
  ['/api/admin/audit/export', 'admin'],
  ['/api/admin/money/payments', 'admin'],
]

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!

/** Milliseconds of the pages that a visitor reads within a phase. */
async function read(url: string, cookie: string): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + PHASE_S * 1000
  while (performance.now() < end) {
    const began = performance.now()
    const answer = await fetch(url + PATHS.pastResults, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`the visitor got ${answer.status}`)
    times.push(performance.now() - began)
    await sleep(PAUSE_MS)
  }
  return times
}

/** Half of the requests accept no compression, as those of many programs. */
function attack(url: string, path: string, cookie: string | null) {
  const own = cookie === null ? {} : { cookie }
  return autocannon({
    url,
    connections: CONNECTIONS,
    duration: PHASE_S,
    workers: 1,
    requests: [
      { path, headers: own },
      { path, headers: { ...own, 'accept-encoding': 'gzip, br' } },
    ],
  })
}

async function measureDocument(
  { url }: BenchServer,
  path: string,
  cookie: string | null,
  visitor: string,
): Promise<Row> {
  const alone: number[] = []
  const beside: number[] = []
  let answers = 0
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await read(url, visitor)))
    const [times, load] = await Promise.all([read(url, visitor), attack(url, path, cookie)])
    beside.push(...times)
    if (load.errors + load.non2xx > 0)
      throw new Error(`${path}: ${load.errors} errors, ${load.non2xx} refusals`)
    answers += load.requests.total
  }
  const growth = p99(beside) / p99(alone)
  const rate = Math.round(answers / ROUNDS / PHASE_S)
  return {
    what: `Another visitor’s p99 beside ${CONNECTIONS} × ${path} (${rate} a second)`,
    measured: `${p99(alone).toFixed(0)} → ${p99(beside).toFixed(0)} ms, × ${growth.toFixed(2)}`,
    target: `≤ × ${MOST_GROWTH}`,
    ok: growth <= MOST_GROWTH,
  }
}

/** @param print gets each row as soon as it is known */
export async function measureDocuments(server: BenchServer, print: (row: Row) => void): Promise<void> {
  const { url, dataDir } = server
  const cookies = new Map<string, string>()
  for (const person of ['free', 'basic', 'admin']) cookies.set(person, await cookieOf(url, person))
  const connection = connect((await findEmbedded(dataDir))!, { max: 1 })
  try {
    // Warms up.
    await read(url, cookies.get('free')!)
    for (const [path, person] of DOCUMENTS) {
      const cookie = person === null ? null : cookies.get(person)!
      // The log is signed a moment after its entries.
      while ((await fetch(url + path, { headers: cookie ? { cookie } : {} })).status !== 200) await sleep(100)
      // An attacker has many accounts.
      await connection.db.execute(sql`update rate_limits set points = -1e9, expire = expire + 1e9`)
      print(await measureDocument(server, path, cookie, cookies.get('free')!))
    }
  } finally {
    await connection.close()
  }
}

/** Ten years of draws and a record of 1,200 forecasts. The entries of a log are in the order of their times. */
export async function withRecord(measure: (server: BenchServer) => Promise<void>): Promise<void> {
  const filled = await filledWith(10, async (dataDir) => {
    const first = await startShipped(dataDir, { SAMPLE_DATA: 'off' })
    await fillRecord(dataDir)
    await first.stop()
  })
  const server = await startShipped(filled.dataDir, { AUTH_SECRET: BENCH_SECRET })
  try {
    await measure(server)
  } finally {
    await server.stop()
    filled.remove()
  }
}
