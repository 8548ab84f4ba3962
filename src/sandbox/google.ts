import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { errors } from 'oidc-provider'
import { alreadySent } from './base/already-sent.ts'
import { createModes } from './google-modes.ts'
import { aboutPage, type LoginForm, loginPage, problemPage } from './google-page.ts'
import { createProvider, createSigningKey, type Person } from './google-provider.ts'

/** The number of recent accounts on the login page. */
const MAX_RECENT_ACCOUNTS = 5

interface Options {
  issuer: string
  appUrl: string
}

/** Google's sign-in: the provider, its login page and its modes, at the path of the issuer. */
export async function createGoogle({ issuer, appUrl }: Options): Promise<Hono<{ Bindings: HttpBindings }>> {
  const prefix = new URL(issuer).pathname
  const modes = createModes()
  const people = new Map<string, Person>()
  const signingKey = await createSigningKey()
  const provider = createProvider({ issuer, appUrl, signingKey, people, modes })
  const handle = provider.callback()
  const app = new Hono<{ Bindings: HttpBindings }>().basePath(prefix)

  app.route('/', modes.routes)
  app.use(async (c, next) => {
    if (modes.get().mode !== 'down') return next()
    if (c.req.path === `${prefix}/token`) modes.use()
    return c.text('Google (sandbox) is down. PUT {"mode":"normal"} to /google/mode to end this.', 503)
  })
  app.get('/', (c) => c.html(aboutPage(issuer)))

  app.use('/interaction/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    // No form-action: browsers also apply it to the redirects after the form, which lead back to the app.
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
  })
  app.get('/interaction/:uid', async (c) => {
    const { params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
    const email = typeof params.login_hint === 'string' ? params.login_hint : ''
    return c.html(loginPage({ email, name: '', verified: true, sub: '' }, recentPeople()))
  })
  app.post('/interaction/:uid', async (c) => {
    const form = await c.req.parseBody()
    const finish = async (result: Parameters<typeof provider.interactionResult>[2]) =>
      c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
    if (form.action === 'cancel') return finish({ error: 'access_denied', error_description: 'Cancelled' })
    const entered = readForm(form)
    const person = people.get(text(form.again)) ?? personOf(entered)
    if (!person) return c.html(loginPage(entered, recentPeople(), 'Enter an e-mail address.'), 422)
    people.delete(person.sub)
    people.set(person.sub, person)
    return finish({ login: { accountId: person.sub, remember: false }, consent: {}, select_account: {} })
  })
  const recentPeople = () => [...people.values()].slice(-MAX_RECENT_ACCOUNTS).reverse()

  // The provider is a Koa app that expects to be mounted: `url` without the prefix, and `originalUrl` with it.
  app.all('/*', async (c) => {
    const { incoming, outgoing } = c.env
    const originalUrl = incoming.url!
    await handle(Object.assign(incoming, { originalUrl, url: originalUrl.slice(prefix.length) }), outgoing)
    return alreadySent()
  })
  app.onError((error, c) => {
    if (!(error instanceof errors.SessionNotFound)) throw error
    return c.html(
      problemPage('This sign-in has expired or began in another browser. Start again in the app.'),
      400,
    )
  })
  return app
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const readForm = (form: Record<string, unknown>): LoginForm => ({
  email: text(form.email),
  name: text(form.name),
  verified: form.verified !== undefined,
  sub: text(form.sub),
})

/** The account in the form, null without a valid e-mail address. */
function personOf({ email, name, verified, sub }: LoginForm): Person | null {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return null
  return { sub: sub || subOf(email), email, name, emailVerified: verified }
}

/** 21 digits, as in Google's own ids. The same address always gets the same id. */
function subOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, '0')}`
}
