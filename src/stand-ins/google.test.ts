import { createHash, createPublicKey } from 'node:crypto'
import { createRemoteJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, type Sandbox, startSandbox } from './start.ts'

const APP = 'http://localhost:3999'
const CALLBACK = `${APP}/api/auth/callback/google`
const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-in-all'

let sandbox: Sandbox
let description: Record<'issuer' | `${'authorization' | 'token' | 'userinfo'}_endpoint` | 'jwks_uri', string>

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: APP })
  description = await json(await fetch(`${sandbox.url}/google/.well-known/openid-configuration`))
})
afterEach(() => setMode({}))
afterAll(() => sandbox.stop())

const json = (response: Response): Promise<any> => response.json()
const setMode = (body: object) =>
  fetch(`${sandbox.url}/google/mode`, { method: 'PUT', body: JSON.stringify(body) })

/** A minimal browser: it keeps cookies and follows redirects until they lead to the app. */
function browser() {
  const jar = new Map<string, string>()
  return async function go(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ url: URL; page: Response | null }> {
    if (url.startsWith(APP)) return { url: new URL(url), page: null }
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form ? new URLSearchParams(form) : null,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      jar.set(name!, value!)
    }
    const location = response.headers.get('location')
    return location ? go(new URL(location, url).href) : { url: new URL(url), page: response }
  }
}

function authorizationUrl(more: Record<string, string> = {}): string {
  const url = new URL(description.authorization_endpoint)
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const params = {
    client_id: GOOGLE_CLIENT_ID,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

const ADA = { email: 'Ada@Lotto.test', name: 'Ada <b>Obi</b>', verified: 'on', sub: '', action: 'continue' }

async function signIn(form: Record<string, string>, go = browser()): Promise<URL> {
  const { url } = await go(authorizationUrl())
  return (await go(url.href, form)).url
}

const exchange = (code: string | null, more: Record<string, string> = {}) =>
  fetch(description.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: GOOGLE_CLIENT_ID,
      client_secret: GOOGLE_CLIENT_SECRET,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      code: code ?? '',
      ...more,
    }),
  })

async function idToken(form = ADA as Record<string, string>): Promise<string> {
  const answer = await json(await exchange((await signIn(form)).searchParams.get('code')))
  return answer.id_token
}

const verify = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(description.jwks_uri)), {
    issuer: description.issuer,
    audience: GOOGLE_CLIENT_ID,
    algorithms: ['RS256'],
  })

test('a sign-in returns the same claims in the id token and at the userinfo endpoint', async () => {
  const back = await signIn(ADA)
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(back.searchParams.get('state')).toBe('the-state')
  const tokens = await json(await exchange(back.searchParams.get('code')))
  const { payload } = await verify(tokens.id_token)
  const claims = {
    sub: expect.stringMatching(/^1\d{20}$/),
    email: ADA.email,
    email_verified: true,
    name: ADA.name,
  }
  expect(payload).toMatchObject({ ...claims, nonce: 'the-nonce' })
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  expect(await json(await fetch(description.userinfo_endpoint, { headers }))).toEqual(claims)
})

test('an address has one subject unless the form sets another; name and verification come from the form', async () => {
  const subject = async (form: Record<string, string>) => (await verify(await idToken(form))).payload
  const ada = await subject(ADA)
  expect((await subject({ ...ADA, email: 'ada@lotto.test' })).sub).toBe(ada.sub)
  expect((await subject({ ...ADA, email: 'obi@lotto.test' })).sub).not.toBe(ada.sub)
  const plain = await subject({ email: 'eve@lotto.test', name: '', sub: 'eve-1' })
  expect(plain).toMatchObject({ sub: 'eve-1', email: 'eve@lotto.test', email_verified: false })
  expect(plain).not.toHaveProperty('name')
})

test('the page fills in the login hint, requires an address and sets no opener policy', async () => {
  const go = browser()
  const { url, page } = await go(authorizationUrl({ login_hint: 'hint@lotto.test' }))
  expect(page!.headers.get('cross-origin-opener-policy')).toBeNull()
  const text = await page!.text()
  expect(text).toContain('<title>Google (sandbox)</title>')
  expect(text).toContain('value="hint@lotto.test"')
  const again = await go(url.href, { ...ADA, email: 'no address' })
  expect(again.page!.status).toBe(422)
  expect(await again.page!.text()).toContain('role="alert"')
})

test('every sign-in shows the login page', async () => {
  const go = browser()
  await signIn({ ...ADA, sub: 'ada-1' }, go)
  for (const prompt of ['', 'select_account', 'login', 'consent', 'select_account consent']) {
    const { url } = await go(authorizationUrl(prompt ? { prompt } : {}))
    const back = (await go(url.href, { ...ADA, sub: 'ada-1' })).url
    const answer = await json(await exchange(back.searchParams.get('code')))
    expect((await verify(answer.id_token)).payload.sub).toBe('ada-1')
  }
  expect((await go(authorizationUrl({ prompt: 'none' }))).url.searchParams.get('error')).toBe(
    'login_required',
  )
})

test.each([
  [{ claims: { aud: 'another-client' } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED', 'aud'],
  [{ claims: { iss: 'https://accounts.google.example' } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED', 'iss'],
  [{ claims: { exp: 1 } }, 'ERR_JWT_EXPIRED', 'exp'],
  [{ signature: 'foreign' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED', undefined],
  [{ signature: 'none' }, 'ERR_JOSE_ALG_NOT_ALLOWED', undefined],
  [{ signature: 'HS256' }, 'ERR_JOSE_ALG_NOT_ALLOWED', undefined],
])('%j: the id token fails only this check', async (mode, code, claim) => {
  await setMode(mode)
  const refused = await verify(await idToken()).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code, ...(claim && { claim }) })
})

test('an id token with another nonce has a valid signature', async () => {
  await setMode({ claims: { nonce: 'another' } })
  const { payload } = await verify(await idToken())
  expect(payload.nonce).toBe('another')
})

test('HS256 passes when the published key is used as a shared secret', async () => {
  await setMode({ signature: 'HS256' })
  const { keys } = (await json(await fetch(description.jwks_uri))) as JSONWebKeySet
  const pem = createPublicKey({ key: keys[0] as any, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const { payload } = await jwtVerify(await idToken(), Buffer.from(pem))
  expect(payload.email).toBe(ADA.email)
})
