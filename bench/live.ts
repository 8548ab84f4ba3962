// Ten thousand open streams of one process: the time from the save of a draw to each of them, directly and through a
// balancer, and the memory of a stream. The clients run in this process, on the same machine.
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type LagosDate, lagosDate } from '../src/platform/rules/base/calendar.ts'
import { findEmbedded } from '../src/platform/server/db/embedded.ts'
import { listenersFor } from '../tests/support/many-listeners.ts'
import { freePort } from '../tests/support/programs.ts'
import { isInstalled, PROXIES, startProxy } from '../tests/support/proxies.ts'
import { closeAll, type CrowdClient, openCrowd } from '../tests/support/stream-crowd.ts'
import { waitFor } from '../tests/support/wait.ts'
import { atMost, BENCH_SECRET, type BenchServer, cookieOf, type Row, startShipped } from './measure.ts'
import { settledMemory } from './inspect.ts'
import { measureReconnects } from './reconnects.ts'

const STREAMS = 10_000
const FAN_OUTS = 5

/** Saves draws of days that have none, one for each call. @param dateOf the day of each */
export async function saverFor(
  { url }: BenchServer,
  game: string,
  dateOf: (turn: number) => LagosDate,
): Promise<() => Promise<void>> {
  const cookie = await cookieOf(url, 'admin')
  let turn = 0
  return async () => {
    const headers = { cookie, 'content-type': 'application/json', origin: url }
    const date = dateOf(turn++)
    const body = JSON.stringify({ game, date, winning: [1, 2, 3, 4, 5] })
    const { status } = await fetch(`${url}/api/admin/draws`, { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`a draw was not saved: ${status}`)
  }
}

/** Milliseconds from the save of a draw to its arrival at 99 % of the clients, over some draws. */
async function fanOuts(clients: readonly CrowdClient[], save: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let turn = 1; turn <= FAN_OUTS; turn++) {
    const saved = performance.now()
    await save()
    await waitFor('every stream has the draw', () => clients.every(({ changedAt }) => changedAt > saved))
    times.push(...clients.map(({ changedAt }) => changedAt - saved))
    await sleep(1000)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}

export async function measureLive(dataDir: string): Promise<Row[]> {
  const inspector = await freePort()
  const server = await startShipped(dataDir, {
    AUTH_SECRET: BENCH_SECRET,
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
  })
  const appUrl = server.url
  const port = Number(new URL(appUrl).port)
  try {
    const address = await findEmbedded(dataDir)
    if (!address) throw new Error('the database does not run')
    const cookies = await listenersFor(address, { streams: STREAMS, appUrl, secret: BENCH_SECRET })
    const save = await saverFor(server, 'gold', (turn) => addDays(lagosDate(Date.now()), -4000 - turn))
    // The first streams and saves make what every later one uses.
    const warm = await openCrowd({ appUrl, port }, cookies.slice(0, 200))
    await save()
    closeAll(warm)
    await sleep(1000)
    const before = await settledMemory(server.pid, inspector)
    const clients = await openCrowd({ appUrl, port }, cookies)
    const direct = await fanOuts(clients, save)
    const after = await settledMemory(server.pid, inspector)
    closeAll(clients)
    await sleep(2000)
    return [
      atMost(`From the save of a draw to ${STREAMS} streams, p99`, direct, 500, 'ms', 0),
      ...(await throughBalancers(server, cookies, save)),
      atMost(`Memory of a stream after ${FAN_OUTS} draws`, (after - before) / STREAMS, 22, 'KiB'),
      ...(await measureReconnects({ server, address, secret: BENCH_SECRET, cookies, save })),
    ]
  } finally {
    await server.stop()
  }
}

/**
 * The same through each balancer that this machine has. A balancer holds two connections for each stream, so two of them
 * share the streams: the usual limit of a process is 20,000 files.
 */
async function throughBalancers(
  server: BenchServer,
  cookies: readonly string[],
  save: () => Promise<void>,
): Promise<Row[]> {
  const rows: Row[] = []
  const half = Math.ceil(cookies.length / 2)
  const app = Number(new URL(server.url).port)
  for (const kind of PROXIES.filter(isInstalled)) {
    const balancers: Awaited<ReturnType<typeof startProxy>>[] = []
    const clients: CrowdClient[] = []
    for (const some of [cookies.slice(0, half), cookies.slice(half)]) {
      const port = await freePort()
      // The shipped files name two servers.
      balancers.push(await startProxy(kind, port, [app, app]))
      clients.push(...(await openCrowd({ appUrl: server.url, port }, some)))
    }
    const p99 = await fanOuts(clients, save)
    rows.push(atMost(`The same through two of ${kind.name}, p99`, p99, 1000, 'ms', 0))
    closeAll(clients)
    for (const balancer of balancers) await balancer.stop()
    await sleep(2000)
  }
  return rows
}
