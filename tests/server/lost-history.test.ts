// DATA-06: the database loses its newest commits, as in a fail-over to a standby that was behind, a restore or a return to
// an instant. No server may show, or call current, what was lost.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { FORM_ID } from '../../src/platform/rules/base/limits.ts'
import { queryAt, rowsOf } from '../support/database.ts'
import { openLive } from '../support/live.ts'
import { paymentsOf } from '../support/payments.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { newPerson } from '../support/people.ts'
import { newFolder } from '../support/programs.ts'
import { copyUsedDatabase, nameOf, whileClosed } from '../support/postgres.ts'
import { type Answer, type TestServer, testServer, type Visitor } from '../support/test-server.ts'

const paystack = await startPaystack()
const folder = newFolder()
afterAll(() => folder.remove())
const copy = join(folder.path, 'record.jsonl')
const one = testServer({ settings: { ...paystack.settings, RECORD_COPY: copy }, standIns: true })
let two: TestServer

beforeAll(async () => {
  two = await one().another()
})
afterAll(() => paystack.stop())

/** Keeps the database as it is now. The returned function brings that state back: everything since is lost. */
async function remember(): Promise<() => Promise<unknown>> {
  const { address } = one()
  const kept = nameOf((await copyUsedDatabase(inject('postgres'), address)).address)
  return () =>
    whileClosed(inject('postgres'), address, async (run) => {
      const name = nameOf(address)
      await run(`drop database ${name} with (force)`)
      await run(`alter database ${kept} rename to ${name}`)
    })
}

/** The first answer that is not 503: requests right after a fail-over may find a connection that has just ended. */
async function firstAnswer(ask: () => Promise<Answer<any>>): Promise<Answer<any>> {
  let answer = await ask()
  while (answer.status === 503) answer = await ask()
  return answer
}

let day = 10
async function record(admin: Visitor): Promise<string> {
  const date = `2020-05-${day++}`
  const draw = { game: 'gold', date, winning: [1, 2, 3, 4, 5] }
  const { status } = await firstAnswer(() => admin.post('/api/admin/draws', draw))
  expect(status).toBe(201)
  return date
}

async function datesAt(visitor: Visitor): Promise<string[]> {
  const { body } = await firstAnswer(() => visitor.get('/api/getResults'))
  return (body.gold?.['2020'] ?? []).map((draw: { date: string }) => draw.date)
}

const lossAlarms = () =>
  one().rows`select reference, details from alarms where kind = 'history-lost' and closed_at is null`

describe('DATA-06: after the loss of the newest commits', () => {
  let phones: { visitor: Visitor; etag: string; seq: number }[]
  let admins: Visitor[]
  let kept: string
  let lost: string[]
  let unpaid: string

  test('no server shows a lost draw, says 304 to a lost version, or hides a new draw', async () => {
    admins = [await one().as('admin'), await two.as('admin')]
    const visitors = [await one().as('pro'), await two.as('pro')]
    const buyer = await newPerson(one())
    kept = await record(admins[0]!)
    const goBack = await remember()

    await firstAnswer(() => admins[0]!.get('/api/me'))
    lost = [await record(admins[0]!), await record(admins[0]!)]
    unpaid = await paymentsOf(one, paystack).buy(buyer, 'basic')
    phones = []
    for (const visitor of visitors) {
      const { headers, body } = await firstAnswer(() => visitor.get('/api/history'))
      expect(await datesAt(visitor)).toEqual(expect.arrayContaining([kept, ...lost]))
      phones.push({ visitor, etag: headers.get('etag')!, seq: body.seq })
    }
    const stream = await openLive(one().url, visitors[0]!)
    await goBack()

    for (const { visitor, etag, seq } of phones) {
      const answer = await firstAnswer(() =>
        visitor.get('/api/history', { headers: { 'if-none-match': etag, 'history-version': String(seq) } }),
      )
      expect([answer.status, answer.body.draws]).toEqual([200, 1])
      expect(answer.body.seq).toBeGreaterThan(seq)
      expect(await datesAt(visitor)).toEqual([kept])
      const news = await visitor.get(`/api/live/news?after=${seq}`)
      expect(news.body).toMatchObject({ total: 0, draws: [] })
      expect((await visitor.get(`/api/history/changes?since=${seq}`)).body.reset).toBe(true)
    }
    const isReset = () => stream.events.some(({ event, id }) => event === 'reset' && id! > phones[0]!.seq)
    await expect.poll(isReset).toBe(true)
    stream.close()

    const again = await record(admins[0]!)
    for (const { visitor } of phones)
      await expect.poll(() => datesAt(visitor)).toEqual(expect.arrayContaining([kept, again]))
  })

  test('staff have one alarm that says since when, and the comparison finds the lost payment at once', async () => {
    const alarms = await lossAlarms()
    expect(alarms).toHaveLength(1)
    expect(alarms[0]!.reference).toMatch(/^since /)
    const closed = await admins[0]!.post('/api/initializeTransaction', { plan: 'basic' })
    expect(closed.status).toBe(503)
    // Without the minute's sweep.
    await one().runJobs()
    const unknown = await one().rows`select reference from alarms where kind = 'unknown-payment'`
    expect(unknown).toEqual([{ reference: unpaid }])
    expect((await admins[0]!.post('/api/initializeTransaction', { plan: 'basic' })).status).toBe(200)
    const [mail] = await one().mailbox('admin@lotto.test')
    expect(mail).toBeDefined()
  })

  test('a server that starts later knows the loss, and raises no second alarm', async () => {
    const three = await one().another()
    const visitor = await three.as('pro')
    for (const { etag } of phones)
      expect((await visitor.get('/api/history', { headers: { 'if-none-match': etag } })).status).toBe(200)
    expect(await lossAlarms()).toHaveLength(1)
    await three.stop({ lingerMs: 0 })
  })
})

test('DATA-06: no server shows a lost forecast, and none publishes on a record that lost a line of its copy', async () => {
  const admin = await one().as('admin')
  const publish = async (days: number, numbers: string) => {
    const date = addDays(lagosDate(Date.now()), days)
    const forecast = { gameName: 'Diamond', numbers, date, reasons: 'test' }
    // The answer of a saved forecast may be the one that was lost.
    const headers = { [FORM_ID.header]: randomUUID() }
    return firstAnswer(() => admin.post('/api/admin/predictions', forecast, { headers }))
  }
  expect((await publish(1, '7, 12')).status).toBe(201)
  await one().runJobs()
  const goBack = await remember()
  expect((await publish(1, '7, 12, 45, 60, 89')).status).toBe(201)
  const linesOf = async (server: TestServer) =>
    (await firstAnswer(() => server.anonymous().get('/log/1/record.jsonl'))).text
  const lost = await linesOf(one())
  for (const server of [one(), two]) await expect.poll(async () => linesOf(server)).toBe(lost)
  expect(readFileSync(copy, 'utf8')).toBe(lost)
  await goBack()
  for (const server of [one(), two])
    await expect.poll(async () => (await linesOf(server)).length).toBeLessThan(lost.length)
  const refused = await publish(1, '8, 13')
  expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(/RECORD_COPY has \d+ lines/)])
  const forked = () => one().rows`select from alarms where kind = 'log-forked' and closed_at is null`
  await expect.poll(forked).toHaveLength(1)
  expect(readFileSync(copy, 'utf8')).toBe(lost)

  // The next server that starts completes the database from the copy.
  const three = await one().another()
  await expect.poll(() => linesOf(three)).toBe(lost)
  await three.stop({ lingerMs: 0 })
  await expect.poll(async () => (await publish(1, '8, 13')).status).toBe(201)
  expect(readFileSync(copy, 'utf8')).toBe(await linesOf(one()))
})

test('DATA-06: a server refuses a restored database, and after a return to an instant raises the alarm and gives no version twice', async () => {
  await one().rows`update alarms set closed_at = now(), closed_by = 'test', closed_reason = 'test'`
  const admin = await one().as('admin')
  const goBack = await remember()
  await record(admin)
  const etags: string[] = []
  const phone = await one().as('pro')
  const { headers, body } = await firstAnswer(() => phone.get('/api/history'))
  etags.push(headers.get('etag')!)
  await Promise.all([one(), two].map((server) => server.stop({ lingerMs: 0 })))
  await goBack()
  await expect(one().another()).rejects.toThrow('npm run after-restore -- --backup-at INSTANT')
  // A return to an instant keeps the identifier of the database.
  await queryAt(
    one().address,
    `begin; set local session_replication_role = replica; update changes set ids = array[(
       select system_identifier || '/' || oid || '/FFFFFFFF' from pg_control_system(), pg_database
       where datname = current_database())] where kind = 'history'; commit`,
  )

  const restarted = await one().another()
  const visitor = await restarted.as('pro')
  const alarms = () =>
    rowsOf(restarted, sql`select from alarms where kind = 'history-lost' and closed_at is null`)
  expect(await alarms()).toHaveLength(1)
  const staff = await restarted.as('admin')
  await record(staff)
  const answer = await visitor.get('/api/history', { headers: { 'if-none-match': etags[0]! } })
  expect(answer.status).toBe(200)
  expect(answer.body.seq).toBeGreaterThan(body.seq)
  await restarted.another().then((fourth) => fourth.stop({ lingerMs: 0 }))
  expect(await alarms()).toHaveLength(1)
})
