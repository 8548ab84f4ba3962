import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { random } from '../../../tests/support/random.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { dateOfDay } from '../../platform/rules/base/calendar.ts'
import { BOXES } from '../../platform/rules/base/balls.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'

// SQL over the same rows checks the counts of the number search.
const server = testServer()
let free: Visitor
const GAMES = ['diamond', 'bonanza', '06']

beforeAll(async () => {
  const admin = await server().as('admin')
  free = await server().as('free')
  const { balls, below } = random(3)
  const lines = GAMES.flatMap((game) =>
    Array.from({ length: 160 }, (_, i) => {
      const machine = below(3) ? balls().join() : ',,,,'
      return `${game},${dateOfDay(19_500 + i * 3)},${i % 99 || ''},,${below(20) ? `ok,${balls().join()},${machine}` : 'no_draw,,,,,,,,,,'}`
    }),
  )
  const raw = { type: 'text/csv', content: csv(...lines) }
  expect((await admin.request('POST', '/api/admin/draws/import', { raw })).body.inserted).toBe(lines.length)
})

/** These tests search more often than the rate limit allows. */
const resetLimits = () => server().rows`delete from rate_limits`
beforeEach(async () => {
  await resetLimits()
})

type Row = { number: number; type: 'winning' | 'machine'; box: string }

/** The draws that match a row of a search. */
function found({ number, type, box }: Row, game?: string, year?: number) {
  const column = sql.identifier(type)
  const place = BOXES.findIndex((known) => known === box)
  const condition =
    place < 0 ? sql`${number} = any(${column})` : sql`${column}[${sql.raw(String(place + 1))}] = ${number}`
  return drawn(condition, game, year)
}
function drawn(condition: ReturnType<typeof sql>, game?: string, year?: number) {
  const chosen = sql`${game ? sql`and game_key = ${game}` : sql``} ${year ? sql`and extract(year from date) = ${year}` : sql``}`
  return sql`(select id, game_key, date from draws where deleted_at is null and state = 'drawn' and ${condition} ${chosen})`
}
const countOf = async (query: ReturnType<typeof sql>) =>
  (await server().rows`select count(*)::int as n from ${query} as found`)[0]!.n as number

function address(rows: Row[], game?: string, year?: number): string {
  const query = new URLSearchParams()
  for (const { number, type, box } of rows) {
    query.append('number', String(number))
    query.append('type', type)
    query.append('position', `${box}_${type}`)
  }
  if (game) query.append('game', game)
  if (year) query.append('year', String(year))
  return `/api/results?${query}`
}

describe('a number search', () => {
  const { below, pick } = random(5)
  const searches = Array.from({ length: 40 }, (): [Row[], string | undefined, number | undefined] => [
    Array.from({ length: 1 + below(3) }, () => ({
      number: 1 + below(90),
      type: pick(['winning', 'machine'] as const),
      box: pick([...BOXES, 'any_box']),
    })),
    pick([undefined, ...GAMES]),
    pick([undefined, 2023, 2024]),
  ])

  test('counts for each row what SQL counts, over the chosen game and year', async () => {
    let matches = 0
    for (const [rows, game, year] of searches) {
      await resetLimits()
      const { status, body } = await free.get(address(rows, game, year))
      expect(status).toBe(200)
      const counts = []
      for (const row of rows) counts.push(await countOf(found(row, game, year)))
      const { findings, total, draws, pages } = body.found
      expect(findings.map(({ count }: any) => count)).toEqual(counts)
      const any = sql.join(
        rows.map((row) => found(row, game, year)),
        sql` union `,
      )
      const all = await server()
        .rows`select game_key as game, date::text as date from (${any}) as found order by 2 desc, 1`
      const listed = (list: any[]) => list.map((draw) => ({ game: draw.game, date: draw.date }))
      expect([total, pages]).toEqual([all.length, Math.max(1, Math.ceil(all.length / 26))])
      expect(listed(draws)).toEqual(all.slice(0, 6))
      const every = []
      for (let page = 1; page <= pages; page++) {
        const { body: one } = await free.get(`${address(rows, game, year)}&all=draws&page=${page}`)
        expect(one.table).toBeNull()
        every.push(...one.found.draws)
      }
      expect(listed(every)).toEqual(all)
      matches += all.length
    }
    expect(matches).toBeGreaterThan(100)
  })

  test('of both draw types is one row for each', async () => {
    const both = await free.get('/api/results?number=07&type=both&position=any_box')
    const each = await free.get(
      address(['winning', 'machine'].map((type) => ({ number: 7, type: type as 'winning', box: 'any_box' }))),
    )
    expect(both.body.found.findings).toHaveLength(2)
    expect(both.body).toEqual(each.body)
  })
})

describe('joined rows', () => {
  test('are listed newest first and in pages', async () => {
    const pair = address([
      { number: 7, type: 'winning', box: 'any_box' },
      { number: 8, type: 'winning', box: 'any_box' },
      { number: 9, type: 'winning', box: 'any_box' },
    ])
    const { joined } = (await free.get(`${pair}&join=same&join=`)).body
    expect(joined.finds).toHaveLength(SEARCH_LIMITS.newestMatches)
    const every = []
    for (let page = 1; page <= joined.pages; page++) {
      const { body } = await free.get(`${pair}&join=same&join=&all=draws&page=${page}`)
      expect([body.table, body.joined.page]).toEqual([null, page])
      every.push(...body.joined.finds)
    }
    expect(every).toHaveLength(joined.total)
    expect(every.slice(0, SEARCH_LIMITS.newestMatches)).toEqual(joined.finds)
    const dates: string[] = every.map(({ date }: any) => date)
    expect(dates.toSorted((x, y) => y.localeCompare(x))).toEqual(dates)
    expect(dates).toContain(joined.findings[0].last)
  })

  test('must be joined in a known way, to a row above', async () => {
    const one = address([{ number: 7, type: 'winning', box: 'any_box' }])
    const unknown = await free.get(`${one}&number=8&type=winning&position=any_box_winning&join=11`)
    expect(unknown.body.title).toBe('A join is "same" or empty.')
    const alone = await free.get(`${one}&join=`)
    expect([alone.status, 'joined' in alone.body]).toEqual([200, false])
  })
})

describe('the table of a year', () => {
  /** The rows of a game's year as the API answers them, newest first. */
  const rowsOfYear = async (game: string, year: number) => {
    const rows = await server().rows`select date, serial, state, winning, machine from draws
          where game_key = ${game} and extract(year from date) = ${year} order by date desc`
    return rows.map((row) => ({ ...row, sample: false }))
  }

  test('has the newest 26 draws of the newest year of a game, and the name of the one that was drawn last', async () => {
    const bare = (await free.get('/api/results')).body
    expect(bare).toMatchObject({ found: null, table: null })
    const { body } = await free.get(`/api/results?game=${bare.lastDrawn}`)
    // Several games drew on the newest day; the one that closes last on its weekday is meant.
    const [last] = await server().rows`select key as game, extract(year from date)::int as year
          from draws join games on games.key = game_key
            left join game_slots as slot on slot.game_key = key and weekday = trim(to_char(date, 'day'))
          where state = 'drawn'
          order by date desc, close desc nulls last, games."order" limit 1`
    const rows = await rowsOfYear(last!.game, last!.year)
    expect(body.lastDrawn).toBe(last!.game)
    expect(body.found).toBeNull()
    expect(body.table).toEqual({
      game: last!.game,
      year: last!.year,
      years: [2024, 2023],
      draws: rows.filter((row: any) => row.state !== 'no_draw').length,
      partial: true,
      rows: rows.slice(0, 26),
    })
    expect([body.years, body.games.length]).toEqual([[2024, 2023], 18])
    // The phone computes the same screen from its copy.
    const history = (await free.get('/api/history')).body
    expect([history.lastDrawn, history.games]).toEqual([body.lastDrawn, body.games])
  })

  test('is the whole year on request', async () => {
    const { body } = await free.get('/api/results?game=06&year=2023&all=year')
    const rows = await rowsOfYear('06', 2023)
    expect(rows.length).toBeGreaterThan(26)
    expect(body.table).toMatchObject({ game: '06', year: 2023, partial: false, rows })
  })

  test('follows a change of a draw', async () => {
    const path = '/api/results?game=06&year=2023'
    const before = (await free.get(path)).body.table.rows[0]
    const admin = await server().as('admin')
    const [row] = await server()
      .rows`select id, version from draws where game_key = '06' and date = ${before.date}`
    const change = { version: row!.version, date: before.date, reason: 'test', winning: [1, 2, 3, 4, 5] }
    expect((await admin.request('PUT', `/api/admin/draws/${row!.id}`, { body: change })).status).toBe(200)
    expect((await free.get(path)).body.table.rows[0].winning).toEqual([1, 2, 3, 4, 5])
  })

  test('counts the same draws as the Overview, the history on the phone and a search', async () => {
    const total = await countOf(sql`(select id from draws where deleted_at is null and state <> 'no_draw')`)
    const [overview, history] = [await free.get('/api/overview'), await free.get('/api/history')]
    const search = await free.get('/api/results?number=7&type=winning&position=any_box_winning')
    const counts = [overview.body.draws, history.body.draws, search.body.found.findings[0].searched]
    expect(counts).toEqual([total, total, total])
  })
})
