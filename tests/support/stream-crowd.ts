// Readers of the live stream that note only times, so that ten thousand of them fit into one process.
import { connect, type Socket } from 'node:net'
import { waitFor } from './wait.ts'

/** Loopback has 28,000 ports for each pair of addresses. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
/** Streams that are opened at a time. */
const OPENED_AT_ONCE = 100

export interface CrowdClient {
  socket: Socket
  isOpen: boolean
  /** The newest change that arrived. */
  seq: number | null
  /** When it arrived, by `performance.now()`. */
  changedAt: number
}

interface Target {
  /** The address of the app, for the Host header. */
  appUrl: string
  port: number
}

/** Opens a stream. @param seq the client's newest change; null for a first visit */
export function openClient(
  { appUrl, port }: Target,
  cookie: string,
  place: number,
  seq: number | null = null,
): CrowdClient {
  const localAddress = ADDRESSES[place % ADDRESSES.length]!
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  const client: CrowdClient = { socket, isOpen: false, seq, changedAt: 0 }
  const resume = seq === null ? '' : `Last-Event-ID: ${seq}\r\n`
  socket.write(
    `GET /api/live HTTP/1.1\r\nHost: ${new URL(appUrl).host}\r\nCookie: ${cookie}\r\n${resume}\r\n`,
  )
  socket.on('data', (data) => {
    if (data.includes('event: open')) client.isOpen = true
    if (!data.includes('event: draws')) return
    client.changedAt = performance.now()
    client.seq = Math.max(...[...data.toString().matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)))
  })
  socket.on('error', () => undefined)
  return client
}

/** Opens a stream for each cookie, some at a time. */
export async function openCrowd(target: Target, cookies: readonly string[]): Promise<CrowdClient[]> {
  const clients: CrowdClient[] = []
  for (let i = 0; i < cookies.length; i += OPENED_AT_ONCE) {
    const opened = cookies.slice(i, i + OPENED_AT_ONCE).map((cookie, j) => openClient(target, cookie, i + j))
    clients.push(...opened)
    await waitFor('streams are open', () => opened.every(({ isOpen }) => isOpen))
  }
  return clients
}

export function closeAll(clients: readonly CrowdClient[]): void {
  for (const { socket } of clients) socket.destroy()
}
