import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contentsOf } from '../../../tests/support/database.ts'
import { signInByGoogle } from '../../../tests/support/google.ts'
import { linkTo, mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { type Answer, statusesOf, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'

// The holder of a mailed link is the reader of that mailbox (AUTH-05).
const server = testServer({ standIns: true })
afterEach(() => vi.useRealTimers())

const NEW = 'a new one of hers'
const MINUTE = 60_000
/** The identity library expires the links by the clock of the process. */
const later = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + minutes * MINUTE })

const FORM = 'application/x-www-form-urlencoded'
/** Opens a link like a browser. @returns the first answer, and the page after redirects */
async function opened(link: URL, visitor = server().anonymous()) {
  const moved = await visitor.get(link.pathname + link.search)
  const location = moved.headers.get('location')
  return { visitor, moved, page: location ? await visitor.get(location) : moved }
}

const verify = (token: string, visitor = server().anonymous()) =>
  visitor.post('/api/auth/verify-email', { token })
const askReset = (email: string) => server().anonymous().post('/api/auth/request-password-reset', { email })
const reset = (token: string, newPassword = NEW, visitor = server().anonymous()) =>
  visitor.post('/api/auth/reset-password', { token, newPassword })
const login = async (email: string, password = NEW) =>
  (await server().anonymous().post('/api/auth/sign-in/email', { email, password })).status
const isVerified = async (uid: string) =>
  (await server().rows`select email_verified as yes from users where id = ${uid}`)[0]!.yes as boolean
/** The cookies of a browser, without that of the sign-up form, which every visitor of a test has. */
const cookiesOf = ({ cookies }: Visitor) => [...cookies.keys()].filter((name) => name !== 'lotto.form')
const cookiesSetBy = ({ headers }: Answer) => headers.getSetCookie().map((cookie) => cookie.split('=')[0])
async function resetTokenOf(email: string): Promise<string> {
  expect((await askReset(email)).status).toBe(200)
  return tokenFor(server(), email, '/reset-password')
}

describe('the verification link', () => {
  test('leads to our host, states its purpose, and reveals nothing about its reader', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const link = await linkTo(server(), email, '/verify-email')
    expect([link.origin, [...link.searchParams.keys()]]).toEqual([server().url, ['token']])
    const token = link.searchParams.get('token')!
    expect(token).toMatch(/^[\w-]{32}$/)
    for (const text of [token, Buffer.from(token, 'base64url').toString()])
      for (const secret of [email, uid]) expect(text).not.toContain(secret)
  })

  test('verifies the email without signing in, and is idempotent', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    expect(await login(email, PASSWORD)).toBe(403)
    const token = await tokenFor(server(), email, '/verify-email')
    const first = await verify(token)
    expect([first.status, first.headers.getSetCookie(), await isVerified(uid)]).toEqual([200, [], true])
    const before = await contentsOf(server())
    expect((await verify(token)).status).toBe(200)
    expect(await contentsOf(server())).toEqual(before)
    expect(await login(email, PASSWORD)).toBe(200)
  })

  test('does not verify when a mail scanner loads its page', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const { page, visitor } = await opened(await linkTo(server(), email, '/verify-email'))
    expect([page.status, await isVerified(uid)]).toEqual([200, false])
    const answer = await visitor.post('/verify-email', undefined, { raw: { type: FORM, content: '' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?notice=verified'])
    expect([await isVerified(uid), cookiesOf(visitor)]).toEqual([true, []])
  })

  test('expires after its minutes', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), email, '/verify-email')
    const { clock } = server().services
    clock.setOffset((ACCOUNT_LIMITS.verificationLinkMinutes + 1) * MINUTE)
    await server().sweep()
    const answer = await verify(token)
    expect([answer.status, answer.body.code, await isVerified(uid)]).toEqual([400, 'expired-link', false])
    clock.setOffset((ACCOUNT_LIMITS.verificationLinkMinutes - 1) * MINUTE)
    expect((await verify(token)).status).toBe(200)
    clock.setOffset(0)
  })

  test('verifies nothing when it is changed, cut or forged', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), email, '/verify-email')
    const stored = (await server().rows`select identifier from verifications where value = ${uid}`).map(
      ({ identifier }) => identifier as string,
    )
    expect(stored).toHaveLength(1)
    for (const wrong of [
      `${token}x`,
      token.slice(0, -1),
      token.toUpperCase(),
      ...stored,
      uid,
      email,
      'x',
      '',
    ]) {
      const answer = await verify(wrong)
      expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 400, 'invalid-link'])
    }
    expect(await isVerified(uid)).toBe(false)
  })

  test('verifies its own email when another user is signed in', async () => {
    const one = await newPerson(server(), { verified: false })
    const other = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), one.email, '/verify-email')
    expect((await verify(token, other.visitor)).status).toBe(200)
    expect([await isVerified(one.uid), await isVerified(other.uid)]).toEqual([true, false])
  })

  test('ends with its account: a later sign-up with that email needs its own verification', async () => {
    const { email, uid, visitor } = await newPerson(server(), { verified: false })
    const token = await tokenFor(server(), email, '/verify-email')
    expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(200)
    const again = { name: 'Again', email, password: PASSWORD, ageConfirmed: true }
    const { body } = await server().anonymous().post('/api/auth/sign-up/email', again)
    expect(body.user.id).not.toBe(uid)
    expect((await verify(token)).status).toBe(400)
    expect(await isVerified(body.user.id)).toBe(false)
  })
})

describe('an opened link', () => {
  test.each(['/verify-email', '/reset-password'] as const)(
    '%s: its token leaves the address before the page is rendered, and is in no page',
    async (path) => {
      const { email } = await newPerson(server(), { verified: false })
      if (path === '/reset-password') await askReset(email)
      const link = await linkTo(server(), email, path)
      const token = link.searchParams.get('token')!
      const { moved, page, visitor } = await opened(link)
      expect([moved.status, moved.headers.get('location'), moved.text]).toEqual([303, path, ''])
      expect(moved.headers.get('cache-control')).toContain('no-store')
      const [cookie] = moved.headers.getSetCookie()
      expect(cookie).toMatch(/^lotto\.(verify|reset)-link=/)
      for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Max-Age=3600'])
        expect(cookie).toContain(attribute)
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
      expect(page.text).not.toContain(token)
      expect(cookiesOf(visitor)).toHaveLength(1)
      const { moved: long } = await opened(new URL(`${path}?token=${'x'.repeat(101)}`, link))
      expect(long.headers.getSetCookie()[0]).toMatch(/=x{100};/)
    },
  )
})

describe('the page of a reset link', () => {
  const save = (visitor: Visitor, page: Answer, newPassword = NEW) => {
    const link = /name="link" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const content = new URLSearchParams({ link, newPassword }).toString()
    return visitor.post('/reset-password', undefined, { raw: { type: FORM, content } })
  }
  async function openedReset(email: string, visitor?: Visitor) {
    expect((await askReset(email)).status).toBe(200)
    return opened(await linkTo(server(), email, '/reset-password'), visitor)
  }

  test('sets the password without script, and shows problems', async () => {
    const { email } = await newPerson(server())
    const { visitor, page } = await openedReset(email)
    const again = await save(visitor, page, 'short')
    expect([again.status, again.text.includes('At least 8 characters.')]).toEqual([400, true])
    const saved = await save(visitor, again)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/login?notice=password-changed'])
    expect(cookiesOf(visitor)).toEqual(['lotto.device'])
    expect(await login(email)).toBe(200)
  })

  test('refuses a used, expired or wrong link, without a form', async () => {
    const { email } = await newPerson(server())
    expect((await askReset(email)).status).toBe(200)
    const link = await linkTo(server(), email, '/reset-password')
    const refused = async (url: URL) => {
      const { page, visitor } = await opened(url)
      expect(page.status).toBe(400)
      expect(page.text).toContain('This link is not valid. It may have been used already.')
      expect(page.text).not.toContain('name="newPassword"')
      expect(cookiesOf(visitor)).toEqual([])
    }
    const { clock } = server().services
    clock.setOffset((LOGIN_LIMITS.resetLinkMinutes + 1) * MINUTE)
    await refused(link)
    clock.setOffset(0)
    expect((await opened(link)).page.text).toContain('name="newPassword"')
    expect((await reset(link.searchParams.get('token')!)).status).toBe(200)
    await refused(link)
    await refused(new URL('/reset-password?token=made-up', server().url))
    const { page } = await opened(new URL('/reset-password', server().url))
    expect([page.status, page.text.includes('name="newPassword"')]).toEqual([200, false])
  })

  test('changes no other account when another link was opened after rendering', async () => {
    const one = await newPerson(server())
    const other = await newPerson(server())
    const { visitor, page } = await openedReset(one.email)
    await openedReset(other.email, visitor)
    expect((await save(visitor, page)).status).toBe(400)
    expect([await login(one.email), await login(other.email)]).toEqual([401, 401])
  })
})

describe('the reset link', () => {
  test('works once, ends the old password and every session, and mails the user', async () => {
    const { email, visitor } = await newPerson(server())
    const token = await resetTokenOf(email)
    const answer = await reset(token)
    expect([answer.status, cookiesSetBy(answer)]).toEqual([200, ['lotto.device', 'lotto.reset-link']])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await visitor.get('/api/me')).status).toBe(401)
    expect([await login(email, PASSWORD), await login(email)]).toEqual([401, 200])
    const again = await reset(token, 'a third one of hers')
    expect([again.status, again.body.code, await login(email)]).toEqual([400, 'invalid-link', 200])
    const [notice] = await mailsTo(server(), email)
    expect(notice!.subject).toMatch(/^Your password was changed/)
    expect(notice!.text).not.toContain(NEW)
  })

  test('works once under concurrency', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    const passwords = Array.from({ length: 6 }, (_, i) => `number ${i} of several`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400, 400])
    const right = passwords[answers.findIndex(({ status }) => status === 200)]!
    expect(await login(email, right)).toBe(200)
    const loginMethods = await server()
      .rows`select a.id from accounts a join users u on u.id = a.user_id where u.email = ${email}`
    expect(loginMethods).toHaveLength(1)
  })

  test('expires after its minutes', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    later(LOGIN_LIMITS.resetLinkMinutes - 1)
    expect((await reset(token, 'short')).status).toBe(400)
    later(LOGIN_LIMITS.resetLinkMinutes + 1)
    expect((await reset(token)).status).toBe(400)
    vi.useRealTimers()
    expect(await login(email, PASSWORD)).toBe(200)
  })

  test('ends with the reset when it was mailed earlier; links of other users stay valid', async () => {
    const { email } = await newPerson(server())
    const other = await newPerson(server())
    const [older, others] = [await resetTokenOf(email), await resetTokenOf(other.email)]
    later(6)
    const newer = await resetTokenOf(email)
    expect(newer).not.toBe(older)
    expect((await reset(newer)).status).toBe(200)
    expect((await reset(older, 'a third one of hers')).status).toBe(400)
    expect((await reset(others)).status).toBe(200)
    expect([await login(email), await login(other.email)]).toEqual([200, 200])
  })

  test('changes the account of its mail when another user is signed in', async () => {
    const one = await newPerson(server())
    const other = await newPerson(server())
    expect((await reset(await resetTokenOf(one.email), NEW, other.visitor)).status).toBe(200)
    expect([await login(one.email), await login(other.email)]).toEqual([200, 401])
    expect((await other.visitor.get('/api/me')).status).toBe(200)
  })

  test('stays valid after a refused password', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    for (const password of ['short', 'x'.repeat(201), 'password1', 'lottoforecast1']) {
      const answer = await reset(token, password)
      expect(answer.status, password).toBe(400)
      expect(Object.keys(answer.body.fields), password).toEqual(['newPassword'])
    }
    expect((await reset(token)).status).toBe(200)
  })

  test('verifies the email', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    expect((await reset(await resetTokenOf(email))).status).toBe(200)
    expect([await isVerified(uid), await login(email)]).toEqual([true, 200])
  })

  test('sets a first password for a Google user, who stays linked', async () => {
    const email = 'google-first@example.com'
    expect(await signInByGoogle(server().anonymous(), { email })).toBe('new')
    expect((await reset(await resetTokenOf(email))).status).toBe(200)
    expect(await login(email)).toBe(200)
    expect(await signInByGoogle(server().anonymous(), { email })).toBe('in')
  })

  test('does not work as a verification link, and a verification link does not reset', async () => {
    const { email, uid } = await newPerson(server(), { verified: false })
    const proof = await tokenFor(server(), email, '/verify-email')
    const password = await resetTokenOf(email)
    expect((await verify(password)).status).toBe(400)
    expect([400, 413]).toContain((await reset(proof)).status)
    expect([await isVerified(uid), await login(email, PASSWORD)]).toEqual([false, 403])
  })

  test('is stored as a hash only, and sent mails keep no link', async () => {
    const { email } = await newPerson(server())
    const token = await resetTokenOf(email)
    const kept = await server()
      .rows`select v::text as row from verifications v union all select m::text from mails m`
    for (const { row } of kept) expect(row).not.toContain(token)
  })
})

test('the links’ host is ours for any Host header', async () => {
  const { email } = await newPerson(server())
  const { port } = new URL(server().url)
  const status = await new Promise<number>((resolve, reject) => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.9',
      forwarded: 'host=evil.example',
      'content-type': 'application/json',
      origin: server().url,
    }
    const path = '/api/auth/request-password-reset'
    httpRequest({ host: 'localhost', port, path, method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end(JSON.stringify({ email }))
  })
  if (status === 200) {
    const [mail] = await mailsTo(server(), email)
    expect(mail!.subject).toMatch(/^Set a new password/)
  } else expect([400, 403, 421]).toContain(status)
  for (const { text, html } of await mailsTo(server(), email)) {
    expect(text + html).not.toContain('evil.example')
    for (const link of text.match(/https?:\/\/[^\s)]+/g) ?? [])
      expect(new URL(link).origin).toBe(server().url)
  }
})
