// Two server processes on one database behind a balancer, as in production.
import { afterAll, beforeAll, inject } from 'vitest'
import type { Address } from '../../src/platform/server/db/connect.ts'
import { newDatabase } from './postgres.ts'
import { databaseUrl, freePort, launchProgram, newFolder, type ServerProgram } from './programs.ts'
import { type ProxyKind, startProxy } from './proxies.ts'
import { TEST_SECRET } from './settings.ts'
import { waitFor } from './wait.ts'

export interface BalancedServers {
  /** The address of the balancer. */
  url: string
  /** The port of the balancer. */
  port: number
  /** The ports of the processes. */
  ports: readonly number[]
  servers: ServerProgram[]
  address: Address
  /** Starts a process that has ended, at its place, and waits until the balancer uses it. */
  restart(place: number): Promise<void>
}

/** Starts them for the tests of a block. The returned function gets them, from `beforeAll` on. */
export function balancedServers(
  kind: ProxyKind,
  settings: Record<string, string> = {},
): () => BalancedServers {
  let balanced: BalancedServers
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    const { address, drop } = await newDatabase(inject('postgres'))
    closing.push(drop)
    const folders = [newFolder(), newFolder()]
    closing.push(() => folders.forEach((folder) => folder.remove()))
    const port = await freePort()
    const ports = [await freePort(), await freePort()]
    const url = `${kind.tls ? 'https' : 'http'}://localhost:${port}`
    async function start(place: number): Promise<ServerProgram> {
      const program = launchProgram({
        PORT: String(ports[place]),
        APP_URL: url,
        DATA_DIR: folders[place]!.path,
        AUTH_SECRET: TEST_SECRET,
        TRUSTED_PROXIES: '1',
        LOG_LEVEL: 'info',
        ...databaseUrl(address),
        ...settings,
      })
      return { ...program, startedIn: await program.ready() }
    }
    const servers = await Promise.all([start(0), start(1)])
    closing.push(async () => {
      for (const { child, ended } of servers) {
        child.kill('SIGTERM')
        await ended
      }
    })
    const proxy = await startProxy(kind, port, ports)
    closing.push(() => proxy.stop())
    balanced = {
      url,
      port,
      ports,
      servers,
      address,
      async restart(place) {
        const started = await start(place)
        servers[place] = started
        await waitFor('the balancer uses the new process', async () => {
          await (await fetch(`${url}/api/site`)).body?.cancel()
          return started.output().includes('"route":"/api/site"')
        })
      },
    }
  })
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })
  return () => balanced
}
