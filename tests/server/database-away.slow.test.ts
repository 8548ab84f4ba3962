import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Address } from '../../src/platform/server/db/connect.ts'
import { type Running, startServer } from '../../src/app/server/server.ts'
import { contentsOf, queryAt, rowsOf } from '../support/database.ts'
import { newDatabase } from '../support/postgres.ts'
import { expectProblem } from '../support/refusals.ts'
import { testSettings } from '../support/settings.ts'
import { Visitor } from '../support/test-server.ts'
import { type Wire, wireTo } from '../support/wire.ts'
import { holdWriteLock } from '../support/write-lock.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'

// The database restarts or the network fails: the server answers 503 with Retry-After, never wrongly, keeps running and
// recovers by itself.
let running: Running
let wire: Wire
let admin: Visitor
let address: Address
let drop: () => Promise<unknown>

beforeAll(async () => {
  const database = await newDatabase(inject('postgres'))
  drop = database.drop
  address = database.address
  wire = await wireTo(database.address)
  running = await startServer(testSettings(), {
    address: wire.address,
    jobs: true,
    standIns: false,
    pollIntervalMs: 1000,
  })
  admin = new Visitor(running.url)
  await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
})
afterAll(async () => {
  await running.stop()
  await wire.close()
  await drop()
})

const CREDENTIALS = { email: 'free@lotto.test', password: DEMO_PASSWORD }
const DRAW = { date: '2023-10-02', winning: [7, 12, 45, 60, 89] }
const record = (game: string) => admin.post('/api/admin/draws', { game, ...DRAW })
const ready = async () => (await admin.get('/readyz')).status

// DB-01: the database restarts. DB-02: the network drops its packets.
describe('while the database is away', () => {
  test('health stays 200, readiness is 503 until the database is back', async () => {
    expect([(await admin.get('/healthz')).status, await ready()]).toEqual([200, 200])
    await wire.cut()
    expect((await admin.get('/healthz')).body).toEqual({ ok: true })
    const answer = await admin.get('/readyz')
    expectProblem(answer)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    await wire.mend()
    await expect.poll(ready).toBe(200)
  })

  test('every call is refused with 503 and Retry-After, and sessions keep their users', async () => {
    await wire.cut()
    const answers = [
      await admin.get('/api/me'),
      await admin.get('/api/getResults'),
      await admin.get('/api/site'),
      await record('diamond'),
      await admin.post('/api/auth/sign-in/email', { email: 'free@lotto.test', password: DEMO_PASSWORD }),
      await admin.post('/api/auth/sign-out'),
    ]
    for (const answer of answers) expectProblem(answer)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(10)
    const page = await admin.get('/dashboard', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<p>We are not ready right now. Please try again in a moment.</p>')
    await wire.mend()
    await expect.poll(ready).toBe(200)
    expect((await admin.get('/api/me')).body.email).toBe('admin@lotto.test')
  })

  test('connections that break during transactions leave nothing half written', async () => {
    const before = await contentsOf(running)
    const lock = await holdWriteLock(address)
    const writing = ['diamond', 'gold', 'king'].map((game) => record(game))
    await lock.untilWaiting(3)
    await wire.cut()
    await lock.release()
    const answers = await Promise.all(writing)
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const answer of answers) expectProblem(answer)
    await wire.mend()
    await expect.poll(ready).toBe(200)
    expect(await contentsOf(running)).toEqual(before)
    expect((await record('diamond')).status).toBe(201)
  })

  test('when the database ends the sessions of writers, only those writers get 503', async () => {
    const statuses: number[] = []
    let day = 0
    // A machine may finish the writes of twelve rounds before the sessions end.
    for (let round = 0; round < 12 || !statuses.includes(503); round++) {
      const dates = Array.from({ length: 10 }, () =>
        new Date(Date.UTC(2000, 0, ++day)).toISOString().slice(0, 10),
      )
      const writing = Promise.all(
        dates.map((date) => admin.post('/api/admin/draws', { ...DRAW, game: 'gold', date })),
      )
      // A different moment in each round: that is what the test varies.
      await sleep(round)
      await rowsOf(
        running,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
      ).catch(() => undefined)
      statuses.push(...(await writing).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(statuses).toContain(503)
    await expect.poll(ready).toBe(200)
    const readers = await Promise.all(Array.from({ length: 30 }, () => admin.get('/api/me')))
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200))
    const [{ n }] = (await rowsOf(
      running,
      sql`select count(*)::int as n from draws where date < '2001-01-01'`,
    )) as any
    expect(n).toBeGreaterThanOrEqual(statuses.filter((status) => status === 201).length)
  })

  test('pages that need no session stay up from memory, also for the browser of a player', async () => {
    const date = '2023-10-03'
    const draw = { game: 'gold', date, winning: [3, 14, 15, 26, 53] }
    expect((await admin.post('/api/admin/draws', draw)).status).toBe(201)
    await new Visitor(running.url).get(`/results/${date}`)
    await wire.cut()
    for (const visitor of [new Visitor(running.url), admin])
      for (const path of [`/results/${date}`, `/api/open/results/${date}`, '/methods', '/privacy']) {
        const { status, text } = await visitor.get(path, { headers: { accept: 'text/html' } })
        expect([path, status]).toEqual([path, 200])
        if (path.endsWith(date)) expect(text).toContain('53')
      }
    const anonymous = new Visitor(running.url)
    expect((await anonymous.get('/login', { headers: { accept: 'text/html' } })).status).toBe(200)
    expect((await anonymous.get('/api/me')).status).toBe(401)
    expect((await anonymous.post('/api/auth/sign-in/email', CREDENTIALS)).status).toBe(503)
    expect((await admin.get('/dashboard', { headers: { accept: 'text/html' } })).status).toBe(503)
    await wire.mend()
    await expect.poll(ready).toBe(200)
  })

  // Without the timeouts of the connections the requests would wait longer than this test may take.
  test('a network that drops all packets: 503 after the first time-out, then at once until a probe succeeds', async () => {
    wire.dropData(true)
    const answers = await Promise.all([admin.get('/api/me'), admin.get('/readyz'), record('king')])
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    // Only probes are sent now: no request waits for the network.
    const before = wire.received()
    const later = []
    for (let i = 0; i < 20; i++) later.push(await admin.get('/api/me'), await record('king'))
    expect(later.filter(({ status }) => status !== 503)).toEqual([])
    expect(wire.received() - before).toBeLessThan(20)
    expect((await new Visitor(running.url).get('/methods')).status).toBe(200)
    wire.dropData(false)
    await expect.poll(ready).toBe(200)
    expect((await admin.get('/api/me')).status).toBe(200)
  })

  test('writes get 503 while the database is a standby or demoted, and reads work', async () => {
    const setReadOnly = async (on: boolean) => {
      const { server } = inject('postgres')
      const name = (address as { database: string }).database
      await queryAt(server, `alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`)
      await queryAt(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    }
    await setReadOnly(true)
    await expect.poll(ready).toBe(200)
    const answers = [
      await record('gold'),
      await admin.post('/api/auth/sign-out'),
      await admin.post('/api/auth/sign-in/email', { email: 'free@lotto.test', password: DEMO_PASSWORD }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    for (const { headers } of answers) expect(headers.get('retry-after')).toBe('5')
    // On a busy machine the server notices an ended connection when it uses it.
    await expect.poll(async () => (await admin.get('/api/getResults')).status).toBe(200)
    await setReadOnly(false)
    await expect.poll(async () => (await record('gold')).status).toBe(201)
  })

  test('a change without its notification is found by polling', async () => {
    await wire.cut()
    await wire.mend()
    await expect.poll(ready).toBe(200)
    const draw = { gameKey: 'metro', date: '2023-10-02' }
    await rowsOf(
      running,
      sql`with made as (insert into draws (game_key, date, state, winning, machine, source, recorded_at)
            values (${draw.gameKey}, ${draw.date}, 'drawn', '{1,2,3,4,5}', '{}', 'staff', now()) returning id)
          insert into changes (seq, kind, ids, at)
            select (select max(seq) + 1 from changes), 'draws', array[id::text], now() from made`,
    )
    const seen = async () => (await admin.get('/api/getResults')).body.metro['2023']?.length
    await expect.poll(seen).toBe(1)
  })
})
