// Two server processes behind a proxy are restarted in turn under load. No request may fail.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, freePort, launchProgram, newFolder, type ServerProgram } from '../support/programs.ts'
import { TEST_SECRET } from '../support/settings.ts'
import { waitFor } from '../support/wait.ts'
import { isInstalled, PROXIES_FOR_RESTARTS, startProxy } from '../support/proxies.ts'

/** Longer than two failed health checks of haproxy. */
const DRAIN_DELAY_S = 2
const ARRIVALS_PER_S = 100

describe.each(PROXIES_FOR_RESTARTS)('a rolling restart behind $name', (kind) => {
  describe.skipIf(!isInstalled(kind))(`with ${kind.program} installed`, { timeout: 120_000 }, () => {
    const folders = [newFolder(), newFolder()]
    let database: Awaited<ReturnType<typeof newDatabase>>
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let port: number
    let ports: number[]
    let servers: ServerProgram[]

    async function start(place: number): Promise<ServerProgram> {
      const program = launchProgram({
        PORT: String(ports[place]),
        APP_URL: `http://localhost:${port}`,
        DATA_DIR: folders[place]!.path,
        AUTH_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: '1',
        DRAIN_DELAY: String(DRAIN_DELAY_S),
        LOG_LEVEL: 'info',
        ...databaseUrl(database.address),
      })
      return { ...program, startedIn: await program.ready() }
    }
    beforeAll(async () => {
      database = await newDatabase(inject('postgres'))
      port = await freePort()
      ports = [await freePort(), await freePort()]
      servers = await Promise.all([start(0), start(1)])
      proxy = await startProxy(kind, port, ports)
    })
    afterAll(async () => {
      await proxy.stop()
      for (const { child, ended } of servers) {
        child.kill('SIGTERM')
        await ended
      }
      await database.drop()
      for (const folder of folders) folder.remove()
    })

    const agents = [new Agent({ keepAlive: true, maxSockets: 20 }), new Agent()]
    function ask(turn: number): Promise<number | string> {
      const method = turn % 10 === 0 ? 'POST' : 'GET'
      const path = method === 'POST' ? '/api/auth/sign-out' : ['/login', '/api/site', '/api/me'][turn % 3]!
      const host = `localhost:${port}`
      const options = { host: '127.0.0.1', port, path, method, agent: agents[turn % 2]! }
      return new Promise((resolve) => {
        const asked = request({ ...options, headers: { host, origin: `http://${host}` } }, (answer) => {
          answer.on('end', () => resolve(answer.complete ? answer.statusCode! : 'cut short')).resume()
          answer.on('error', (error) => resolve(String(error)))
        })
        asked.on('error', (error) => resolve(`${method} ${String(error)}`)).end()
      })
    }

    test('fails no request', async () => {
      const asked: Promise<number | string>[] = []
      const done = new AbortController()
      const load = (async () => {
        for (let turn = 0; !done.signal.aborted; turn++) {
          asked.push(ask(turn))
          await sleep(1000 / ARRIVALS_PER_S)
        }
      })()
      await waitFor('the load has begun', () => asked.length > ARRIVALS_PER_S)
      for (const place of [0, 1]) {
        servers[place]!.child.kill('SIGTERM')
        expect(await servers[place]!.ended).toEqual({ code: 0, signal: null })
        servers[place] = await start(place)
        const { output } = servers[place]
        await waitFor('the proxy uses the new process', () => output().includes('"route":"/api/site"'))
      }
      done.abort()
      await load
      const outcomes = await Promise.all(asked)
      expect(outcomes.length).toBeGreaterThan(200)
      expect(outcomes.filter((outcome) => typeof outcome === 'string' || outcome >= 500)).toEqual([])
    })
  })
})
