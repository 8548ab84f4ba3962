import { drizzle } from 'drizzle-orm/node-postgres'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { ledgerFaults } from '../../src/money/server/payments/check-ledger.ts'
import { readSettings } from '../../src/platform/server/base/settings.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { WAITING_LOCKS } from '../support/database.ts'
import { openedForm } from '../support/opened-form.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { PASSWORD } from '../support/people.ts'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, freePort, type Launched, launchProgram, newFolder } from '../support/programs.ts'
import { slowTest } from '../support/slow.ts'
import { Visitor } from '../support/test-server.ts'

// PAY-01: `kill -9` of the built server at each step of a payment. After the restart the payment is settled once, with one
// period.
const paystack = await startPaystack()
const folder = newFolder()
let env: Record<string, string> & { PORT: string }
let database: Awaited<ReturnType<typeof newDatabase>>
let server: Launched
let client: pg.Client
let visitor: Visitor
let uid: string
let people = 0

beforeAll(async () => {
  database = await newDatabase(inject('postgres'))
  env = {
    ...databaseUrl(database.address),
    DATA_DIR: folder.path,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...paystack.settings,
  }
  server = launchProgram(env)
  await server.ready()
  client = await connect()
})
afterAll(async () => {
  await client.end()
  server.child.kill('SIGTERM')
  await server.ended
  await paystack.stop()
  await database.drop()
  folder.remove()
})
beforeEach(async () => {
  visitor = new Visitor(server.url)
  visitor.cookies.set(...openedForm(readSettings(env)))
  const email = `killed${people++}@example.com`
  const account = { name: 'Killed', email, password: PASSWORD, ageConfirmed: true }
  uid = (await visitor.post('/api/auth/sign-up/email', account)).body.user.id
})

async function connect(): Promise<pg.Client> {
  const made = new pg.Client(clientConfig(database.address))
  await made.connect()
  return made
}
async function killAndRestart(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
  server = launchProgram(env)
  await server.ready()
}
const start = () => visitor.post('/api/initializeTransaction', { plan: 'pro' })
const confirm = (reference: string) => visitor.post(`/api/payments/${reference}/confirm`)
async function paid(): Promise<string> {
  const { reference } = (await start()).body.data
  paystack.pay(reference)
  return reference
}
const stateOf = async (reference: string): Promise<string | undefined> =>
  (await client.query('select state from payments where reference = $1', [reference])).rows[0]?.state

/** Sends a request and waits until Paystack holds back the answer that it needs. */
async function sendWithHeldAnswer(ask: () => Promise<unknown>) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  paystack.late.push(promise)
  const asked = ask().catch(() => null)
  while (paystack.late.length > 0) await sleep(5)
  return { asked, letGo }
}

/** Runs the sweep early, which resumes what the killed process left, and checks that the payment is settled once. */
async function expectSettledOnce(reference: string): Promise<void> {
  for (let i = 0; (await stateOf(reference)) !== 'settled'; i++) {
    if (i % 20 === 0) {
      await client.query(`update payments set next_check_at = clock_timestamp() where reference = $1`, [
        reference,
      ])
      await client.query(`select graphile_worker.add_job('sweep', job_key := 'early')`)
    }
    await sleep(100)
  }
  const counts = `select
    (select count(*)::int from grants where payment_id = $1) as grants,
    (select count(*)::int from periods join grants on grants.id = grant_id where payment_id = $1) as periods,
    (select count(*)::int from audit where action = 'payment.settle' and subject = 'payment:' || $1) as trails,
    (select count(*)::int from grants where user_id = $2) as all`
  const { rows } = await client.query(counts, [reference, uid])
  expect(rows).toEqual([{ grants: 1, periods: 1, trails: 1, all: 1 }])
  expect(await ledgerFaults(drizzle({ client }))).toEqual([])
  expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
}

slowTest(
  'while Paystack opens it: the next click opens another, and the first cannot be paid',
  async () => {
    const { asked, letGo } = await sendWithHeldAnswer(start)
    await killAndRestart()
    letGo()
    await asked
    const [{ reference: first }] = (
      await client.query('select reference from payments where user_id = $1', [uid])
    ).rows
    // After this time no process can still be opening it.
    await client.query(
      `update payments set created_at = created_at - interval '1 minute' where reference = $1`,
      [first],
    )
    const second = await paid()
    expect(second).not.toBe(first)
    await expectSettledOnce(second)
    expect(await stateOf(first)).toBe('open')
  },
  120_000,
)

slowTest(
  'right after a webhook was received',
  async () => {
    const reference = await paid()
    expect(await paystack.sendWebhook(server.url, reference)).toBe(200)
    await killAndRestart()
    await expectSettledOnce(reference)
  },
  120_000,
)

slowTest(
  'while Paystack answers that it is paid',
  async () => {
    const reference = await paid()
    const { asked, letGo } = await sendWithHeldAnswer(() => confirm(reference))
    await killAndRestart()
    letGo()
    await asked
    await expectSettledOnce(reference)
  },
  120_000,
)

test('before the commit of the settlement', async () => {
  const reference = await paid()
  const other = await connect()
  await other.query('begin')
  await other.query('select from users where id = $1 for no key update', [uid])
  const asked = confirm(reference).catch(() => null)
  while ((await client.query(WAITING_LOCKS)).rowCount === 0) await sleep(5)
  await killAndRestart()
  await asked
  expect(await stateOf(reference)).toBe('open')
  await other.query('rollback')
  await other.end()
  await expectSettledOnce(reference)
}, 120_000)

slowTest(
  'after the commit, before or during the answer',
  async () => {
    const reference = await paid()
    const asked = confirm(reference).catch(() => null)
    while ((await stateOf(reference)) !== 'settled') await sleep(1)
    await killAndRestart()
    await asked
    expect((await confirm(reference)).body.outcome).toBe('active')
    expect(await paystack.sendWebhook(server.url, reference)).toBe(200)
    await expectSettledOnce(reference)
  },
  120_000,
)
