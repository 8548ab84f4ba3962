// Two server processes behind a proxy are restarted in turn under load. No request may fail, and no open stream may miss a
// draw.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { balancedServers } from '../support/balanced-servers.ts'
import { followLive } from '../support/live.ts'
import { changesSince, listenersFor } from '../support/many-listeners.ts'
import { isInstalled, PROXIES } from '../support/proxies.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { waitFor } from '../support/wait.ts'

/** Longer than two failed health checks of haproxy. */
const DRAIN_DELAY_S = 2
const ARRIVALS_PER_S = 100
/** One in so many arrivals saves a draw. */
const ARRIVALS_PER_DRAW = 50
const STREAMS = 20

interface Asked {
  method: 'GET' | 'POST'
  path: string
  cookie?: string
  body?: object
}

describe.each(PROXIES)('a rolling restart behind $name', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, { timeout: 120_000 }, () => {
    const balanced = balancedServers(kind, { DRAIN_DELAY: String(DRAIN_DELAY_S) })
    const agents = [new Agent({ keepAlive: true, maxSockets: 20 }), new Agent()]

    /** @returns the status, or what went wrong */
    function ask(turn: number, { method, path, cookie, body }: Asked): Promise<number | string> {
      const { port } = balanced()
      const host = `localhost:${port}`
      const options = { host: '127.0.0.1', port, path, method, agent: agents[turn % 2]! }
      const headers = {
        host,
        origin: `http://${host}`,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      }
      return new Promise((resolve) => {
        const asked = request({ ...options, headers }, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part: string) => (text += part))
          answer.on('end', () => {
            const status = answer.statusCode!
            if (!answer.complete) resolve('cut short')
            // The balancer or the server: its words tell.
            else resolve(status < 500 ? status : `${status} ${text.slice(0, 120)}`)
          })
          answer.on('error', (error) => resolve(String(error)))
        })
        asked.on('error', (error) => resolve(`${method} ${String(error)}`))
        asked.end(body && JSON.stringify(body))
      })
    }

    /** Reads, sign-outs of nobody, and one new draw after the other. */
    function arrival(turn: number, staff: string): Asked {
      if (turn % ARRIVALS_PER_DRAW === 0) {
        const date = new Date(Date.UTC(2001, 0, 1 + turn / ARRIVALS_PER_DRAW)).toISOString().slice(0, 10)
        const body = { game: 'gold', date, winning: [1, 2, 3, 4, 5] }
        return { method: 'POST', path: '/api/admin/draws', cookie: staff, body }
      }
      if (turn % 10 === 0) return { method: 'POST', path: '/api/auth/sign-out' }
      return { method: 'GET', path: ['/login', '/api/site', '/api/me'][turn % 3]! }
    }

    test('fails no request, and every stream gets every draw once', async () => {
      const { url, address, servers, restart } = balanced()
      const secret = TEST_SECRET
      const [staff, ...cookies] = await listenersFor(address, { streams: STREAMS + 1, appUrl: url, secret })
      const seqNow = async () => {
        const answer = await fetch(`${url}/api/history`, { headers: { cookie: staff! } })
        return ((await answer.json()) as { seq: number }).seq
      }
      const first = await seqNow()
      const clients = cookies.map((cookie) => followLive(url, cookie, first))
      await waitFor('the streams are open', () => clients.every(({ opened }) => opened() > 0))

      const asked: Promise<number | string>[] = []
      const done = new AbortController()
      const load = (async () => {
        for (let turn = 0; !done.signal.aborted; turn++) {
          asked.push(ask(turn, arrival(turn, staff!)))
          await sleep(1000 / ARRIVALS_PER_S)
        }
      })()
      await waitFor('the load has begun', () => asked.length > ARRIVALS_PER_S)
      for (const place of [0, 1]) {
        servers[place]!.child.kill('SIGTERM')
        expect(await servers[place]!.ended).toEqual({ code: 0, signal: null })
        await restart(place)
      }
      done.abort()
      await load
      const outcomes = await Promise.all(asked)
      expect(outcomes.length).toBeGreaterThan(200)
      expect(outcomes.filter((outcome) => typeof outcome === 'string')).toEqual([])

      const last = await seqNow()
      const all = await changesSince(address, first)
      expect(all.filter(({ kind }) => kind === 'draws')).toHaveLength(
        outcomes.filter((outcome) => outcome === 201).length,
      )
      await waitFor('every client has the last draw', () => clients.every(({ seen }) => seen.includes(last)))
      await Promise.all(clients.map((client) => client.stop()))
      for (const { seen } of clients) expect(seen).toEqual(all.map(({ seq }) => seq))
      // The restarts ended each stream at least once.
      for (const { opened } of clients) expect(opened()).toBeGreaterThan(1)
    })
  })
})
