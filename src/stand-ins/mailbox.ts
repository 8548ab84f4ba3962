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
import { html } from 'hono/html'
import { createMode, type Markup, page, time } from './base/base.ts'

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
  /** Text files. */
  messageId: string
  /** ISO 8601. */
  receivedAt: string
}

/** Older mails are dropped. */
const MAX_MAILS = 500

const MODE = z.strictObject({
  /** Refuses each mail, with a temporary error. */
  refuse: z.boolean().default(false),
  slow: z.int().nonnegative().max(60_000).default(0),
  times: z.int().positive().optional(),
})

/** Accepts all mail and shows it. Nothing is forwarded. */
export function createMailbox() {
  let mails: Mail[] = []
  const mode = createMode(MODE, '/mailbox/mode')

  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await buffer(stream)
    const { slow, refuse } = mode.use()
    if (slow > 0) await sleep(slow, undefined, { ref: false })
    if (refuse) throw Object.assign(new Error('The mode refuses this mail'), { responseCode: 451 })
    const mail = await PostalMime.parse(raw)
    const { from, subject = '', text = '', html = '', messageId = '' } = mail
    const parts = { from: from?.address ?? '', subject, text, html, messageId }
    // oxlint-disable-next-line project/clock -- another company has its own clock
    const receivedAt = new Date().toISOString()
    const received = envelope.rcptTo.map(({ address: to }) => ({
      ...parts,
      id: randomUUID(),
      to,
      receivedAt,
    }))
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
    /** `/mailbox`, `/mailbox.json` and the paths under `/mailbox`. */
    routes,
    /** @returns the address for an SMTP client */
    async listen(): Promise<string> {
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

/** All mail, newest first. */
function mailboxPage(mails: Mail[]): Markup {
  const list = html`<ul>
    ${mails.map(
      (mail) =>
        html`<li>
          <a href="/mailbox/${mail.id}">${subjectOf(mail)}</a><br />
          To ${mail.to}<br />
          ${time(mail.receivedAt)}
        </li>`,
    )}
  </ul>`
  return page(
    'Mailbox',
    html`<p>This mailbox receives all mail that the app sends. Nothing is delivered further.</p>
      ${mails.length > 0 ? list : html`<p>No mail yet.</p>`}`,
  )
}

/** One mail: its HTML part and its text part. */
function mailPage(mail: Mail): Markup {
  return page(
    subjectOf(mail),
    html`<p><a href="/mailbox">All mail</a></p>
      <p>From ${mail.from}<br />To ${mail.to}<br />${time(mail.receivedAt)}</p>
      ${mail.html ? html`<iframe title="The mail" src="/mailbox/${mail.id}/html"></iframe>` : ''}
      ${
        mail.text
          ? html`<h2>As text</h2>
              <pre>${linked(mail.text)}</pre>`
          : ''
      }`,
  )
}

/** The HTML part as a separate page. Links open in a new tab, because most sites refuse to load in a frame. */
const htmlOfMail = (mail: Mail): string => `<!doctype html><base target="_blank">${mail.html}`

const subjectOf = (mail: Mail) => mail.subject || '(no subject)'

/** Turns addresses into links. Splitting by a capture group yields text and addresses alternately. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
