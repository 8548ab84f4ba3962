import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, instantAt, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { OPERATORS } from '../../src/draws/rules/operators.ts'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { words } from '../support/record-pages.ts'
import { addAuthor, publication, result, type Seed, seedLedger } from '../support/seed-ledger.ts'
import { type TestServer, testServer, type Visitor } from '../support/test-server.ts'

// The record's page is kept by each process. Whatever it shows is on the next page, also of another process, which gets no
// poll in the time of this file.
const server = testServer({ pollIntervalMs: 600_000 })
const day = addDays(lagosDate(Date.now()), -3)
const tomorrow = addDays(lagosDate(Date.now()), 1)
let processes: TestServer[]
let admin: Visitor
let author: number

beforeAll(async () => {
  processes = [server(), await server().another()]
  admin = await server().as('admin')
  author = await addAuthor(server(), 'Mama Ngozi')
  await pages()
})

const pages = () => Promise.all(processes.map((one) => words(one)))
const add = (...entries: Seed[]) => seedLedger(server(), entries)

/** Each step starts from the page after the step before it. */
const STEPS: { what: string; change: () => Promise<unknown>; shown: string; gone: string }[] = [
  {
    what: 'a new forecast',
    change: () => add(publication({ date: day, numbers: [7, 42], form: 'two_sure', author })),
    shown: 'Published 1 Scored 0',
    gone: 'No forecast has been published yet.',
  },
  {
    what: 'the score of its draw',
    change: () => add(result(day, [7, 1, 2, 3, 4])),
    shown: '1 of our 2 numbers came.',
    gone: 'Published 1 Scored 0',
  },
  {
    what: 'a corrected draw',
    change: () => add(result(day, [7, 42, 2, 3, 4], { at: instantAt(day, 12 * 60) })),
    shown: 'brought back ₦24,000',
    gone: '1 of our 2 numbers came.',
  },
  {
    what: 'a new multiplier',
    change: () => multiply({ operator: OPERATORS.premier, times: 100 }),
    shown: 'brought back ₦10,000',
    gone: 'brought back ₦24,000',
  },
  {
    what: 'another name and operator of the game',
    async change() {
      await multiply({ operator: OPERATORS.ghana, times: 300 })
      const games = (await admin.get('/api/admin/games')).body.games as any[]
      const { version, active } = games.find(({ key }) => key === 'diamond')
      const body = { version, active, name: 'Diamond Star', operator: OPERATORS.ghana }
      return admin.request('PUT', '/api/admin/games/diamond', { body })
    },
    shown: 'brought back ₦30,000',
    gone: 'brought back ₦10,000',
  },
  {
    what: 'a secret forecast',
    change: () => add(publication({ date: tomorrow, numbers: [77, 78, 79], form: 'three_direct', author })),
    shown: 'Published 2 Scored',
    gone: 'Published 1 Scored',
  },
]

async function multiply(row: { operator: string; times: number }) {
  const body = { bet: 'two_sure', validFrom: '2000-01-01', ...row }
  expect((await admin.post('/api/admin/multipliers', body)).status).toBe(201)
}

test.each(STEPS)('$what is on the next page of each process', async ({ change, shown, gone }) => {
  await change()
  for (const text of await pages()) {
    expect(text).toContain(shown)
    expect(text).not.toContain(gone)
  }
})

test('a forecast is shown from its close on, and not before', async () => {
  const offset = (instant: number) => {
    for (const { services } of processes) services.clock.setOffset(instant - Date.now())
  }
  const close = instantAt(tomorrow, 9 * 60 + 30)
  offset(close - 5000)
  for (const text of await pages()) expect(text).not.toContain('Three direct')
  offset(close + 1000)
  for (const text of await pages()) expect(text).toContain('Three direct')
  offset(Date.now())
})

test('a kept page needs none of the data that it was made from, and another one does', async () => {
  const [kept] = await pages()
  const client = new pg.Client(clientConfig(server().address))
  await client.connect()
  try {
    await client.query('begin; lock table multipliers, log_leaves, authors, games in access exclusive mode')
    expect(await pages()).toEqual([kept, kept])
    const waiting = words(server(), '/record?of=form-two_sure')
    await expect(Promise.race([waiting, pages()])).resolves.toEqual([kept, kept])
    await client.query('rollback')
    expect(await waiting).toContain('All forecasts')
  } finally {
    await client.end()
  }
})

test('an unknown record is not found, however often it is asked for', async () => {
  for (let i = 0; i < 2; i++)
    expect((await server().anonymous().get('/record?of=author-99')).status).toBe(404)
})

afterAll(() => server().services.clock.setOffset(0))
