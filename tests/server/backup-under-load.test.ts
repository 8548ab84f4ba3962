// A backup while people buy, staff record draws and publish forecasts, and phones read. What is restored is one moment.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays, lagosDate, parseDate } from '../../src/domain/calendar.ts'
import { ledgerFaults } from '../../src/server/billing/payments/check-ledger.ts'
import type { Address } from '../../src/server/db/connect.ts'
import { withClient } from '../../src/server/db/with-client.ts'
import { queryAt, rowsOf, settledOrWaiting } from '../support/database.ts'
import { paymentsOf } from '../support/payments.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { newPerson } from '../support/people.ts'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, newFolder, runProgram } from '../support/programs.ts'
import { type TestServer, testServer } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const folder = newFolder()
const file = join(folder.path, 'busy.backup')
let restored: TestServer
let drop: () => Promise<unknown> = () => Promise.resolve()
afterAll(async () => {
  await drop()
  await paystack.stop()
  folder.remove()
})

const run = (program: string, at: Address, ...args: string[]) =>
  runProgram([`dist/server/${program}.js`, ...args], { DATA_DIR: folder.path, ...databaseUrl(at) })

/** Readers and writers, each of which repeats its work until the end. */
const done = { sales: 0, draws: 0, forecasts: 0, reads: 0 }
type Work = keyof typeof done
const ending = new AbortController()

async function repeat(work: Work, once: (round: number) => Promise<boolean>): Promise<void> {
  for (let round = 0; !ending.signal.aborted; round++) if (await once(round)) done[work]++
}

/** Waits until each of them has finished twice more. */
async function twiceMore(): Promise<void> {
  const before = { ...done }
  const works = Object.keys(done) as Work[]
  await waitFor('every reader and writer works', () => works.every((work) => done[work] >= before[work] + 2))
}

async function startLoad(): Promise<() => Promise<unknown>> {
  const [admin, reader] = [await server().as('admin'), await server().as('pro')]
  const payments = paymentsOf(server, paystack)
  const first = parseDate('2020-01-04')!
  const running = Promise.all([
    repeat('sales', async (round) => {
      await payments.buy(await newPerson(server()), round % 2 ? 'pro' : 'basic')
      return true
    }),
    repeat('draws', async (round) => {
      const date = addDays(first, round * 7)
      const draw = { game: 'king', date, winning: [1, 2, 3, 4, 5 + (round % 80)] }
      const asked = await admin.post('/api/admin/draws', draw)
      const seen = Object.values(asked.body.fields ?? {})
      const { status } =
        asked.status === 201 ? asked : await admin.post('/api/admin/draws', { ...draw, seen })
      expect(status).toBe(201)
      return true
    }),
    repeat('forecasts', async (round) => {
      const date = addDays(lagosDate(Date.now()), 1 + (round % 7))
      const body = { gameName: 'Diamond', numbers: '7, 12, 45, 60, 89', date, reasons: `round ${round}` }
      const { status } = await admin.post('/api/admin/predictions', body)
      return status === 201 || status === 200
    }),
    repeat('reads', async () => {
      expect((await reader.get('/api/history')).status).toBe(200)
      await sleep(5)
      return true
    }),
  ])
  return () => {
    ending.abort()
    return running
  }
}

beforeAll(async () => {
  const stopLoad = await startLoad()
  await twiceMore()
  // The backup waits in its middle, so it reads some tables before the writes of these moments and others after them.
  await withClient(server().database.owner, async (holder) => {
    await holder.query('begin')
    await holder.query('lock table number_groups in access exclusive mode')
    const backup = run('backup', server().address, file)
    await settledOrWaiting(server(), backup)
    await twiceMore()
    await holder.query('commit')
    expect((await backup).err).toBe('')
  })
  await twiceMore()
  await stopLoad()
  const database = await newDatabase(inject('postgres'), 'empty')
  drop = database.drop
  const { code, err } = await run('restore', database.address, file)
  expect([code, err]).toEqual([0, ''])
  restored = await server().another({}, { address: database.address })
})

const lists = async (query: string) => [
  await queryAt(restored.address, query),
  await queryAt(server().address, query),
]

test('what is only added to is the beginning of what the busy server has', async () => {
  for (const table of ['grants', 'ledger_entries', 'draws', 'prediction_versions']) {
    const key = table === 'ledger_entries' ? 'entry' : table === 'prediction_versions' ? '1' : 'id'
    const rows = await lists(`select to_jsonb(t)::text as row from ${table} t order by ${key}, 1`)
    const [found, live] = rows.map((list) => list.map(({ row }) => row as string))
    expect([table, found!.length > 1]).toEqual([table, true])
    expect([table, live!.length - found!.length >= 2]).toEqual([table, true])
    expect(found!.filter((row) => !live!.includes(row))).toEqual([])
  }
})

test('the tables agree with each other', async () => {
  const [state] = await rowsOf(
    restored,
    sql`select (select count(*) from draws)::int as draws,
      (select count(distinct id) from changes, unnest(ids) as id where kind = 'draws')::int as changed,
      (select count(*) from payments p where state = 'settled'
        and (select count(*) from grants g where g.payment_id = p.reference) <> 1)::int as unpaired`,
  )
  expect(state).toMatchObject({ unpaired: 0 })
  expect(state!.changed).toBe(state!.draws)
  expect(await ledgerFaults(restored.services.db)).toEqual([])
})

test('the chain of forecasts is whole', async () => {
  const text = await (await fetch(`${restored.url}/record.csv`)).text()
  const record = join(folder.path, 'record.csv')
  writeFileSync(record, text)
  const { code, out } = await runProgram(['dist/server/verify-ledger.js', record])
  expect([code, out]).toEqual([0, expect.stringMatching(/The ledger is correct\.\n$/)])
})
