import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signInByGoogle } from '../../../tests/support/google.ts'
import { mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { type NewPerson, newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { expectProblem } from '../../../tests/support/refusals.ts'
import { AuthenticatorApp, FACTOR, setUpFactor, totp } from '../../../tests/support/second-factor.ts'
import { statusesOf, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'

const server = testServer({ standIns: true })
afterEach(() => server().services.clock.setOffset(0))

const MINUTE = 60_000
const afterProof = () => server().services.clock.setOffset((ACCOUNT_LIMITS.proofMinutes + 1) * MINUTE)
const statusOf = async (visitor: Visitor) => (await visitor.get('/api/me')).status
const login = (visitor: Visitor, email: string, password = PASSWORD) =>
  visitor.post('/api/auth/sign-in/email', { email, password })
const giveCode = (visitor: Visitor, code: string) => visitor.post('/api/auth/two-factor', { code })
const subjects = async (email: string) =>
  (await mailsTo(server(), email)).map(({ subject }) => subject.replace(' - Lotto Forecast', ''))
/** What the audit trail says of a person's second factor. */
const actionsOf = async (uid: string) =>
  (await server().trail(`user:${uid}`)).filter(([action]) => /factor|recovery/.test(action))

interface Protected extends NewPerson {
  app: AuthenticatorApp
  recoveryCodes: string[]
}
async function protectedPerson(): Promise<Protected> {
  const person = await newPerson(server())
  return { ...person, ...(await setUpFactor(person.visitor)) }
}
/** A browser after the right password, before the code. */
async function enterPassword(email: string, visitor = server().anonymous()): Promise<Visitor> {
  const { status, body } = await login(visitor, email)
  expect([status, body]).toEqual([200, { codeNeeded: true }])
  return visitor
}

test('the tests’ app computes the codes of RFC 6238', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect([1, 37037036, 666666666].map((step) => totp(key, step))).toEqual(['287082', '081804', '353130'])
})

describe('the set-up', () => {
  test('returns a key as text, address and QR code, and changes nothing before a code confirms it', async () => {
    const { visitor, email } = await newPerson(server())
    const started = await visitor.post(FACTOR)
    expect(started.status).toBe(200)
    expect(started.headers.get('cache-control')).toBe('private, no-store')
    const { key, uri, qr } = started.body
    expect(key).toMatch(/^[A-Z2-7]{40}$/)
    const address = new URL(uri)
    expect([address.protocol, decodeURIComponent(address.pathname)]).toEqual([
      'otpauth:',
      `//totp/Lotto Forecast:${email}`.replace('//totp', address.host ? '' : '//totp'),
    ])
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret: key, issuer: 'Lotto Forecast' })
    expect(qr.size).toBeGreaterThan(30)
    expect(qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)

    expect((await login(server().anonymous(), email)).body).toHaveProperty('user')
    const wrong = await visitor.post(`${FACTOR}/confirm`, { code: new AuthenticatorApp(key).wrong() })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'This code is wrong.' }])
    expect((await login(server().anonymous(), email)).body).toHaveProperty('user')
  })

  test('ends all other sessions, renews the current one, mails the owner, is audited and stores no secret in readable form', async () => {
    const { visitor, email, uid } = await newPerson(server())
    const phone = server().anonymous()
    await login(phone, email)
    const copy = visitor.copy()
    const { app, recoveryCodes } = await setUpFactor(visitor)
    expect(await Promise.all([visitor, phone, copy].map(statusOf))).toEqual([200, 401, 401])
    expect(new Set(recoveryCodes).size).toBe(LOGIN_LIMITS.recoveryCodes)
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect((await visitor.get('/api/profile')).body).toMatchObject({ secondFactor: true, recoveryCodes: 10 })
    expect((await subjects(email))[0]).toBe('A second factor was added to your account')
    expect(await actionsOf(uid)).toEqual([['account.second-factor-added', {}]])
    const [row] = await server()
      .rows`select two_factors::text as row_text from two_factors where user_id = ${uid}`
    for (const secret of [
      app.key,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(row!.row_text).not.toContain(secret)
  })

  test('needs a verified email and a recent proof, and does not start twice', async () => {
    const stranger = await newPerson(server(), { verified: false })
    expect((await stranger.visitor.post(FACTOR)).body.title).toBe('Please verify your email first.')
    const { visitor } = await protectedPerson()
    expect((await visitor.post(FACTOR)).body.title).toBe('This account has a second factor already.')
    const late = await newPerson(server())
    const { key } = (await late.visitor.post(FACTOR)).body
    afterProof()
    expect((await late.visitor.post(FACTOR)).body.code).toBe('proof-needed')
    const confirmed = await late.visitor.post(`${FACTOR}/confirm`, {
      code: await new AuthenticatorApp(key).code(),
    })
    expect(confirmed.body.code).toBe('proof-needed')
  })
})

describe('a login with the password alone', () => {
  test('opens nothing: no call, no id token, no cookie for other hosts, no page', async () => {
    const { email } = await protectedPerson()
    const visitor = server().anonymous()
    const answer = await login(visitor, email)
    expect([answer.status, answer.body]).toEqual([200, { codeNeeded: true }])
    for (const path of ['/api/me', '/api/profile', '/api/auth/token', '/api/getResults'])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 401])
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull()
    expect((await visitor.post('/api/setSession', { token: '' })).status).toBe(401)
    expect((await visitor.post(FACTOR)).status).toBe(401)
    for (const path of ['/dashboard', '/dashboard/profile'])
      expect((await visitor.get(path)).headers.get('location')).toMatch(/^\/login(\?from=|$)/)
    // Nor does a cookie that the answer set and removed again.
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=') as [string, string]
      const thief = server().anonymous()
      thief.cookies.set(name, value)
      expect([name, await statusOf(thief)]).toEqual([name, 401])
    }
  })

  test('neither makes the device known nor ends sessions of the owner', async () => {
    const { email, uid, app, visitor } = await protectedPerson()
    for (let i = 1; i < LOGIN_LIMITS.sessions; i++)
      await server().rows`insert into sessions (id, token, user_id, expires_at)
            values (${`${uid} ${i}`}, ${`${uid} ${i}`}, ${uid}, now() + interval '1 day')`
    const other = await enterPassword(email)
    expect([...other.cookies.keys()].filter((name) => name.endsWith('device'))).toEqual([])
    const [{ open }] = (await server()
      .rows`select count(*)::int as open from sessions where user_id = ${uid}`) as [{ open: number }]
    expect([open, await statusOf(visitor)]).toEqual([LOGIN_LIMITS.sessions, 200])
    expect((await giveCode(other, await app.code())).status).toBe(200)
    expect([...other.cookies.keys()].filter((name) => name.endsWith('device'))).toHaveLength(1)
  })

  test('ends the session that the browser had', async () => {
    const { email } = await protectedPerson()
    const before = await newPerson(server())
    const copy = before.visitor.copy()
    await enterPassword(email, before.visitor)
    expect([await statusOf(before.visitor), await statusOf(copy)]).toEqual([401, 401])
  })
})

const NEW = 'another four good words'
/** A stranger who reads the mailbox resets the password in a new browser. */
async function resetPassword(email: string, visitor = server().anonymous()) {
  await visitor.post('/api/auth/request-password-reset', { email })
  const token = await tokenFor(server(), email, '/reset-password')
  return visitor.post('/api/auth/reset-password', { token, newPassword: NEW })
}
/** The same, and logs in up to the code. */
async function resetAndEnter(email: string): Promise<Visitor> {
  const visitor = server().anonymous()
  await resetPassword(email, visitor)
  expect((await login(visitor, email, NEW)).body).toEqual({ codeNeeded: true })
  return visitor
}

describe('the code', () => {
  test('is accepted once, also under concurrency', async () => {
    const { email, app } = await protectedPerson()
    const code = await app.code()
    const [one, two] = [await enterPassword(email), await enterPassword(email)]
    const answers = await Promise.all([one, two].map((visitor) => giveCode(visitor, code)))
    expect(statusesOf(answers)).toEqual([200, 400])
    const again = await giveCode(await enterPassword(email), code)
    expect(again.status).toBe(400)
    expect(again.body.fields.code).toBe('This code was tried already. Wait for the next one.')
  })

  test('is valid for its account and for the browser with the right password', async () => {
    const own = await protectedPerson()
    const other = await protectedPerson()
    const visitor = await enterPassword(other.email)
    expect((await giveCode(visitor, await own.app.code())).status).toBe(400)
    const stranger = server().anonymous()
    expect((await giveCode(stranger, await other.app.code())).body.code).toBe('login-expired')
    expect(await statusOf(stranger)).toBe(401)
    // A session of one account does not complete the login to another.
    for (const [name, value] of own.visitor.cookies) visitor.cookies.set(name, value)
    expect((await giveCode(visitor, await own.app.code())).status).toBe(400)
    expect((await visitor.get('/api/me')).body.uid).toBe(own.uid)
  })

  test('allows a few tries in a login, and ten for an account, and wrong ones are in the log of attacks', async () => {
    const { email, app, uid } = await protectedPerson()
    const first = await enterPassword(email)
    const codes: string[] = []
    for (let i = 0; i < 6; i++) codes.push((await giveCode(first, app.wrong(i))).body.code)
    expect(codes).toEqual([...Array<string>(5).fill('invalid-input'), 'login-expired'])
    const second = await enterPassword(email)
    for (let i = 6; i < 10; i++) await giveCode(second, app.wrong(i))
    const locked = await giveCode(second, await app.code())
    expect([locked.status, locked.body.code]).toEqual([429, 'too-many'])
    expectProblem(locked)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    const { body } = await (await server().as('admin')).get(`/api/admin/users/${uid}`)
    expect(body.attacks).toMatchObject([
      { kind: 'limit-reached', reached: 'code' },
      ...[4, 6].map((times) => ({ kind: 'second-factor-refused', times })),
    ])
  })

  test('has no new tries after a reset, and the owner gets one mail after each (AUTH-09)', async () => {
    const { email, app } = await protectedPerson()
    const statuses: number[] = []
    for (let reset = 0; reset < 3; reset++) {
      const stranger = await resetAndEnter(email)
      for (let i = 0; i < 5; i++) statuses.push((await giveCode(stranger, app.wrong(reset * 5 + i))).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(5).fill(429)])
    // After the third reset no code is checked and refused.
    const mails = (await subjects(email)).filter((subject) => /wrong code|was changed/.test(subject))
    const changed = 'Your password was changed'
    const wrong = 'A wrong code was entered after your password was reset'
    expect(mails.toReversed()).toEqual([changed, wrong, changed, wrong, changed])
  })

  test('of the owner after a reset prevents the mail about later mistakes', async () => {
    const { email, app } = await protectedPerson()
    const visitor = await resetAndEnter(email)
    expect((await giveCode(visitor, await app.code())).status).toBe(200)
    expect((await login(visitor, email, NEW)).body).toEqual({ codeNeeded: true })
    await giveCode(visitor, app.wrong())
    expect((await subjects(email)).join()).not.toContain('wrong code')
  })

  test('has thirty tries a day from all devices; recovery codes work beyond', async () => {
    const { email, app, visitor, recoveryCodes } = await protectedPerson()
    const { points } = RATE_LIMITS.codeAccount
    // Devices on which a code completed a login have their own ten tries.
    const devices = [visitor]
    for (let i = 0; i < 3; i++) {
      const device = await enterPassword(email)
      expect((await giveCode(device, recoveryCodes[i]!)).status).toBe(200)
      devices.push(device)
    }
    const statuses: number[] = []
    for (let login = 0; login < points / 5 + 1; login++) {
      const device = await enterPassword(email, devices[login % devices.length])
      for (let i = 0; i < 5; i++) statuses.push((await giveCode(device, app.wrong(login * 5 + i))).status)
    }
    expect(statuses).toEqual([...Array<number>(points).fill(400), ...Array<number>(5).fill(429)])
    const refused = await giveCode(await enterPassword(email, devices[3]), await app.code())
    expect(refused.body.title).toBe('Too many tries. Please try again in 24 hours, or use a recovery code.')
    expect((await giveCode(await enterPassword(email), recoveryCodes[9]!)).status).toBe(200)
  })

  test('does not lock the owner out of a known device when strangers try codes', async () => {
    const { email, app, visitor } = await protectedPerson()
    for (let login = 0; login < 2; login++) {
      const stranger = await enterPassword(email)
      for (let i = 0; i < 5; i++) await giveCode(stranger, app.wrong(login * 5 + i))
    }
    expect((await giveCode(await enterPassword(email), await app.code())).status).toBe(429)
    expect((await giveCode(await enterPassword(email, visitor), await app.code())).status).toBe(200)
  })

  test('is refused in any other writing', async () => {
    const { email } = await protectedPerson()
    const visitor = await enterPassword(email)
    for (const code of ['', 'x'.repeat(101), '１２３４５６', "' or 1=1 --", '\u0000', '000 000 000']) {
      const answer = await giveCode(visitor, code)
      expectProblem(answer, code)
      expect([code, answer.status, answer.body.code]).toEqual([
        code,
        400,
        expect.not.stringMatching('expired'),
      ])
    }
    expect(await statusOf(visitor)).toBe(401)
  })
})

describe('a recovery code', () => {
  test('completes a login once, and its owner gets a mail', async () => {
    const { email, uid, recoveryCodes } = await protectedPerson()
    const visitor = await enterPassword(email)
    const typed = recoveryCodes[3]!.toLowerCase().replaceAll('-', ' ')
    expect((await giveCode(visitor, typed)).body.user.id).toBe(uid)
    expect((await visitor.get('/api/profile')).body.recoveryCodes).toBe(LOGIN_LIMITS.recoveryCodes - 1)
    expect((await subjects(email))[0]).toBe('A recovery code was used')
    expect(await actionsOf(uid)).toContainEqual(['account.recovery-code-used', {}])
    expect((await giveCode(await enterPassword(email), recoveryCodes[3]!)).status).toBe(400)
    expect((await giveCode(await enterPassword(email), recoveryCodes[4]!)).status).toBe(200)
  })

  test('used twice at the same moment opens one session', async () => {
    const { email, recoveryCodes } = await protectedPerson()
    const visitors = await Promise.all([1, 2, 3].map(() => enterPassword(email)))
    const answers = await Promise.all(visitors.map((visitor) => giveCode(visitor, recoveryCodes[0]!)))
    expect(statusesOf(answers)).toEqual([200, 400, 400])
  })

  test('stops working after a renewal, which needs a recent proof', async () => {
    const { email, visitor, recoveryCodes, uid } = await protectedPerson()
    const { body } = await visitor.post(`${FACTOR}/recovery-codes`)
    expect(body.recoveryCodes).toHaveLength(LOGIN_LIMITS.recoveryCodes)
    expect((await giveCode(await enterPassword(email), recoveryCodes[0]!)).status).toBe(400)
    expect((await giveCode(await enterPassword(email), body.recoveryCodes[0])).status).toBe(200)
    expect(await actionsOf(uid)).toContainEqual(['account.recovery-codes', {}])
    afterProof()
    expect((await visitor.post(`${FACTOR}/recovery-codes`)).body.code).toBe('proof-needed')
    const plain = await newPerson(server())
    server().services.clock.setOffset(0)
    expect((await plain.visitor.post(`${FACTOR}/recovery-codes`)).status).toBe(404)
  })
})

describe('a proof of identity', () => {
  const prove = (visitor: Visitor, body: object) => visitor.post('/api/profile/proof', body)

  test('needs the right password and a right code', async () => {
    const { visitor, app } = await protectedPerson()
    afterProof()
    expect((await prove(visitor, { password: PASSWORD })).body.fields).toEqual({
      code: 'This code is wrong.',
    })
    expect((await prove(visitor, { code: await app.code() })).body.fields).toEqual({
      password: 'This is not your password.',
    })
    expect((await visitor.request('DELETE', FACTOR)).body.code).toBe('proof-needed')
    const code = await app.code()
    expect((await prove(visitor, { password: PASSWORD, code })).status).toBe(200)
    expect((await prove(visitor, { password: PASSWORD, code })).status).toBe(400)
    expect((await visitor.request('DELETE', FACTOR)).status).toBe(200)
  })

  test('of a Google user is the code', async () => {
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email: 'by-google@example.com' })).toBe('new')
    await visitor.post('/api/profile/age', { ageConfirmed: true })
    afterProof()
    expect((await prove(visitor, { code: '123456' })).body.code).toBe('proof-needed')
    server().services.clock.setOffset(0)
    const { app } = await setUpFactor(visitor)
    afterProof()
    expect((await prove(visitor, { code: app.wrong() })).status).toBe(400)
    expect((await prove(visitor, { code: await app.code() })).status).toBe(200)
    expect((await visitor.request('DELETE', FACTOR)).status).toBe(200)
  })
})

test('turning it off needs a proof, mails the owner, and logins need only the password', async () => {
  const { visitor, email, uid } = await protectedPerson()
  const started = await enterPassword(email)
  expect((await visitor.request('DELETE', FACTOR)).status).toBe(200)
  expect((await subjects(email))[0]).toBe('The second factor of your account was removed')
  expect((await actionsOf(uid)).at(-1)).toEqual(['account.second-factor-removed', {}])
  expect((await login(server().anonymous(), email)).body).toHaveProperty('user')
  expect(await server().rows`select 1 from two_factors where user_id = ${uid}`).toEqual([])
  expect((await visitor.request('DELETE', FACTOR)).status).toBe(404)
  expect((await giveCode(started, '123456')).status).toBeGreaterThanOrEqual(400)
  expect(await statusOf(started)).toBe(401)
})

describe('a login that waits for its code ends', () => {
  let person: Protected
  let password = PASSWORD
  beforeAll(async () => {
    person = await protectedPerson()
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'when all other devices are logged out',
      () => person.visitor.request('DELETE', '/api/profile/sessions'),
    ],
    [
      'when the password is changed',
      () => {
        const body = { currentPassword: password, newPassword: (password = 'four good words of hers') }
        return person.visitor.post('/api/profile/password', body)
      },
    ],
    [
      'when staff end the sessions',
      async () =>
        (await server().as('admin')).post(`/api/admin/users/${person.uid}/end-sessions`, { confirm: true }),
    ],
    ['when the password is reset', () => resetPassword(person.email)],
  ])('%s', async (_, change) => {
    const visitor = server().anonymous()
    expect((await login(visitor, person.email, password)).body).toEqual({ codeNeeded: true })
    expect(await change()).toMatchObject({ status: 200 })
    // Before its end, the answer to a wrong code says that the code is wrong.
    expect((await giveCode(visitor, person.app.wrong())).body.code).toBe('login-expired')
    expect(await statusOf(visitor)).toBe(401)
  })

  test('when its Google identity is unlinked', async () => {
    const { email, visitor, app } = await protectedPerson()
    const other = server().anonymous()
    expect(await signInByGoogle(other, { email })).toBe('code')
    expect((await visitor.request('DELETE', '/api/profile/google')).status).toBe(200)
    expect((await giveCode(other, await app.code())).body.code).toBe('login-expired')
  })
})

describe('a login with Google', () => {
  test('needs the code too', async () => {
    const { email, uid, app } = await protectedPerson()
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email })).toBe('code')
    expect(await statusOf(visitor)).toBe(401)
    expect((await visitor.get('/api/auth/token')).status).toBe(401)
    const answer = await giveCode(visitor, await app.code())
    expect([answer.status, answer.body.user.id]).toEqual([200, uid])
    expect(answer.text).not.toContain('token')
    expect((await visitor.get('/api/me')).body.uid).toBe(uid)
  })
})

describe('without script', () => {
  const form = (visitor: Visitor, path: string, fields: Record<string, string>) =>
    visitor.request('POST', path, {
      raw: { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(fields).toString() },
    })

  test('the login continues on a page that asks for the code', async () => {
    const { email, app } = await protectedPerson()
    const visitor = server().anonymous()
    const from = '?from=%2Fdashboard%2Fslip'
    const path = `/login/code${from}`
    const first = await form(visitor, `/login${from}`, { email, password: PASSWORD })
    expect([first.status, first.headers.get('location')]).toEqual([303, path])
    const page = await visitor.get(path)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`action="${path}"`)])
    const wrong = await form(visitor, path, { code: app.wrong() })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This code is wrong.')])
    const right = await form(visitor, path, { code: await app.code() })
    expect([right.status, right.headers.get('location')]).toEqual([303, '/dashboard/slip'])
    expect(await statusOf(visitor)).toBe(200)
  })

  test('a code without a login redirects to the login', async () => {
    const answer = await form(server().anonymous(), '/login/code', { code: '123456' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?notice=login-expired'])
  })
})

test('a deleted account leaves no second factor behind', async () => {
  const { visitor, uid } = await protectedPerson()
  expect((await visitor.get('/api/profile/data.json')).body['second factor']).toHaveLength(1)
  expect((await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })).status).toBe(200)
  expect(await server().rows`select 1 from two_factors where user_id = ${uid}`).toEqual([])
  expect(await server().rows`select 1 from users where id = ${uid} and two_factor_enabled`).toEqual([])
})
