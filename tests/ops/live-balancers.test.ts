// The live stream over two processes behind the balancers of docs/deploy.md. One process is killed while it saves a
// draw: nobody misses a draw, and nobody gets one twice.
import { describe, expect, test } from 'vitest'
import { balancedServers } from '../support/balanced-servers.ts'
import { followLive } from '../support/live.ts'
import { changesSince, listenersFor } from '../support/many-listeners.ts'
import { isInstalled, PROXIES } from '../support/proxies.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'
import { holdWriteLock } from '../support/write-lock.ts'

const CLIENTS = 40

describe.each(PROXIES)('behind $name', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, { timeout: 180_000 }, () => {
    const balanced = balancedServers(kind, { DRAIN_DELAY: '2' })

    /** A client of one process, without the balancer. */
    function directly(place: number, cookie: string): Visitor {
      const visitor = new Visitor(`http://localhost:${balanced().ports[place]}`)
      const [name, value] = cookie.split('=') as [string, string]
      visitor.cookies.set(name, value)
      return visitor
    }
    const headers = () => ({ host: new URL(balanced().url).host, origin: balanced().url })

    test('no draw is lost or repeated when a process dies before and after the commit', async () => {
      const { url, address, servers, restart } = balanced()
      const [staff, ...cookies] = await listenersFor(address, {
        streams: CLIENTS + 1,
        appUrl: url,
        secret: TEST_SECRET,
      })
      let day = 1
      const draw = () => ({
        game: 'gold',
        date: `2020-${String(Math.ceil(day / 28)).padStart(2, '0')}-${String(1 + (day++ % 28)).padStart(2, '0')}`,
        winning: [1, 2, 3, 4, 5],
      })
      const save = (place: number) =>
        directly(place, staff!)
          .post('/api/admin/draws', draw(), { headers: headers() })
          .then(({ status }) => status)
          .catch(() => 0)
      const seqNow = async (place: number) =>
        (await directly(place, staff!).get('/api/history', { headers: headers() })).body.seq as number

      const first = await seqNow(0)
      const savedDraws = async () =>
        (await changesSince(address, first)).filter(({ kind }) => kind === 'draws').length
      const clients = cookies.map((cookie) => followLive(url, cookie, first))
      for (let i = 0; i < 5; i++) expect(await save(i % 2)).toBe(201)

      // Killed inside the transaction: the draw is not saved.
      const lock = await holdWriteLock(address)
      const lost = save(0)
      await lock.untilWaiting(1)
      servers[0]!.child.kill('SIGKILL')
      expect(await lost).toBe(0)
      await servers[0]!.ended
      await lock.release()
      for (let i = 0; i < 5; i++) expect(await save(1)).toBe(201)
      await restart(0)

      // Killed right after the commit, while it sends the change.
      const saving = save(1)
      await waitFor('the commit', async () => (await savedDraws()) === 11)
      servers[1]!.child.kill('SIGKILL')
      await saving
      await servers[1]!.ended
      for (let i = 0; i < 5; i++) expect(await save(0)).toBe(201)
      await restart(1)

      // A stop by the operator ends the streams, and they move.
      servers[0]!.child.kill('SIGTERM')
      for (let i = 0; i < 5; i++) expect(await save(1)).toBe(201)
      expect(await servers[0]!.ended).toEqual({ code: 0, signal: null })
      for (let i = 0; i < 5; i++) expect(await save(1)).toBe(201)
      await restart(0)

      const last = await seqNow(1)
      const all = await changesSince(address, first)
      expect(await savedDraws()).toBe(26)
      await waitFor('every client has the last draw', () => clients.every(({ seen }) => seen.includes(last)))
      await Promise.all(clients.map((client) => client.stop()))
      for (const { seen } of clients) expect(seen).toEqual(all.map(({ seq }) => seq))
    })
  })
})
