import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { type Adapter, type AdapterPayload, errors, interactionPolicy, Provider } from 'oidc-provider'
import { z } from 'zod'
import { createMode, FAULTS, type Markup, page, withFaults, type Env } from './base/base.ts'

const MODE = FAULTS.extend({
  /** How id tokens are signed: without a key, with the public key as a secret, or with another key. */
  signature: z.enum(['RS256', 'none', 'HS256', 'foreign']).default('RS256'),
  /** Claims that replace those of id tokens. */
  claims: z.record(z.string(), z.unknown()).default({}),
})
type Mode = z.infer<typeof MODE>

/** A Google account. */
interface Person {
  /** Google's permanent id of the account. */
  sub: string
  email: string
  emailVerified: boolean
  /** Empty when the account has no name. */
  name: string
}

interface Options {
  issuer: string
  appUrl: string
  /** The one client: the app. */
  client: { id: string; secret: string }
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** One for each process: making it takes a tenth of a second, and tests start many stand-ins. */
let ownKey: KeyObject | null = null

/** Google's sign-in: the provider, its login page and its mode, at the path of the issuer. */
export function createGoogle(options: Options): Hono<Env> {
  const prefix = new URL(options.issuer).pathname
  const mode = createMode(MODE, '/mode')
  const people = new Map<string, Person>()
  const provider = createProvider(options, people, mode.get)
  const handle = provider.callback()
  const app = new Hono<Env>().basePath(prefix)

  app.route('/', mode.routes)
  app.use(withFaults(mode))
  app.get('/', (c) => c.html(aboutPage(options.issuer)))

  app.use('/interaction/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    // No form-action: browsers also apply it to the redirects after the form, which lead back to the app.
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
  })
  app.get('/interaction/:uid', async (c) => {
    const { params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing)
    const email = typeof params.login_hint === 'string' ? params.login_hint : ''
    return c.html(loginPage({ sub: '', email, name: '', emailVerified: true }))
  })
  app.post('/interaction/:uid', async (c) => {
    const form = await c.req.parseBody()
    const finish = async (result: Parameters<typeof provider.interactionResult>[2]) =>
      c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303)
    if (form.action === 'cancel') return finish({ error: 'access_denied', error_description: 'Cancelled' })
    const entered = personOf(form)
    if (!/^[^\s@]+@[^\s@]+$/.test(entered.email))
      return c.html(loginPage(entered, 'Enter an e-mail address.'), 422)
    const person = { ...entered, sub: entered.sub || subOf(entered.email) }
    people.set(person.sub, person)
    return finish({ login: { accountId: person.sub, remember: false }, consent: {}, select_account: {} })
  })

  // The provider is a Koa app that expects to be mounted: `url` without the prefix, and `originalUrl` with it.
  app.all('/*', async (c) => {
    const { incoming, outgoing } = c.env
    const originalUrl = incoming.url!
    await handle(Object.assign(incoming, { originalUrl, url: originalUrl.slice(prefix.length) }), outgoing)
    // A clone: @hono/node-server 2.1.8 may return its lightweight response, whose headers the server writes again.
    return RESPONSE_ALREADY_SENT.clone()
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

const personOf = (form: Record<string, unknown>): Person => ({
  sub: text(form.sub),
  email: text(form.email),
  name: text(form.name),
  emailVerified: form.verified !== undefined,
})

/** 21 digits, as in Google's own ids. The same address always gets the same id. */
function subOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

/** A real OpenID provider with one client, the app. It shows the login page at every sign-in and never asks for consent. */
function createProvider(
  { issuer, appUrl, client }: Options,
  people: ReadonlyMap<string, Person>,
  mode: () => Mode,
): Provider {
  const signingKey = (ownKey ??= newKey())
  const path = new URL(issuer).pathname
  const provider = new Provider(issuer, {
    adapter: memoryAdapter,
    jwks: { keys: [{ ...signingKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${appUrl}/api/auth/callback/google`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As at Google, the id token itself carries the claims.
    conformIdTokenClaims: false,
    findAccount(_ctx, sub) {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => claimsOf(person) }
    },
    async loadExistingGrant(ctx) {
      const { Grant } = provider
      const grant = new Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${path}/interaction/${uid}` },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    // Sessions are never stored (see memoryAdapter), so tokens must outlive them.
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      long: { signed: true, httpOnly: true, sameSite: 'lax', path },
    },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    async renderError(ctx, { error, error_description: description }) {
      ctx.type = 'html'
      ctx.body = String(await problemPage(`${error}: ${description ?? ''}`))
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    const answer = ctx.body as { id_token?: string } | undefined
    if (ctx.path === '/token' && answer?.id_token)
      answer.id_token = signed(answer.id_token, mode(), signingKey)
  })
  return provider
}

/** An id token as the mode wants it. It has one defect, so that only the check of that defect finds it. */
function signed(idToken: string, { signature, claims }: Mode, key: KeyObject): string {
  const [header, payload] = idToken.split('.', 2).map((part) => JSON.parse(decoded(part)) as object)
  const alg = signature === 'foreign' ? 'RS256' : signature
  const content = `${encoded({ ...header, alg })}.${encoded({ ...payload, ...claims })}`
  const sign256 = (by: KeyObject) => sign('sha256', Buffer.from(content), by).toString('base64url')
  const secret = createPublicKey(key).export({ type: 'spki', format: 'pem' })
  const signatures = {
    RS256: () => sign256(key),
    none: () => '',
    HS256: () => createHmac('sha256', secret).update(content).digest('base64url'),
    foreign: () => sign256(newKey()),
  }
  return `${content}.${signatures[signature]()}`
}

const decoded = (part: string) => Buffer.from(part, 'base64url').toString()
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const claimsOf = ({ sub, email, emailVerified, name }: Person) => ({
  sub,
  email,
  email_verified: emailVerified,
  ...(name && { name }),
})

/** Google's prompts: `select_account`, `login` and `consent`. The login page satisfies all three. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return prompts
}

/**
 * Keeps the newest rows of one kind in memory. Sessions are not stored: every sign-in shows the login page, and switching
 * accounts needs no logout.
 */
function memoryAdapter(kind: string): Adapter {
  const rows = new Map<string, AdapterPayload>()
  return {
    upsert(id, payload) {
      if (kind === 'Session') return Promise.resolve()
      rows.set(id, payload)
      if (rows.size > 10_000) rows.delete(rows.keys().next().value!)
      return Promise.resolve()
    },
    find: (id) => Promise.resolve(rows.get(id)),
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    consume(id) {
      const row = rows.get(id)
      if (row) row.consumed = true
      return Promise.resolve()
    },
    destroy(id) {
      rows.delete(id)
      return Promise.resolve()
    },
    revokeByGrantId(grantId) {
      for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id)
      return Promise.resolve()
    },
  }
}

const TITLE = 'Google (sandbox)'

/** The login page. Its form posts to the page's own address. */
const loginPage = ({ email, name, emailVerified, sub }: Person, problem?: string): Markup =>
  page(
    TITLE,
    html`<p class="note">
        This is a stand-in for Google. It asks for no password: the app receives the account that you enter.
      </p>
      <form method="post">
        ${problem ? html`<p role="alert">${problem}</p>` : ''}
        <label
          >Email <input name="email" type="email" autocomplete="username" required value="${email}"
        /></label>
        <label>Name <input name="name" autocomplete="name" value="${name}" /></label>
        <p>
          <input id="verified" name="verified" type="checkbox" ${emailVerified ? 'checked' : ''} />
          <label for="verified">Email verified</label>
        </p>
        <details ${sub ? 'open' : ''}>
          <summary>Advanced</summary>
          <label>
            Subject: Google's id of the account. If blank, it is derived from the e-mail address.
            <input name="sub" autocomplete="off" maxlength="255" value="${sub}" />
          </label>
        </details>
        <button name="action" value="continue">Continue</button>
        <button name="action" value="cancel" formnovalidate>Cancel</button>
      </form>`,
  )

/** An error that the visitor cannot correct on the login page. */
const problemPage = (problem: string): Markup => page(TITLE, html`<p role="alert">${problem}</p>`)

const aboutPage = (issuer: string): Markup =>
  page(
    TITLE,
    html`<p>
        A stand-in for Google's sign-in. It is a real OpenID provider:
        <a href="${issuer}/.well-known/openid-configuration">its metadata</a>.
      </p>
      <p>src/stand-ins/README.md describes its faults, which <code>PUT ${issuer}/mode</code> sets.</p>`,
  )
