import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Answer } from './answer.ts'
import { itemAt, present } from '../../domain/base/lists.ts'

/** How often Node checks the timeouts. */
const TIMEOUT_CHECK_MS = 1000
/** Plus the check interval: a connection whose headers take longer than 15 s is closed. */
const HEADERS_TIMEOUT_MS = 14_000
/** Longer than proxies keep connections (nginx: 60 s): the proxy closes first, so no request is lost. */
const KEEP_ALIVE_MS = 75_000
const MAX_HEADER_BYTES = 16_384
/** Connections that wait to be accepted. The kernel has a limit of its own, and makes those beyond try again after seconds. */
const BACKLOG = 4096
/** Requests that still run this long after the port is closed are aborted. */
const ABORT_AFTER_MS = 10_000
/** Longest wait for pending connections before the port closes, under constant load. */
const ACCEPT_TIMEOUT_MS = 500
/** How often idle connections are closed while the last requests finish. */
const IDLE_CHECK_MS = 50

export type Listener = ReturnType<typeof createListener>

/** The HTTP server, with limits for slow clients and a graceful stop that resets no connection. */
export function createListener() {
  const server = createServer({
    IncomingMessage,
    ServerResponse: Answer,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Bodies have a minimum speed instead: a picture may take minutes on a slow network.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  cutSlowBodies(server)
  cutSlowReaders(server)
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
      const abort = setTimeout(() => server.closeAllConnections(), ABORT_AFTER_MS)
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
    server.listen({ port, host, backlog: BACKLOG }, () => resolve((server.address() as AddressInfo).port))
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
  for (const end = performance.now() + ACCEPT_TIMEOUT_MS; accepted && performance.now() < end;) {
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

/** Node checks twice for progress, so a client that stops reading is cut after 7.5 to 15 s. */
const CHECK_MS = 7500

/**
 * Closes connections whose client reads nothing of its answer. They would keep the answer in memory for minutes. A client
 * that reads slowly is served to the end.
 */
function cutSlowReaders(server: Server): void {
  server.on('request', watch)
}

function watch(_request: IncomingMessage, response: ServerResponse): void {
  response.setTimeout(CHECK_MS)
  response.on('timeout', cutUnread)
}

/** Node calls it when a connection has made no progress in either direction. */
function cutUnread(socket: Socket): void {
  if (socket.writableLength > 0) socket.resetAndDestroy()
  // The handler has not answered yet, or the stream has no news.
  else socket.setTimeout(CHECK_MS)
}

const MIN_BYTES_PER_S = 4096
/** The speed is the average over this time. */
const WINDOW_S = 15

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

interface Upload {
  response: ServerResponse
  /** The connection's total of received bytes, at each of the last seconds. */
  readBytes: number[]
}

/**
 * Closes connections whose request body arrives at less than 4 kB/s for 15 seconds. A limit on the total time would
 * either abort pictures on slow networks or let attackers hold connections for minutes.
 */
function cutSlowBodies(server: Server): void {
  const uploads = new Map<IncomingMessage, Upload>()
  server.on('request', (request, response) => {
    if (request.complete) return
    uploads.set(request, { response, readBytes: [request.socket.bytesRead] })
    request.once('close', () => uploads.delete(request))
  })
  const timer = setInterval(() => {
    for (const [request, upload] of uploads) check(request, upload)
  }, 1000)
  timer.unref()
  server.on('close', () => clearInterval(timer))

  function check(request: IncomingMessage, { response, readBytes }: Upload): void {
    if (request.complete) return void uploads.delete(request)
    // The handler has not read the received bytes yet: the server is the slow side.
    if (request.readableLength > 0) readBytes.length = 0
    readBytes.push(request.socket.bytesRead)
    if (readBytes.length <= WINDOW_S) return
    const received = itemAt(readBytes, -1) - present(readBytes.shift())
    if (received >= WINDOW_S * MIN_BYTES_PER_S) return
    uploads.delete(request)
    if (!response.headersSent) request.socket.write(TIMEOUT_RESPONSE)
    request.socket.destroySoon()
  }
}
