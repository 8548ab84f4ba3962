// A disaster (DATA-04): the work goes on after the backup, then the database is lost and restored elsewhere.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { ledgerFaults } from '../../src/money/server/payments/check-ledger.ts'
import { type Address } from '../../src/platform/server/db/connect.ts'
import { asOwner, rowsOf } from '../support/database.ts'
import { paymentsOf } from '../support/payments.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { type NewPerson, newPerson } from '../support/people.ts'
import { copyUsedDatabase, newDatabase } from '../support/postgres.ts'
import { databaseUrl, finishRestoreOf, runProgram } from '../support/programs.ts'
import { waitFor } from '../support/wait.ts'
import { type TestServer, testServer, type Visitor } from '../support/test-server.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
/** The restored database and a server on it. */
let address: Address
let restored: TestServer
/** What people hold from before the disaster. */
let phone: { visitor: Visitor; etag: string; seq: number }
let buyer: NewPerson
let early: string
let late: string
let resetToken: string
let refused: unknown
let said: string
let drop: () => Promise<unknown> = () => Promise.resolve()

afterAll(async () => {
  await drop()
  await paystack.stop()
})

async function record(on: TestServer, date: string, winning: number[]) {
  const admin = await on.as('admin')
  const draw = { game: 'king', date, winning }
  const first = await admin.post('/api/admin/draws', draw)
  if (first.status === 201) return
  const seen = Object.values(first.body.fields)
  expect((await admin.post('/api/admin/draws', { ...draw, seen })).status).toBe(201)
}
const manifest = async (visitor: Visitor, etag = '') =>
  visitor.get('/api/history', { headers: { 'if-none-match': etag } })

beforeAll(async () => {
  await record(server(), '2023-10-07', [1, 2, 3, 4, 5])
  buyer = await newPerson(server())
  const payments = paymentsOf(server, paystack)
  early = await payments.buy(buyer, 'basic')
  // Mails whose sending the backup does not know: the receipt, and a reset link.
  await server().anonymous().post('/api/auth/request-password-reset', { email: 'free@lotto.test' })
  const [mail] = await server()
    .rows`select data from mails where state = 'queued' and template like '%reset%'`
  resetToken = new URL(mail!.data.link).searchParams.get('token')!
  await asOwner(
    server(),
    sql`select graphile_worker.add_job('push-change', '{"id": "0"}', 'of a dead process', now() + interval '1 year')`,
  )
  const lock = sql`set locked_at = now(), locked_by = 'a dead process'`
  await asOwner(server(), sql`update graphile_worker._private_jobs ${lock} where job_queue_id is not null`)
  await asOwner(server(), sql`update graphile_worker._private_job_queues ${lock}`)
  const backupAt = new Date().toISOString()
  const copy = await copyUsedDatabase(inject('postgres'), server().address)
  address = copy.address
  drop = copy.drop
  await waitFor('the server answers again', async () => (await fetch(`${server().url}/readyz`)).ok)

  await record(server(), '2023-10-14', [6, 7, 8, 9, 10])
  late = await payments.buy(buyer, 'pro')
  const visitor = await server().as('pro')
  const { headers, body } = await manifest(visitor)
  phone = { visitor, etag: headers.get('etag')!, seq: body.seq }

  // No server starts before the command.
  refused = await server()
    .another({}, { address })
    .catch((error: Error) => error.message)
  said = await finishRestoreOf(address, backupAt)
  restored = await server().another({}, { address })
})

test('a server refuses a restored database until the command has run', () => {
  expect(refused).toMatch(/^This database is not where .*\n +npm run after-restore -- --backup-at INSTANT\n/)
  expect(said).toMatch(/^The record of forecasts has \d+ entries\.\nThe restore is complete\. /)
})

test.each([
  [[], /^npm run after-restore/],
  [['--backup-at', '2026-11-22'], /^2026-11-22 is not a time\. /],
  [['--backup-at', '2999-01-01T00:00:00Z'], /^The instant of the backup is in the future\.$/m],
])('the command refuses %j', async (args, message) => {
  const free = await newDatabase(inject('postgres'), 'installed')
  const run = (at: Address) => runProgram(['dist/server/after-restore.js', ...args], databaseUrl(at))
  expect(await run(free.address)).toMatchObject({ code: 1, err: expect.stringMatching(message) })
  await free.drop()
})

test('the command refuses an empty database, and one with a server', async () => {
  const empty = await newDatabase(inject('postgres'), 'empty')
  const said = (at: Address) =>
    finishRestoreOf(at, '2026-11-22T20:00:00Z').catch((error: Error) => error.message)
  expect(await said(empty.address)).toContain('The database is empty. Restore the backup first.')
  expect(await said(address)).toMatch(
    /^A server or a command is using this database \(\d+ connections\)\. Stop/,
  )
  await empty.drop()
})

describe('after a restore', () => {
  test('a phone with a lost version gets the whole history and not 304', async () => {
    // The same number of draws is recorded again, so a version that only counts would be used twice.
    await record(restored, '2023-10-21', [11, 12, 13, 14, 15])
    const pro = await restored.as('pro')
    const answer = await manifest(pro, phone.etag)
    expect([answer.status, answer.body.draws]).toEqual([200, 2])
    expect(answer.body.seq).toBeGreaterThan(phone.seq)
    const changes = await pro.get(`/api/history/changes?since=${phone.seq}`)
    expect(changes.body).toMatchObject({ reset: true, written: [], removed: [] })
    const news = await pro.get(`/api/live/news?after=${phone.seq}`)
    expect(news.body).toEqual({ seq: answer.body.seq, total: 0, draws: [] })
    expect((await pro.get(`/api/history/changes?since=${answer.body.seq}`)).body.reset).toBe(false)
  })

  test('every session and reset link has ended; the password still works', async () => {
    const back = phone.visitor.copy(restored.url)
    expect((await back.get('/api/me')).status).toBe(401)
    const reset = { newPassword: 'another long password', token: resetToken }
    expect((await restored.anonymous().post('/api/auth/reset-password', reset)).status).toBe(400)
    const credentials = { email: 'pro@lotto.test', password: DEMO_PASSWORD }
    expect((await restored.anonymous().post('/api/auth/sign-in/email', credentials)).status).toBe(200)
  })

  test('with another AUTH_SECRET people log in again', async () => {
    const other = await server().another({ AUTH_SECRET: 'zQ8mW2nR5tY7uI9oP1aS3dF6gH4jK0lX' }, { address })
    expect((await (await other.as('pro')).get('/api/me')).status).toBe(200)
  })

  test('no job of a dead process is locked', async () => {
    const locked = (owner: TestServer) =>
      asOwner(
        owner,
        sql`select locked_by from graphile_worker._private_jobs where locked_at is not null
            union all select locked_by from graphile_worker._private_job_queues where locked_at is not null`,
      )
    expect(await locked(server())).toHaveLength(2)
    expect(await locked(restored)).toEqual([])
  })

  test('a mail from before the restore waits until staff send or discard it', async () => {
    await restored.runJobs()
    expect(await restored.mailbox(buyer.email)).toEqual([])
    const admin = await restored.as('admin')
    const { heldMails } = (await admin.get('/api/admin/overview')).body.restore
    expect(heldMails).toBeGreaterThan(0)
    const pro = await restored.as('pro')
    expect((await pro.post('/api/admin/restore/mails', { decision: 'send' })).status).toBe(403)
    const answer = await admin.post('/api/admin/restore/mails', { decision: 'send' })
    expect([answer.status, answer.body]).toEqual([200, { mails: heldMails }])
    await restored.runJobs()
    // The links of the other mails lead to another address.
    const [receipt, ...others] = await restored.mailbox(buyer.email)
    expect([receipt!.subject, others]).toEqual([expect.stringContaining('receipt'), []])
    expect((await admin.post('/api/admin/restore/mails', { decision: 'discard' })).body).toEqual({ mails: 0 })
  })

  test('payments are closed until the comparison, which finds the payment made after the backup', async () => {
    const person = await newPerson(restored)
    const closed = await person.visitor.post('/api/initializeTransaction', { plan: 'basic' })
    expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '60'])
    expect(closed.text).toContain('Payments are closed for a moment')
    // Reads are open, and the payment of before the backup counts.
    expect((await person.visitor.get('/api/days/today')).status).toBe(200)
    await restored.sweep()
    const alarms = await rowsOf(restored, sql`select reference, kind from alarms where closed_at is null`)
    expect(alarms).toContainEqual({ reference: late, kind: 'unknown-payment' })
    expect(alarms.filter(({ reference }) => reference === early)).toEqual([])
    expect((await person.visitor.post('/api/initializeTransaction', { plan: 'basic' })).status).toBe(200)
    expect(await ledgerFaults(restored.services.db)).toEqual([])
  })

  test('an admin may open payments with a reason, which the audit trail keeps', async () => {
    await asOwner(restored, sql`insert into restores (at, backup_at) values (now(), now())`)
    const admin = await restored.as('admin')
    const { visitor } = await newPerson(restored)
    const open = (reason: string) => admin.post('/api/admin/restore/open-payments', { reason })
    expect((await visitor.post('/api/initializeTransaction', { plan: 'pro' })).status).toBe(503)
    expect((await visitor.post('/api/admin/restore/open-payments', { reason: 'x' })).status).toBe(403)
    expect((await open('')).status).toBe(400)
    expect((await open('Compared by hand')).status).toBe(200)
    expect((await open('again')).body.title).toBe('Payments are open already.')
    expect((await visitor.post('/api/initializeTransaction', { plan: 'pro' })).status).toBe(200)
    const [entry] = await rowsOf(
      restored,
      sql`select details from audit where action = 'restore.open-payments' order by id desc`,
    )
    expect(entry!.details).toEqual({ reason: 'Compared by hand' })
  })
})
