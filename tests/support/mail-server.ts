// A mail server whose refusals and losses a test chooses.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** The raw mails that were received completely. */
  received: string[]
  stop(): Promise<void>
}

interface Behaviour {
  /** The status that refuses every recipient, such as 550. */
  refuseRecipients?: number
  /** The status that refuses every sender. */
  refuseSenders?: number
  /** The status that refuses every login. */
  refuseLogins?: number
  /** The number of mails after which the connection is dropped without an answer. */
  dropAnswers?: number
}

/** Starts a mail server on a free port. */
export async function startMailServer(behaviour: Behaviour = {}): Promise<MailServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let answersToDrop = behaviour.dropAnswers ?? 0
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
      received.push(await text(stream))
      if (answersToDrop-- > 0) for (const socket of sockets) socket.destroy()
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
    received,
    async stop() {
      const closed = new Promise<void>((resolve) => smtp.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Accepts connections and never answers, like an overloaded mail server. `most` is the largest number open at once. */
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
