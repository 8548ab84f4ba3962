// What one process holds: processor time of the server and of Postgres for each kind of request, and memory. The figures
// of docs/scaling.md.
//   node bench/capacity.ts
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { lagosDate } from '../src/platform/rules/base/calendar.ts'
import { PATHS } from '../src/platform/rules/site/paths.ts'
import { cpuMs, residentKib } from './inspect.ts'
import {
  BENCH_SECRET,
  type BenchServer,
  cookieOf,
  DEMO_PASSWORD,
  filledWith,
  startShipped,
} from './measure.ts'

const DURATION_S = 6
const CONNECTIONS = 8

/** Processor milliseconds of Postgres and its children, the ended ones too. */
function postgresCpuMs(dataDir: string): number {
  const pid = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const ended = (Number(stat[13]) + Number(stat[14])) * 10
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pid)
    } catch {
      // The process ended meanwhile.
      return false
    }
  })
  return children.reduce((sum, child) => sum + cpuMs(Number(child)), ended + cpuMs(pid))
}

const rssMb = ({ pid }: BenchServer): number => residentKib(pid) / 1024

type Request = Pick<autocannon.Options, 'headers' | 'method' | 'body'>

async function measure(
  server: BenchServer,
  name: string,
  path: string,
  request: Request = {},
): Promise<void> {
  const options = { url: server.url + path, connections: CONNECTIONS, workers: 1, ...request }
  await autocannon({ ...options, duration: 1 })
  const before = [cpuMs(server.pid), postgresCpuMs(server.dataDir)] as const
  const { requests, latency, errors, non2xx } = await autocannon({ ...options, duration: DURATION_S })
  const used = [cpuMs(server.pid) - before[0], postgresCpuMs(server.dataDir) - before[1]] as const
  const [app, postgres] = used.map((ms) => (ms / requests.total).toFixed(2))
  const failed = errors + non2xx - (name.includes('304') ? non2xx : 0)
  console.log(
    `| ${name} | ${app} | ${postgres} | ${Math.round(requests.average)} | ${latency.p99} |${failed ? ` ${failed} failed` : ''}`,
  )
}

const filled = await filledWith(10)
const server = await startShipped(filled.dataDir, { AUTH_SECRET: BENCH_SECRET })
try {
  console.log(`${filled.draws} draws, ${rssMb(server).toFixed(0)} MiB resident when idle`)
  console.log('| request | server, CPU ms | Postgres, CPU ms | a second | p99, ms |\n|---|---|---|---|---|')
  const headers = { cookie: await cookieOf(server.url, 'pro') }
  await measure(server, '/api/days/today', '/api/days/today', { headers })
  const history = await fetch(`${server.url}/api/getResults`, { headers })
  await history.arrayBuffer()
  await measure(server, 'getResults, 304', '/api/getResults', {
    headers: { ...headers, 'if-none-match': history.headers.get('etag')! },
  })
  await measure(server, '/api/me', '/api/me', { headers })
  await measure(server, 'overview page', PATHS.overview, { headers })
  await measure(server, 'past results page', PATHS.pastResults, { headers })
  await measure(server, 'day result page', `${PATHS.dayResult}?date=${lagosDate(Date.now())}`, { headers })
  await measure(server, 'login page, signed out', PATHS.login)
  await measure(server, 'login', '/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: 'pro@lotto.test', password: DEMO_PASSWORD }),
  })
  console.log(`${rssMb(server).toFixed(0)} MiB resident afterwards`)
} finally {
  await server.stop()
  filled.remove()
}
