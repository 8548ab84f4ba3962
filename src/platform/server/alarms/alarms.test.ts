import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson, newStaff } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { addDays, instantAt, lagosDate } from '../../rules/base/calendar.ts'
import { mailAlarms } from '../../../operation/server/mail-alarms.ts'
import { raiseAlarm } from './alarms.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const STAFF = 'admin@lotto.test'
/** Logged in before each test, because sessions of admins end after hours. */
let admin: Visitor
let began: number
let day = 0

beforeAll(async () => {
  began = await server().now()
})
beforeEach(async () => {
  day += 1
  admin = await server().as('admin')
  await server()
    .rows`update alarms set closed_at = now(), closed_by = 'test', closed_reason = 'test' where closed_at is null`
})
afterEach(() => moveTo(began))
afterAll(() => paystack.stop())

function moveTo(instant: number): void {
  server().services.clock.setOffset(instant - Date.now())
}
/** An hour of a Lagos day that no other test has used. */
const at = (offset: number, hour: number) =>
  instantAt(addDays(lagosDate(began), 10 * day + 2 + offset), hour * 60)
const openAlarms = async () => (await admin.get('/api/admin/alarms')).body.alarms as { id: number }[]
const close = (id: number) => admin.post(`/api/admin/alarms/${id}/close`, { reason: 'Done by hand' })
const mailsTo = async (to: string) =>
  (await server().mailbox(to)).filter(({ subject }) => /alarm/i.test(subject))
const countFor = async (to: string) => (await mailsTo(to)).length

/** A payment of a new user with too low an amount, so it is under review. */
async function mismatch(): Promise<{ reference: string; email: string }> {
  const { visitor, email } = await newPerson(server())
  const { reference } = (await visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data
  paystack.pay(reference, { amount: 100 })
  await visitor.post(`/api/payments/${reference}/confirm`)
  return { reference, email }
}

test('an alarm is mailed to every admin at once, then daily until it is closed; the mail contains no names', async () => {
  const other = await newStaff(server())
  const unproven = await newPerson(server(), { verified: false })
  await server().rows`update users set role = 'admin' where id = ${unproven.uid}`
  const before = await countFor(STAFF)

  moveTo(at(0, 15))
  const { reference, email } = await mismatch()
  await server().runJobs()
  expect([await countFor(STAFF), await countFor(other.email)]).toEqual([before + 1, 1])
  const [mail] = await mailsTo(STAFF)
  expect(mail!.subject).toBe('Payment alarm - Lotto Forecast')
  expect(mail!.text).toContain('The payment differs from the request. Nothing was granted.')
  expect(mail!.text).toContain(reference)
  expect(mail!.text).toContain('/admin/payments')
  expect(mail!.text + mail!.html).not.toContain(email)
  expect(mail!.text + mail!.html).not.toMatch(/Person \d|Ada/)

  const counts: number[] = []
  for (const [offset, hour] of [
    [0, 16],
    [0, 23],
    [1, 7],
    [1, 9],
    [1, 22],
    [2, 9],
  ] as const) {
    moveTo(at(offset, hour))
    await server().sweep()
    await server().sweep()
    counts.push((await countFor(STAFF)) - before)
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 3])
  expect((await mailsTo(STAFF))[0]!.subject).toBe('Still open: Payment alarm - Lotto Forecast')

  admin = await server().as('admin')
  const [open] = await openAlarms()
  await close(open!.id)
  moveTo(at(3, 9))
  await server().sweep()
  expect((await countFor(STAFF)) - before).toBe(3)
  expect(await countFor(unproven.email)).toBe(0)
  await server().rows`update users set role = 'user' where id in (${other.uid}, ${unproven.uid})`
})

test('an alarm is mailed once, even if many servers and jobs run at the same moment', async () => {
  moveTo(at(0, 12))
  const before = await countFor(STAFF)
  const { services } = server()
  await raiseAlarm({ tx: services.db, now: at(0, 12) }, 'unknown-payment', 'q'.repeat(27), {})
  await Promise.all(Array.from({ length: 5 }, () => mailAlarms(services)))
  await server().runJobs()
  expect((await countFor(STAFF)) - before).toBe(1)
})

test('an alarm says whether its reference is a payment of ours, so that its link works', async () => {
  const { reference } = await mismatch()
  await raiseAlarm({ tx: server().services.db, now: at(0, 12) }, 'unknown-payment', 'r'.repeat(27), {})
  const { alarms } = (await admin.get('/api/admin/alarms')).body as {
    alarms: { id: number; reference: string; hasPayment: boolean }[]
  }
  const hasPayment = Object.fromEntries(alarms.map((alarm) => [alarm.reference, alarm.hasPayment]))
  expect(hasPayment).toMatchObject({ [reference]: true, ['r'.repeat(27)]: false })
  for (const { id } of alarms) await admin.post(`/api/admin/alarms/${id}/close`, { reason: 'Looked at.' })
})

test('the subject of a mail names what happened', async () => {
  moveTo(at(0, 12))
  const { services } = server()
  for (const kind of ['disk-full', 'step-failing'] as const)
    await raiseAlarm({ tx: services.db, now: at(0, 12) }, kind, kind, {})
  await server().runJobs()
  const raised = (await server().mailbox(STAFF)).slice(0, 2).map(({ subject }) => subject)
  expect(raised.toSorted()).toEqual([
    'Repeated work of the server fails - Lotto Forecast',
    'The disk was full - Lotto Forecast',
  ])
  moveTo(at(1, 9))
  await server().sweep()
  const subjects = (await server().mailbox(STAFF)).map(({ subject }) => subject)
  expect(subjects).toContain('Still open: Several alarms - Lotto Forecast')
})

test('many alarms at once share one mail', async () => {
  moveTo(at(0, 12))
  const before = await countFor(STAFF)
  const { services } = server()
  for (let i = 0; i < 30; i++)
    await raiseAlarm(
      { tx: services.db, now: at(0, 12) },
      'unknown-payment',
      `flood${String(i).padStart(22, '0')}`,
      {},
    )
  await server().runJobs()
  expect((await countFor(STAFF)) - before).toBe(1)
  const [mail] = await mailsTo(STAFF)
  expect(mail!.text).toContain('And 10 more.')
})

test('staff see the count on every staff screen, and the alarm above the figures of the start page', async () => {
  const counted = async () => (await admin.get('/api/admin/alarms/count')).body
  expect(await counted()).toEqual({ open: 0 })
  expect((await admin.get('/admin/games')).text).not.toContain('open alarm')
  const { reference } = await mismatch()
  expect(await counted()).toEqual({ open: 1 })
  const pages = ['', '/predictions', '/results', '/users', '/payments', '/games', '/audit']
  for (const page of pages) {
    const counts = (await admin.get(`/admin${page}`)).text.match(
      /Payments<span[^>]*>1<span[^>]*> open alarm</g,
    )
    expect([page, counts?.length]).toEqual([page, 2])
  }
  const { alarms } = (await admin.get('/api/admin/overview')).body
  expect(alarms).toMatchObject({ open: 1, first: [{ reference }] })
  const index = (await admin.get('/admin')).text
  expect(index.indexOf('aria-label="Open alarms"')).toBeGreaterThan(0)
  expect(index.indexOf('aria-label="Open alarms"')).toBeLessThan(index.indexOf('Total users'))
  expect((await (await server().as('pro')).get('/api/admin/alarms/count')).status).toBe(403)
})

test('an alarm closes when its cause is gone, and the history and the audit trail say why', async () => {
  const { reference } = await mismatch()
  await server().sweep()
  expect(await openAlarms()).toHaveLength(1)
  paystack.pay(reference, { amount: 150_000 })
  await admin.post(`/api/admin/payments/${reference}/check`)
  await server().sweep()
  expect(await openAlarms()).toEqual([])
  const { alarms } = (await admin.get(`/api/admin/payments/${reference}`)).body
  expect(alarms).toMatchObject([
    { closedReason: 'The player has the plan now.', closedAt: expect.any(Number) },
  ])
  const trail = await server()
    .rows`select action, actor, details from audit where subject = ${`alarm:${alarms[0].id}`} order by id`
  expect(trail).toMatchObject([
    { action: 'alarm.raise', actor: null, details: { kind: 'mismatch', reference } },
    { action: 'alarm.close', actor: null, details: { reason: 'The player has the plan now.', reference } },
  ])
})

test('alarms about a repaired ledger and a won dispute close too', async () => {
  const { visitor } = await newPerson(server())
  const { reference } = (await visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data
  paystack.pay(reference)
  await visitor.post(`/api/payments/${reference}/confirm`)
  const reasons = async () =>
    (
      await server().rows`select kind, closed_reason from alarms where reference = ${reference} order by id`
    ).map(({ kind, closed_reason: why }) => `${kind}: ${why}`)

  await server().rows`update payments set state = 'open' where reference = ${reference}`
  await server().sweep()
  expect(await reasons()).toEqual(['ledger: null'])
  await server().rows`update payments set state = 'settled' where reference = ${reference}`
  await server().sweep()
  expect(await reasons()).toEqual(['ledger: The ledger adds up again.'])

  const dispute = paystack.dispute(reference)
  await paystack.deliver(server().url, paystack.eventOf('charge.dispute.create', reference))
  await server().runJobs()
  await server().sweep()
  expect((await reasons()).slice(1)).toEqual(['dispute: null'])
  Object.assign(dispute, { status: 'resolved', resolution: 'declined' })
  await paystack.deliver(
    server().url,
    paystack.eventOf('charge.dispute.resolve', reference, { status: 'resolved', resolution: 'declined' }),
  )
  await server().sweep()
  await server().sweep()
  expect((await reasons()).slice(1)).toEqual(['dispute: The dispute was won.'])
})

test('an alarm that staff closed is not mailed again', async () => {
  moveTo(at(0, 12))
  const before = await countFor(STAFF)
  admin = await server().as('admin')
  await mismatch()
  const [open] = await openAlarms()
  await close(open!.id)
  await server().runJobs()
  moveTo(at(1, 12))
  await server().sweep()
  expect((await countFor(STAFF)) - before).toBe(0)
})
