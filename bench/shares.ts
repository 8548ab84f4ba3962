// The product's cost above bare Node: its answers a second as a share of those of a bare `node:http` server that sends the
// same bytes, and its logins a second as a share of bare password hashes. Both sides take turns on the same machine.
import { argon2, randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { LIVE_LIMITS } from '../src/domain/live/streams.ts'
import { findEmbedded } from '../src/server/db/embedded.ts'
import { listenersFor } from '../tests/support/many-listeners.ts'
import type { RecordedAnswer } from './bare-server.ts'
import { loginsPerSecond } from './login.ts'
import { BENCH_SECRET, type BenchServer, median, type Row } from './measure.ts'

const ROUNDS = 3
const ROUND_S = 4
const CONNECTIONS = 32
/** OWASP's first choice for argon2id, as the product uses it. */
const HASH = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const HASHES_AT_ONCE = 4

interface Case {
  what: string
  path: string
  headers: Record<string, string>
  /** The sessions that take turns. */
  cookies?: readonly string[]
  wanted: number
}

/** Different people, so that no two requests at a time are of one session. */
async function listenersOf({ dataDir, url }: BenchServer): Promise<string[]> {
  const address = await findEmbedded(dataDir)
  if (!address) throw new Error('the database does not run')
  const streams = CONNECTIONS * 2 * LIVE_LIMITS.streamsOfUser
  const cookies = await listenersFor(address, { streams, appUrl: url, secret: BENCH_SECRET })
  return cookies.slice(0, CONNECTIONS * 2)
}

/** The shares of three kinds of answers, and of logins. */
export async function measureShares(server: BenchServer): Promise<Row[]> {
  const cookies = await listenersOf(server)
  const { headers } = await record(`${server.url}/api/getResults`, { cookie: cookies[0]! })
  const etag = headers.etag!
  const cases: Case[] = [
    {
      what: 'getResults (304)',
      path: '/api/getResults',
      headers: { 'if-none-match': etag },
      cookies,
      wanted: 0.25,
    },
    { what: 'Day results', path: '/api/days/today', headers: {}, cookies, wanted: 0.25 },
    { what: 'Login page', path: '/login', headers: { 'accept-encoding': 'br' }, wanted: 0.3 },
    { what: 'Public record, signed out', path: '/record', headers: { 'accept-encoding': 'br' }, wanted: 0.3 },
  ]
  const rows: Row[] = []
  for (const one of cases) rows.push(await shareOf(server, one))
  return [...rows, await shareOfLogins(server)]
}

async function shareOf({ url }: BenchServer, { what, path, headers, cookies, wanted }: Case): Promise<Row> {
  const each = cookies?.map((cookie) => ({ ...headers, cookie })) ?? [headers]
  const answer = await record(url + path, each[0]!)
  const bare = new Worker(new URL('./bare-server.ts', import.meta.url), { workerData: answer })
  const port = await new Promise<number>((resolve) => bare.once('message', resolve))
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rate(url + path, each))
    theirs.push(await rate(`http://127.0.0.1:${port}${path}`, each))
  }
  await bare.terminate()
  return shareRow(`${what}: share of bare node:http`, median(ours), median(theirs), wanted)
}

/** An answer with the bytes of its body as they were sent. */
function record(url: string, headers: Record<string, string>): Promise<RecordedAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const own = Object.entries(response.headers).filter(([name]) => !ADDED_BY_NODE.has(name))
        const sent = Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
        resolve({ status: response.statusCode!, headers: sent, body: Buffer.concat(chunks) })
      })
    })
    request.on('error', reject)
  })
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Answers a second. */
async function rate(url: string, each: readonly Record<string, string>[]): Promise<number> {
  const requests = each.map((headers) => ({ headers }))
  const found = await autocannon({ url, requests, connections: CONNECTIONS, duration: ROUND_S, workers: 1 })
  if (found.errors + found['4xx'] + found['5xx'] > 0) throw new Error(`${url} failed under load`)
  return found.requests.average
}

async function shareOfLogins(server: BenchServer): Promise<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await hashesPerSecond())
    ours.push(await loginsPerSecond(server.url, ROUND_S))
  }
  return shareRow('Logins: share of bare argon2id hashes', median(ours), median(theirs), 0.75)
}

async function hashesPerSecond(): Promise<number> {
  const hash = promisify(argon2)
  const end = performance.now() + ROUND_S * 1000
  let done = 0
  const keepHashing = async () => {
    while (performance.now() < end) {
      await hash('argon2id', { ...HASH, message: 'a password', nonce: randomBytes(16) })
      done++
    }
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, keepHashing))
  return done / ROUND_S
}

function shareRow(what: string, ours: number, bare: number, wanted: number): Row {
  const share = ours / bare
  const measured = `${share.toFixed(2)} (${Math.round(ours)} of ${Math.round(bare)}/s)`
  return { what, measured, target: `≥ ${wanted}`, ok: share >= wanted }
}
