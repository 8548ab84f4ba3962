import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import {
  give,
  newPerson,
  type NewPerson,
  newStaff,
  PASSWORD,
  uidOf,
} from '../../../../tests/support/people.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { runBoth } from '../../../../tests/support/races.ts'
import { slowTest } from '../../../../tests/support/slow.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })
let admin: Visitor
let adminUid: string

const USERS = '/api/admin/users'
const add = (body: object, by = admin) => by.post(USERS, body)
const patch = (uid: string, body: object, by = admin) => by.request('PATCH', `${USERS}/${uid}`, { body })
const remove = (uid: string, body: object = { confirm: true }, by = admin) =>
  by.request('DELETE', `${USERS}/${uid}`, { body })
const list = async (query: Record<string, string> = {}) =>
  (await admin.get(`${USERS}?${new URLSearchParams(query)}`)).body
const emails = async (query: Record<string, string>) =>
  (await list(query)).users.map(({ email }: { email: string }) => email)
const userDetails = async (uid: string) => (await admin.get(`${USERS}/${uid}`)).body
const roleOf = async (uid: string) => (await server().rows`select role from users where id = ${uid}`)[0]!.role
const lastAudit = async (uid: string) =>
  (
    await server()
      .rows`select action, actor, details from audit where subject = ${`user:${uid}`} order by id desc limit 1`
  )[0]

beforeAll(async () => {
  admin = await server().as('admin')
  adminUid = await uidOf(server(), 'admin')
})

describe('the list', () => {
  test('shows users with role, plan and state, the newest first', async () => {
    const { uid, email } = await newPerson(server(), { verified: false })
    const now = await server().now()
    await give(server(), uid, now, { plan: 'basic', length: { months: 12 } })
    const [first] = (await list()).users
    expect(first).toEqual({
      uid,
      reference: expect.any(String),
      username: expect.stringMatching(/^Person \d+$/),
      email,
      emailVerified: false,
      claimed: true,
      isSample: false,
      role: 'user',
      admin: false,
      staffRoles: [],
      suspension: null,
      subscription: 'basic',
      subscriptionExpiry: expect.any(String),
      daysLeft: expect.any(Number),
      createdAt: expect.any(Number),
    })
  })

  test('searches by part of email or username, role and plan', async () => {
    await add({ email: 'chidi.okafor@search.example', username: 'Zainab Ọlá', role: 'user' })
    for (const search of ['chidi.ok', 'OKAFOR@SEARCH', 'zainab', 'ọlá', 'ola@', 'zz'])
      expect(await emails({ search }), search).toEqual(
        ['ola@', 'zz'].includes(search) ? [] : ['chidi.okafor@search.example'],
      )
    // One or two letters match the beginnings of words.
    expect(await emails({ search: 'za' })).toEqual(['chidi.okafor@search.example'])
    expect(await emails({ search: 'ch' })).toContain('chidi.okafor@search.example')
    expect(await emails({ search: 'hi', role: 'user' })).not.toContain('chidi.okafor@search.example')
    expect(await emails({ search: 'admin' })).toEqual(['admin@lotto.test'])
    expect(await emails({ role: 'admin' })).toEqual(['admin@lotto.test'])
    expect(await emails({ search: 'lotto.test', plan: 'pro' })).toEqual(['pro@lotto.test'])
    expect(await emails({ search: 'lotto.test', plan: 'basic' })).toEqual(['basic@lotto.test'])
    expect((await emails({ search: 'lotto.test', plan: 'free' })).sort()).toEqual([
      'admin@lotto.test',
      'free@lotto.test',
    ])
    expect(await emails({ search: '', role: '', plan: '' })).toContain('pro@lotto.test')
  })

  test('shows the current plan: Pro when Basic runs too, Free after the end', async () => {
    const now = await server().now()
    const both = await newPerson(server())
    await give(server(), both.uid, now, { plan: 'basic', length: { months: 12 } })
    await give(server(), both.uid, now)
    const ended = await newPerson(server())
    await give(server(), ended.uid, now - 60 * 86_400_000)
    const found = async (plan: string) => [
      ...(await emails({ search: both.email, plan })),
      ...(await emails({ search: ended.email, plan })),
    ]
    expect(await found('pro')).toEqual([both.email])
    expect(await found('basic')).toEqual([])
    expect(await found('free')).toEqual([ended.email])
  })

  test('characters of a pattern are literal', async () => {
    for (const search of ['%', '_', '\\', '%%%', '___', "' or 1=1 --", 'a%b', '{}', '\u202E'])
      expect(await emails({ search }), search).toEqual([])
    await add({ email: 'signs@odd.example', username: 'under_score% \\' })
    for (const search of ['r_s', 'core%', '_score%', '% \\'])
      expect(await emails({ search })).toEqual(['signs@odd.example'])
  })

  test.each([
    'role=root',
    'plan=gold',
    'after=%00',
    'after=a b',
    'search=%00',
    `search=${'x'.repeat(ACCOUNT_LIMITS.email + 1)}`,
    'role=admin&role=user',
  ])('?%s is refused', async (query) => {
    expectRefused(await admin.get(`${USERS}?${query}`), query)
  })

  test('lists every user once over its pages, also with equal times and a deletion between pages', async () => {
    await server().rows`insert into users (id, email, username, created_at)
          select 'page' || n, 'page' || n || '@pages.example', 'Page', timestamptz '2020-01-01' + (n / 7) * interval '1 microsecond'
          from generate_series(1, ${STAFF_LIMITS.usersPage * 2 + 5}) as n`
    const seen: string[] = []
    let after = ''
    for (let pages = 0; pages < 3; pages++) {
      const { users, next } = await list({ search: '@pages.example', ...(after && { after }) })
      seen.push(...users.map(({ uid }: { uid: string }) => uid))
      expect(next === null).toBe(pages === 2)
      if (pages === 0) expect((await remove(next)).status).toBe(200)
      after = next
    }
    expect(new Set(seen).size).toBe(STAFF_LIMITS.usersPage * 2 + 5)
    expect(seen).toHaveLength(STAFF_LIMITS.usersPage * 2 + 5)
  })

  test('one user with login methods, sessions, plan and payments', async () => {
    const person = await newPerson(server())
    const now = await server().now()
    await give(server(), person.uid, now)
    await server().rows`insert into payments (reference, user_id, plan, kobo, mode, created_at)
          values (${'a'.repeat(30)}, ${person.uid}, 'pro', 150000, 'test', ${new Date(now).toISOString()})`
    expect(await userDetails(person.uid)).toMatchObject({
      user: { uid: person.uid, subscription: 'pro' },
      ways: ['credential'],
      devices: [expect.objectContaining({ device: expect.any(String) })],
      periods: [{ plan: 'pro', kind: 'gift' }],
      payments: [{ reference: 'a'.repeat(30), kobo: 150_000, outcome: 'pending' }],
      morePayments: false,
    })
    expect((await admin.get(`${USERS}/nobody`)).status).toBe(404)
  })
})

describe('an added record', () => {
  test('has no login until its owner sets a password by mail; then it keeps its role', async () => {
    const email = 'new.colleague@example.com'
    const answer = await add({
      email: ` ${email.toUpperCase()} `,
      username: ' Ngozi ',
      role: 'admin',
      admin: true,
      reason: 'results desk',
    })
    expect(answer.status).toBe(201)
    const { uid } = answer.body
    expect(await lastAudit(uid)).toEqual({
      action: 'user.add',
      actor: adminUid,
      details: { new: { role: 'admin' }, staffRoles: 'Owner', reason: 'results desk' },
    })
    expect((await userDetails(uid)).user).toMatchObject({
      email,
      username: 'Ngozi',
      role: 'admin',
      admin: true,
      claimed: false,
      emailVerified: false,
    })

    const owner = server().anonymous()
    for (const password of ['', PASSWORD, 'lotto-forecast-demo'])
      expect(
        (await owner.post('/api/auth/sign-in/email', { email, password })).status,
      ).toBeGreaterThanOrEqual(400)
    const account = { name: 'Sule', email, password: PASSWORD, ageConfirmed: true }
    expect((await owner.post('/api/auth/sign-up/email', account)).body.code).toBe('email-in-use')
    expect((await admin.post(`${USERS}/${uid}/proof-mail`)).body).toEqual({ sent: 'claim' })
    await server().runJobs()
    const [mail] = await server().mailbox(email)
    expect(mail!.subject).toContain('Set a new password')
    const token = /token=([\w-]+)/.exec(mail!.text)![1]!
    expect((await owner.post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(200)
    expect((await owner.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
    expect((await owner.get(USERS)).body.code).toBe('age-needed')
    await owner.post('/api/profile/age', { ageConfirmed: true })
    expect((await owner.get('/api/me')).body).toMatchObject({
      uid,
      role: 'admin',
      admin: true,
      username: 'Ngozi',
    })
    expect((await owner.get(USERS)).status).toBe(200)
    expect((await admin.post(`${USERS}/${uid}/proof-mail`)).body.title).toBe(
      'This email is verified already.',
    )
    await patch(uid, { admin: false })
  })

  test.each<[object, string]>([
    [{}, 'user'],
    [{ role: 'user' }, 'user'],
    [{ admin: true }, 'admin'],
    [{ role: 'admin' }, 'admin'],
    [{ admin: false, role: 'user' }, 'user'],
  ])('%j adds a %s with the name No name', async (roles, role) => {
    const { body } = await add({
      email: `${JSON.stringify(roles).replace(/\W/g, '')}x@example.com`,
      ...roles,
    })
    expect((await userDetails(body.uid)).user).toMatchObject({
      role,
      admin: role === 'admin',
      username: 'No name',
    })
  })

  const INVALID: [string, object, string][] = [
    ['no e-mail', { email: undefined }, 'email'],
    ['no address', { email: 'ada' }, 'email'],
    ['a long address', { email: `${'x'.repeat(250)}@b.cd` }, 'email'],
    ['another alphabet', { email: 'аdmin@lotto.test' }, 'email'],
    ['a name that turns the direction', { username: 'a\u202Eb' }, 'username'],
    ['a long name', { username: 'x'.repeat(61) }, 'username'],
    ['an unknown role', { role: 'root' }, 'role'],
    ['a list of roles', { role: ['admin'] }, 'role'],
    ['admin as a text', { admin: 'true' }, 'admin'],
    ['a role that is no admin', { role: 'admin', admin: false }, 'admin'],
    ['an admin without the role', { role: 'user', admin: true }, 'admin'],
    ['a long reason', { reason: 'x'.repeat(301) }, 'reason'],
  ]

  test('with an invalid value is refused at its field, and changes nothing (INJ-04)', async () => {
    const before = await contentsOf(server())
    for (const [name, change, field] of INVALID) {
      const answer = await add({ email: 'hostile@example.com', ...change })
      expectRefused(answer, name)
      expect([name, Object.keys(answer.body.fields)]).toEqual([name, [field]])
    }
    expect(await contentsOf(server())).toEqual(before)
  })

  test('an email in use is refused at its field; of six concurrent additions one succeeds', async () => {
    const answer = await add({ email: 'PRO@lotto.test' })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual({ email: 'This email has an account already.' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => add({ email: 'race@example.com' })))
    expect(statusesOf(answers)).toEqual([201, 422, 422, 422, 422, 422])
  })
})

describe('promotion and demotion', () => {
  let player: NewPerson
  beforeAll(async () => {
    player = await newPerson(server())
  })

  test('by role, by admin or by both take effect at the next request; a demotion ends all sessions (AUTHZ-05)', async () => {
    const { uid, visitor, email } = await newPerson(server())
    const other = server().anonymous()
    await other.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect((await visitor.get(USERS)).status).toBe(403)
    expect((await patch(uid, { admin: true, reason: 'desk' })).status).toBe(200)
    expect(await lastAudit(uid)).toEqual({
      action: 'user.promote',
      actor: adminUid,
      details: {
        old: { role: 'user' },
        new: { role: 'admin' },
        staffRoles: 'Owner',
        reason: 'desk',
        sessionsEnded: 0,
      },
    })
    expect((await visitor.get(USERS)).status).toBe(200)
    expect((await patch(uid, { role: 'user', admin: false })).status).toBe(200)
    expect(await lastAudit(uid)).toEqual({
      action: 'user.demote',
      actor: adminUid,
      details: { old: { role: 'admin' }, new: { role: 'user' }, reason: null, sessionsEnded: 2 },
    })
    for (const session of [visitor, other]) expect((await session.get(USERS)).status).toBe(401)
    const before = await contentsOf(server())
    expect((await patch(uid, { role: 'user' })).status, 'again').toBe(200)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('of an unverified user is refused, because a stranger may have signed up', async () => {
    const { uid, visitor } = await newPerson(server(), { verified: false })
    const answer = await patch(uid, { admin: true })
    expectRefused(answer)
    expect([answer.status, answer.body.code]).toEqual([409, 'unproven'])
    expect(await roleOf(uid)).toBe('user')
    await server().rows`update users set email_verified = true where id = ${uid}`
    expect((await visitor.get(USERS)).status).toBe(403)
    expect((await patch(uid, { admin: true })).status).toBe(200)
    expect((await visitor.get(USERS)).status).toBe(200)
    await patch(uid, { admin: false })
  })

  test.each([
    {},
    { role: 'admin', admin: false },
    { role: 'user', admin: true },
    { role: 'root' },
    { admin: 1 },
  ])('%j is refused', async (body) => {
    expectRefused(await patch(player.uid, body))
    expect(await roleOf(player.uid)).toBe('user')
  })

  test('admins cannot demote or delete themselves', async () => {
    const before = await contentsOf(server())
    for (const answer of [await patch(adminUid, { admin: false }), await remove(adminUid)])
      expect([answer.status, answer.body.code]).toEqual([409, 'not-oneself'])
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('deletion', () => {
  test('erases like the deletion of one’s own account, ends sessions, mails the user', async () => {
    const { uid, visitor, email } = await newPerson(server())
    await patch(uid, { admin: true })
    expect((await remove(uid, { confirm: true, reason: 'asked by mail' })).status).toBe(200)
    expect((await visitor.get('/api/me')).status).toBe(401)
    const [row] = await server().rows`select * from users where id = ${uid}`
    expect(row).toMatchObject({ username: '', email: `${uid.toLowerCase()}@deleted.invalid`, role: 'user' })
    expect(row!.deleted_at).not.toBeNull()
    expect(await server().rows`select 1 from accounts where user_id = ${uid}`).toEqual([])
    const trail = await lastAudit(uid)
    expect(trail).toEqual({
      action: 'user.delete',
      actor: adminUid,
      details: { old: { role: 'admin' }, reason: 'asked by mail' },
    })
    expect(JSON.stringify(trail)).not.toContain(email)
    expect(await emails({ search: email })).toEqual([])
    expect(await emails({ search: 'deleted.invalid' })).toEqual([])
    await server().runJobs()
    expect((await server().mailbox(email))[0]!.subject).toContain('Your account was deleted')
    for (const answer of [
      await remove(uid),
      await patch(uid, { admin: true }),
      await admin.get(`${USERS}/${uid}`),
    ])
      expect(answer.status).toBe(404)
  })

  test('needs a confirmation', async () => {
    const { uid } = await newPerson(server())
    for (const body of [{}, { confirm: false }, { confirm: 'true' }, { reason: 'x' }])
      expectRefused(await remove(uid, body))
    expectRefused(await admin.request('DELETE', `${USERS}/${uid}`))
    expect((await userDetails(uid)).user.uid).toBe(uid)
  })

  test('of an unclaimed record sends no mail', async () => {
    const email = 'unclaimed@example.com'
    const { body } = await add({ email })
    await remove(body.uid)
    await server().runJobs()
    expect(await server().mailbox(email)).toEqual([])
  })
})

describe('sessions and mails', () => {
  test('all sessions of a user end at once', async () => {
    const { uid, visitor } = await newPerson(server())
    const answer = await admin.post(`${USERS}/${uid}/end-sessions`, { confirm: true, reason: 'lost phone' })
    expect([answer.status, answer.body]).toEqual([200, { ended: 1 }])
    expect((await visitor.get('/api/me')).status).toBe(401)
    expect(await lastAudit(uid)).toEqual({
      action: 'user.end-sessions',
      actor: adminUid,
      details: { ended: 1, reason: 'lost phone' },
    })
    expect((await admin.post(`${USERS}/nobody/end-sessions`, { confirm: true })).status).toBe(404)
  })

  test('the verification link is mailed again within its limit', async () => {
    const { uid, email } = await newPerson(server(), { verified: false })
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await admin.post(`${USERS}/${uid}/proof-mail`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[0]!.body).toEqual({ sent: 'verification' })
    await server().runJobs()
    expect((await server().mailbox(email)).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 4 }, () => 'Verify your email address - Lotto Forecast'),
    )
    expect(await server().trail(`user:${uid}`)).toEqual(
      Array.from({ length: 3 }, () => ['user.proof-mail', { kind: 'verification' }]),
    )
  })
})

describe('the last admin (AUTHZ-04)', () => {
  const admins = async () =>
    (await server().rows`select id from users where role = 'admin' and email_verified and deleted_at is null`)
      .length
  /** Two admins, and no other. */
  async function lastTwo(): Promise<[NewPerson, NewPerson]> {
    const two: [NewPerson, NewPerson] = [await newStaff(server()), await newStaff(server())]
    await server().rows`update users set role = 'user' where id not in (${two[0].uid}, ${two[1].uid})`
    return two
  }
  afterAll(() => server().rows`update users set role = 'admin' where id = ${adminUid}`)

  const demote = (on: NewPerson, by: NewPerson) => patch(on.uid, { role: 'user' }, by.visitor)
  const erase = (on: NewPerson, by: NewPerson) => remove(on.uid, undefined, by.visitor)
  test.each([
    ['demote each other', demote, demote],
    ['demote and delete each other', demote, erase],
    ['delete each other', erase, erase],
  ])('of two who %s at the same time, one stays', async (_, one, other) => {
    const [ada, bola] = await lastTwo()
    const answers = await runBoth(
      server(),
      [ada.uid, bola.uid],
      () => one(bola, ada),
      () => other(ada, bola),
    )
    expect(statusesOf(answers)).toEqual([200, expect.toBeOneOf([401, 403])])
    expect(await admins()).toBe(1)
  })

  slowTest('of two with 64 concurrent demotions and deletions each, one stays', async () => {
    const [ada, bola] = await lastTwo()
    const tries = Array.from({ length: 64 }, (__, i) => {
      const [by, on] = i % 2 ? [ada, bola] : [bola, ada]
      return i % 4 < 2 ? demote(on, by) : erase(on, by)
    })
    await Promise.all(tries)
    expect(await admins()).toBe(1)
  })
})
