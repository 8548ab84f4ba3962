import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { accountReference } from '../../../platform/rules/access/identity.ts'
import { give, newPerson, newStaff, uidOf } from '../../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../../tests/support/powers.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })
let owner: Visitor
let support: Visitor
/** The user name of the support member. */
let clerkName: string

beforeAll(async () => {
  owner = await server().as('admin')
  const clerk = await newStaff(server(), 'support')
  support = clerk.visitor
  clerkName = clerk.name
})

const user = (uid: string) => `/api/admin/users/${uid}`

test('support notes a call, and each event of the person is one line of the history', async () => {
  const { uid, email, name: player } = await newPerson(server())
  expect((await support.post(`${user(uid)}/notes`, { text: ' Called about Diamond. ' })).status).toBe(201)
  expect((await support.post(`${user(uid)}/notes`, { text: '<b>Called again</b>' })).status).toBe(201)
  await support.post(`${user(uid)}/end-sessions`, { confirm: true, reason: 'lost phone' })
  const { body } = await support.get(user(uid))
  expect(body.notes).toMatchObject([
    { who: clerkName, text: '<b>Called again</b>' },
    { who: clerkName, text: 'Called about Diamond.' },
  ])
  expect(await server().trail(`user:${uid}`)).toEqual([
    ['user.note', { reason: 'Called about Diamond.' }],
    ['user.note', { reason: '<b>Called again</b>' }],
    ['user.end-sessions', { ended: 1, reason: 'lost phone' }],
  ])
  const name = `${player} (${email})`
  const did = body.history.map(({ who, did, reason }: Record<string, string>) => `${who} ${did}: ${reason}`)
  expect(did.slice(0, 3)).toEqual([
    `${clerkName} ended the sessions of ${name}: 1 session: lost phone`,
    `${clerkName} added a note about ${name}: <b>Called again</b>`,
    `${clerkName} added a note about ${name}: Called about Diamond.`,
  ])
})

test.each([
  ['no text', ''],
  ['too much text', 'x'.repeat(301)],
])('a note with %s is refused', async (_what, text) => {
  const { uid } = await newPerson(server())
  const { status, body } = await owner.post(`${user(uid)}/notes`, { text })
  expect([status, Object.keys(body.fields)]).toEqual([400, ['text']])
  expect((await owner.post(`${user('nobody')}/notes`, { text: 'Called.' })).status).toBe(404)
})

test('support writes no notes on staff, and a person downloads the notes about them', async () => {
  const { uid, visitor } = await newPerson(server())
  await support.post(`${user(uid)}/notes`, { text: 'Asked for a receipt.' })
  const { body } = await visitor.get('/api/profile/data.json')
  expect(body['notes by staff']).toMatchObject([{ text: 'Asked for a receipt.' }])
  await server().rows`update users set role = 'admin' where id = ${uid}`
  expect((await support.post(`${user(uid)}/notes`, { text: 'A colleague.' })).status).toBe(403)
})

test('the devices of a person have names and no network addresses', async () => {
  const { uid } = await newPerson(server())
  const { devices } = (await support.get(user(uid))).body
  expect(devices).toEqual([
    {
      id: expect.any(String),
      device: expect.any(String),
      createdAt: expect.any(Number),
      seenAt: expect.any(Number),
    },
  ])
})

test('staff find a person by the reference of the account or of a payment, in any case', async () => {
  const { uid } = await newPerson(server())
  const found = async (search: string) => {
    const { body } = await support.get(`/api/admin/users?search=${encodeURIComponent(search)}`)
    return body.users.map((one: { uid: string }) => one.uid)
  }
  const reference = accountReference(uid)
  expect(await found(reference)).toEqual([uid])
  expect(await found(` ${reference.toLowerCase()} `)).toEqual([uid])
  expect((await support.get(user(uid))).body.user.reference).toBe(reference)
  const payment = 'b'.repeat(30)
  await server().rows`insert into payments (reference, user_id, plan, kobo, mode, created_at)
    values (${payment}, ${uid}, 'pro', 150000, 'test', now())`
  expect(await found(payment)).toEqual([uid])
  expect(await found(payment.slice(0, 12))).toEqual([])
})

const PATH = '/api/admin/people/export'

test('owners get all people as a file, which is in the audit and mailed, without secrets or formulas', async () => {
  const { uid, email } = await newPerson(server())
  await server().rows`update users set username = '=HYPERLINK("http://x")' where id = ${uid}`
  await give(server(), uid, await server().now())
  const { status, text, headers } = await owner.post(PATH, { reason: 'For the letter' })
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(Object.keys(rows[0]!).join()).toBe('account,name,email,verified,staff,plan,plan until,signed up')
  expect(rows.find((row) => row.email === email)).toMatchObject({
    name: `'=HYPERLINK("http://x")`,
    verified: 'yes',
    plan: 'Pro',
    staff: '',
  })
  expect(await server().trail('user:all')).toEqual([['user.export', { reason: 'For the letter' }]])
  const news = (await mailsOfPowers(server())).get(await uidOf(server(), 'admin'))
  expect(news!.sums).toEqual(['Files of all people: 1 on this day, at most 5.'])
})

test('it needs a reason', async () => {
  expect((await owner.post(PATH, { reason: ' ' })).status).toBe(400)
})

test('sample people are left out, also where they fill a page', async () => {
  const { email } = await newPerson(server())
  await server().rows`
    insert into users (id, username, email, is_sample, created_at)
    select 'sample-' || n, 'Sample', n || '@sample.test', true, now() from generate_series(1, 501) n`
  const { text } = await owner.post(PATH, { reason: 'Whole' })
  expect(text).toContain(email)
  expect(text).not.toContain('@sample.test')
})
