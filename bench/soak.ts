// Half an hour of ordinary use by many players: whether memory keeps growing, and whether descriptors and connections of
// the database return to where they began.
//   node bench/soak.ts [minutes]
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addDays, parseDate } from '../src/platform/rules/base/calendar.ts'
import { PATHS } from '../src/platform/rules/site/paths.ts'
import { clientConfig } from '../src/platform/server/db/connect.ts'
import { findEmbedded } from '../src/platform/server/db/embedded.ts'
import { openStream } from '../tests/support/live.ts'
import { Visitor } from '../tests/support/test-server.ts'
import { type BenchServer, cookieOf, DEMO_PASSWORD, filledWith, startShipped } from './measure.ts'

const MINUTE_MS = 60_000
const PLAYERS = 20
/** The share of the run in which caches still fill. */
const WARM_UP = 1 / 3
const MAX_GROWTH_MB_PER_MIN = 1
/** Idle connections of the pool close after 30 s, kept-alive ones of phones after 75 s. */
const CALM_MS = 2 * MINUTE_MS
/** Descriptors that may be open for a moment: a timer's query, a rotated log. */
const SLACK = 5

const rssMb = ({ pid }: BenchServer): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const descriptors = ({ pid }: BenchServer): number => readdirSync(`/proc/${pid}/fd`).length

async function sessions({ dataDir }: BenchServer): Promise<number> {
  const client = new pg.Client(clientConfig((await findEmbedded(dataDir))!))
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rows[0]!.n
}

/** The slope of a line through points, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

async function play(server: BenchServer, going: () => boolean): Promise<void> {
  const paths = [
    PATHS.overview,
    PATHS.pastResults,
    '/api/days/today',
    '/api/getResults',
    '/api/history',
    '/api/me',
    '/api/movingNumbers?window=all',
    '/api/results?number=7&type=winning&position=any_box',
    PATHS.login,
    '/api/nothing',
  ]
  const person = new Visitor(server.url)
  await person.post('/api/auth/sign-in/email', { email: 'pro@lotto.test', password: DEMO_PASSWORD })
  while (going()) {
    for (const path of paths) {
      if (!going()) return
      await person.get(path)
      await sleep(Math.random() * 200)
    }
  }
}

/** Streams that open and close, as on phones that come and go. */
async function listen(server: BenchServer, going: () => boolean): Promise<void> {
  const cookie = await cookieOf(server.url, 'admin')
  while (going()) {
    const stream = await openStream(server.url, cookie)
    await sleep(500)
    stream.close()
  }
}

/** A draw every few seconds, which renews every cache. */
async function publish(server: BenchServer, going: () => boolean): Promise<void> {
  const staff = new Visitor(server.url)
  await staff.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
  for (let date = parseDate('1990-01-01')!; going(); date = addDays(date, 1)) {
    await staff.post('/api/admin/draws', { game: 'gold', date, winning: [1, 2, 3, 4, 5] })
    await sleep(3000)
  }
}

const minutes = Number(process.argv[2] ?? 30)
const filled = await filledWith(10)
const server = await startShipped(filled.dataDir)
try {
  await cookieOf(server.url, 'free')
  await sleep(1000)
  const base = { descriptors: descriptors(server), sessions: await sessions(server) }
  const ends = performance.now() + minutes * MINUTE_MS
  const going = () => performance.now() < ends
  const began = performance.now()
  const work = Promise.all([
    ...Array.from({ length: PLAYERS }, () => play(server, going)),
    listen(server, going),
    publish(server, going),
  ])
  const points: [number, number][] = []
  while (going()) {
    await sleep(Math.min(5000, Math.max(0, ends - performance.now())))
    points.push([(performance.now() - began) / MINUTE_MS, rssMb(server)])
  }
  await work
  await sleep(CALM_MS)
  const after = { descriptors: descriptors(server), sessions: await sessions(server) }
  const growth = slope(points.filter(([minute]) => minute > minutes * WARM_UP))
  const last = points.at(-1)![1].toFixed(0)
  console.log(`${minutes} minutes: ${last} MiB at the end`)
  console.log(
    `memory: ${growth.toFixed(2)} MiB a minute after the warm-up (aim: below ${MAX_GROWTH_MB_PER_MIN})`,
  )
  console.log(`descriptors: ${base.descriptors} before, ${after.descriptors} after`)
  console.log(`database sessions: ${base.sessions} before, ${after.sessions} after`)
  const isFine =
    growth < MAX_GROWTH_MB_PER_MIN &&
    after.descriptors <= base.descriptors + SLACK &&
    after.sessions <= base.sessions
  console.log(isFine ? 'The aims are met.' : 'An aim is missed.')
  process.exitCode = isFine ? 0 : 1
} finally {
  await server.stop()
  filled.remove()
}
