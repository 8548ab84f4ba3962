import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { cutSlowBodies } from './slow-bodies.ts'

/** Timeouts are checked this often. */
const CHECK_MS = 1000
/** With the check's interval: headers arrive within 15 s or the connection is cut. */
const HEADERS_MS = 14_000
/** Longer than a proxy keeps its connections (nginx: 60 s), so that the proxy closes first and no request is lost. */
const KEEP_ALIVE_MS = 75_000
const HEADER_BYTES = 16_384
/** Requests that still run this long after the port has closed are cut off. */
const CUT_MS = 10_000
/** Under constant load, the port closes after this time without a quiet turn of the event loop. */
const CALM_MS = 500
/** How often connections that have become idle are closed while the last requests finish. */
const IDLE_CHECK_MS = 50

/** The HTTP server: limits on slow clients, and a stop that resets no connection of a well-behaved client. */
export interface Listener {
  /** Opens the port. @returns the port; another one than asked for when that was 0 */
  open(port: number, host: string): Promise<number>
  /** Handles the requests from now on. */
  serve(handler: RequestListener): void
  /** Closes the port without a reset for connections that were about to be accepted. */
  closePort(): Promise<void>
  /**
   * Waits for the connections that are left: those with a request until it is answered, idle ones for `lingerMs`,
   * because a client may be sending its next request already. Answers must carry `connection: close` by now.
   */
  drain(lingerMs: number): Promise<void>
}

export function createListener(): Listener {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    // Bodies are limited by their speed instead: a picture may take minutes on a slow network.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: HEADER_BYTES,
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  cutSlowBodies(server)
  const closed = new Promise((resolve) => server.once('close', resolve))
  let held: (() => void)[] | null = null
  return {
    open: (port, host) => open(server, port, host),
    serve: (handler) =>
      void server.on('request', (request, response) => {
        if (held) held.push(() => handler(request, response))
        else handler(request, response)
      }),
    async closePort() {
      if (!server.listening) return
      // With no request being handled, turns of the event loop are short and those who wait for answers do not connect.
      held = []
      await untilNoneWaits(server)
      // Node's own close of an HTTP server also closes idle connections: the next request on one would be reset.
      NetServer.prototype.close.call(server)
      const waiting = held
      held = null
      for (const handle of waiting) handle()
    },
    async drain(lingerMs) {
      if (sockets.size > 0) await Promise.race([closed, sleep(lingerMs, undefined, { ref: false })])
      server.close()
      // Browsers open connections ahead of need; Node does not count one as idle before its first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      const cut = setTimeout(() => server.closeAllConnections(), CUT_MS)
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      if (sockets.size > 0) await closed
      clearTimeout(cut)
      clearInterval(idle)
    },
  }
}

function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * Waits for a turn of the event loop in which no connection was accepted (one is accepted each turn): connections that
 * still wait for that are reset when the port closes.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  let accepted = true
  const note = () => void (accepted = true)
  server.on('connection', note)
  for (const end = performance.now() + CALM_MS; accepted && performance.now() < end;) {
    accepted = false
    await setImmediate()
  }
  server.off('connection', note)
}

/**
 * Checks that nothing answers on a port that is opened much later: two servers should not both prepare the database.
 * @throws Error with code EADDRINUSE
 */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  const taken = await new Promise<boolean>((resolve) => {
    const socket = connect(port, ANY_ADDRESS.test(host) ? 'localhost' : host)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
  if (taken) throw Object.assign(new Error(`Port ${port} is taken.`), { code: 'EADDRINUSE', port })
}

/** Addresses that mean every network of the machine. */
const ANY_ADDRESS = /^(0\.0\.0\.0|::)$/
