import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf } from '../../../tests/support/database.ts'
import {
  type GoogleChoice,
  chooseAtGoogle,
  beginGoogleSignIn,
  openCallback,
  signInByGoogle,
  LINK,
  setGoogleMode,
} from '../../../tests/support/google.ts'
import { mailsTo } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { freePort } from '../../../tests/support/programs.ts'
import { expectProblem } from '../../../tests/support/refusals.ts'
import { testSettings } from '../../../tests/support/settings.ts'
import { testServer, Visitor } from '../../../tests/support/test-server.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, startSandbox } from '../../stand-ins/start.ts'
import { api } from '../../app/server/routes.ts'
import { startServer } from '../../app/server/server.ts'
import { DEMO_PASSWORD } from '../../app/server/demo-accounts.ts'

// A real OpenID provider in the role of Google, which can be set to lie.
const server = testServer({ standIns: true })
afterEach(async () => {
  await setGoogleMode(server(), {})
  server().services.clock.setOffset(0)
})

let count = 0
const newEmail = () => `google${count++}@example.com`
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).body
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/api/me')).status === 200
const loginMethodsOf = async (uid: string) =>
  (await server().rows`select provider_id as methods from accounts where user_id = ${uid} order by 1`).map(
    ({ methods }) => methods as string,
  )
const unlink = (visitor: Visitor) => visitor.request('DELETE', '/api/profile/google')
/** A user who has just signed up with Google. */
async function newGoogleUser(form: Partial<GoogleChoice> = {}) {
  const visitor = server().anonymous()
  const email = form.email ?? newEmail()
  expect(await signInByGoogle(visitor, { email, ...form })).toBe('new')
  const { uid } = await me(visitor)
  return { visitor, email, uid: uid as string }
}

describe('the first sign-in with Google', () => {
  test('creates a verified free account with Google’s name and without a password', async () => {
    const { visitor, email, uid } = await newGoogleUser({ name: 'Ada Obi' })
    expect(await me(visitor)).toMatchObject({
      username: 'Ada Obi',
      email,
      emailVerified: true,
      role: 'user',
      subscription: 'free',
      ageConfirmed: false,
    })
    expect(await loginMethodsOf(uid)).toEqual(['google'])
  })

  test.each([
    ['', 'No name'],
    ['  \u202E\u200B ', 'No name'],
    ['A\u0000d\na\u202E', 'Ada'],
    ['x'.repeat(200), 'x'.repeat(60)],
    ['<b>Ada</b>', '<b>Ada</b>'],
  ])('with the name %j keeps %j', async (name, kept) => {
    const { visitor } = await newGoogleUser({ name })
    expect((await me(visitor)).username).toBe(kept)
  })

  test('of a suspended account opens no session', async () => {
    const { visitor, email, uid } = await newGoogleUser()
    const until = new Date((await server().now()) + 86_400_000)
    await server()
      .rows`update users set suspended_until = ${until}, suspension_reason = 'spam' where id = ${uid}`
    await visitor.post('/api/auth/sign-out')
    expect(await signInByGoogle(visitor, { email })).toBe('suspended')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('stores no Google tokens', async () => {
    const { uid, visitor, email } = await newGoogleUser()
    const tokens = async () =>
      server()
        .rows`select access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at
            from accounts where user_id = ${uid}`
    const none = {
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
    }
    expect(await tokens()).toEqual([none])
    expect(await signInByGoogle(visitor, { email })).toBe('in')
    expect(await tokens()).toEqual([none])
  })

  test('opens only the user’s own account until the age is confirmed', async () => {
    const { visitor } = await newGoogleUser()
    const closed = new Set<string>()
    for (const [route, { access, beforeAge }] of Object.entries(api)) {
      if (access === 'anyone') continue
      const [method, path] = route.replace(/:\w+/g, '1').split(' ') as [string, string]
      if (beforeAge && method !== 'GET') continue
      // One closed call of each access and method.
      if (!beforeAge && closed.size === closed.add(`${method} ${access}`).size) continue
      const answer = await visitor.request(method, path)
      if (beforeAge) expect([route, answer.status]).toEqual([route, 200])
      else {
        expectProblem(answer, route)
        expect([route, answer.status]).toEqual([route, 403])
        if (answer.body.code) expect([route, answer.body.code]).toEqual([route, 'age-needed'])
      }
    }
    const { body } = await visitor.get('/api/auth/token')
    const headers = { authorization: `Bearer ${body.token}` }
    const byToken = await server().anonymous().get('/api/getResults', { headers })
    expect([byToken.status, byToken.body.code]).toEqual([403, 'age-needed'])

    expect((await visitor.post('/api/profile/age', { ageConfirmed: false })).status).toBe(400)
    expect((await visitor.get('/api/getResults')).status).toBe(403)
    expect((await visitor.post('/api/profile/age', { ageConfirmed: true })).status).toBe(200)
    expect((await visitor.get('/api/getResults')).status).toBe(200)
  })

  test('redirects to no other host before the age is confirmed', async () => {
    const other = await server().another({ RESULTS_APP_URL: 'https://results.example' })
    const visitor = other.anonymous()
    expect(await signInByGoogle(visitor, { email: newEmail() })).toBe('new')
    const sentTo = async (path: string) => (await visitor.get(path)).headers.get('location')
    for (const path of ['/', '/login', '/signup'])
      expect([path, await sentTo(path)]).toEqual([path, '/confirmation'])
    await visitor.post('/api/profile/age', { ageConfirmed: true })
    expect(await sentTo('/')).toBe('https://results.example')
  })

  test('creates an unverified account when Google has not verified the email', async () => {
    const { visitor } = await newGoogleUser({ verified: false })
    expect((await me(visitor)).emailVerified).toBe(false)
  })
})

const errorsOf = (from: number) =>
  server()
    .logs.slice(from)
    .filter(({ level }) => level === 'error')
const refusalsOf = (from: number) =>
  server()
    .logs.slice(from)
    .filter(({ msg }) => msg === 'the identity library refused a request')

describe('the next sign-in with Google', () => {
  test('works after strangers used up the account’s tries, and then the password works too', async () => {
    const { email } = await newPerson(server())
    const login = (visitor: Visitor, password = PASSWORD) =>
      visitor.post('/api/auth/sign-in/email', { email, password })
    for (let i = 0; i <= RATE_LIMITS.loginAccount.points; i++) await login(server().anonymous(), `guess ${i}`)
    const browser = server().anonymous()
    expect((await login(browser)).status).toBe(429)
    expect(await signInByGoogle(browser, { email })).toBe('in')
    await browser.post('/api/auth/sign-out')
    expect((await login(browser)).status).toBe(200)
    expect((await login(server().anonymous())).status).toBe(429)
  })

  test('finds the same account after a change of email and name at Google', async () => {
    const sub = '1234567890'
    const { uid, email } = await newGoogleUser({ sub, name: 'Before' })
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { sub, email: newEmail(), name: 'After' })).toBe('in')
    expect(await me(visitor)).toMatchObject({ uid, email, username: 'Before' })
  })

  test('refuses another Google identity with the same email', async () => {
    const { email } = await newGoogleUser()
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email, sub: 'another-identity' })).toBe('other')
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('links to the verified account with that email, which keeps its password and gets a mail', async () => {
    const { email, uid } = await newPerson(server())
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email: email.toUpperCase() })).toBe('in')
    expect([(await me(visitor)).uid, await loginMethodsOf(uid)]).toEqual([uid, ['credential', 'google']])
    expect((await mailsTo(server(), email))[0]!.subject).toMatch(/^Google sign-in was added/)
  })

  test('never links by an email that Google has not verified', async () => {
    const { email, uid } = await newPerson(server())
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email, verified: false })).toBe('conflict')
    expect([await isSignedIn(visitor), await loginMethodsOf(uid)]).toEqual([false, ['credential']])
  })

  test('can be cancelled without a change', async () => {
    const before = await contentsOf(server())
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email: newEmail(), action: 'cancel' })).toBe('cancelled')
    expect(await isSignedIn(visitor)).toBe(false)
    const { verifications: _1, ...now } = await contentsOf(server())
    const { verifications: _2, ...then } = before
    expect(now).toEqual(then)
  })
})

describe('a Google login is refused (AUTH-07)', () => {
  const seconds = Math.floor(Date.now() / 1000)
  let known: string
  beforeAll(async () => {
    known = (await newGoogleUser()).email
  })

  test.each([
    ['without a signature', { signature: 'none' }],
    ['by the public key as a secret', { signature: 'HS256' }],
    ['by another key', { signature: 'foreign' }],
    ['for another audience', { claims: { aud: 'another-client' } }],
    ['by another issuer', { claims: { iss: 'https://accounts.google.example' } }],
    ['from two hours ago', { claims: { iat: seconds - 7200, exp: seconds - 3600 } }],
    ['for another request', { claims: { nonce: 'nonce-of-another-request' } }],
    ['not at all: the call fails', { status: 500, only: '/token' }],
  ])('with an id token that is forged %s', async (_, mode) => {
    await setGoogleMode(server(), mode)
    for (const person of [{ email: known }, { email: newEmail() }]) {
      const visitor = server().anonymous()
      expect(await signInByGoogle(visitor, person)).toBe('failed')
      expect(await isSignedIn(visitor)).toBe(false)
      expect([...visitor.cookies.keys()].some((name) => name.endsWith('session_token'))).toBe(false)
    }
  })

  test('that ends in another browser', async () => {
    const [attacker, victim] = [server().anonymous(), server().anonymous()]
    const callback = await chooseAtGoogle((await beginGoogleSignIn(attacker)).body.url, { email: known })
    expect(await openCallback(victim, callback)).toBe('failed')
    expect(await isSignedIn(victim)).toBe(false)
    const otherBrowser = server().anonymous()
    await beginGoogleSignIn(otherBrowser)
    expect(await openCallback(otherBrowser, callback)).toBe('failed')
    expect(await isSignedIn(otherBrowser)).toBe(false)
  })

  test('that is replayed', async () => {
    const visitor = server().anonymous()
    const callback = await chooseAtGoogle((await beginGoogleSignIn(visitor)).body.url, { email: known })
    const copy = visitor.copy()
    expect(await openCallback(visitor, callback)).toBe('in')
    expect(await openCallback(copy, callback)).toBe('failed')
    expect(await isSignedIn(copy)).toBe(false)
  })

  test('with the code of another login', async () => {
    const [attacker, victim] = [server().anonymous(), server().anonymous()]
    const others = await chooseAtGoogle((await beginGoogleSignIn(attacker)).body.url, { email: known })
    const own = await chooseAtGoogle((await beginGoogleSignIn(victim)).body.url, { email: newEmail() })
    const code = new URLSearchParams(others.split('?')[1]).get('code')!
    const [path, search] = own.split('?') as [string, string]
    const swapped = new URLSearchParams(search)
    swapped.set('code', code)
    expect(await openCallback(victim, `${path}?${swapped.toString()}`)).toBe('failed')
    expect(await isSignedIn(victim)).toBe(false)
  })

  test('leaves its outcome to the page that opened the pop-up, until the next one begins', async () => {
    const visitor = server().anonymous()
    const kept = () => visitor.cookies.get('lotto.google_outcome')
    expect(await signInByGoogle(visitor, { email: newEmail() })).toBe('new')
    expect(kept()).toBe('new')
    await beginGoogleSignIn(visitor)
    expect(kept() || null).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['a code without a state', '?code=x'],
    ['an unknown state', '?code=x&state=y'],
    ['a forged error', '?error=%3Cscript%3E&error_description=ada@example.com&state=y'],
    ['a forged redirect address', '?redirect=https://evil.example&callbackURL=//evil.example&outcome=in'],
    ['10,000 letters', `?code=${'x'.repeat(10_000)}&state=y`],
  ])('that was never started, with %s: the log has the reason and no error', async (_, search) => {
    const visitor = server().anonymous()
    const from = server().logs.length
    const { status, headers } = await visitor.get(`/api/auth/callback/google${search}`)
    expect([status, headers.get('location')]).toEqual([302, `${server().url}/popup-done?outcome=failed`])
    expect(errorsOf(from)).toEqual([])
    for (const { reason } of refusalsOf(from)) expect(reason).toMatch(/\S/)
    expect(JSON.stringify(server().logs.slice(from))).not.toContain('ada@example.com')
    expect([...visitor.cookies.keys()].some((name) => name.endsWith('session_token'))).toBe(false)
  })

  test('with duplicate fields, which logs no error', async () => {
    const from = server().logs.length
    const forged = '/api/auth/callback/google?code=x&code=y&state=a&state=b'
    expect(await server().anonymous().get(forged)).toMatchObject({ status: 400 })
    expect(errorsOf(from)).toEqual([])
  })

  test('with a forged code, which logs the reason and no error', async () => {
    const visitor = server().anonymous()
    const { body } = await beginGoogleSignIn(visitor)
    const state = new URL(body.url).searchParams.get('state')!
    const from = server().logs.length
    expect(await openCallback(visitor, `/api/auth/callback/google?code=made-up&state=${state}`)).toBe(
      'failed',
    )
    expect(errorsOf(from)).toEqual([])
    expect(refusalsOf(from)).toMatchObject([
      { level: 'warn', reason: 'Failed to validate authorization code' },
    ])
  })

  test('eight concurrent first logins create one account', async () => {
    const email = newEmail()
    const visitors = Array.from({ length: 8 }, () => server().anonymous())
    const callbacks = await Promise.all(
      visitors.map(async (visitor) => chooseAtGoogle((await beginGoogleSignIn(visitor)).body.url, { email })),
    )
    const outcomes = await Promise.all(visitors.map((visitor, i) => openCallback(visitor, callbacks[i]!)))
    expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(1)
    expect(new Set(outcomes)).not.toContain('linked')
    const rows = await server()
      .rows`select u.id from users u join accounts a on a.user_id = u.id where u.email = ${email}`
    expect(rows).toHaveLength(1)
  })
})

describe('while Google is down', () => {
  test('from the start, a login ends with our message, and works later without a restart', async () => {
    const port = await freePort()
    const appUrl = `http://localhost:${port}`
    const { url, smtpUrl, stop } = await startSandbox({ port: 0, appUrl })
    const discoveryUrl = `${url}/google/.well-known/openid-configuration`
    const google = { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, discoveryUrl }
    await setGoogleMode({ sandboxUrl: url }, { status: 503 })
    const settings = { ...testSettings({ PORT: String(port) }), google, smtpUrl }
    const running = await startServer(settings, { address: server().address, jobs: false, standIns: false })
    try {
      const visitor = new Visitor(running.url)
      const answer = await beginGoogleSignIn(visitor)
      expectProblem(answer)
      expect([answer.status, answer.body.code]).toEqual([503, 'google-off'])
      const login = { email: 'free@lotto.test', password: DEMO_PASSWORD }
      expect((await visitor.post('/api/auth/sign-in/email', login)).status).toBe(200)
      await setGoogleMode({ sandboxUrl: url }, {})
      expect(await signInByGoogle(visitor, { email: newEmail() })).toBe('new')
    } finally {
      await running.stop()
      await stop()
    }
  })

  test('a started login fails and opens no session', async () => {
    const visitor = server().anonymous()
    const callback = await chooseAtGoogle((await beginGoogleSignIn(visitor)).body.url, { email: newEmail() })
    await setGoogleMode(server(), { status: 503 })
    expect(await openCallback(visitor, callback)).toBe('failed')
    expect(await isSignedIn(visitor)).toBe(false)
  })
})

describe('linking Google', () => {
  test('links an identity with another email; both login methods work, and a mail reports it', async () => {
    const { visitor, email, uid } = await newPerson(server())
    const google = { email: newEmail() }
    expect(await signInByGoogle(visitor, google, LINK)).toBe('linked')
    expect(await loginMethodsOf(uid)).toEqual(['credential', 'google'])
    expect((await mailsTo(server(), email))[0]!.subject).toMatch(/^Google sign-in was added/)
    const elsewhere = server().anonymous()
    expect(await signInByGoogle(elsewhere, google)).toBe('in')
    expect(await me(elsewhere)).toMatchObject({ uid, email })
  })

  test('refuses an identity of another account', async () => {
    const other = await newGoogleUser()
    const { visitor, uid } = await newPerson(server())
    expect(await signInByGoogle(visitor, { email: other.email }, LINK)).toBe('taken')
    expect([await loginMethodsOf(uid), await loginMethodsOf(other.uid)]).toEqual([['credential'], ['google']])
  })

  test('refuses a second identity', async () => {
    const { visitor, uid } = await newPerson(server())
    expect(await signInByGoogle(visitor, { email: newEmail() }, LINK)).toBe('linked')
    expect(await signInByGoogle(visitor, { email: newEmail() }, LINK)).toBe('other')
    expect(await loginMethodsOf(uid)).toEqual(['credential', 'google'])
  })

  test('links one identity to one of several users under concurrency', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(server())))
    const google = { email: newEmail() }
    const callbacks = await Promise.all(
      people.map(async ({ visitor }) =>
        chooseAtGoogle((await beginGoogleSignIn(visitor, LINK)).body.url, google),
      ),
    )
    const outcomes = await Promise.all(people.map(({ visitor }, i) => openCallback(visitor, callbacks[i]!)))
    expect(outcomes.filter((outcome) => outcome === 'linked')).toHaveLength(1)
    const loginMethods = await Promise.all(people.map(({ uid }) => loginMethodsOf(uid)))
    expect(loginMethods.filter((methods) => methods.includes('google'))).toHaveLength(1)
  })

  test('links one of several identities to a user under concurrency', async () => {
    const { visitor, uid } = await newPerson(server())
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = visitor.copy()
        const { body } = await beginGoogleSignIn(browser, LINK)
        return { browser, callback: await chooseAtGoogle(body.url, { email: newEmail() }) }
      }),
    )
    await Promise.all(browsers.map(({ browser, callback }) => openCallback(browser, callback)))
    expect(await loginMethodsOf(uid)).toEqual(['credential', 'google'])
  })

  test('needs a recent proof, like unlinking', async () => {
    const { visitor } = await newPerson(server())
    server().services.clock.setOffset(11 * 60_000)
    const refused = await beginGoogleSignIn(visitor, LINK)
    expect([refused.status, refused.body.code]).toEqual([403, 'proof-needed'])
    expect((await unlink(visitor)).body.code).toBe('proof-needed')
    expect((await visitor.post('/api/profile/proof', { password: 'wrong one' })).status).toBe(400)
    expect((await beginGoogleSignIn(visitor, LINK)).status).toBe(403)
    expect((await visitor.post('/api/profile/proof', { password: PASSWORD })).status).toBe(200)
    expect((await beginGoogleSignIn(visitor, LINK)).status).toBe(200)
  })

  test('links nothing when the session ended after the start', async () => {
    const { visitor, uid, email } = await newPerson(server())
    const thief = visitor.copy()
    const callback = await chooseAtGoogle((await beginGoogleSignIn(thief, LINK)).body.url, {
      email: newEmail(),
    })
    const owner = server().anonymous()
    await owner.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const body = { currentPassword: PASSWORD, newPassword: 'a better one of hers' }
    expect((await owner.post('/api/profile/password', body)).status).toBe(200)
    expect(await openCallback(thief, callback)).toBe('failed')
    expect(await loginMethodsOf(uid)).toEqual(['credential'])
  })
})

describe('unlinking Google', () => {
  test('keeps the password and mails the user; Google logins stop working', async () => {
    const { visitor, uid, email } = await newPerson(server())
    const google = { email: newEmail() }
    await signInByGoogle(visitor, google, LINK)
    expect((await unlink(visitor)).status).toBe(200)
    expect(await loginMethodsOf(uid)).toEqual(['credential'])
    expect(
      await server()
        .rows`select actor, details from audit where action = 'account.google-unlinked' and subject = ${`user:${uid}`}`,
    ).toEqual([{ actor: uid, details: {} }])
    expect((await mailsTo(server(), email))[0]!.subject).toMatch(/^Google sign-in was removed/)
    const elsewhere = server().anonymous()
    expect(await signInByGoogle(elsewhere, google)).toBe('new')
    expect((await me(elsewhere)).uid).not.toBe(uid)
    expect((await unlink(visitor)).status).toBe(404)
  })

  test('never removes the last login method', async () => {
    const { visitor, uid } = await newGoogleUser()
    const answer = await unlink(visitor)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('last-way-in')
    expect(await loginMethodsOf(uid)).toEqual(['google'])
    const first = await visitor.post('/api/profile/password', { newPassword: 'a first one of hers' })
    expect([first.status, await loginMethodsOf(uid)]).toEqual([200, ['credential', 'google']])
    expect((await unlink(visitor)).status).toBe(200)
  })
})
