// A TCP connection between a server and its database that a test can cut or silence.
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Address } from '../../src/platform/server/db/connect.ts'

export interface Wire {
  /** The database's address over this wire. */
  address: Address
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again. */
  mend(): Promise<void>
  /** Drops all data in both directions without closing connections, like a firewall that drops packets. */
  dropData(on: boolean): void
  /** How many pieces of data the servers have sent to the database. */
  received(): number
  close(): Promise<void>
}

export async function wireTo(database: Address): Promise<Wire> {
  const ends = new Set<Socket>()
  let silent = false
  let received = 0
  const server = createServer((near) => {
    const far = dialTo(database)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (data) => {
        if (from === near) received++
        if (!silent) to.write(data)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as { port: number }
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const end of ends) end.destroy()
    await closed
  }
  return {
    address: { url: urlOver(database, port) },
    cut,
    mend: () => listen(port),
    dropData: (on) => void (silent = on),
    received: () => received,
    close: async () => void (server.listening && (await cut())),
  }
}

function dialTo(database: Address): Socket {
  if ('socketDir' in database) return dial(join(database.socketDir, '.s.PGSQL.5432'))
  const url = new URL(database.url)
  return dial(Number(url.port || 5432), url.hostname)
}

function urlOver(database: Address, port: number): string {
  if ('socketDir' in database) return `postgres://postgres@127.0.0.1:${port}/${database.database}`
  const url = new URL(database.url)
  url.host = `127.0.0.1:${port}`
  return url.toString()
}
