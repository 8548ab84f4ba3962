import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner, WAITING_LOCKS } from '../../../tests/support/database.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { freePort } from '../../../tests/support/programs.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { setUpFactor } from '../../../tests/support/second-factor.ts'
import { type Answer, testServer, Visitor } from '../../../tests/support/test-server.ts'
import { waitFor } from '../../../tests/support/wait.ts'
import { DEMO_PASSWORD } from '../../app/server/demo-accounts.ts'

const server = testServer()

const credentials = { email: 'free@lotto.test', password: DEMO_PASSWORD }
const signIn = (body: object = credentials, visitor = server().anonymous()) =>
  visitor.post('/api/auth/sign-in/email', body)

/** The session's Set-Cookie header: name, value and attributes in lower case. */
function cookieOf(answer: Answer) {
  const [line, ...more] = answer.headers.getSetCookie().filter((text) => text.includes('session_token='))
  expect(more).toEqual([])
  const [pair, ...attributes] = line!.split('; ')
  const [name, value] = [pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1)]
  return { name, value, attributes: attributes.map((text) => text.toLowerCase()) }
}

describe('the session', () => {
  test('has one cookie that scripts cannot read and other sites cannot send', async () => {
    const { name, attributes } = cookieOf(await signIn())
    expect(name).toBe('lotto.session_token')
    expect(attributes).toContain('httponly')
    expect(attributes).toContain('samesite=lax')
    expect(attributes).toContain('path=/')
    expect(attributes.some((text) => text.startsWith('domain='))).toBe(false)
    expect(attributes).not.toContain('secure')
    expect(attributes).toContain(`max-age=${180 * 24 * 3600}`)
  })

  test('needs the signature of this server, also after the right cookie was read', async () => {
    const { name, value } = cookieOf(await signIn())
    const token = decodeURIComponent(value).split('.')[0]!
    const forged = `${token}.${Buffer.alloc(32, 1).toString('base64')}`
    const statusWith = async (cookie: string) => {
      const visitor = server().anonymous()
      visitor.cookies.set(name, cookie)
      return (await visitor.get('/api/me')).status
    }
    expect(await statusWith(encodeURIComponent(forged))).toBe(401)
    expect(await statusWith(value)).toBe(200)
    for (const wrong of [encodeURIComponent(forged), token, `${token}.`, 'x', '%00', ''])
      expect([wrong, await statusWith(wrong)]).toEqual([wrong, 401])
  })

  test('on https the cookie is host-only by its name, and secure', async () => {
    const appUrl = 'https://lotto.example'
    const port = await freePort()
    await server().another({ APP_URL: appUrl, PORT: String(port) })
    const visitor = new Visitor(`http://127.0.0.1:${port}`)
    const headers = { origin: appUrl }
    const { name, value, attributes } = cookieOf(
      await visitor.post('/api/auth/sign-in/email', credentials, { headers }),
    )
    expect(name).toBe('__Host-lotto.session_token')
    expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/', 'secure']))
    expect(attributes.some((text) => text.startsWith('domain='))).toBe(false)
    const answer = await visitor.get('/api/me')
    expect(answer.status).toBe(200)
    // A sibling host could set a cookie with the plain name; it is ignored.
    const fixed = new Visitor(`http://127.0.0.1:${port}`)
    fixed.cookies.set('lotto.session_token', value)
    expect((await fixed.get('/api/me')).status).toBe(401)
  })

  test('its token is in no answer’s body', async () => {
    const visitor = server().anonymous()
    const answers = [await signIn(credentials, visitor)]
    const { value } = cookieOf(answers[0]!)
    const token = decodeURIComponent(value).split('.')[0]!
    const paths = ['/api/me', '/api/auth/get-session', '/api/auth/token', '/dashboard', '/api/site']
    for (const path of paths) answers.push(await visitor.get(path))
    for (const { text } of answers) expect(text).not.toContain(token)
    const [row] = await server().rows`select token from sessions where token = ${token}`
    expect(row).toBeDefined()
  })

  test('ends on the server at logout, so the remaining cookie is useless', async () => {
    const visitor = server().anonymous()
    await signIn(credentials, visitor)
    const stolen = visitor.copy()
    const other = await server().as('free')
    const { status, body } = await visitor.post('/api/auth/sign-out')
    expect([status, body]).toEqual([200, { success: true }])
    expect([...visitor.cookies.keys()]).toEqual(['lotto.form', 'lotto.device'])
    expect((await stolen.get('/api/me')).status).toBe(401)
    expect((await stolen.get('/api/getResults')).status).toBe(401)
    expect((await stolen.get('/dashboard')).headers.get('location')).toBe('/login')
    expect((await other.get('/api/me')).status).toBe(200)
    expect((await stolen.post('/api/auth/sign-out')).status).toBe(200)
  })

  test('of another person stays at a logout that a phone sends late', async () => {
    const visitor = await server().as('free')
    const { uid } = (await visitor.get('/api/me')).body
    const another = (await (await server().as('basic')).get('/api/me')).body.uid
    const out = (account: string) => visitor.post('/api/auth/sign-out', undefined, { headers: { account } })
    expect([(await out(another)).status, (await visitor.get('/api/me')).status]).toEqual([200, 200])
    expect([(await out(uid)).status, (await visitor.get('/api/me')).status]).toEqual([200, 401])
  })

  test('get-session returns the signed-in user or null', async () => {
    expect((await server().anonymous().get('/api/auth/get-session')).body).toBeNull()
    const { body } = await (await server().as('free')).get('/api/auth/get-session')
    expect(body).toEqual({
      user: { id: expect.any(String), name: 'Funmi Free', email: 'free@lotto.test', emailVerified: true },
    })
  })
})

describe('signing in', () => {
  test.each([
    ['a wrong password', { ...credentials, password: 'wrong' }],
    ['a password in upper case', { ...credentials, password: DEMO_PASSWORD.toUpperCase() }],
    ['a password with a trailing space', { ...credentials, password: `${DEMO_PASSWORD} ` }],
    ['an unknown email', { ...credentials, email: 'nobody@lotto.test' }],
    ['an empty email', { ...credentials, email: '' }],
    ['an invalid email', { ...credentials, email: "' or 1=1 --" }],
  ])('with %s is refused with the same message', async (_, body) => {
    const answer = await signIn(body)
    expectRefused(answer)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('invalid-credentials')
    expect(answer.body.title).toBe('The email or the password is wrong.')
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

describe('/api/me', () => {
  const base = {
    uid: expect.any(String),
    emailVerified: true,
    ageConfirmed: true,
    role: 'user',
    admin: false,
    staffRoles: [],
    breakUntil: null,
    follows: {},
    liveGame: null,
    adminArea: 'closed',
  }
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT23:00:00\.000Z$/)
  test.each([
    [
      'free',
      { ...base, username: 'Funmi Free', subscription: 'free', subscriptionExpiry: null, daysLeft: null },
    ],
    [
      'basic',
      {
        ...base,
        username: 'Bola Basic',
        subscription: 'basic',
        subscriptionExpiry: day,
        daysLeft: expect.toSatisfy((days) => days >= 365 && days <= 366),
      },
    ],
    [
      'pro',
      {
        ...base,
        username: 'Chidi Pro',
        subscription: 'pro',
        subscriptionExpiry: day,
        daysLeft: expect.toSatisfy((days) => days >= 28 && days <= 32),
      },
    ],
    [
      'admin',
      {
        ...base,
        username: 'Ada Admin',
        role: 'admin',
        admin: true,
        staffRoles: ['owner'],
        adminArea: 'open',
        subscription: 'free',
        subscriptionExpiry: null,
        daysLeft: null,
      },
    ],
  ] as const)('of the demo account %s', async (person, me) => {
    const { status, headers, body } = await (await server().as(person)).get('/api/me')
    expect(status).toBe(200)
    expect(body).toEqual({ email: `${person}@lotto.test`, ...me })
    expect(headers.get('cache-control')).toBe('private, no-store')
  })
})

// Requests of the same moment are looked up in one query.
test('each of many concurrent requests is answered for its own session', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(server())))
  const left = await server().as('basic')
  await left.post('/api/auth/sign-out')
  const visitors = [...people.map(({ visitor }) => visitor), server().anonymous(), left]
  const expected = [...people.map(({ uid }) => uid), undefined, undefined]
  for (let round = 0; round < 5; round++) {
    // Twice each, in another order each time.
    const turns = [...visitors.keys(), ...visitors.keys()].map((_, i) => (i * 5 + round) % visitors.length)
    const answers = await Promise.all(turns.map((turn) => visitors[turn]!.get('/api/me')))
    expect(answers.map(({ body }) => body.uid)).toEqual(turns.map((turn) => expected[turn]))
  }
})

const LOCK = 4711

test('a login that asks for the code only after the password was changed opens no challenge', async () => {
  const { visitor, uid, email } = await newPerson(server())
  await setUpFactor(visitor)
  // Challenges wait for the lock, after the login has compared the password and stored its first session.
  await asOwner(
    server(),
    sql`create function wait_for_test() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(${sql.raw(String(LOCK))}); return new; end $$`,
  )
  await asOwner(
    server(),
    sql`create trigger wait_for_test before insert on verifications
        for each row when (new.identifier like '2fa-%') execute function wait_for_test()`,
  )
  const thief = server().anonymous()
  const { login } = await server().services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const started = thief.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    await waitFor('the login waits', async () => {
      const waiting = sql.raw(`${WAITING_LOCKS} and locktype = 'advisory' and objid = ${LOCK}`)
      return (await server().services.db.execute(waiting)).rows.length === 1
    })
    const body = { currentPassword: PASSWORD, newPassword: 'a better one of hers' }
    expect((await visitor.post('/api/profile/password', body)).status).toBe(200)
    return { login: started }
  })
  expect((await login).status).toBe(401)
  const challenges = await server()
    .rows`select 1 from verifications where value = ${uid} and identifier like '2fa-%'`
  expect(challenges).toEqual([])
})
