import { createServer, IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { Answer } from './answer.ts'

/** How often Node checks the timeouts. */
const TIMEOUT_CHECK_MS = 1000
/** How often idle connections are closed while the last requests finish. */
const IDLE_CHECK_MS = 50

export type Listener = ReturnType<typeof createListener>

/** The HTTP server, with Node's limits of time and a graceful stop that resets no connection. */
export function createListener() {
  const server = createServer({
    IncomingMessage,
    ServerResponse: Answer,
    headersTimeout: SERVER_LIMITS.headersMs,
    requestTimeout: SERVER_LIMITS.requestMs,
    keepAliveTimeout: SERVER_LIMITS.keepAliveMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: SERVER_LIMITS.headerBytes,
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closed = new Promise((resolve) => server.once('close', resolve))
  let delayed: (() => void)[] | null = null
  return {
    /** Opens the port. @param port 0 for any free port @returns the actual port */
    open: (port: number, host: string) => open(server, port, host),
    /** Sets the request handler. */
    serve: (handler: (request: IncomingMessage, answer: Answer) => void) =>
      void server.on('request', (request, response) => {
        if (delayed) delayed.push(() => handler(request, response))
        else handler(request, response)
      }),
    /** Accepts the pending connections, then closes the port. */
    async closePort() {
      if (!server.listening) return
      // Delaying the requests keeps the turns of the event loop short and their clients from connecting again.
      delayed = []
      await acceptPending(server)
      // The close of an HTTP server also closes idle connections, which would reset the next request on them.
      NetServer.prototype.close.call(server)
      const requests = delayed
      delayed = null
      for (const handle of requests) handle()
    },
    /**
     * Waits until the open connections have ended. Busy ones end with their answer. Idle ones stay open for `lingerMs`,
     * because the client may already be sending its next request. Answers must carry `connection: close` by now.
     */
    async drain(lingerMs: number) {
      if (sockets.size > 0) await Promise.race([closed, sleep(lingerMs, undefined, { ref: false })])
      server.close()
      // Browsers open connections in advance; Node does not count one as idle before its first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      const abort = setTimeout(() => server.closeAllConnections(), SERVER_LIMITS.abortMs)
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      if (sockets.size > 0) await closed
      clearTimeout(abort)
      clearInterval(idle)
    },
  }
}

function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: SERVER_LIMITS.backlog }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}

/**
 * Waits for a turn of the event loop that accepts no connection. Each turn accepts one, and closing the port resets the
 * pending ones.
 */
async function acceptPending(server: Server): Promise<void> {
  let accepted = true
  const markAccepted = () => void (accepted = true)
  server.on('connection', markAccepted)
  for (const end = performance.now() + SERVER_LIMITS.acceptMs; accepted && performance.now() < end;) {
    accepted = false
    await setImmediate()
  }
  server.off('connection', markAccepted)
}

/**
 * Checks that no program listens on a port long before it is opened, so that two servers do not both prepare the
 * database.
 * @throws Error with code EADDRINUSE
 */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  const inUse = await new Promise<boolean>((resolve) => {
    const socket = connect(port, ANY_ADDRESS.test(host) ? 'localhost' : host)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
  if (inUse) throw Object.assign(new Error(`Port ${port} is in use.`), { code: 'EADDRINUSE', port })
}

/** Addresses that mean every network interface. */
const ANY_ADDRESS = /^(0\.0\.0\.0|::)$/
