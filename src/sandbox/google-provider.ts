import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Adapter, type AdapterPayload, interactionPolicy, Provider } from 'oidc-provider'
import { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } from './google-client.ts'
import { forge, isForgery, type Modes } from './google-modes.ts'
import { problemPage } from './google-page.ts'

/** A Google account. */
export interface Person {
  /** Google's permanent id of the account. */
  sub: string
  email: string
  emailVerified: boolean
  /** Empty when the account has no name. */
  name: string
}

/** Creates an RSA key. Its id is its fingerprint, so an app that caches keys notices the change. */
export const createSigningKey = async (): Promise<KeyObject> =>
  (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey

interface Options {
  issuer: string
  appUrl: string
  signingKey: KeyObject
  people: ReadonlyMap<string, Person>
  modes: Modes
}

/** A real OpenID provider with one client, the app. It shows the login page at every sign-in and never asks for consent. */
export function createProvider({ issuer, appUrl, signingKey, people, modes }: Options): Provider {
  const path = new URL(issuer).pathname
  const provider = new Provider(issuer, {
    adapter: memoryAdapter,
    jwks: { keys: [{ ...signingKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: GOOGLE_CLIENT_ID,
        client_secret: GOOGLE_CLIENT_SECRET,
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
    if (ctx.method !== 'POST' || ctx.path !== '/token') return next()
    const { mode } = modes.use()
    if (mode === 'slow') await sleep(3000, undefined, { ref: false })
    if (mode === 'token-error') {
      ctx.status = 500
      ctx.body = { error: 'server_error' }
      return
    }
    await next()
    const answer = ctx.body as { id_token?: string } | undefined
    if (isForgery(mode) && answer?.id_token) answer.id_token = forge(mode, answer.id_token, signingKey)
  })
  return provider
}

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
