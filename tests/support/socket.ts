// A connection between a browser and a server that counts requests and bytes.
import { connect, createServer } from 'node:net'

export interface CountedSocket {
  url: string
  /** Requests that the browser has sent. */
  requests(): number
  /** Bytes that the browser has received, headers included. */
  received(): number
  stop(): void
}

/** A request's first line. A body of ours has no such line. */
const REQUEST = /^[A-Z]+ \/\S* HTTP\/1\.1\r$/gm

/** @param target the port of the server, once it is known */
export async function openCountedSocket(port: number, target: () => number): Promise<CountedSocket> {
  let requests = 0
  let received = 0
  const server = createServer((socket) => {
    const onward = connect(target(), '127.0.0.1')
    socket.on('data', (bytes) => (requests += bytes.toString('latin1').match(REQUEST)?.length ?? 0))
    onward.on('data', (bytes) => (received += bytes.length))
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${port}`,
    requests: () => requests,
    received: () => received,
    stop: () => void server.close(),
  }
}
