import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { random } from '../../../tests/support/random.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { dateOfDay } from '../../platform/rules/base/calendar.ts'

// SQL over the same rows checks the figures.
const server = testServer()
let pro: Visitor
const GAMES = ['diamond', 'gold', 'lucky_G']

beforeAll(async () => {
  const admin = await server().as('admin')
  pro = await server().as('pro')
  const { below, balls } = random(7)
  const lines = GAMES.flatMap((game, g) =>
    Array.from({ length: 130 - g * 55 }, (_, i) => {
      const date = dateOfDay(19_300 + i * 4 + g)
      if (below(15) === 0) return `${game},${date},,,no_draw,,,,,,,,,,`
      // Few different balls, so that equal counts and repeats are frequent.
      const winning = balls().map((ball, place) => place * 8 + 1 + (ball % 8))
      return `${game},${date},,,ok,${winning.join()},${below(2) ? balls().join() : ',,,,'}`
    }),
  )
  const raw = { type: 'text/csv', content: csv(...lines) }
  const { body } = await admin.request('POST', '/api/admin/draws/import', { raw })
  expect([body.inserted, body.refused]).toEqual([lines.length, []])
})

/** The draws of a window that took place, newest first, as `{date, winning, machine}`. */
function drawn(game: string, window: string, which = sql`true`) {
  const year = /^\d{4}$/.test(window) ? sql`and extract(year from date) = ${Number(window)}` : sql``
  const limit = window === '30' || window === '100' ? sql`limit ${Number(window)}` : sql``
  return sql`(select date, winning, machine from draws
    where deleted_at is null and state = 'drawn' and game_key = ${game} and ${which} ${year} order by date desc ${limit})`
}
async function sampleOf(game: string, window: string) {
  const [row] = await server()
    .rows`select count(*)::int as draws, min(date) as from, max(date) as to from ${drawn(game, window)} as d`
  return row!
}

describe.each(['30', '100', 'all', '2022', '2023', '2024', '1999'])('over the window %s', (window) => {
  test.each([
    ['winning', sql`unnest(winning)`, 18, sql`true`],
    ['machine', sql`unnest(machine)`, 18, sql`cardinality(machine) > 0`],
    ['both', sql`unnest(winning || machine)`, 9, sql`cardinality(machine) > 0`],
  ])('all 90 numbers of a game equal those of SQL: %s', async (set, balls, chance, isComplete) => {
    const { status, body } = await pro.get(`/api/frequentNumbers/gold?window=${window}&set=${set}`)
    expect([status, body.window, body.set, body.gameName]).toEqual([200, window, set, 'Gold'])
    const rows = await server().rows<{
      number: number
      count: number
    }>`select ball::int as number, count(distinct date)::int as count
          from ${drawn('gold', window, isComplete)} as d, ${balls} as ball group by ball`
    const counts = Array.from({ length: 90 }, () => 0)
    for (const { number, count } of rows) counts[number - 1] = count
    expect(body.counts).toEqual(counts)
    expect(body.expected).toBeCloseTo(body.draws.draws / chance, 9)
    const list = (await pro.get(`/api/frequentNumbers?window=${window}&set=${set}`)).body
    const game = list.frequentNumbers.find(({ id }: any) => id === 'gold')
    expect([game.draws, list.years]).toEqual([body.draws, [2024, 2023, 2022]])
    for (const { number, count } of game.counts) expect(counts[number - 1]).toBe(count)
    const moving = (await pro.get(`/api/movingNumbers?window=${window}`)).body
    const { draws } = moving.movingNumbers.find(({ id }: any) => id === 'gold')
    if (set === 'winning') expect(draws).toEqual(await sampleOf('gold', window))
  })
})

test('the default window is the last 100 draws', async () => {
  for (const path of ['/api/frequentNumbers', '/api/movingNumbers']) {
    const [byDefault, explicit] = [await pro.get(path), await pro.get(`${path}?window=100`)]
    expect(byDefault.body).toEqual(explicit.body)
    expect(byDefault.headers.get('cache-control')).toBe('private, no-store')
  }
})

test('the numbers of a game without draws are not found', async () => {
  for (const game of ['peoples', 'nope', '__proto__']) {
    const { status } = await pro.get(`/api/frequentNumbers/${game}`)
    expect([game, status]).toEqual([game, 404])
  }
})

test('a correction changes the figures at once', async () => {
  const admin = await server().as('admin')
  const before = (await pro.get('/api/frequentNumbers?window=30')).body
  const [row] = await server()
    .rows`select id, version, date from draws where game_key = 'gold' and state = 'drawn' order by date desc limit 1`
  const body = { version: row!.version, date: row!.date, winning: [86, 87, 88, 89, 90], reason: 'test' }
  expect((await admin.request('PUT', `/api/admin/draws/${row!.id}`, { body })).status).toBe(200)
  const after = (await pro.get('/api/frequentNumbers?window=30')).body
  expect(after.frequentNumbers[0]).toEqual(before.frequentNumbers[0])
  expect(after.frequentNumbers[1]).not.toEqual(before.frequentNumbers[1])
})
