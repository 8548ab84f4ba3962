import { beforeAll, describe, expect, test } from 'vitest'
import { tagsOf, textOf } from '../../../tests/support/html.ts'
import { mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { newPerson, type NewPerson } from '../../../tests/support/people.ts'
import { IS_LONG } from '../../../tests/support/slow.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })

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

  let player: Visitor
  beforeAll(async () => {
    player = await server().as('pro')
  })

  test.each(ELSEWHERE)('%j on pages, signed in or not', async (target) => {
    const others = ['/', '/signup', '/verify-email', '/reset-password', '/popup-done', '/dashboard', '/admin']
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
    const tags = tagsOf(html)
    expect(tags.filter((tag) => Object.keys(tag.attributes).some((key) => key.startsWith('on')))).toEqual([])
    for (const { name, attributes } of tags) {
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
    'محمد عبد الله Ọlámìdé Z̷a̸l̵g̶o̷',
    '🎱'.repeat(30),
    `</title>&amp;"'\\u003c\\u2028`,
  ]
  const rename = async (visitor: Visitor, username: string) =>
    expect((await visitor.request('PATCH', '/api/profile', { body: { username } })).status).toBe(200)
  let person: NewPerson
  beforeAll(async () => {
    person = await newPerson(server())
  })

  test.each(NAMES)('%j stays text on pages', async (username) => {
    const { visitor } = person
    await rename(visitor, username)
    for (const page of ['/dashboard', '/dashboard/profile', '/confirmation']) {
      const { status, text } = await visitor.get(page)
      expect([page, status]).toEqual([page, 200])
      expectPlain(text)
      if (page === '/confirmation') expect(textOf(text)).toContain(`Welcome, ${username}`)
    }
  })

  // No mail has the name.
  test.each(NAMES.filter((name) => /<img|^evil|Bcc/.test(name)))('%j is in no mail', async (username) => {
    const { visitor, email } = await newPerson(server())
    await rename(visitor, username)
    await server().anonymous().post('/api/auth/request-password-reset', { email })
    const token = await tokenFor(server(), email, '/reset-password')
    await server().anonymous().post('/api/auth/reset-password', { token, newPassword: 'another good one' })
    const [mail, ...older] = await mailsTo(server(), email)
    expect(mail).toMatchObject({ to: email, subject: 'Your password was changed - Lotto Forecast' })
    expect(older.map(({ subject }) => subject)).toEqual(['Set a new password - Lotto Forecast'])
    for (const part of [mail!.text, mail!.html]) {
      expect(part).toContain('Hello,')
      expect(part).not.toMatch(/evil\.example|onerror/)
    }
    expect(await server().mailbox('thief@evil.example')).toEqual([])
  })
})
