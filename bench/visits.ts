// 200 visits a second on one core, over 120,000 draws and 100,000 accounts: a page and three calls, and 2 % logins.
import { execFileSync } from 'node:child_process'
import autocannon from 'autocannon'
import { PATHS } from '../src/platform/rules/site/paths.ts'
import { residentKib } from './inspect.ts'
import {
  atLeast,
  atMost,
  BENCH_SECRET,
  BROWSER_ENCODINGS,
  cookieOf,
  DEMO_PASSWORD,
  filledWithMost,
  type Row,
  startShipped,
} from './measure.ts'
import { fillPeople } from './users.ts'

const VISITS = 200
const LOGINS = VISITS * 0.02
const CALLS = ['/api/me', '/api/history', '/api/days/today']
const WARM_UP_S = 10
const DURATION_S = 30

export async function measureVisits(): Promise<Row[]> {
  const most = await filledWithMost()
  const server = await startShipped(most.dataDir, { AUTH_SECRET: BENCH_SECRET })
  try {
    await fillPeople(most.dataDir)
    const headers = { cookie: await cookieOf(server.url, 'free'), 'accept-encoding': BROWSER_ENCODINGS }
    // All its threads share the first core; Postgres and the load have the others.
    execFileSync('taskset', ['-acp', '0', String(server.pid)])
    const load = (duration: number) =>
      Promise.all([
        autocannon({
          url: server.url,
          requests: [PATHS.pastResults, ...CALLS].map((path) => ({ path, headers })),
          connections: 64,
          overallRate: VISITS * (1 + CALLS.length),
          duration,
          workers: 1,
        }),
        autocannon({
          url: `${server.url}/api/auth/sign-in/email`,
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: server.url },
          body: JSON.stringify({ email: 'pro@lotto.test', password: DEMO_PASSWORD }),
          connections: LOGINS,
          overallRate: LOGINS,
          duration,
          workers: 1,
        }),
      ])
    await load(WARM_UP_S)
    const [visits, logins] = await load(DURATION_S)
    const failed = [visits, logins].reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0)
    if (failed > 0) throw new Error(`${failed} requests of visits failed`)
    return [
      atLeast(
        'Visits on one core, 120,000 draws, 100,000 accounts, 2 % logins',
        visits.requests.average / (1 + CALLS.length),
        VISITS * 0.98,
        'a second',
      ),
      atMost('The same: p99 of their requests', visits.latency.p99, 300, 'ms', 0),
      atMost('The same: p99 of the logins', logins.latency.p99, 1000, 'ms', 0),
      atMost('The same: memory afterwards', residentKib(server.pid) / 1024, 400, 'MiB', 0),
    ]
  } finally {
    await server.stop()
    most.remove()
  }
}
