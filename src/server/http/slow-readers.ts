import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Node checks twice for progress, so a client that stops reading is cut after 7.5 to 15 s. */
const CHECK_MS = 7500

/**
 * Closes connections whose client reads nothing of its answer. They would keep the answer in memory for minutes. A client
 * that reads slowly is served to the end.
 */
export function cutSlowReaders(server: Server): void {
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
