import { beforeAll, describe, expect, test } from 'vitest'
import { signInByGoogle, LINK } from '../../../tests/support/google.ts'
import { mailsTo, tokenFor } from '../../../tests/support/mails.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

// An account belongs to the owner of the mailbox, never to the first who signed up (AUTH-08).
const server = testServer({ standIns: true })

const signUp = (email: string, password: string, visitor = server().anonymous()) =>
  visitor.post('/api/auth/sign-up/email', { name: 'Attacker', email, password, ageConfirmed: true })
const login = async (email: string, password: string, visitor = server().anonymous()) =>
  (await visitor.post('/api/auth/sign-in/email', { email, password })).status
const me = async (visitor: Visitor) => (await visitor.get('/api/me')).body
async function reset(email: string, newPassword: string): Promise<number> {
  await server().anonymous().post('/api/auth/request-password-reset', { email })
  const token = await tokenFor(server(), email, '/reset-password')
  return (await server().anonymous().post('/api/auth/reset-password', { token, newPassword })).status
}

const ATTACKERS = 'the password of a stranger'
const OWNERS = 'the password of the owner'

describe('an account that a stranger created with the victim’s email', () => {
  const email = 'victim@example.com'
  const attacker = { email: 'attacker@example.com', sub: 'attacker-at-google' }
  let planted: Visitor
  let uid: string

  beforeAll(async () => {
    planted = server().anonymous()
    expect((await signUp(email, ATTACKERS, planted)).status).toBe(200)
    uid = (await me(planted)).uid
    // A new password alone would not remove this login method.
    expect(await signInByGoogle(planted, attacker, LINK)).toBe('linked')
  })

  test('refuses the victim’s Google login and names the alternative', async () => {
    const victim = server().anonymous()
    expect(await signInByGoogle(victim, { email })).toBe('password')
    expect((await victim.get('/api/me')).status).toBe(401)
  })

  test('loses password, sessions and login methods of the attacker at the victim’s reset', async () => {
    const elsewhere = server().anonymous()
    expect(await signInByGoogle(elsewhere, attacker)).toBe('in')
    expect(await reset(email, OWNERS)).toBe(200)
    expect(await login(email, ATTACKERS)).toBe(401)
    expect((await planted.get('/api/me')).status).toBe(401)
    expect((await elsewhere.get('/api/me')).status).toBe(401)
    const back = server().anonymous()
    expect(await signInByGoogle(back, attacker)).toBe('new')
    expect((await me(back)).uid).not.toBe(uid)
  })

  test('belongs to the victim after the reset: the new password works and Google links', async () => {
    expect(await login(email, OWNERS)).toBe(200)
    const victim = server().anonymous()
    expect(await signInByGoogle(victim, { email })).toBe('in')
    expect(await me(victim)).toMatchObject({ uid, emailVerified: true, role: 'user' })
  })
})

test('a stranger’s Google account with the victim’s unverified email is taken over in the same way', async () => {
  const email = 'victim-two@example.com'
  const stranger = { email, sub: 'stranger-at-google', verified: false }
  expect(await signInByGoogle(server().anonymous(), stranger)).toBe('new')
  expect(await signInByGoogle(server().anonymous(), { email })).toBe('other')
  expect(await reset(email, OWNERS)).toBe(200)
  const victim = server().anonymous()
  expect(await signInByGoogle(victim, { email })).toBe('in')
  const uid = (await me(victim)).uid as string
  const back = server().anonymous()
  expect(await signInByGoogle(back, stranger)).toBe('conflict')
  expect((await back.get('/api/me')).status).toBe(401)
  const ways = await server().rows`select account_id from accounts where user_id = ${uid}`
  expect(ways.map(({ account_id: id }) => id as string)).not.toContain('stranger-at-google')
})

test('a verified account keeps its linked Google identity after a reset', async () => {
  const email = 'owner@example.com'
  await signUp(email, OWNERS)
  await server().rows`update users set email_verified = true where email = ${email}`
  expect(await signInByGoogle(server().anonymous(), { email })).toBe('in')
  expect(await reset(email, 'another one of the owner')).toBe(200)
  expect(await signInByGoogle(server().anonymous(), { email })).toBe('in')
})

describe('a record that staff added', () => {
  const email = 'new-admin@example.com'
  beforeAll(async () => {
    await server()
      .rows`insert into users (id, username, email, role) values ('added-by-staff', 'Added', ${email}, 'admin')`
  })
  const row = async () =>
    (
      await server().rows`select role, username, email_verified,
              (select count(*)::int from accounts where user_id = u.id) as ways,
              (select count(*)::int from sessions where user_id = u.id) as sessions
            from users u where id = 'added-by-staff'`
    )[0]
  const unclaimed = { role: 'admin', username: 'Added', email_verified: false, ways: 0, sessions: 0 }

  test('allows no login: no password, no Google, no sign-up', async () => {
    for (const password of ['', 'Added', email, 'a password']) expect(await login(email, password)).toBe(401)
    const visitor = server().anonymous()
    expect(await signInByGoogle(visitor, { email })).toBe('conflict')
    expect(await signInByGoogle(visitor, { email, verified: false })).toBe('conflict')
    const answer = await signUp(email, ATTACKERS, visitor)
    expect([answer.status, answer.body.code]).toEqual([422, 'email-in-use'])
    expect((await visitor.get('/api/me')).status).toBe(401)
    expect(await row()).toEqual(unclaimed)
  })

  test('stays unverified when the link is only requested', async () => {
    await server().anonymous().post('/api/auth/send-verification-email', { email })
    expect(await row()).toEqual(unclaimed)
    expect((await mailsTo(server(), email)).length).toBeLessThanOrEqual(1)
  })

  test('is claimed by the reset mail and keeps the role from staff', async () => {
    expect(await reset(email, OWNERS)).toBe(200)
    expect(await row()).toEqual({ ...unclaimed, email_verified: true, ways: 1 })
    const visitor = server().anonymous()
    expect(await login(email, OWNERS, visitor)).toBe(200)
    expect(await me(visitor)).toMatchObject({ uid: 'added-by-staff', role: 'admin', admin: true })
    // The age is not confirmed yet.
    const check = await visitor.get('/api/admin/overview')
    expect([check.status, check.body.code]).toEqual([403, 'age-needed'])
    expect((await visitor.post('/api/profile/age', { ageConfirmed: true })).status).toBe(200)
    expect((await visitor.get('/api/admin/overview')).status).toBe(200)
  })
})
