// A network between a browser and a server on this machine that can fall silent: connections stay open, and every byte is lost.
import { connect, createServer, type Socket } from 'node:net'

export interface SilentNetwork {
  port: number
  /** From now on every byte is lost, in both directions. */
  silence(): void
  /** The network is back. What was open during the silence is cut. */
  restore(): void
  close(): Promise<void>
}

/** Opens a port whose connections lead to a server. */
export async function silentNetworkTo(target: number): Promise<SilentNetwork> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => isSilent || to.write(bytes))
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      if (!isSilent) to.destroy()
    })
  }
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const server = createServer((phone) => {
    const app = connect(target, '127.0.0.1')
    forward(phone, app)
    forward(app, phone)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    silence: () => void (isSilent = true),
    restore() {
      isSilent = false
      cut()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
