import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { random } from '../../../tests/support/random.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { dateOfDay } from '../../domain/calendar.ts'
import { BOXES } from '../../domain/positions.ts'

// Number search and assistant: SQL over the same rows checks their counts.
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
beforeEach(async () => {
  await rowsOf(server(), sql`delete from rate_limits`)
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
  (await rowsOf(server(), sql`select count(*)::int as n from ${query} as found`))[0]!.n as number

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
      const { status, body } = await free.get(address(rows, game, year))
      expect(status).toBe(200)
      const counts = []
      for (const row of rows) counts.push(await countOf(found(row, game, year)))
      expect(body.counts).toEqual(counts)
      const counted = []
      for (const { type } of rows)
        counted.push(await countOf(drawn(sql`cardinality(${sql.identifier(type)}) = 5`, game, year)))
      expect(body.searched).toEqual(counted)
      const any = sql.join(
        rows.map((row) => found(row, game, year)),
        sql` union `,
      )
      const inTables = await rowsOf(
        server(),
        sql`select game_key as game, extract(year from date)::int as year, count(*)::int as n
            from (${any}) as found group by 1, 2 order by 1, 2`,
      )
      const answered = body.sections.flatMap(({ key, years }: any) =>
        years.map((entry: any) => ({ game: key, year: entry.year, n: entry.matches })),
      )
      const sort = (list: any[]) =>
        list.filter(({ n }) => n > 0).sort((a, b) => (a.game + a.year < b.game + b.year ? -1 : 1))
      expect(sort(answered)).toEqual(sort(inTables))
      matches += inTables.length
    }
    expect(matches).toBeGreaterThan(20)
  })
})

describe('the yearly tables', () => {
  test('count every draw of each game and year, and carry the newest rows', async () => {
    const { body } = await free.get('/api/results')
    const rows = await rowsOf(
      server(),
      sql`select game_key as game, extract(year from date)::int as year, count(*)::int as rows,
          (count(*) filter (where state <> 'no_draw'))::int as draws from draws group by 1, 2`,
    )
    for (const { game, year, draws, rows: all } of rows) {
      const section = body.sections.find(({ key }: any) => key === game)
      expect(section.years.find((entry: any) => entry.year === year)).toEqual({
        year,
        draws,
        rows: all,
        matches: 0,
      })
    }
    // The Overview, the phone's history and a search report the same number.
    const total = rows.reduce((sum, { draws }) => sum + draws, 0)
    const searched = await free.get('/api/results?number=7&type=winning&position=any_box_winning')
    const [overview, history] = [await free.get('/api/overview'), await free.get('/api/history')]
    expect([overview.body.draws, history.body.draws, searched.body.searched]).toEqual([total, total, [total]])
    expect(body.sections.map(({ key }: any) => key)).toEqual(['diamond', '06', 'bonanza'])
    expect(body.years).toEqual([2024, 2023])
    expect([body.first.game, body.first.year, body.first.rows.length]).toEqual(['diamond', 2024, 12])
  })

  test('carry all rows of one requested table, newest first', async () => {
    const { body } = await free.get('/api/results?game=06&year=2023')
    const rows = await rowsOf(
      server(),
      sql`select date, serial, state, winning, machine from draws where game_key = '06' and date < '2024-01-01' order by date desc`,
    )
    expect(body.first).toEqual({
      game: '06',
      year: 2023,
      rows: rows.map((row) => ({ ...row, sample: false })),
    })
  })
})

describe('the assistant', () => {
  const ask = async (question: string) =>
    (await free.get(`/api/assistant?question=${encodeURIComponent(question)}`)).body

  test('turns a question into a search, shows it and answers with its matches', async () => {
    for (let number = 1; number <= 20; number++) {
      const body = await ask(`How many times ${number} first box diamond 2024?`)
      const row: Row = { number, type: 'winning', box: 'first_box' }
      expect(body.search).toEqual({ rows: [row], game: 'diamond', year: 2024 })
      expect([body.gameName, body.unknown]).toEqual(['Diamond', []])
      const query = found(row, 'diamond', 2024)
      const count = await countOf(query)
      expect(body.messages).toEqual([
        {
          row: 0,
          found: count > 0,
          text: count
            ? `"${number}" in First box (winning) is found ${count} time(s).`
            : `No "${number}" found in First box (winning) yet.`,
        },
      ])
      expect(body.total).toBe(count)
      const dates = await rowsOf(server(), sql`select date from ${query} as found order by date desc`)
      expect(body.rows.map(({ date }: any) => date)).toEqual(dates.map(({ date }) => date))
    }
  })

  test('shows at most fifty rows and reports the total', async () => {
    const { rows, total, messages } = await ask('12 13 14 15 16 17 any box, all games')
    expect([rows.length, total > 50, messages.length]).toEqual([50, true, 6])
  })

  test.each(['hello', '', '   ', 'diamond', '91', '1.5', '<b>hello</b>', '🎱', "'; drop table draws"])(
    'does not understand %j, names the reason and searches nothing',
    async (question) => {
      const body = await ask(question)
      expect(body).toMatchObject({ search: null, rows: [], messages: [], total: 0 })
    },
  )
})
