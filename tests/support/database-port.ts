import { createServer, connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import type { Address } from '../../src/platform/server/db/connect.ts'

/** Opens a test's database, which has a socket file, as a port of loopback, for programs that cannot reach the file. */
export async function openPort(
  address: Address,
): Promise<{ url: string; host: string; port: number; close(): Promise<void> }> {
  if ('url' in address) {
    const { hostname, port } = new URL(address.url)
    return { url: address.url, host: hostname, port: Number(port || 5432), close: () => Promise.resolve() }
  }
  const server = createServer((client) => {
    const socket = connectSocket(join(address.socketDir, '.s.PGSQL.5432'))
    for (const end of [client, socket]) end.on('error', () => [client, socket].map((one) => one.destroy()))
    client.pipe(socket).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${address.database}`,
    host: '127.0.0.1',
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
