import { describe, expect, test } from 'vitest'
import { contentsOf } from '../../../tests/support/database.ts'
import { answersOf, tagsOf, textOf } from '../../../tests/support/html.ts'
import { expectProblem } from '../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { DEMO_PASSWORD } from '../../app/server/demo-accounts.ts'

// Browsers without (or before) script send plain forms.
const server = testServer()

const FORM = 'application/x-www-form-urlencoded'
const send = (visitor: Visitor, path: string, fields: Record<string, string> | [string, string][]) =>
  visitor.request('POST', path, { raw: { type: FORM, content: new URLSearchParams(fields).toString() } })

/** The fields of a page's form, by name. */
function fieldsOf(html: string): Record<string, Record<string, string>> {
  const inputs = tagsOf(html).filter(({ name, attributes }) => name === 'input' && attributes.name)
  return Object.fromEntries(inputs.map(({ attributes }) => [attributes.name, attributes]))
}
const formOf = (html: string) => tagsOf(html).find(({ name }) => name === 'form')!.attributes

describe('the login form', () => {
  test.each([
    ['admin', '/admin'],
    ['pro', '/dashboard'],
    ['basic', '/dashboard/frequent-numbers'],
    ['free', '/dashboard/past-results'],
  ])('logs in %s and redirects to %s', async (person, destination) => {
    const visitor = server().anonymous()
    const answer = await send(visitor, '/login', { email: `${person}@lotto.test`, password: DEMO_PASSWORD })
    expect([answer.status, answer.headers.get('location'), answer.text]).toEqual([303, destination, ''])
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    expect((await visitor.get('/api/me')).body.email).toBe(`${person}@lotto.test`)
    expect((await visitor.get(destination)).status).toBe(200)
  })

  test('leads back to the search that an anonymous visitor opened', async () => {
    const search = '?number=7&type=winning&position=any_box'
    const visitor = server().anonymous()
    const login = (await visitor.get(`/dashboard/past-results${search}`)).headers.get('location')!
    const { action } = formOf((await visitor.get(login)).text)
    const fields = { email: 'pro@lotto.test', password: DEMO_PASSWORD }
    const answer = await send(visitor, action!, fields)
    expect(answer.headers.get('location')).toBe(`/dashboard/past-results${search}`)
  })

  test.each([
    ['/results/diamond/2025', '/results/diamond/2025'],
    ['/d/diamond.2025-06-23', '/d/diamond.2025-06-23'],
    ['https://evil.example/results', '/dashboard'],
    ['//evil.example/results', '/dashboard'],
    ['/results/../admin', '/dashboard'],
    ['/results/diamond?x=y', '/dashboard'],
    ['/dashboard/profile', '/dashboard/profile'],
    ['/logout', '/dashboard'],
  ])('from %s leads to %s', async (from, to) => {
    const visitor = server().anonymous()
    const query = new URLSearchParams({ from }).toString()
    const { text } = await visitor.get(`/login?${query}`)
    const signUp = tagsOf(text).find(({ attributes }) => attributes.href?.startsWith('/signup'))
    expect(signUp!.attributes.href).toBe(from === to ? `/signup?${query}` : '/signup')
    const fields = { email: 'pro@lotto.test', password: DEMO_PASSWORD }
    const answer = await send(visitor, `/login?${query}`, fields)
    expect(answer.headers.get('location')).toBe(to)
  })

  test('redirects to sibling hosts when they are configured', async () => {
    const hosts = { RESULTS_APP_URL: 'https://results.example/', BASIC_APP_URL: 'https://basic.example/app' }
    const other = await server().another(hosts)
    const target = async (person: string) => {
      const fields = { email: `${person}@lotto.test`, password: DEMO_PASSWORD }
      return (await send(other.anonymous(), '/login', fields)).headers.get('location')
    }
    expect(await target('free')).toBe('https://results.example')
    expect(await target('basic')).toBe('https://basic.example/app')
    expect(await target('pro')).toBe('/dashboard')
    expect(await target('admin')).toBe('/admin')
    const { headers } = await other.anonymous().get('/login')
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' https://results.example https://basic.example;",
    )
  })

  test('is shown again with the message and the email, never with the password', async () => {
    const visitor = server().anonymous()
    const typed = { email: 'Free@lotto.test"><b>', password: 'my secret <script>' }
    const answer = await send(visitor, '/login', typed)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(textOf(answer.text)).toContain(ACCOUNT_MESSAGES.invalidCredentials)
    expect(fieldsOf(answer.text).email!.value).toBe(typed.email)
    expect(fieldsOf(answer.text).password!.value).toBeUndefined()
    expect(answer.text).not.toContain('my secret')
    expect(answersOf(answer.text).form).toEqual({
      message: ACCOUNT_MESSAGES.invalidCredentials,
      fields: {},
      values: { email: typed.email },
    })
  })

  test.each([
    ['nothing', {}],
    ['an email without a password', { email: 'free@lotto.test' }],
    ['a password of 201 characters', { email: 'free@lotto.test', password: 'x'.repeat(201) }],
  ])('with %s is shown again', async (_, fields) => {
    const answer = await send(server().anonymous(), '/login', fields)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(textOf(answer.text)).toContain(ACCOUNT_MESSAGES.invalidCredentials)
  })
})

describe('the sign-up form', () => {
  const fields = {
    username: 'Bisi',
    email: 'bisi@example.com',
    password: 'long enough it is',
    ageConfirmed: 'on',
  }

  test('creates the account, signs in and redirects to the plan choice', async () => {
    const { text } = await server().anonymous().get('/signup')
    expect(formOf(text)).toMatchObject({ method: 'post', action: '/signup' })
    expect(Object.keys(fieldsOf(text))).toEqual(['trap', 'username', 'email', 'password', 'ageConfirmed'])
    expect(fieldsOf(text).ageConfirmed).not.toHaveProperty('checked')
    const visitor = server().anonymous()
    const answer = await send(visitor, '/signup', fields)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/confirmation?notice=verification-sent')
    expect((await visitor.get('/api/me')).body).toMatchObject({ username: 'Bisi', role: 'user' })
    expect((await visitor.get('/confirmation')).status).toBe(200)
  })

  test('from a public page leads to the choice of a plan, and Free back to the page', async () => {
    const visitor = server().anonymous()
    const from = '?from=%2Fresults%2Fdiamond'
    const answer = await send(visitor, `/signup${from}`, { ...fields, email: 'from@example.com' })
    expect(answer.headers.get('location')).toBe(`/confirmation${from}&notice=verification-sent`)
    const { text } = await visitor.get(`/confirmation${from}`)
    const back = fieldsOf(text).from!.value!
    const sent = await send(visitor, '/confirmation', { form: 'free', from: back })
    expect(sent.headers.get('location')).toBe('/results/diamond')
    const elsewhere = await send(visitor, '/confirmation', { form: 'free', from: '//evil.example' })
    expect(elsewhere.headers.get('location')).toBe('/dashboard/past-results')
  })

  test('is shown again with a message at each field and the typed values, without the password', async () => {
    const before = await contentsOf(server())
    const typed = { username: 'B\u200Bisi', email: 'bisi at home', password: 'short' }
    const answer = await send(server().anonymous(), '/signup', typed)
    expect(answer.status).toBe(400)
    const text = textOf(answer.text)
    for (const message of [
      'Use letters, digits and punctuation only.',
      'Please enter a valid email.',
      'At least 8 characters.',
      'You must be 18 or older to use Lotto Forecast.',
    ])
      expect(text).toContain(message)
    const shown = fieldsOf(answer.text)
    expect([shown.username!.value, shown.email!.value]).toEqual([typed.username, typed.email])
    expect(shown.password!.value).toBeUndefined()
    expect(answer.text).not.toContain('"short"')
    expect(await contentsOf(server())).toEqual(before)
  })

  test('shows the specified message for an email in use', async () => {
    const answer = await send(server().anonymous(), '/signup', { ...fields, email: 'FREE@lotto.test' })
    expect(answer.status).toBe(422)
    expect(textOf(answer.text)).toContain(ACCOUNT_MESSAGES.emailInUse)
  })

  test('ignores fields that the form does not have', async () => {
    const more = { role: 'admin', admin: 'true', subscription: 'pro', emailVerified: 'true', id: 'mine' }
    await send(server().anonymous(), '/signup', { ...fields, ...more, email: 'sly@example.com' })
    const rows = await server().rows`select * from users where email = 'sly@example.com'`
    for (const row of rows) expect(row).toMatchObject({ role: 'user', email_verified: false })
    expect(await server().rows`select * from users where id = 'mine'`).toEqual([])
  })
})

test('a form that is sent too often states when to try again, also in Retry-After', async () => {
  const { limits } = server().services
  const account = 'too-often@example.com'
  const visitor = server().anonymous()
  const tries = { loginAccount: account, resendAccount: account } as const
  for (const [what, who] of Object.entries(tries) as [keyof typeof tries, string][])
    for (let i = 0; i < RATE_LIMITS[what].points; i++) await limits.consume(what, who)
  for (const path of ['/login', '/resend-verification']) {
    const answer = await send(visitor, path, { email: account, password: 'x' })
    expect([path, answer.status, textOf(answer.text).includes('Too many tries.')]).toEqual([path, 429, true])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60)
  }
})

describe('a malformed form is refused', () => {
  const visitor = () => server().anonymous()
  test.each([
    ['JSON', 'Send this as application/x-www-form-urlencoded.', 'application/json', '{"email": "a@b.test"}'],
    ['several parts', 'Send this as', 'multipart/form-data; boundary=x', '--x--'],
    ['a duplicate field', 'Duplicate field.', FORM, 'email=a&email=b&password=c'],
    ['a NUL', 'The request contains characters that cannot be stored.', FORM, 'email=a%00b&password=c'],
    [
      'an incomplete character',
      'The body is not UTF-8 text.',
      FORM,
      Buffer.from('email=\xed\xa0\x80', 'latin1'),
    ],
    ['a megabyte', 'The body is too large: the limit is 64 kB.', FORM, `email=${'x'.repeat(1024 * 1024)}`],
  ])('%s', async (_, text, type, content) => {
    for (const path of ['/login', '/signup']) {
      const answer = await visitor().request('POST', path, { raw: { type, content } })
      expectProblem(answer)
      expect(answer.body.title).toContain(text)
    }
  })
})
