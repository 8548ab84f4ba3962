// Reads while connections that send slowly on purpose are open (NET-01).
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type BenchServer, cookieOf, type Row } from './measure.ts'

const SLOW_CONNECTIONS = 500
const ARRIVALS_PER_S = 100
const READS = 1000

/** Half of them never end their headers, half send a byte of their body each second. */
function openSlowConnections({ url }: BenchServer): { stop(): void } {
  const { host, port } = new URL(url)
  const head = `POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const sockets: Socket[] = []
  for (let i = 0; i < SLOW_CONNECTIONS; i++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.resume().write(i % 2 === 0 ? head : `${head}Content-Length: 1000\r\n\r\n`)
    sockets.push(socket)
  }
  const timer = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1000)
  return {
    stop() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

export async function measureSlowClients(server: BenchServer): Promise<Row[]> {
  const cookie = await cookieOf(server.url, 'free')
  const read = async () => {
    const began = performance.now()
    const answer = await fetch(`${server.url}/api/days/today`, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`A read beside slow connections got ${answer.status}.`)
    return performance.now() - began
  }
  const slow = openSlowConnections(server)
  try {
    const reads: Promise<number>[] = []
    for (let i = 0; i < READS; i++) {
      reads.push(read())
      await sleep(1000 / ARRIVALS_PER_S)
    }
    const times = (await Promise.all(reads)).toSorted((a, b) => a - b)
    return [atMost('Reads beside 500 slow connections, p99', times[Math.floor(READS * 0.99)]!, 200, 'ms', 0)]
  } finally {
    slow.stop()
  }
}
