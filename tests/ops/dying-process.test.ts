// A process that is killed while it answers: the balancer repeats a read on the other process, but never a write.
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../src/platform/server/db/connect.ts'
import { balancedServers } from '../support/balanced-servers.ts'
import { listenersFor } from '../support/many-listeners.ts'
import { isInstalled, PROXIES } from '../support/proxies.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { waitFor } from '../support/wait.ts'
import { holdWriteLock } from '../support/write-lock.ts'

/** Enough for both processes to get some. */
const REQUESTS = 6

describe.each(PROXIES)('behind $name', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, { timeout: 120_000 }, () => {
    const balanced = balancedServers(kind)

    /** Asks as staff, each time over a new connection. @returns the status; 0 for a connection that broke */
    async function staffAsks() {
      const { url, address, port } = balanced()
      const [cookie] = await listenersFor(address, { streams: 1, appUrl: url, secret: TEST_SECRET })
      return (method: string, path: string, body?: object) =>
        new Promise<number>((resolve) => {
          const { host } = new URL(url)
          const headers = { host, origin: url, cookie: cookie!, 'content-type': 'application/json' }
          const options = { host: '127.0.0.1', port, path, method, headers, agent: false }
          const asked = request(options, (answer) =>
            answer.resume().on('end', () => resolve(answer.statusCode!)),
          )
          asked.on('error', () => resolve(0)).end(body && JSON.stringify(body))
        })
    }
    async function kill(place: number): Promise<void> {
      const { child, ended } = balanced().servers[place]!
      child.kill('SIGKILL')
      await ended
    }

    test('a read moves to the other process', async () => {
      const { address, restart } = balanced()
      const ask = await staffAsks()
      const asked = await withClient(address, async (client) => {
        await client.query('begin')
        await client.query('lock table audit in access exclusive mode')
        const all = Array.from({ length: REQUESTS }, () => ask('GET', '/api/admin/audit'))
        await waitFor('both processes read', async () => {
          const { rowCount } = await client.query(
            `select from pg_locks where relation = 'audit'::regclass and not granted`,
          )
          return rowCount! >= REQUESTS
        })
        await kill(0)
        await client.query('commit')
        return all
      })
      expect(await Promise.all(asked)).toEqual(Array.from({ length: REQUESTS }, () => 200))
      await restart(0)
    })

    test('a write does not', async () => {
      const { address, restart } = balanced()
      const ask = await staffAsks()
      const lock = await holdWriteLock(address)
      const asked = Array.from({ length: REQUESTS }, (_, i) =>
        ask('POST', '/api/admin/draws', {
          game: 'gold',
          date: `2020-01-0${i + 1}`,
          winning: [1, 2, 3, 4, 5],
        }),
      )
      await lock.untilWaiting(REQUESTS)
      await kill(0)
      await lock.release()
      const statuses = await Promise.all(asked)
      const saved = statuses.filter((status) => status === 201).length
      expect(saved).toBeGreaterThan(0)
      expect(saved).toBeLessThan(REQUESTS)
      await restart(0)
    })
  })
})
