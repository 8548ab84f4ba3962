import { beforeAll, expect, test } from 'vitest'
import { formatDate, addDays, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { give, newPerson, PASSWORD } from '../../../../tests/support/people.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })
let owner: Visitor

beforeAll(async () => {
  owner = await server().as('admin')
})

const user = (uid: string) => `/api/admin/users/${uid}`
const logIn = (email: string, password = PASSWORD) =>
  server().anonymous().post('/api/auth/sign-in/email', { email, password })

test('a suspension ends the sessions, and the login says until when and why', async () => {
  const { uid, email, visitor } = await newPerson(server())
  await give(server(), uid, await server().now())
  const until = addDays(lagosDate(await server().now()), 2)
  const suspend = () => owner.post(`${user(uid)}/suspension`, { until, reason: 'many accounts' })
  // Two members of staff at once: the second sees that it is done.
  const answers = await Promise.all([suspend(), suspend()])
  expect(statusesOf(answers)).toEqual([200, 409])
  expect((await visitor.get('/api/me')).status).toBe(401)
  const words = `This account is suspended until the end of ${formatDate(until)}. Reason: many accounts`
  expect((await logIn(email)).body).toMatchObject({ code: 'suspended', status: 403, title: words })
  // A stranger does not learn of it.
  expect((await logIn(email, 'wrong password 1')).body.code).toBe('invalid-credentials')
  expect((await owner.get(user(uid))).body.user).toMatchObject({ suspension: words, subscription: 'pro' })
  await server().runJobs()
  const [mail] = (await server().mailbox(email)).filter(({ subject }) => /suspended/.test(subject))
  expect(mail!.text).toContain(words)

  server().services.clock.setOffset(3 * 86_400_000)
  expect((await logIn(email)).status).toBe(200)
  server().services.clock.setOffset(0)
})

test('staff end a suspension, with a reason in the audit trail', async () => {
  const { uid, email } = await newPerson(server())
  const until = lagosDate(await server().now())
  await owner.post(`${user(uid)}/suspension`, { until, reason: 'a complaint' })
  expect((await owner.post(`${user(uid)}/suspension`, { until, reason: 'more' })).body.title).toBe(
    'This user is suspended already. End that suspension first.',
  )
  expect((await owner.post(`${user(uid)}/suspension/end`, { reason: 'solved' })).status).toBe(200)
  expect((await logIn(email)).status).toBe(200)
  expect((await owner.post(`${user(uid)}/suspension/end`, { reason: 'again' })).body.title).toBe(
    'This user is not suspended.',
  )
  expect(await server().trail(`user:${uid}`)).toEqual([
    ['user.suspend', { until, reason: 'a complaint', sessionsEnded: 1 }],
    ['user.end-suspension', { reason: 'solved' }],
  ])
})

test.each([
  ['a day that is over', -1, 'why', 'until', 'This day is over.'],
  ['more than a year', 367, 'why', 'until', 'At most 366 days.'],
  ['no reason', 1, ' ', 'reason', expect.any(String)],
])('%s is refused at its field', async (_what, days, reason, field, text) => {
  const { uid, visitor } = await newPerson(server())
  const until = addDays(lagosDate(await server().now()), days)
  const { status, body } = await owner.post(`${user(uid)}/suspension`, { until, reason })
  expect([status, body.fields]).toEqual([400, { [field]: text }])
  expect((await visitor.get('/api/me')).status).toBe(200)
})

test('staff revoke what is left of a gift once, and no payment', async () => {
  const { uid, visitor } = await newPerson(server())
  const grant = { plan: 'pro', length: { days: 10 }, reason: 'a prize' }
  await owner.post(`${user(uid)}/grants`, grant)
  await owner.post(`${user(uid)}/grants`, { ...grant, plan: 'basic' })
  const { periods } = (await owner.get(user(uid))).body
  const pro = periods.find(({ plan }: { plan: string }) => plan === 'pro')
  const revoke = (id: number, uidOf = uid) =>
    owner.post(`${user(uidOf)}/grants/${id}/revoke`, { reason: 'a mistake' })
  expect((await revoke(pro.grantId)).status).toBe(200)
  expect((await visitor.get('/api/me')).body.subscription).toBe('basic')
  expect((await revoke(pro.grantId)).body.title).toBe('Nothing of this grant is left.')
  expect((await revoke(pro.grantId, 'another')).status).toBe(404)
})
