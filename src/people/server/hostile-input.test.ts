import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf } from '../../../tests/support/database.ts'
import { tagsOf } from '../../../tests/support/html.ts'
import { mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { IS_LONG } from '../../../tests/support/slow.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { accountRoutes } from './routes.ts'
import { googleRoutes } from './google-routes.ts'
import { profileRoutes } from './profile-routes.ts'

const server = testServer({ standIns: true })

/** A valid body for each write of identity, so only the added field can cause a refusal. */
const BODIES: Record<string, object> = {
  'POST /api/auth/sign-up/email': {
    name: 'Sly',
    email: 'sly@example.com',
    password: PASSWORD,
    ageConfirmed: true,
  },
  'POST /api/auth/challenge': { purpose: 'login', email: 'free@lotto.test' },
  'POST /api/auth/email-link': { purpose: 'login', email: 'free@lotto.test' },
  'POST /api/auth/sign-in/email': { email: 'free@lotto.test', password: PASSWORD },
  'POST /api/auth/sign-out': {},
  'POST /api/auth/send-verification-email': { email: 'free@lotto.test' },
  'POST /api/auth/verify-email': { token: 'x' },
  'POST /api/auth/request-password-reset': { email: 'free@lotto.test' },
  'POST /api/auth/reset-password': { token: 'x', newPassword: PASSWORD },
  'POST /api/setSession': { token: 'x' },
  'POST /api/auth/sign-in/social': { provider: 'google' },
  'POST /api/auth/link-social': { provider: 'google' },
  'PATCH /api/profile': { username: 'Sly' },
  'POST /api/profile/break': { days: 7 },
  'POST /api/profile/age': { ageConfirmed: true },
  'POST /api/profile/proof': { password: PASSWORD },
  'POST /api/profile/password': { currentPassword: PASSWORD, newPassword: 'another good one' },
  'DELETE /api/profile/google': {},
  'DELETE /api/profile/sessions/:id': {},
  'DELETE /api/profile/sessions': {},
  'DELETE /api/profile': { confirm: true },
}
const writes = Object.keys({ ...accountRoutes, ...googleRoutes, ...profileRoutes }).filter(
  (route) => !route.startsWith('GET '),
)

/** Fields that users may not set, and fields that the identity library would accept. */
const FIELDS: Record<string, unknown> = {
  role: 'admin',
  admin: true,
  subscription: 'pro',
  subscriptionExpiry: '2999-01-01T00:00:00.000Z',
  plan: 'pro',
  emailVerified: true,
  email_verified: true,
  id: 'chosen',
  uid: 'chosen',
  userId: 'chosen',
  createdAt: '2000-01-01',
  deletedAt: null,
  ageConfirmedAt: '2000-01-01',
  image: 'https://evil.example/x.png',
  provenAt: '2999-01-01',
  expiresAt: '2999-01-01',
  price: 1,
  kobo: 1,
  accountId: 'x',
  providerId: 'google',
  rememberMe: true,
  callbackURL: 'https://evil.example',
  errorCallbackURL: 'https://evil.example',
  newUserCallbackURL: 'https://evil.example',
  redirectTo: 'https://evil.example',
  disableRedirect: false,
  idToken: { token: 'x' },
  scopes: ['https://www.googleapis.com/auth/drive'],
  requestSignUp: true,
  constructor: { prototype: { admin: true } },
}

describe('no write of identity accepts an unknown field (AUTHZ-03)', () => {
  let visitor: Visitor
  let before: Record<string, string>
  beforeAll(async () => {
    visitor = (await newPerson(server())).visitor
    before = await contentsOf(server())
  })
  afterAll(async () => expect(await contentsOf(server())).toEqual(before))

  test('covers all writes', () => {
    expect(Object.keys(BODIES).sort()).toEqual([...writes].sort())
  })

  test.each(writes)('%s', async (route) => {
    const [method, path] = route.replace(':id', 'x').split(' ') as [string, string]
    for (const [field, value] of Object.entries(FIELDS)) {
      const answer = await visitor.request(method, path, { body: { ...BODIES[route], [field]: value } })
      expectRefused(answer, `${route} ${field}`)
      expect([field, answer.status, answer.body.fields]).toEqual([field, 400, { [field]: 'Unknown field.' }])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const raw = {
      type: 'application/json',
      content: JSON.stringify(BODIES[route])
        .replace('{', '{"__proto__":{"role":"admin"},')
        .replace(',}', '}'),
    }
    expect((await visitor.request(method, path, { raw })).status).toBe(400)
  })
})

const ELSEWHERE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  '%2f%2fevil.example',
  '/%2f/evil.example',
  '/\t/evil.example',
  '\r\nLocation: https://evil.example',
  'https://localhost@evil.example',
  '/。evil.example',
  'javascript:alert(1)//evil.example',
  'data:text/html,evil.example',
]

describe('no parameter redirects to another site (INJ-02)', () => {
  const NAMES = 'continue next callbackURL redirect redirectTo returnTo url notice outcome'.split(' ')
  const query = (target: string) => `?${new URLSearchParams(NAMES.map((name) => [name, target])).toString()}`
  const stays = (location: string | null) => {
    if (location === null) return
    expect(new URL(location, server().url).origin).toBe(server().url)
    // A notice is passed by name; an unknown name shows nothing.
    expect(new URL(location, server().url).pathname).not.toContain('evil')
  }

  test.each(ELSEWHERE)('%j on pages, signed in or not', async (target) => {
    const player = await server().as('pro')
    const others = ['/', '/signup', '/verify-email', '/reset-password', '/popup-done', '/dashboard']
    const one = others[ELSEWHERE.indexOf(target) % others.length]!
    for (const page of ['/login', ...(IS_LONG ? others : [one])])
      for (const visitor of [server().anonymous(), player]) {
        const { headers, text } = await visitor.get(page + query(target))
        stays(headers.get('location'))
        expect(text).not.toMatch(/(href|action|src)="[^"]*evil/i)
        expect(headers.get('refresh')).toBeNull()
      }
  })

  test.each(ELSEWHERE)('%j with forms and the callback from Google', async (target) => {
    const form = (path: string, fields: Record<string, string>) =>
      server()
        .anonymous()
        .request('POST', path + query(target), {
          raw: { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(fields).toString() },
        })
    const credentials = { email: 'pro@lotto.test', password: 'lotto-forecast-demo', next: target }
    const login = await form('/login', credentials)
    if (login.status === 303) expect(login.headers.get('location')).toBe('/dashboard')
    for (const [path, fields] of [
      ['/verify-email', { token: 'x', continue: target }],
      ['/logout', { next: target }],
    ] as const)
      stays((await form(path, fields)).headers.get('location'))
    const back = await server()
      .anonymous()
      .get(`/api/auth/callback/google${query(target)}&state=x&error=${encodeURIComponent(target)}`)
    expect(back.headers.get('location')).toBe(`${server().url}/popup-done?outcome=failed`)
  })

  test('mailed links lead to our own host only', async () => {
    const { email } = await newPerson(server(), { verified: false })
    const [mail] = await mailsTo(server(), email)
    for (const link of `${mail!.text} ${mail!.html}`.match(/https?:\/\/[^\s"<>)]+/g)!)
      if (!link.startsWith('http://www.w3.org')) expect(new URL(link).origin).toBe(server().url)
  })
})

describe('a username (INJ-01, INJ-04)', () => {
  /** No tag of a page comes from the name. */
  function expectPlain(html: string): void {
    for (const { name, attributes } of tagsOf(html)) {
      expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on'))).toEqual([])
      if (name === 'img') expect(attributes.src).not.toBe('x')
      if (name === 'script')
        expect(attributes.src ?? attributes.type).toMatch(/^\/assets\/|^application\/json$/)
      if (name === 'a') expect(attributes.href).not.toContain('evil')
    }
  }
  const NAMES = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '{{constructor.constructor("alert(1)")()}}',
    '${7*7}',
    '[Win now](https://evil.example)',
    'https://evil.example/win',
    'evil.example',
    'Call 08031234567 now',
    '=HYPERLINK("http://evil.example")',
    'Ada%0d%0aBcc: thief@evil.example',
    '🎱'.repeat(30),
  ]
  test.each(NAMES)('%j stays text in a mail’s body, HTML and headers, and on pages', async (username) => {
    const { visitor, email } = await newPerson(server())
    const renamed = await visitor.request('PATCH', '/api/profile', { body: { username } })
    expect(renamed.status).toBe(200)
    for (const page of ['/dashboard', '/dashboard/profile', '/confirmation']) {
      const { status, text } = await visitor.get(page)
      expect([page, status]).toEqual([page, 200])
      expectPlain(text)
    }
    await server().anonymous().post('/api/auth/request-password-reset', { email })
    const token = await tokenFor(server(), email, '/reset-password')
    await server().anonymous().post('/api/auth/reset-password', { token, newPassword: 'another good one' })
    const [mail, ...older] = await mailsTo(server(), email)
    expect(mail).toMatchObject({ to: email, subject: 'Your password was changed - Lotto Forecast' })
    expect(older.map(({ subject }) => subject)).toEqual([
      'Set a new password - Lotto Forecast',
      'Verify your email address - Lotto Forecast',
    ])
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain('Hello,')
      expect(part).not.toMatch(/evil\.example|<script>alert|onerror|onmouseover|0803|\$\{7/)
    }
    expect(await server().mailbox('thief@evil.example')).toEqual([])
  })

  test.each([
    ['a line end', 'Ada\r\nBcc: thief@evil.example'],
    ['a NUL', 'Ada\u0000'],
    ['a lone surrogate', 'Ada\uD800'],
    ['a megabyte', 'x'.repeat(1024 * 1024)],
  ])('with %s is refused', async (_, username) => {
    const { visitor, uid } = await newPerson(server())
    expect([400, 413]).toContain(
      (await visitor.request('PATCH', '/api/profile', { body: { username } })).status,
    )
    const email = 'odd-name@example.com'
    const account = { name: username, email, password: PASSWORD, ageConfirmed: true }
    expect([400, 413]).toContain((await server().anonymous().post('/api/auth/sign-up/email', account)).status)
    const [row] = await server().rows`select username from users where id = ${uid}`
    expect(row!.username).toMatch(/^Person/)
  })
})

describe('an email with unusual characters', () => {
  const ODD = [
    'ünï@example.com',
    'a"b@example.com',
    'a..b@example.com',
    '.a@example.com',
    'a@exämple.com',
    'a@-example.com',
    'a b@example.com',
    'a,b@example.com',
    'a<b@example.com',
    'a@example.com\r\nBcc: thief@evil.example',
    '\u212A@example.com',
  ]
  test('is refused at its field and creates nothing', async () => {
    const before = await contentsOf(server())
    for (const email of ODD) {
      const account = { name: 'Odd', email, password: PASSWORD, ageConfirmed: true }
      const answer = await server().anonymous().post('/api/auth/sign-up/email', account)
      expectRefused(answer, email)
      expect([email, answer.body.fields]).toEqual([email, { email: 'Please enter a valid email.' }])
    }
    expect(await contentsOf(server())).toEqual(before)
  })
})
