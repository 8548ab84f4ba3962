// One process with over 120,000 draws: its import, its start, its memory, and the delays of its event loop while draws are
// published under load.
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { addDays, type LagosDate, lagosDate, weekOf } from '../src/platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../src/draws/rules/desk.ts'
import { GAME_KEYS } from '../src/draws/rules/games.ts'
import { freePort } from '../tests/support/programs.ts'
import { readLag, residentKib, settledMemory, startLag } from './inspect.ts'
import { saverFor } from './live.ts'
import {
  atLeast,
  atMost,
  type BenchServer,
  cookieOf,
  csvOf,
  FURTHER_GAMES,
  filledWith,
  filledWithMost,
  type Row,
  startShipped,
  yearsOfDraws,
} from './measure.ts'

const PUBLISHES = 20
const PAUSE_MS = 1000
/** Requests a second beside the publishes: far below what the process can answer. */
const RATE = 150

/** What visitors ask for after each publish. */
const PATHS = [
  '/api/getResults',
  '/api/history',
  '/api/days/today',
  '/api/days/2020-05-04',
  '/api/movingNumbers?window=all',
  '/api/frequentNumbers?window=all',
  '/api/results',
  '/dashboard/past-results',
]

export async function measurePublishes(): Promise<Row[]> {
  const some = await filledWith(8)
  const idle = await measureIdle(some.dataDir, `${some.draws} draws`, MOST_IDLE_MIB)
  some.remove()
  const most = await filledWithMost(
    UPLOADED_GAMES.flatMap((game) => GAME_KEYS.map((key) => `${game}_${key}`)),
  )
  try {
    const imported = atLeast(`Import of ${most.draws} draws`, most.importRate, 10_000, 'rows/s')
    // The first start makes what every later one finds.
    await (await startShipped(most.dataDir)).stop()
    const name = 'over 120,000 draws'
    const idleWithMost = await measureIdle(most.dataDir, name, MOST_IDLE_WITH_MOST_MIB)
    return [imported, ...idle, ...idleWithMost, ...(await measureLag(most.dataDir))]
  } finally {
    most.remove()
  }
}

/** The time of a start, and the memory without a debugger, which takes some itself. */
async function measureIdle(dataDir: string, draws: string, most: number): Promise<Row[]> {
  const server = await startShipped(dataDir)
  try {
    const start = atMost(`Start on a warm database, ${draws}`, server.startedIn / 1000, 0.75, 's', 2)
    return [start, ...(await memoryRows(server, draws, most))]
  } finally {
    await server.stop()
  }
}

/** The resident memory after the start, and after one pass over pages, in MiB. */
async function memoryRows(server: BenchServer, draws: string, most: number): Promise<Row[]> {
  const resident = () => residentKib(server.pid) / 1024
  await sleep(3000)
  const started = resident()
  const headers = { cookie: await cookieOf(server.url, 'pro'), 'accept-encoding': 'gzip' }
  for (const path of IDLE_PATHS) await (await fetch(server.url + path, { headers })).arrayBuffer()
  await sleep(IDLE_MS)
  return [
    atMost(`Memory at rest, ${draws}`, started, most, 'MiB', 0),
    atMost('The same after each page, and half a minute without requests', resident(), most, 'MiB', 0),
  ]
}

/** Without the worker thread. */
const IDLE_PATHS = [
  '/dashboard',
  '/dashboard/past-results',
  '/record',
  '/api/getResults',
  '/api/history',
  '/api/days/today',
  '/api/me',
]
const IDLE_MS = 30_000
const MOST_IDLE_MIB = 150
const MOST_IDLE_WITH_MOST_MIB = 200

const startInspected = (dataDir: string, inspector: number) =>
  startShipped(dataDir, { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` })

async function measureLag(dataDir: string): Promise<Row[]> {
  const inspector = await freePort()
  const server = await startInspected(dataDir, inspector)
  try {
    const settled = (await settledMemory(server.pid, inspector)) / 1024
    const { lag, getResults } = await publishUnderLoad(server, inspector)
    const upload = await largestUpload(server, inspector)
    const joined = await joinedSearches(server, inspector)
    return [
      atMost(
        'Memory with a debugger, after a collection of garbage',
        settled,
        MOST_IDLE_WITH_MOST_MIB,
        'MiB',
        0,
      ),
      atMost('Publishes under load: delay of the event loop, p99', lag.p99, 20, 'ms'),
      atMost('The same, longest', lag.max, 100, 'ms', 0),
      atMost('First getResults after a publish, slowest', getResults, 100, 'ms', 0),
      atMost('Check of the largest upload: delay of the event loop, longest', upload.checked, 20, 'ms', 0),
      atMost('Its import', upload.imported, 20, 'ms', 0),
      atMost('Joined searches over all games: delay of the event loop, longest', joined, 100, 'ms', 0),
    ]
  } finally {
    await server.stop()
  }
}

/** The longest delays of the event loop while staff check and import nearly as many rows as they may. */
async function largestUpload(server: BenchServer, inspector: number) {
  const body = csvOf(
    yearsOfDraws(UPLOADED_YEARS)
      .flatMap((draw) => UPLOADED_GAMES.map((game) => ({ ...draw, game: `${game}_${draw.game}` })))
      .slice(0, DESK_LIMITS.importRows),
  )
  const headers = {
    cookie: await cookieOf(server.url, 'admin'),
    'content-type': 'text/csv',
    origin: server.url,
  }
  const post = async (path: string) => {
    const { status } = await fetch(`${server.url}/api/admin/draws/${path}`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`the upload was refused: ${status}`)
  }
  await post('check')
  await startLag(inspector)
  await post('check')
  const { max: checked } = await readLag(inspector)
  await startLag(inspector)
  await post('import')
  const { max: imported } = await readLag(inspector)
  return { checked, imported }
}

/** The longest delay of the event loop while a player searches two numbers in one draw, each search a new one. */
async function joinedSearches(server: BenchServer, inspector: number): Promise<number> {
  const headers = { cookie: await cookieOf(server.url, 'pro') }
  await startLag(inspector)
  for (let number = 1; number <= JOINED_SEARCHES; number++) {
    const row = (of: number) => `number=${of}&type=winning&position=any_box`
    const answer = await fetch(
      `${server.url}/api/results?${row(number)}&${row(number + 1)}&join=same&game=`,
      {
        headers,
      },
    )
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`the search was refused: ${answer.status}`)
  }
  return (await readLag(inspector)).max
}

const JOINED_SEARCHES = 20
const UPLOADED_YEARS = 22
const UPLOADED_GAMES = ['x', 'y', 'z']

/** The further games have no draw on a Sunday. */
function lastSunday(): LagosDate {
  const today = lagosDate(Date.now())
  return addDays(weekOf(today)[6]!, -7)
}

async function publishUnderLoad(server: BenchServer, inspector: number) {
  const cookie = await cookieOf(server.url, 'pro')
  const save = await saverFor(server, FURTHER_GAMES[0]!, (turn) => addDays(lastSunday(), -7 * turn))
  const headers = { cookie, 'accept-encoding': 'gzip' }
  // The first answers are made from all draws.
  for (const path of PATHS) await (await fetch(server.url + path, { headers })).arrayBuffer()
  await save()
  const load = autocannon({
    url: server.url,
    requests: PATHS.map((path) => ({ path, headers })),
    connections: 8,
    overallRate: RATE,
    duration: Math.ceil((PUBLISHES * PAUSE_MS) / 1000) + 4,
    workers: 1,
  })
  await sleep(2000)
  await startLag(inspector)
  let slowest = 0
  for (let i = 0; i < PUBLISHES; i++) {
    await save()
    const began = performance.now()
    // Until the head of the answer: unpacking 36 MB takes this process longer.
    const answer = await fetch(`${server.url}/api/getResults`, { headers })
    slowest = Math.max(slowest, performance.now() - began)
    await answer.body?.cancel()
    await sleep(PAUSE_MS)
  }
  const lag = await readLag(inspector)
  const { errors, non2xx } = await load
  if (errors + non2xx > 0) throw new Error(`requests failed beside publishes: ${errors}, ${non2xx}`)
  return { lag, getResults: slowest }
}
