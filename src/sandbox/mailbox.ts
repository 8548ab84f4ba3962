import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { Hono } from 'hono'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { z } from 'zod'
import { htmlOfMail, mailboxPage, mailPage } from './mailbox-page.ts'
import { createMode } from './base/mode.ts'

/** One mail, as one recipient received it. */
export interface Mail {
  id: string
  /** Bare addresses: `to` is from the envelope, `from` is from the header. */
  to: string
  from: string
  subject: string
  /** Empty when the mail lacks the part. */
  text: string
  html: string
  messageId: string
  /** ISO 8601. */
  receivedAt: string
}

/** Older mails are dropped. */
const MAX_MAILS = 500

const MODE = z.strictObject({
  refuse: z.int().nonnegative().default(0),
  slow: z.int().nonnegative().max(60_000).default(0),
})

interface Mailbox {
  /** `/mailbox`, `/mailbox.json` and the paths under `/mailbox`. */
  routes: Hono
  /** @returns the address for an SMTP client */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Accepts all mail and shows it. Nothing is forwarded. */
export function createMailbox(): Mailbox {
  let mails: Mail[] = []
  const mode = createMode(MODE, '/mailbox/mode')

  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream)
    const { slow, refuse } = mode.get()
    if (slow > 0) await sleep(slow, undefined, { ref: false })
    if (refuse > 0) {
      mode.set({ slow, refuse: refuse - 1 })
      throw Object.assign(new Error('The mailbox mode refuses this mail'), { responseCode: 451 })
    }
    const { from, subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(raw)
    // oxlint-disable-next-line project/clock -- another company has its own clock
    const receivedAt = new Date().toISOString()
    const received = envelope.rcptTo.map(({ address: to }) => {
      return { id: randomUUID(), to, from: from?.address ?? '', subject, text, html, messageId, receivedAt }
    })
    mails = [...received, ...mails].slice(0, MAX_MAILS)
  }

  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anonymous' }),
    onData: callbackify(receive),
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    // Without TLS it needs no certificates. Parsing those that Node includes takes time.
    ca: [],
    disableReverseLookup: true,
    logger: false,
  })
  // A client that disconnects during a delivery must not crash the process.
  smtp.on('error', () => {})
  const sockets = new Set<Socket>()
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  const routes = new Hono().route('/', mode.routes)
  routes.get('/mailbox.json', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    return c.json(to === undefined ? mails : mails.filter((mail) => mail.to.toLowerCase() === to))
  })
  routes.delete('/mailbox.json', (c) => {
    mails = []
    return c.body(null, 204)
  })
  routes.get('/mailbox', (c) => c.html(mailboxPage(mails)))
  routes.get('/mailbox/:id', (c) => {
    const mail = mails.find(({ id }) => id === c.req.param('id'))
    return mail ? c.html(mailPage(mail)) : c.notFound()
  })
  routes.get('/mailbox/:id/html', (c) => {
    const mail = mails.find(({ id }) => id === c.req.param('id'))
    if (!mail) return c.notFound()
    // A mail runs no script and has an opaque origin. Its links open in a new tab, as in a mail program.
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; sandbox allow-popups allow-popups-to-escape-sandbox",
    )
    return c.html(htmlOfMail(mail))
  })

  return {
    routes,
    async listen() {
      await once(smtp.listen(0, '127.0.0.1'), 'listening')
      return `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
    },
    async stop() {
      const closed = new Promise<void>((resolve) => smtp.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
