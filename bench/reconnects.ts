// Ten thousand phones of a process that is killed come back to another one: how evenly, and how soon each has a draw that
// was saved in between.
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_LIMITS, reconnectDelayMs } from '../src/platform/rules/base/streams.ts'
import type { Address } from '../src/platform/server/db/connect.ts'
import { databaseUrl, newFolder } from '../tests/support/programs.ts'
import { closeAll, type CrowdClient, openClient, openCrowd } from '../tests/support/stream-crowd.ts'
import { waitFor } from '../tests/support/wait.ts'
import { atMost, type BenchServer, type Row, startShipped } from './measure.ts'

interface Given {
  /** The process that survives and owns the database. */
  server: BenchServer
  address: Address
  secret: string
  cookies: readonly string[]
  save: () => Promise<void>
}

/** A phone that has come back: the wait before its attempt, and the attempt itself. */
interface Return {
  startedAt: number
  client: CrowdClient
}

export async function measureReconnects(given: Given): Promise<Row[]> {
  const { server, address, secret, cookies, save } = given
  const folder = newFolder()
  const killed = await startShipped(folder.path, {
    ...databaseUrl(address),
    AUTH_SECRET: secret,
    APP_URL: server.url,
  })
  const portOf = ({ url }: BenchServer) => Number(new URL(url).port)
  const clients = await openCrowd({ appUrl: server.url, port: portOf(killed) }, cookies)
  await save()
  await waitFor('every stream has the draw', () => clients.every(({ changedAt }) => changedAt > 0))

  const returns: Return[] = []
  const comeBack = async (client: CrowdClient, place: number) => {
    await new Promise((resolve) => client.socket.on('close', resolve))
    await sleep(reconnectDelayMs({ retryAfterMs: 0, retryMs: null }, 0, Math.random()))
    const target = { appUrl: server.url, port: portOf(server) }
    const startedAt = performance.now()
    returns.push({ startedAt, client: openClient(target, cookies[place]!, place, client.seq) })
  }
  const all = Promise.all(clients.map(comeBack))
  process.kill(killed.pid, 'SIGKILL')
  const died = performance.now()
  await save()
  const saved = performance.now()
  await all
  await waitFor('every phone has the draw', () => returns.every(({ client }) => client.changedAt > 0))
  closeAll(returns.map(({ client }) => client))
  folder.remove()

  const within = LIVE_LIMITS.reconnectWithinMs / 1000
  const seconds = Array.from({ length: within + 1 }, () => 0)
  for (const { startedAt } of returns) seconds[Math.floor((startedAt - died) / 1000)]!++
  const latest = Math.max(
    ...returns.map(({ startedAt, client }) => client.changedAt - Math.max(startedAt, saved)),
  )
  return [
    atMost(
      `${cookies.length} reconnects after a kill, most within a second`,
      Math.max(...seconds),
      (2 * cookies.length) / within,
      '',
      0,
    ),
    atMost('The newest draw after the reconnect, latest', latest / 1000, 1, 's', 2),
  ]
}
