import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { give, newPerson, newStaff, uidOf } from '../../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../../tests/support/powers.ts'
import { testServer } from '../../../../tests/support/test-server.ts'

const server = testServer({ standIns: true })
const PATH = '/api/admin/people/export'

test('owners get all people as a file, which is in the audit and mailed, without secrets or formulas', async () => {
  const owner = await server().as('admin')
  const { uid, email } = await newPerson(server())
  await server().rows`update users set username = '=HYPERLINK("http://x")' where id = ${uid}`
  await give(server(), uid, await server().now())
  const { status, text, headers } = await owner.post(PATH, { reason: 'For the letter' })
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(Object.keys(rows[0]!)).toEqual([
    'account',
    'name',
    'email',
    'verified',
    'staff',
    'plan',
    'plan until',
    'signed up',
  ])
  expect(rows.find((row) => row.email === email)).toMatchObject({
    name: `'=HYPERLINK("http://x")`,
    verified: 'yes',
    plan: 'Pro',
    staff: '',
  })
  const [entry] = await server().rows`select details from audit where action = 'user.export'`
  expect(entry!.details).toMatchObject({ reason: 'For the letter' })
  const news = (await mailsOfPowers(server())).get(await uidOf(server(), 'admin'))
  expect(news!.sums).toEqual(['Files of all people: 1 on this day, at most 5.'])
})

test('it needs a reason and a fresh proof, and is for owners', async () => {
  const owner = await server().as('admin')
  expect((await owner.post(PATH, { reason: ' ' })).status).toBe(400)
  await server().rows`update sessions set proven_at = now() - interval '1 hour'`
  expect((await owner.post(PATH, { reason: 'x' })).body.code).toBe('proof-needed')
  const clerk = await newStaff(server(), 'support')
  expect((await clerk.visitor.post(PATH, { reason: 'x' })).status).toBe(403)
})

test('sample people are left out, also where they fill a page', async () => {
  const owner = await server().as('admin')
  const { email } = await newPerson(server())
  await server().rows`
    insert into users (id, username, email, is_sample, created_at)
    select 'sample-' || n, 'Sample', n || '@sample.test', true, now() from generate_series(1, 501) n`
  const { text } = await owner.post(PATH, { reason: 'Whole' })
  expect(text).toContain(email)
  expect(text).not.toContain('@sample.test')
})
