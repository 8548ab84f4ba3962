import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createGoogle } from './google.ts'
import { createSigningKey } from './google-provider.ts'
import { createMailbox } from './mailbox.ts'
import { page } from './page.ts'
import { PAYSTACK_PUBLIC_KEY, PAYSTACK_SECRET_KEY } from './paystack/account.ts'
import { createPaystack } from './paystack/paystack.ts'

export { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } from './google-provider.ts'

export interface Sandbox {
  /** Where the stand-ins answer over HTTP: `http://127.0.0.1:PORT`, another site than the app's localhost. */
  url: string
  /** Where mail is taken, for the app's SMTP_URL. */
  smtpUrl: string
  /** The keys of the one merchant whom Paystack knows; its API and its checkout are at the root of `url`. */
  paystack: { secretKey: string; publicKey: string }
  /** Lets go of both ports at once, whatever is still going on. */
  stop(): Promise<void>
}

interface Options {
  port: number
  appUrl: string
  stateDir?: string | undefined
}

/**
 * Starts the stand-ins for other companies: Paystack at the root, Google below `/google`, and a mailbox that shows
 * whatever is sent to it.
 * @param options.port of HTTP, 0 for any free one; mail always gets a free port of its own
 * @param options.appUrl where Google may send people back to, and below which Paystack's events go
 * @param options.stateDir where Paystack's transactions outlive this process; nowhere when left out
 * @throws what listening throws, such as EADDRINUSE
 */
export async function startSandbox({ port, appUrl, stateDir }: Options): Promise<Sandbox> {
  const signingKey = await createSigningKey()
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const mailbox = createMailbox()
  const paystack = createPaystack({ url, appUrl, stateDir })
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/', (c) => c.html(indexPage()))
  app.route('/google', createGoogle({ issuer: `${url}/google`, appUrl, signingKey }))
  app.route('/', mailbox.routes)
  app.route('/', paystack.routes)
  const listener = getRequestListener(app.fetch)
  server.on('request', (request, response) => void listener(request, response))

  return {
    url,
    smtpUrl: await mailbox.listen(),
    paystack: { secretKey: PAYSTACK_SECRET_KEY, publicKey: PAYSTACK_PUBLIC_KEY },
    async stop() {
      paystack.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, mailbox.stop()])
    },
  }
}

const indexPage = () =>
  page(
    'Sandbox',
    html`<p>
        This stands in for other companies while Lotto Forecast is tried out or tested. Nobody outside this
        computer is reached.
      </p>
      <ul>
        <li><a href="/mailbox">Mailbox</a>: all mail that was sent</li>
        <li>
          <a href="/paystack">Paystack</a>: payments, what may happen to them, and how to make them fail
        </li>
        <li><a href="/google">Google</a>: sign-in, and how to make it fail</li>
      </ul>`,
  )
