// A connection between a browser and a server that counts requests and bytes.
import { connect, createServer } from 'node:net'

export interface CountedSocket {
  url: string
  /** Requests that the browser has sent: how many, and for which paths. */
  requests(): number
  paths(): readonly string[]
  /** Bytes that the browser has received, headers included. */
  received(): number
  stop(): void
}

/** A request's first line. A body of ours has no such line. */
const REQUEST = /^[A-Z]+ (\/\S*) HTTP\/1\.1\r$/gm

/** @param target the port of the server, once it is known */
export async function openCountedSocket(port: number, target: () => number): Promise<CountedSocket> {
  const paths: string[] = []
  let received = 0
  const server = createServer((socket) => {
    const onward = connect(target(), '127.0.0.1')
    socket.on('data', (bytes) => {
      for (const [, path] of bytes.toString('latin1').matchAll(REQUEST)) paths.push(path!)
    })
    onward.on('data', (bytes) => (received += bytes.length))
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${port}`,
    requests: () => paths.length,
    paths: () => paths,
    received: () => received,
    stop: () => void server.close(),
  }
}
