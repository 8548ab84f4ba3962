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

/** One mail as one recipient got it. */
export interface Mail {
  id: string
  /** Plain addresses: whom the envelope names, and who the header says it is from. */
  to: string
  from: string
  subject: string
  /** Empty when the mail has no such part. */
  text: string
  html: string
  messageId: string
  /** ISO 8601. */
  receivedAt: string
}

/** Older mail is forgotten. */
const KEPT = 500

const MODE = z.strictObject({
  refuse: z.int().nonnegative().default(0),
  slow: z.int().nonnegative().max(60_000).default(0),
})

export interface Mailbox {
  /** `/mailbox` and what is beside and below it. */
  routes: Hono
  /** @returns the address for an SMTP client */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Takes every mail from everybody and shows it; nothing is ever sent on. */
export function createMailbox(): Mailbox {
  let mails: Mail[] = []
  let mode = MODE.parse({})

  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream)
    if (mode.slow > 0) await sleep(mode.slow, undefined, { ref: false })
    if (mode.refuse > 0) {
      mode = { ...mode, refuse: mode.refuse - 1 }
      throw Object.assign(new Error('The mailbox was told to refuse this'), { responseCode: 451 })
    }
    const { from, subject = '', text = '', html = '', messageId = '' } = await PostalMime.parse(raw)
    // oxlint-disable-next-line ground/clock -- another company has a clock of its own
    const receivedAt = new Date().toISOString()
    const received = envelope.rcptTo.map(({ address: to }) => {
      return { id: randomUUID(), to, from: from?.address ?? '', subject, text, html, messageId, receivedAt }
    })
    mails = [...received, ...mails].slice(0, KEPT)
  }

  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onData: callbackify(receive),
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
  })
  // Clients that hang up in the middle are their own problem.
  smtp.on('error', () => {})
  const sockets = new Set<Socket>()
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  const routes = new Hono()
  routes.get('/mailbox.json', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    return c.json(to === undefined ? mails : mails.filter((mail) => mail.to.toLowerCase() === to))
  })
  routes.delete('/mailbox.json', (c) => {
    mails = []
    return c.body(null, 204)
  })
  routes.get('/mailbox/mode', (c) => c.json(mode))
  routes.put('/mailbox/mode', async (c) => {
    const wish = MODE.safeParse(await c.req.json().catch(() => null))
    if (!wish.success) return c.json({ error: z.prettifyError(wish.error) }, 400)
    mode = wish.data
    return c.json(mode)
  })
  routes.get('/mailbox', (c) => c.html(mailboxPage(mails)))
  routes.get('/mailbox/:id', (c) => {
    const mail = mails.find(({ id }) => id === c.req.param('id'))
    return mail ? c.html(mailPage(mail)) : c.notFound()
  })
  routes.get('/mailbox/:id/html', (c) => {
    const mail = mails.find(({ id }) => id === c.req.param('id'))
    if (!mail) return c.notFound()
    // Whatever a mail contains, it runs nothing and is of no origin; its links open beside it, as in a mail program.
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
