import { beforeAll, expect, test } from 'vitest'
import { mailsTo, tokenFor } from '../../../../tests/support/mails.ts'
import { newPerson, newStaff, PASSWORD } from '../../../../tests/support/people.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

// Staff change the email of a person who lost the mailbox; only a link that is mailed to the new address does it.
const server = testServer({ standIns: true })
let support: Visitor
let clerkUid: string
let count = 0

beforeAll(async () => {
  const clerk = await newStaff(server(), 'support')
  clerkUid = clerk.uid
  support = clerk.visitor
})

const HOUR = 3_600_000
const newEmail = () => `new${count++}@example.com`
const user = (uid: string) => `/api/admin/users/${uid}`
const request = (uid: string, email: string, by = support) =>
  by.post(`${user(uid)}/email`, { email, reason: 'lost the mailbox' })
const cancel = (uid: string) => support.post(`${user(uid)}/email/cancel`, { reason: 'a mistake' })
const open = async (email: string, given?: string) => {
  const token = given ?? (await tokenFor(server(), email, '/verify-email'))
  return { token, answer: await server().anonymous().post('/api/auth/verify-email', { token }) }
}
const logIn = (email: string) =>
  server().anonymous().post('/api/auth/sign-in/email', { email, password: PASSWORD })
const pending = async (uid: string) => (await support.get(user(uid))).body.pendingEmail
const subjects = async (email: string) =>
  (await mailsTo(server(), email)).map(({ subject }) => subject.replace(/ - .*/, ''))

test('the link of the new address changes the email, ends what the old mailbox opens, and is in the audit', async () => {
  const { uid, email, visitor, name } = await newPerson(server())
  await server()
    .rows`insert into accounts (id, account_id, provider_id, user_id) values (${uid}, ${uid}, 'google', ${uid})`
  await server().anonymous().post('/api/auth/request-password-reset', { email })
  const reset = await tokenFor(server(), email, '/reset-password')
  const next = newEmail()
  expect((await request(uid, ` ${next.toUpperCase()} `)).status).toBe(200)
  expect(await pending(uid)).toEqual({ email: next, until: expect.any(Number) })
  expect((await subjects(email))[0]).toMatch(/was requested/)
  expect((await visitor.get('/api/me')).body.email).toBe(email)

  const { token, answer } = await open(next)
  expect(answer.status).toBe(200)
  expect((await visitor.get('/api/me')).status).toBe(401)
  expect([(await logIn(email)).status, (await logIn(next)).status]).toEqual([401, 200])
  const old = { token: reset, newPassword: 'a password of a thief' }
  expect((await server().anonymous().post('/api/auth/reset-password', old)).body.code).toBe('invalid-link')
  const { ways, user: found, pendingEmail, history } = (await support.get(user(uid))).body
  expect([ways, found.email, found.emailVerified, pendingEmail]).toEqual([['credential'], next, true, null])
  expect(history.map(({ did, reason }: Record<string, string>) => [did, reason]).slice(0, 2)).toEqual([
    ['changed the email through a mailed link', null],
    [`started a change of the email of ${name} (${next})`, 'lost the mailbox'],
  ])
  expect((await subjects(email))[0]).toMatch(/was changed/)
  expect(await server().trail(`user:${uid}`)).toEqual([
    ['user.email-change', { reason: 'lost the mailbox' }],
    ['account.email', { sessionsEnded: 1 }],
  ])
  expect((await open(next, token)).answer.body.code).toBe('invalid-link')
})

test('a change waits for one link, so two members of staff overwrite nothing, and a cancelled link is invalid', async () => {
  const { uid } = await newPerson(server())
  const [first, second] = [newEmail(), newEmail()]
  const owner = await server().as('admin')
  const answers = await Promise.all([request(uid, first), request(uid, second, owner)])
  expect(statusesOf(answers)).toEqual([200, 409])
  const { email } = await pending(uid)
  expect(answers.map(({ body }) => body?.title)).toContainEqual(
    expect.stringMatching(
      new RegExp(`^A change to ${email} waits for its link until .*\\. Cancel it first\\.$`),
    ),
  )
  expect((await cancel(uid)).status).toBe(200)
  expect((await cancel(uid)).body.title).toBe('No change of the email waits for its link.')
  expect(await server().trail(`user:${uid}`)).toEqual([
    ['user.email-change', { reason: 'lost the mailbox' }],
    ['user.email-change-cancel', { reason: 'a mistake' }],
  ])
  expect(await pending(uid)).toBeNull()
  expect((await open(email)).answer.body.code).toBe('invalid-link')
  expect((await request(uid, email)).status).toBe(200)
})

test('a password reset by the owner of the old address cancels the change', async () => {
  const { uid, email } = await newPerson(server())
  const next = newEmail()
  await request(uid, next)
  await server().anonymous().post('/api/auth/request-password-reset', { email })
  const reset = {
    token: await tokenFor(server(), email, '/reset-password'),
    newPassword: 'a new one of theirs',
  }
  expect((await server().anonymous().post('/api/auth/reset-password', reset)).status).toBe(200)
  expect(await pending(uid)).toBeNull()
  expect((await open(next)).answer.body.code).toBe('invalid-link')
})

test('an address that another account took meanwhile is refused, and the page says so', async () => {
  const { uid, email } = await newPerson(server())
  const taken = newEmail()
  await request(uid, taken)
  const { uid: other } = await newPerson(server())
  await server().rows`update users set email = ${taken} where id = ${other}`
  const { token, answer } = await open(taken)
  expect(answer.body.code).toBe('email-in-use')
  const browser = server().anonymous()
  await browser.get(`/verify-email?token=${token}`)
  const raw = { type: 'application/x-www-form-urlencoded', content: '' }
  const moved = await browser.post('/verify-email', undefined, { raw })
  expect(moved.headers.get('location')).toBe('/login?notice=email-taken')
  expect((await logIn(email)).status).toBe(200)
})

test('a link expires after a day, and staff can ask again', async () => {
  const { uid } = await newPerson(server())
  const next = newEmail()
  await request(uid, next)
  const token = await tokenFor(server(), next, '/verify-email')
  server().services.clock.setOffset(24 * HOUR)
  expect((await open(next, token)).answer.body.code).toBe('expired-link')
  server().services.clock.setOffset(0)
  await server().rows`update verifications set expires_at = now() where value = ${`${uid} ${next}`}`
  expect(await pending(uid)).toBeNull()
  expect((await request(uid, next)).status).toBe(200)
})

test('bad input is refused at its field', async () => {
  const { uid, email } = await newPerson(server())
  const { email: taken } = await newPerson(server())
  const fieldsOf = async (body: object) => {
    const { status, body: problem } = await support.post(`${user(uid)}/email`, body)
    return [status, problem.fields]
  }
  const reason = 'a call'
  expect(await fieldsOf({ email: 'nonsense', reason })).toEqual([
    400,
    { email: 'Please enter a valid email.' },
  ])
  const own = { email: 'This account has this email already.' }
  expect(await fieldsOf({ email, reason })).toEqual([400, own])
  expect(await fieldsOf({ email: taken, reason })).toEqual([
    422,
    { email: expect.stringContaining('already') },
  ])
  expect(await fieldsOf({ email: newEmail(), reason: ' ' })).toEqual([400, { reason: expect.any(String) }])
  expect((await request('nobody', newEmail())).status).toBe(404)
})

test('it needs a fresh proof, and players and support reach no account of staff', async () => {
  const { uid, visitor } = await newPerson(server())
  expect((await request(uid, newEmail(), visitor)).status).toBe(403)
  const owner = await newStaff(server())
  expect((await request(owner.uid, newEmail())).status).toBe(403)
  await server().rows`update sessions set proven_at = now() - interval '1 hour' where user_id = ${clerkUid}`
  expect((await request(uid, newEmail())).body.code).toBe('proof-needed')
  await support.post('/api/profile/proof', { password: PASSWORD })
  expect((await request(uid, newEmail())).status).toBe(200)
})
