// A mail server that behaves as a test needs: what it refuses, what it swallows, and what it took.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The mails that were handed over whole, as they came. */
  taken: string[]
  stop(): Promise<void>
}

interface Behaviour {
  /** A status for every recipient, such as 550. */
  refuseRecipients?: number
  /** A status for every sender. */
  refuseSenders?: number
  /** A status for everybody who logs in. */
  refuseLogins?: number
  /** Hang up on so many mails after taking them, without saying so. */
  forget?: number
}

/** Starts a mail server on a port of its own. */
export async function startMailServer(behaviour: Behaviour = {}): Promise<MailServer> {
  const taken: string[] = []
  const sockets = new Set<Socket>()
  let toForget = behaviour.forget ?? 0
  const refusal = (status: number | undefined) =>
    status === undefined ? null : Object.assign(new Error('No'), { responseCode: status })
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(refusal(behaviour.refuseLogins), { user: 'lotto' }),
    onMailFrom: (_address, _session, done) => done(refusal(behaviour.refuseSenders)),
    onRcptTo: (_address, _session, done) => done(refusal(behaviour.refuseRecipients)),
    onData: callbackify(async (stream: Readable, _session: unknown) => {
      taken.push(await text(stream))
      if (toForget-- > 0) for (const socket of sockets) socket.destroy()
    }),
  })
  smtp.on('error', () => undefined)
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    taken,
    async stop() {
      const closed = new Promise<void>((resolve) => smtp.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Takes connections and says nothing, as a mail server that is overwhelmed; `most` is how many it had at a time. */
export async function startMuteServer() {
  const sockets = new Set<Socket>()
  let most = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    most = Math.max(most, sockets.size)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: () => most,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
