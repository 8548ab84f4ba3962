import type { IncomingMessage, Server, ServerResponse } from 'node:http'

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
    // The handler has not read the received bytes yet: the server is the slow side.
    if (request.readableLength > 0) readBytes.length = 0
    readBytes.push(request.socket.bytesRead)
    if (readBytes.length <= WINDOW_S) return
    const received = readBytes.at(-1)! - readBytes.shift()!
    if (received >= WINDOW_S * MIN_BYTES_PER_S) return
    uploads.delete(request)
    if (!response.headersSent) request.socket.write(TIMEOUT_RESPONSE)
    request.socket.destroySoon()
  }
}
