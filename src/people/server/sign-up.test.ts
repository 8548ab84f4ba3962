import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner, contentsOf } from '../../../tests/support/database.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { statusesOf, testServer } from '../../../tests/support/test-server.ts'
import { verifyPassword } from './password.ts'

const server = testServer({ settings: { realPasswords: 'on' } })

const account = (change: object = {}) => ({
  name: 'Ngozi Okafor',
  email: 'ngozi@example.com',
  password: 'a password of hers',
  ageConfirmed: true,
  ...change,
})
const signUp = (body: object, visitor = server().anonymous()) => visitor.post('/api/auth/sign-up/email', body)
const rowOf = async (email: string) => (await server().rows`select * from users where email = ${email}`)[0]!

describe('signing up', () => {
  test('creates a free user with the age confirmed and signs in at once', async () => {
    const visitor = server().anonymous()
    const { status, body } = await signUp(account(), visitor)
    expect(status).toBe(200)
    const { id } = body.user
    const user = { id, name: 'Ngozi Okafor', email: 'ngozi@example.com', emailVerified: false }
    expect(body).toEqual({ user })
    const row = await rowOf('ngozi@example.com')
    expect(row).toMatchObject({ id, username: 'Ngozi Okafor', role: 'user', email_verified: false })
    expect(
      Math.abs(new Date(row.age_confirmed_at).getTime() - new Date(row.created_at).getTime()),
    ).toBeLessThan(60_000)
    expect((await visitor.get('/api/me')).body).toMatchObject({
      uid: id,
      role: 'user',
      admin: false,
      subscription: 'free',
      subscriptionExpiry: null,
      daysLeft: null,
    })
  })

  test('stores the password as argon2id only', async () => {
    const { id } = await rowOf('ngozi@example.com')
    const [row] = await server().rows`select * from accounts where user_id = ${id}`
    expect(row!.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword({ hash: row!.password, password: 'a password of hers' })).toBe(true)
    expect(await verifyPassword({ hash: row!.password, password: 'a password of his' })).toBe(false)
    expect(JSON.stringify(row)).not.toContain('a password of hers')
  })

  test('stores the email in lower case and the name trimmed', async () => {
    await signUp(account({ name: '  Emeka 🎱 ', email: ' Emeka@Example.COM ' }))
    expect(await rowOf('emeka@example.com')).toMatchObject({ username: 'Emeka 🎱' })
    const again = await signUp(account({ email: 'EMEKA@example.com' }))
    expect([again.status, again.body.code]).toEqual([422, 'email-in-use'])
    const login = { email: 'eMeKa@example.com', password: 'a password of hers' }
    await server().rows`update users set email_verified = true where email = 'emeka@example.com'`
    expect((await server().anonymous().post('/api/auth/sign-in/email', login)).status).toBe(200)
  })

  test('leaves nothing when it is interrupted, and works when repeated', async () => {
    const person = account({ email: 'half@example.com' })
    for (const table of ['accounts', 'sessions']) {
      const before = await contentsOf(server())
      await asOwner(server(), sql.raw(`alter table ${table} rename to ${table}_away`))
      const { status } = await signUp(person)
      await asOwner(server(), sql.raw(`alter table ${table}_away rename to ${table}`))
      expect([status, await contentsOf(server())]).toEqual([500, before])
    }
    expect((await signUp(person)).status).toBe(200)
  })

  test('works for more concurrent users than there are database connections', async () => {
    const people = Array.from({ length: 12 }, (_, i) => account({ email: `crowd${i}@example.com` }))
    const answers = await Promise.all(people.map((person) => signUp(person)))
    expect(statusesOf(answers)).toEqual(people.map(() => 200))
  })

  test('creates one account when twenty requests use one email at the same time', async () => {
    const tries = Array.from({ length: 20 }, (_, i) =>
      signUp(account({ email: i % 2 ? 'race@example.com' : 'RACE@example.com', name: `Racer ${i}` })),
    )
    const answers = await Promise.all(tries)
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 422)])
    const rows = await server()
      .rows`select u.id, count(a.id)::int as accounts from users u left join accounts a on a.user_id = u.id
          where u.email = 'race@example.com' group by u.id`
    expect(rows.map((row) => row.accounts)).toEqual([1])
  })
})

describe('a sign-up is refused and creates nothing', () => {
  test.each<[string, object, string, string]>([
    ['no name', { name: '  ' }, 'name', 'Choose a username.'],
    ['an e-mail without @', { email: 'ada.example.com' }, 'email', 'Please enter a valid email.'],
    ['an e-mail of other letters', { email: 'ünï@example.com' }, 'email', 'Please enter a valid email.'],
    ['a password of 7 letters', { password: '1234567' }, 'password', 'At least 8 characters.'],
    [
      'an age that is not confirmed',
      { ageConfirmed: false },
      'ageConfirmed',
      'You must be 18 or older to use Lotto Forecast.',
    ],
    [
      'a missing age confirmation',
      { ageConfirmed: undefined },
      'ageConfirmed',
      'You must be 18 or older to use Lotto Forecast.',
    ],
    [
      'an age as a text',
      { ageConfirmed: 'true' },
      'ageConfirmed',
      'Invalid input: expected boolean, received string',
    ],
    ['no e-mail', { email: undefined }, 'email', 'Invalid input: expected string, received undefined'],
    ['an e-mail as a list', { email: ['a@b.cd'] }, 'email', 'Invalid input: expected string, received array'],
  ])('for %s, with a message at its field', async (_, change, field, message) => {
    const before = await contentsOf(server())
    const answer = await signUp(account({ email: 'new@example.com', ...change }))
    expectRefused(answer)
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: message }])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await contentsOf(server())).toEqual(before)
  })

  test('with a message at every wrong field', async () => {
    const answer = await signUp({ name: '', email: 'x', password: 'y', ageConfirmed: false })
    expect(Object.keys(answer.body.fields).sort()).toEqual(['ageConfirmed', 'email', 'name', 'password'])
  })
})
