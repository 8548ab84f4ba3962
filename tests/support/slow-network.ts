// The network of a phone at the edge of its cell, between a browser and a server on this machine: little bandwidth, a long
// way, and lost packets.
import { createServer, connect, type Socket } from 'node:net'
import { random } from './random.ts'

const PACKET_BYTES = 1400
/** What may be on its way in one direction of a connection. The sender waits beyond it. */
const WINDOW_BYTES = 32 * 1024

export interface Network {
  kbits: number
  /** Milliseconds to the server and back. */
  roundTripMs: number
  lossPercent: number
}

export interface SlowNetwork {
  port: number
  /** Packets that were lost and sent again. */
  lost(): number
  close(): Promise<void>
}

/** Opens a port whose connections lead to a server over a slow network. @param seed decides which packets are lost */
export async function slowNetworkTo(target: number, network: Network, seed: number): Promise<SlowNetwork> {
  const { below } = random(seed)
  const sockets = new Set<Socket>()
  let lost = 0
  /** One link for all connections in each direction, as the phone's radio has. */
  const links = [{ freeAt: 0 }, { freeAt: 0 }] as const

  function forward(from: Socket, to: Socket, link: { freeAt: number }): void {
    let onTheWay = 0
    /** The next packet must not arrive before this one. A connection begins with a round trip. */
    let arrivedAt = performance.now() + network.roundTripMs

    function arrival(bytes: number): number {
      link.freeAt = Math.max(link.freeAt, performance.now()) + (bytes * 8) / network.kbits
      let at = link.freeAt + network.roundTripMs / 2
      while (below(100) < network.lossPercent) {
        lost++
        // The sender waits longer than a round trip for the receipt, then sends the packet again.
        at += 1.5 * network.roundTripMs
      }
      return (arrivedAt = Math.max(arrivedAt, at))
    }
    const after = (bytes: number, act: () => void) =>
      void setTimeout(act, Math.max(0, arrival(bytes) - performance.now()))

    from.on('data', (data: Buffer) => {
      for (let start = 0; start < data.length; start += PACKET_BYTES) {
        const packet = data.subarray(start, start + PACKET_BYTES)
        onTheWay += packet.length
        after(packet.length, () => {
          onTheWay -= packet.length
          if (onTheWay < WINDOW_BYTES) from.resume()
          if (to.writable) to.write(packet)
        })
      }
      if (onTheWay >= WINDOW_BYTES) from.pause()
    })
    from.on('end', () => after(0, () => to.end()))
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      after(0, () => to.destroy())
    })
    sockets.add(from)
  }

  const server = createServer({ allowHalfOpen: true }, (phone) => {
    const app = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    forward(phone, app, links[0])
    forward(app, phone, links[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    lost: () => lost,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
