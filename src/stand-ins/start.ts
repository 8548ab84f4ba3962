import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createAnalytics } from './analytics.ts'
import { createAuthorities } from './authority.ts'
import type { createGoogle } from './google.ts'
import { createMailbox } from './mailbox.ts'
import { page, type Env } from './base/base.ts'
import { createPushService } from './push-service.ts'
import { createTelegram } from './telegram.ts'
import { PAYSTACK_PUBLIC_KEY, PAYSTACK_SECRET_KEY } from './paystack/model.ts'
import { createPaystack } from './paystack/paystack.ts'
import type { SampleTransaction } from './paystack/payments.ts'

/** The one client of the stand-in for Google: the app. */
export const GOOGLE_CLIENT_ID = 'lotto-sandbox'
export const GOOGLE_CLIENT_SECRET = 'lotto-sandbox-secret'

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

interface Options {
  port: number
  appUrl: string
  stateDir?: string | undefined
}

/**
 * Starts the stand-ins for other companies: Paystack at the root, Google under `/google`, a mailbox, a push
 * service under `/push`, Telegram under `/telegram`, an analytics service under `/analytics`, and two
 * time-stamping authorities under `/timestamp`.
 * @param options.port the HTTP port, 0 for any free port; the mail server always uses a free port
 * @param options.appUrl the app's address, for Google's redirects and Paystack's webhooks
 * @param options.stateDir the directory that stores Paystack's transactions; in memory only when omitted
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function startSandbox({ port, appUrl, stateDir }: Options) {
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const mailbox = createMailbox()
  const paystack = createPaystack({ url, appUrl, stateDir })
  const app = new Hono<Env>()
  app.get('/', (c) => c.html(indexPage()))
  const client = { id: GOOGLE_CLIENT_ID, secret: GOOGLE_CLIENT_SECRET }
  const google = lazyGoogle({ issuer: `${url}/google`, appUrl, client })
  app.all('/google/*', async (c) => (await google()).fetch(c.req.raw, c.env))
  app.route('/', mailbox.routes)
  const analytics = createAnalytics(url)
  app.route('/', analytics.routes)
  app.route('/', createPushService(url))
  app.route('/', createTelegram())
  const timestamps = await createAuthorities(url)
  app.route('/', timestamps.routes)
  app.route('/', paystack.routes)
  const listener = getRequestListener(app.fetch)
  server.on('request', (request, response) => void listener(request, response))

  return {
    /** The HTTP address of the stand-ins, `http://127.0.0.1:PORT`. For browsers it is another site than `localhost`. */
    url,
    /** The address of the mail server, for the app's SMTP_URL. */
    smtpUrl: await mailbox.listen(),
    /** What an app's settings name for the analytics service. A demo has none unless it sets them. */
    analytics: analytics.settings,
    /** The time-stamping authorities, each with its roots in PEM. */
    authorities: timestamps.authorities,
    /** The keys of Paystack's one merchant. Its API and its checkout are at the root of `url`. */
    paystack: { secretKey: PAYSTACK_SECRET_KEY, publicKey: PAYSTACK_PUBLIC_KEY },
    /** Adds transactions of sample payments, each once. */
    addPayments: (payments: readonly SampleTransaction[]) =>
      payments.forEach((payment) => paystack.addSample(payment)),
    /** Closes both ports and all open connections. Idempotent. */
    async stop(): Promise<void> {
      paystack.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, mailbox.stop()])
    },
  }
}

/** The OpenID provider is large and makes an RSA key, so it waits for the first request to it. */
function lazyGoogle(options: Parameters<typeof createGoogle>[0]) {
  let loading: Promise<Hono<Env>> | undefined
  return () => (loading ??= import('./google.ts').then((google) => google.createGoogle(options)))
}

const indexPage = () =>
  page(
    'Sandbox',
    html`<p>
        These are stand-ins for other companies, for demos and tests of Lotto Forecast. Nothing leaves this
        computer.
      </p>
      <ul>
        <li><a href="/mailbox">Mailbox</a>: all mail that the app has sent</li>
        <li><a href="/push">Push service</a>: all notifications that the app has sent to it</li>
        <li><a href="/telegram">Telegram</a>: a channel with the posts of the app</li>
        <li><a href="/analytics">Analytics</a>: the events of players who agreed</li>
        <li><a href="/paystack">Paystack</a>: payments, refunds, disputes, and their failure modes</li>
        <li><a href="/google">Google</a>: sign-in and its failure modes</li>
      </ul>`,
  )
