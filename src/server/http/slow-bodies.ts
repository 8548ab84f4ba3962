import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A body that brings fewer bytes a second on average ... */
const SLOWEST_BYTES_PER_S = 4096
/** ... over this many seconds is cut. */
const WINDOW_S = 15

const ANSWER = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

interface Upload {
  response: ServerResponse
  /** Bytes that the connection had read in total at each of the last seconds. */
  readBytes: number[]
}

/**
 * Cuts request bodies that stay below 4 kB a second for 15 seconds. A limit on the whole time would either cut pictures
 * on slow networks or let slow attackers hold connections for minutes.
 */
export function cutSlowBodies(server: Server): void {
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
    // Bytes that wait for the handler: the server is the slow side.
    if (request.readableLength > 0) readBytes.length = 0
    readBytes.push(request.socket.bytesRead)
    if (readBytes.length <= WINDOW_S) return
    const received = readBytes.at(-1)! - readBytes.shift()!
    if (received >= WINDOW_S * SLOWEST_BYTES_PER_S) return
    uploads.delete(request)
    if (!response.headersSent) request.socket.write(ANSWER)
    request.socket.destroySoon()
  }
}
