import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { asOwner, contentsOf } from '../../../tests/support/database.ts'
import { signInByGoogle, LINK } from '../../../tests/support/google.ts'
import { mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { give, newPerson, PASSWORD } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })
afterEach(() => server().services.clock.setOffset(0))

const MINUTE = 60_000
const later = (minutes: number) => server().services.clock.setOffset(minutes * MINUTE)
const changePassword = (visitor: Visitor, body: object) => visitor.post('/api/profile/password', body)
const login = (email: string, password: string, visitor = server().anonymous()) =>
  visitor.post('/api/auth/sign-in/email', { email, password })

describe('the username', () => {
  test('can be changed and is trimmed', async () => {
    const { visitor } = await newPerson(server())
    expect((await visitor.request('PATCH', '/api/profile', { body: { username: '  Ọlá 🎱 ' } })).status).toBe(
      200,
    )
    expect((await visitor.get('/api/me')).body.username).toBe('Ọlá 🎱')
  })

  test.each(['', '   ', 'x'.repeat(61), 'a\u0007b', 'a\u202Eb', 'a\u200Bb', 'a\r\nb', 'a\u2028b'])(
    'is refused as %j, at its field',
    async (username) => {
      const { visitor } = await newPerson(server())
      const before = await contentsOf(server())
      const answer = await visitor.request('PATCH', '/api/profile', { body: { username } })
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['username']])
      expect(await contentsOf(server())).toEqual(before)
    },
  )
})

describe('changing the password', () => {
  test('needs the current one, ends the other sessions and sends a mail', async () => {
    const { visitor, email, uid } = await newPerson(server())
    const elsewhere = server().anonymous()
    await login(email, PASSWORD, elsewhere)
    for (const currentPassword of [undefined, '', 'wrong', PASSWORD.toUpperCase()]) {
      const answer = await changePassword(visitor, { currentPassword, newPassword: 'a better one of hers' })
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ currentPassword: 'This is not your password.' })
    }
    const body = { currentPassword: PASSWORD, newPassword: 'a better one of hers' }
    expect((await changePassword(visitor, body)).status).toBe(200)
    expect((await visitor.get('/api/me')).status).toBe(200)
    expect((await elsewhere.get('/api/me')).status).toBe(401)
    expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await login(email, body.newPassword)).status).toBe(200)
    expect((await mailsTo(server(), email))[0]!.subject).toMatch(/^Your password was changed/)
    const audited = server()
      .rows`select actor, details from audit where action = 'account.password' and subject = ${`user:${uid}`}`
    expect(await audited).toEqual([{ actor: uid, details: {} }])
  })

  test.each([
    ['too short', '1234567', 'At least 8 characters.'],
    ['too long', 'x'.repeat(201), 'At most 200 characters.'],
    ['common', 'password1', 'A few words are easiest to remember.'],
    ['a sequence', '987654321', 'A few words are easiest to remember.'],
    ['a phone number', '08031234567', 'Phone numbers are easy to guess.'],
    ['made of the product’s words', 'lottoforecast1', 'Use other words than your name and ours.'],
  ])('to one that is %s is refused at its field', async (_, newPassword, text) => {
    const { visitor } = await newPerson(server())
    const answer = await changePassword(visitor, { currentPassword: PASSWORD, newPassword })
    expect([answer.status, answer.body.fields]).toEqual([400, { newPassword: expect.stringContaining(text) }])
  })

  test('refuses a password that contains the user’s name, in every form that sets one', async () => {
    const { visitor, email } = await newPerson(server())
    const { username } = (await visitor.get('/api/me')).body
    const newPassword = `my-${username.replace(' ', '_').toUpperCase()}-of-old`
    const changed = await changePassword(visitor, { currentPassword: PASSWORD, newPassword })
    await server().anonymous().post('/api/auth/request-password-reset', { email })
    const token = await tokenFor(server(), email, '/reset-password')
    const reset = await server().anonymous().post('/api/auth/reset-password', { token, newPassword })
    for (const { status, body } of [changed, reset])
      expect([status, body.fields]).toEqual([
        400,
        { newPassword: 'This password contains your name. Use other words.' },
      ])
    const newcomer = {
      name: username,
      email: 'same-name@example.com',
      password: newPassword,
      ageConfirmed: true,
    }
    const signUp = await server().anonymous().post('/api/auth/sign-up/email', newcomer)
    expect([signUp.status, Object.keys(signUp.body.fields)]).toEqual([400, ['password']])
  })

  test('accepts any characters, up to 200', async () => {
    const { visitor, email } = await newPerson(server())
    const long = `jollof rice ${'ä🎱 '.repeat(27)}${'x'.repeat(76)}`
    expect(long).toHaveLength(196)
    expect(
      (await changePassword(visitor, { currentPassword: PASSWORD, newPassword: `${long}1` })).status,
    ).toBe(200)
    expect((await login(email, `${long}2`)).status).toBe(401)
    expect((await login(email, ` ${long}1`)).status).toBe(401)
    expect((await login(email, `${long}1`)).status).toBe(200)
  })

  test('for the first time, for a Google user, needs a fresh proof by Google', async () => {
    const visitor = server().anonymous()
    const email = 'first-password@example.com'
    await signInByGoogle(visitor, { email })
    later(11)
    const refused = await changePassword(visitor, { newPassword: 'a first one of hers' })
    expect([refused.status, refused.body.code]).toEqual([403, 'proof-needed'])
    const fresh = server().anonymous()
    await signInByGoogle(fresh, { email })
    expect((await changePassword(fresh, { newPassword: 'a first one of hers' })).status).toBe(200)
    expect((await mailsTo(server(), email))[0]!.subject).toMatch(/^A password was added/)
    expect((await login(email, 'a first one of hers')).status).toBe(200)
    const again = await changePassword(fresh, { newPassword: 'a second one of hers' })
    expect([again.status, Object.keys(again.body.fields)]).toEqual([400, ['currentPassword']])
  })

  test('twice at the same time leaves one password', async () => {
    const visitor = server().anonymous()
    const email = 'two-first-passwords@example.com'
    await signInByGoogle(visitor, { email })
    const answers = await Promise.all(
      ['first', 'second'].map((word) => changePassword(visitor, { newPassword: `the ${word} of two` })),
    )
    for (const { status } of answers) expect([200, 400, 500]).toContain(status)
    const loginMethods = await server()
      .rows`select a.provider_id from accounts a join users u on u.id = a.user_id where u.email = ${email}
          order by 1`
    expect(loginMethods.map(({ provider_id: way }) => way as string)).toEqual(['credential', 'google'])
  })
})

describe('the user’s sessions', () => {
  const list = async (visitor: Visitor) => (await visitor.get('/api/profile')).body.sessions
  const CHROME =
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'

  test('are listed with device and times, the current one marked, without tokens', async () => {
    const { visitor, email } = await newPerson(server())
    const phone = server().anonymous()
    await phone.post(
      '/api/auth/sign-in/email',
      { email, password: PASSWORD },
      { headers: { 'user-agent': CHROME } },
    )
    const { text, body } = await phone.get('/api/profile')
    const [first, ...others] = body.sessions
    expect(first).toMatchObject({ device: 'Chrome on Android', address: phone.address, current: true })
    expect(others.every(({ current }: { current: boolean }) => !current)).toBe(true)
    const tokens = await server()
      .rows`select token from sessions s join users u on u.id = s.user_id where u.email = ${email}`
    for (const { token } of tokens) expect(text).not.toContain(token)
    expect(await list(visitor)).toHaveLength(body.sessions.length)
  })

  test('can be ended one by one; another user’s session is not found', async () => {
    const one = await newPerson(server())
    const other = await newPerson(server())
    const elsewhere = server().anonymous()
    await login(one.email, PASSWORD, elsewhere)
    const end = (visitor: Visitor, id: string) => visitor.request('DELETE', `/api/profile/sessions/${id}`)
    const current = async (visitor: Visitor) =>
      (await list(visitor)).find((session: { current: boolean }) => session.current).id as string
    for (const id of [await current(other.visitor), 'nothing', "' or true --", '%00', '*'])
      expect([id, [400, 404]]).toEqual([id, expect.arrayContaining([(await end(one.visitor, id)).status])])
    expect((await other.visitor.get('/api/me')).status).toBe(200)
    expect((await end(one.visitor, await current(elsewhere))).status).toBe(200)
    expect((await elsewhere.get('/api/me')).status).toBe(401)
    expect((await one.visitor.get('/api/me')).status).toBe(200)
    expect(await server().trail(`user:${one.uid}`)).toEqual([['account.session-ended', {}]])
  })
})

describe('the data export', () => {
  const SECTIONS = [
    'account',
    'login methods',
    'second factor',
    'sessions',
    'consents',
    'mails',
    'notes by staff',
    'actions',
    'plan time',
    'payments',
    'reminders',
    'notifications',
    'browsers with notifications',
    'my slip',
    'mails about plans',
    'password attacks',
  ]

  test('contains all data about the user as JSON, and no other user’s', async () => {
    const { visitor, email, uid } = await newPerson(server())
    const other = await newPerson(server())
    await signInByGoogle(visitor, { email, sub: 'mine-at-google' }, LINK)
    await server().anonymous().post('/api/auth/sign-in/email', { email, password: 'a guess' })
    await give(server(), uid, await server().now())
    const { headers, body, text } = await visitor.get('/api/profile/data.json')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(Object.keys(body)).toEqual(['madeAt', ...SECTIONS])
    expect(body.account).toEqual([expect.objectContaining({ id: uid, email, role: 'user' })])
    expect(body['login methods'].map(({ method }: { method: string }) => method)).toEqual([
      'credential',
      'google',
    ])
    expect(body['plan time']).toEqual([expect.objectContaining({ plan: 'pro', reason: 'test' })])
    expect(body.mails).toContainEqual(expect.objectContaining({ kind: 'verify-email', to: email }))
    expect(body.actions).toContainEqual(expect.objectContaining({ action: 'account.google-linked' }))
    expect(text).toContain('mine-at-google')
    for (const strange of [other.email, other.uid, '$argon2id$', 'token']) expect(text).not.toContain(strange)
  })

  test('covers every table that names users', async () => {
    const tables = await asOwner(
      server(),
      sql`select distinct tc.table_name as name from information_schema.table_constraints tc
          join information_schema.constraint_column_usage u using (constraint_name)
          where tc.constraint_type = 'FOREIGN KEY' and u.table_name = 'users' order by 1`,
    )
    // The periods follow from the grants, and a used voucher is a grant. The answers to forms say what the other sections say.
    expect(tables.map(({ name }) => name).join(' ')).toBe(
      'accounts consents form_answers grants mails payments periods plan_mails push_choices ' +
        'push_subscriptions reminders sessions slip_entries two_factors vouchers',
    )
  })

  test('exists as CSV, in which no cell is a formula', async () => {
    const { visitor } = await newPerson(server())
    for (const username of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '=HYPERLINK("http://evil.example","x")',
      '\t=1',
    ]) {
      const rename = await visitor.request('PATCH', '/api/profile', { body: { username } })
      if (rename.status === 400) continue
      const { headers, text } = await visitor.get('/api/profile/data.csv')
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const rows = parse(text, { bom: true })
      expect(rows[0]).toEqual(['section', 'entry', 'field', 'value'])
      expect(rows.find(([, , field]) => field === 'username')![3]).toContain(username.trim())
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }
  })
})
