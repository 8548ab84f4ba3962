import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/database.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { addDays, instantAt, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { sampleEmail, SAMPLE_PAYERS, samplePayments } from '../../rules/sample-payments.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' }, standIns: true })
const REFERENCES = samplePayments(0).map(({ reference }) => reference)
const UNPAID = samplePayments(0).find(({ paidAt }) => paidAt === null)!.reference
const NEWEST = REFERENCES.at(-1)!
let admin: Visitor

const listed = async () => (await admin.get('/api/admin/payments')).body.payments as Record<string, any>[]
const users = async () => (await admin.get('/api/admin/users')).body.users as Record<string, any>[]
const alarms = () => server().rows`select kind, reference from alarms`
const today = async () => lagosDate(await server().now())

/** Moves the clock to three in the morning of a Lagos date, when the daily comparison is due. */
async function nightOf(date: LagosDate): Promise<void> {
  const { clock, db } = server().services
  clock.setOffset(0)
  clock.setOffset(instantAt(date, 3 * 60 + 1) - (await clock.now(db)))
}

beforeAll(() => server().services.clock.setOffset(0))
beforeEach(async () => {
  admin = await server().as('admin')
})

test('a new demo has labelled payments of sample people, which its Paystack has too', async () => {
  const rows = await listed()
  expect(rows.map(({ reference }) => reference)).toEqual(REFERENCES.toReversed())
  expect(new Set(rows.map(({ source, email }) => [source, email.split('@')[1]].join()))).toEqual(
    new Set(['sample,sample.test']),
  )
  expect(rows.map(({ outcome }) => outcome)).toContain('active')
  const people = (await users()).filter(({ isSample }) => isSample)
  expect(new Set(people.map(({ email }) => email))).toEqual(new Set(SAMPLE_PAYERS.map(sampleEmail)))
  expect(people.some(({ subscription }) => subscription === 'pro')).toBe(true)

  const dashboard = await (await fetch(`${server().sandboxUrl}/paystack`)).text()
  for (const reference of REFERENCES) expect(dashboard).toContain(reference)
  for (const reference of REFERENCES) {
    const before = rows.find((row) => row.reference === reference)!
    const { status, body } = await admin.post(`/api/admin/payments/${reference}/check`)
    const { checkedAt, ...after } = body.payment
    expect([status, { ...after, checkedAt: before.checkedAt }]).toEqual([200, before])
    expect(checkedAt).toBeGreaterThan(before.createdAt)
  }
})

test('no figure counts them', async () => {
  const { body } = await admin.get('/api/admin/overview')
  expect(body.users).toBe(4)
  expect(body.signUps.reduce((sum: number, { count }: any) => sum + count, 0)).toBe(4)
  expect(body.revenue.map(({ kobo }: any) => kobo)).toEqual([0, 0, 0, 0, 0, 0])
  expect(body.holders.paying).toEqual({ basic: 0, pro: 0 })
  expect(JSON.stringify(body.expiring)).not.toContain('sample')
  const order = { plan: 'pro', date: await today(), days: 1, reason: 'an outage' }
  expect((await admin.post('/api/admin/compensations', order)).body).toEqual({ people: 1 })
})

test('no comparison, alarm or mail is about them, whatever Paystack says', async () => {
  // A refund by staff, another at Paystack, and faults that would alarm staff if real money had moved.
  const refund = `/api/admin/payments/${REFERENCES.at(-2)}/refund`
  expect((await admin.post(refund, { reason: 'a trial' })).status).toBe(200)
  await server().runJobs()
  const asked = (await admin.get(`/api/admin/payments/${REFERENCES.at(-2)}`)).body.refunds
  // The stand-in finishes it within seconds, maybe before this.
  expect(['pending', 'processed']).toContain(asked[0].state)
  const url = `${server().sandboxUrl}/paystack/transactions/${NEWEST}`
  await fetch(`${url}/refund`, { method: 'POST' })
  await server().rows`update payments set state = 'lapsed' where reference = ${REFERENCES[0]}`
  await server()
    .rows`update payments set state = 'settled', settled_at = created_at where reference = ${UNPAID}`
  // The comparison of a Sunday looks at half a year.
  let sunday = addDays(await today(), 1)
  while (new Date(sunday).getUTCDay() !== 0) sunday = addDays(sunday, 1)
  await nightOf(sunday)
  await server().sweep()
  const [{ listed: found, raised, finished }] = (await server()
    .rows`select listed, raised, finished_at is not null as finished from comparisons`) as any
  expect([found, raised, finished]).toEqual([0, 0, true])
  for (let days = 0; days < 40; days += 8) {
    await nightOf(addDays(sunday, days))
    await server().sweep()
  }
  expect(await alarms()).toEqual([])
  expect((await server().mailbox()).filter(({ to }) => to.endsWith('@sample.test'))).toEqual([])
})

test('are never asked of the account at Paystack that a demo gets later', async () => {
  const asked: string[] = []
  const paystack = createServer((request, response) => {
    asked.push(request.url!)
    response.end('{}')
  })
  await new Promise<void>((resolve) => paystack.listen(0, '127.0.0.1', resolve))
  const own = await server().another({
    PAYSTACK_SECRET_KEY: 'sk_test_own',
    PAYSTACK_PUBLIC_KEY: 'pk_test_own',
    SANDBOX_URL: `http://127.0.0.1:${(paystack.address() as AddressInfo).port}`,
  })
  const staff = await own.as('admin')
  const rows = (await staff.get('/api/admin/payments')).body.payments
  expect(rows.map(({ source }: any) => source)).toEqual(REFERENCES.map(() => 'sample'))
  const title = 'This is a sample payment. Your account at Paystack does not have it.'
  const sample = `/api/admin/payments/${REFERENCES.at(-3)}`
  const answers = [
    await staff.post(`${sample}/check`),
    await staff.post(`${sample}/refund`, { reason: 'a trial' }),
  ]
  for (const { status, body } of answers) expect([status, body.title]).toEqual([409, title])
  await rowsOf(own, sql`update payments set next_check_at = created_at where source = 'sample'`)
  await own.sweep()
  expect(asked.filter((url) => REFERENCES.some((reference) => url.includes(reference)))).toEqual([])
  const { body } = await staff.get('/api/admin/overview')
  expect(body.revenue.map(({ kobo }: any) => kobo)).toEqual([0, 0, 0, 0, 0, 0])
  paystack.close()
})

test('the removal of the samples hides the people and their payments', async () => {
  server().services.clock.setOffset(0)
  admin = await server().as('admin')
  expect((await admin.post('/api/admin/samples/remove', { confirm: true })).status).toBe(200)
  expect(await listed()).toEqual([])
  expect((await users()).filter(({ isSample }) => isSample)).toEqual([])
  expect((await admin.get(`/api/admin/payments/${NEWEST}`)).status).toBe(404)
  const restarted = await server().another()
  expect(await (await fetch(`${restarted.sandboxUrl}/paystack`)).text()).not.toContain(NEWEST)
})
