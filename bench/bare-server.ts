// A thread with a bare `node:http` server, which answers every request with the same head and body.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** A recorded answer. The headers are without those that Node adds itself. */
export interface RecordedAnswer {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

const { status, headers, body } = workerData as RecordedAnswer
const bytes = Buffer.from(body)
const server = createServer((_request, response) => response.writeHead(status, headers).end(bytes))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a browser's window has an origin
  parentPort!.postMessage(port)
})
