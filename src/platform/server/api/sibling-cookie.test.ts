import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPerson, uidOf } from '../../../../tests/support/people.ts'
import { freePort } from '../../../../tests/support/programs.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import {
  type Answer,
  type Person,
  type TestServer,
  testServer,
  Visitor,
} from '../../../../tests/support/test-server.ts'
import { DEMO_PASSWORD } from '../../../app/server/demo-accounts.ts'

// The cookie that shows sibling hosts who is signed in, for an hour.
const server = testServer()
let pro: Visitor
let uid: string

beforeAll(async () => {
  pro = await server().as('pro')
  uid = await uidOf(server(), 'pro')
})

interface Cookie {
  name: string
  value: string
  attributes: string[]
}
/** The cookies of an answer. */
const cookiesOf = (answer: Answer): Cookie[] =>
  answer.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes: attributes.sort() }
  })
async function exchange(visitor: Visitor, headers: Record<string, string> = {}): Promise<Cookie> {
  const { body } = await visitor.get('/api/auth/token')
  const answer = await visitor.post('/api/setSession', { token: body.token }, { headers })
  expect([answer.status, answer.body]).toEqual([200, { done: true }])
  const [cookie, ...more] = cookiesOf(answer)
  expect(more).toEqual([])
  return cookie!
}
async function onHttps(settings: Record<string, string>): Promise<{ visitor: Visitor; origin: string }> {
  const origin = 'https://app.lotto.example'
  const port = await freePort()
  await server().another({ APP_URL: origin, PORT: String(port), ...settings })
  const visitor = new Visitor(`http://127.0.0.1:${port}`)
  const credentials = { email: 'pro@lotto.test', password: DEMO_PASSWORD }
  const login = await visitor.post('/api/auth/sign-in/email', credentials, { headers: { origin } })
  expect(login.status).toBe(200)
  return { visitor, origin }
}

describe('the cookie', () => {
  test('on http has a plain name and no domain', async () => {
    const { name, attributes } = await exchange(pro)
    expect([name, attributes]).toEqual(['lotto', ['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax']])
  })

  test('on https has the __Secure- prefix', async () => {
    const { visitor, origin } = await onHttps({})
    const { name, attributes } = await exchange(visitor, { origin })
    expect(name).toBe('__Secure-lotto')
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('with COOKIE_DOMAIN reaches sibling hosts, and the session cookie does not', async () => {
    const { visitor, origin } = await onHttps({ COOKIE_DOMAIN: 'lotto.example' })
    const { name, value, attributes } = await exchange(visitor, { origin })
    expect([name, attributes]).toEqual([
      '__Secure-lotto',
      ['Domain=lotto.example', 'HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure'],
    ])
    expect(decodeJwt(value)).toMatchObject({ aud: 'lotto.example#siblings', iss: origin })
    const out = await visitor.post('/api/auth/sign-out', undefined, { headers: { origin } })
    const deleted = cookiesOf(out).find((cookie) => cookie.name === name)!
    expect([deleted.value, deleted.attributes]).toEqual([
      '',
      ['Domain=lotto.example', 'HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure'],
    ])
    for (const cookie of cookiesOf(out).filter((other) => other.name !== name))
      expect(cookie.attributes.join()).not.toMatch(/domain/i)
  })

  test('contains only the user id, role and plan, for an hour, signed by a published key', async () => {
    const { value } = await exchange(pro)
    const audience = `${server().url}#siblings`
    const keys = createRemoteJWKSet(new URL(`${server().url}/api/auth/jwks`))
    const { payload } = await jwtVerify(value, keys, {
      audience,
      issuer: server().url,
      algorithms: ['ES256'],
    })
    const { iat: _, exp, ...rest } = payload
    expect(rest).toEqual({ sub: uid, role: 'user', plan: 'pro', iss: server().url, aud: audience })
    const left = exp! - Date.now() / 1000
    expect(left).toBeGreaterThan(3500)
    expect(left).toBeLessThanOrEqual(3601)
    expect(decodeProtectedHeader(value).alg).toBe('ES256')
  })

  test('has the role admin only for a verified email', async () => {
    const { visitor, uid: other } = await newPerson(server(), { verified: false })
    await server().rows`update users set role = 'admin' where id = ${other}`
    expect(decodeJwt((await exchange(visitor)).value)).toMatchObject({ role: 'user', plan: 'free' })
    expect(decodeJwt((await exchange(await server().as('admin'))).value)).toMatchObject({ role: 'admin' })
  })

  test('is neither a session nor an id token on this host', async () => {
    const { name, value } = await exchange(pro)
    const thief = server().anonymous()
    thief.cookies.set(name, value)
    expect((await thief.get('/api/me')).status).toBe(401)
    thief.cookies.set('lotto.session_token', value)
    expect((await thief.get('/api/me')).status).toBe(401)
    const headers = { authorization: `Bearer ${value}` }
    expect((await server().anonymous().get('/api/getResults', { headers })).status).toBe(401)
    const again = await server().anonymous().post('/api/setSession', { token: value })
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
  })

  test('is set by a form login and replaces the previous user’s', async () => {
    const form = (person: string) => ({
      type: 'application/x-www-form-urlencoded',
      content: new URLSearchParams({ email: `${person}@lotto.test`, password: DEMO_PASSWORD }).toString(),
    })
    const visitor = await server().as('pro')
    const { name, value } = await exchange(visitor)
    expect((await visitor.request('POST', '/login', { raw: form('free') })).status).toBe(303)
    expect(visitor.cookies.get(name)).not.toBe(value)
    expect(decodeJwt(visitor.cookies.get(name)!)).toMatchObject({ sub: await uidOf(server(), 'free') })
  })

  test('is renewed at each redirect of a signed-in user to a sibling host', async () => {
    const hosts = { RESULTS_APP_URL: 'https://results.example', BASIC_APP_URL: 'https://basic.example' }
    const other = await server().another(hosts)
    const sentTo = async (person: Person, path: string) => {
      const answer = await (await other.as(person)).get(path)
      const plans = cookiesOf(answer).map(({ name, value }) => [name, decodeJwt(value).plan])
      return [answer.headers.get('location'), plans]
    }
    for (const path of ['/', '/login', '/signup']) {
      expect(await sentTo('free', path)).toEqual(['https://results.example', [['lotto', 'free']]])
      expect(await sentTo('basic', path)).toEqual(['https://basic.example', [['lotto', 'basic']]])
      expect(await sentTo('pro', path)).toEqual(['/dashboard', []])
    }
  })

  test('is deleted at logout and with the account', async () => {
    const { visitor } = await newPerson(server())
    const { name } = await exchange(visitor)
    const thief = [...visitor.cookies.keys()]
    expect(thief).toContain(name)
    await visitor.post('/api/auth/sign-out')
    expect([...visitor.cookies.keys()]).not.toContain(name)
    const other = await newPerson(server())
    await exchange(other.visitor)
    await other.visitor.request('DELETE', '/api/profile', { body: { confirm: true } })
    expect([...other.visitor.cookies.keys()]).not.toContain(name)
  })
})

describe('setSession refuses', () => {
  const sendToken = (token: unknown, on: TestServer = server()) =>
    on.anonymous().post('/api/setSession', { token })
  let token: string
  beforeAll(async () => {
    token = (await pro.get('/api/auth/token')).body.token
  })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const part = (i: number) => token.split('.')[i]!
  /** What the token names; it is open, so that nothing but what is wrong with each token closes it. */
  const session = () => {
    const { sub, sid } = decodeJwt<{ sid: string }>(token)
    return { userId: sub!, sessionId: sid }
  }

  test.each<[string, () => string | Promise<string>]>([
    ['a changed one', () => [part(0), encode({ ...decodeJwt(token), sub: 'x' }), part(2)].join('.')],
    ['one without a signature', () => `${encode({ alg: 'none' })}.${part(1)}.`],
    ['one signed as HS256', () => `${encode({ alg: 'HS256', kid: 'x' })}.${part(1)}.${part(2)}`],
    ['a token without its signature part', () => `${part(0)}.${part(1)}`],
    ['none', () => ''],
    ['a value that is not a token', () => 'hello'],
    [
      'one of another installation',
      async () => {
        const other = await server().another({
          APP_URL: 'http://elsewhere.test:1',
          PORT: String(await freePort()),
        })
        return other.services.auth.idToken(Date.now(), session())
      },
    ],
    ['one that ran out', () => server().services.auth.idToken(Date.now() - 16 * 60_000, session())],
    [
      'one for another audience',
      () => server().services.auth.sign({ sub: uid, sid: session().sessionId }, 'https://other.example', 900),
    ],
  ])('%s', async (_, make) => {
    const answer = await sendToken(await make())
    expectRefused(answer)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('not-signed-in')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('each token only for its own fault', async () => {
    expect((await sendToken(await server().services.auth.idToken(Date.now(), session()))).status).toBe(200)
  })

  test('a token of a deleted user', async () => {
    const { visitor } = await newPerson(server())
    const { body } = await visitor.get('/api/auth/token')
    expect((await sendToken(body.token)).status).toBe(200)
    await visitor.request('DELETE', '/api/profile', { body: { confirm: true } })
    expect((await sendToken(body.token)).status).toBe(401)
  })

  test('values that are not strings', async () => {
    for (const wrong of [null, 1, {}, [token]]) expect((await sendToken(wrong)).status).toBe(400)
  })
})
