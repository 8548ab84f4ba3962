import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { give, newPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

// Monday 2 October 2023: diamond closes at 09:30, peoples 12:30, bingo 15:30, msp 19:30, metro 20:00, inter 22:30.
const server = testServer()
let free: Visitor
let basic: Visitor
let admin: Visitor

const at = async (instant: string) => {
  const { clock, db } = server().services
  clock.setOffset(0)
  clock.setOffset(Date.parse(instant) - (await clock.now(db)))
}
const record = async (game: string, date: string, winning: number[], more = {}) => {
  const answer = await admin.post('/api/admin/draws', { game, date, winning, ...more })
  expect(answer.status).toBe(201)
}
const overview = async (visitor = free) => (await visitor.get('/api/overview')).body

beforeAll(async () => {
  free = await server().as('free')
  const subscriber = await newPerson(server())
  const long = Date.parse('2023-09-01T12:00:00Z')
  await give(server(), subscriber.uid, long, { plan: 'basic', length: { months: 12 } })
  basic = subscriber.visitor
  admin = await server().as('admin')
})
afterEach(() => server().services.clock.setOffset(0))

/** The games of today with their states, as `key` or `key state`. */
const gamesOf = (body: any) =>
  body.games.map(({ key, draw }: any) => (draw ? `${key} ${draw.state}` : key)).join(', ')

describe('the overview', () => {
  test('without any draws has the day’s games and the next draw', async () => {
    await at('2023-10-02T08:00:00Z')
    const { games, ...rest } = await overview(basic)
    expect(rest).toEqual({
      today: '2023-10-02',
      lastNight: null,
      latest: null,
      next: {
        name: 'Diamond',
        operator: 'Premier Lotto',
        date: '2023-10-02',
        closesAt: Date.parse('2023-10-02T08:30:00Z'),
        since: Date.parse('2023-10-01T17:25:00Z'),
      },
      frequent: null,
      draws: 0,
      sample: false,
    })
    expect(games.map(({ key }: any) => key)).toEqual(['diamond', 'peoples', 'bingo', 'msp', 'metro', 'inter'])
    expect(games[3]).toEqual({
      key: 'msp',
      name: 'Monday Special (MSP)',
      note: null,
      colour: null,
      operator: 'Ghana NLA',
      schedule: {
        closesAt: Date.parse('2023-10-02T18:30:00Z'),
        expectedAt: Date.parse('2023-10-02T19:00:00Z'),
      },
      draw: null,
    })
  })

  test('has the day’s results as the day has them, and names the draw that closed last', async () => {
    await record('peoples', '2023-10-02', [7, 12, 45, 60, 89], { machine: [3, 9, 27, 33, 81], serial: 4 })
    await record('diamond', '2023-10-02', [1, 2, 3, 4, 5])
    await record('aseda', '2023-10-01', [1, 2, 3, 4, 6])
    await at('2023-10-02T12:00:00Z')
    const body = await overview()
    expect(gamesOf(body)).toBe('diamond drawn, peoples drawn, bingo, msp, metro, inter')
    expect(body.games).toEqual((await free.get('/api/days/today')).body.games)
    expect(body.latest).toEqual({ name: 'Peoples', date: '2023-10-02' })
    expect(body.next).toMatchObject({
      name: 'Bingo',
      closesAt: Date.parse('2023-10-02T14:30:00Z'),
      since: Date.parse('2023-10-02T11:30:00Z'),
    })
    expect(body.draws).toBe(3)
  })

  test('has a "no draw" and a draw on an unscheduled day', async () => {
    await record('msp', '2023-10-02', [], { status: 'no_draw' })
    await record('king', '2023-10-02', [11, 12, 13, 14, 15])
    await at('2023-10-02T12:00:00Z')
    expect(gamesOf(await overview())).toBe(
      'diamond drawn, peoples drawn, bingo, msp no_draw, metro, inter, king drawn',
    )
  })

  test('names a draw of a later day after the last close of the day', async () => {
    await at('2023-10-02T21:29:59Z')
    expect((await overview()).next).toMatchObject({ name: 'International', date: '2023-10-02' })
    await at('2023-10-02T21:30:01Z')
    expect((await overview()).next).toEqual({
      name: 'Gold',
      operator: 'Premier Lotto',
      date: '2023-10-03',
      closesAt: Date.parse('2023-10-03T08:30:00Z'),
      since: Date.parse('2023-10-02T21:30:00Z'),
    })
  })

  test('changes to the next day’s games at midnight in Lagos', async () => {
    await at('2023-10-02T22:59:59Z')
    expect((await overview()).games[0].key).toBe('diamond')
    await at('2023-10-02T23:00:01Z')
    const body = await overview()
    expect(body.today).toBe('2023-10-03')
    expect(gamesOf(body)).toBe('gold, 06, jackpot, lucky_G, clubmaster, super')
    expect(body.latest.date).toBe('2023-10-02')
  })

  test('names the most frequent number of the game drawn last, for the plans that open it', async () => {
    for (let i = 0; i < 120; i++) {
      const date = new Date(Date.UTC(2022, 0, 1 + i)).toISOString().slice(0, 10)
      await record('peoples', date, [1 + (i % 70), 75, 80, 85, 90 - (i % 3)])
    }
    await at('2023-10-02T12:00:00Z')
    const [top] = await server().rows`select ball::int as number, count(*)::int as count from
          (select winning, date from draws where game_key = 'peoples' order by date desc limit 100) as d, unnest(winning) as ball
          group by ball order by count(*) desc, max(date) desc, ball limit 1`
    // The expected count of the top number over 100 draws, as simulated in chance.test.ts.
    const byLuck = expect.closeTo(11.9, 1)
    expect((await overview(basic)).frequent).toEqual({ name: 'Peoples', ...top, draws: 100, byLuck })
    expect((await overview(admin)).frequent).toEqual({ name: 'Peoples', ...top, draws: 100, byLuck })
    expect(await overview(free)).not.toHaveProperty('frequent')
  })
})
