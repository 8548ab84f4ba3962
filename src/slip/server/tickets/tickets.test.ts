import { beforeAll, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/csv.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { TICKET_BETS } from '../../../draws/rules/bets.ts'

const server = testServer()
let free: Visitor

beforeAll(async () => {
  const admin = await server().as('admin')
  free = (await newPerson(server())).visitor
  const content = csv(
    'bingo,2025-06-23,1,,ok,45,12,3,4,5,6,7,8,9,10',
    'bingo,2025-06-26,2,,ok,12,45,13,14,15,16,17,18,19,20',
    'bingo,2025-06-30,3,,ok,21,22,23,24,25,26,27,28,29,30',
    'bingo,2025-07-03,,,no_draw,,,,,,,,,,',
    'msp,2025-06-30,1,,ok,45,12,3,4,5,6,7,8,9,10',
  )
  const { body } = await admin.request('POST', '/api/admin/draws/import', {
    raw: { type: 'text/csv', content },
  })
  expect(body.inserted).toBe(5)
})

const path = (query: Record<string, string> = {}) => `/api/ticket?${new URLSearchParams(query)}`
const check = async (query: Record<string, string>) => (await free.get(path(query))).body
const TWO_SURE = { bet: 'two_sure', numbers: '12 45' }

test('shows the odds of every bet before a ticket', async () => {
  const { odds, operator, ticket, past, games } = await check({})
  expect([operator, ticket, past, games.length]).toEqual(['Premier Lotto', null, null, 18])
  const shown = odds.map(({ bet, oneIn, times, back }: any) => [
    bet,
    Number(oneIn.toFixed(1)),
    times,
    Math.round(back),
  ])
  expect(shown).toEqual([
    ['nap', 90, 40, 4444],
    ['two_sure', 400.5, 240, 5993],
    ['three_direct', 11_748, 2100, 1788],
    ['four_direct', 511_038, 6000, 117],
    ['five_direct', 43_949_268, 44_000, 10],
    ['perm', 136.6, 240, 5993],
    ['banker', 18, 240, 5993],
    ['against', 103.6, 240, 5993],
  ])
  expect(shown.map(([bet]: any) => bet)).toEqual(TICKET_BETS)
})

test('shows the lines, the cost and the odds of a ticket', async () => {
  const { ticket, past } = await check({ bet: 'perm', numbers: '1 2 3 4', lineOf: '2', stake: '50' })
  expect(past).toBeNull()
  expect(ticket).toMatchObject({ lines: 6, cost: 30_000, times: 240, stake: 5000, operator: 'Premier Lotto' })
  expect(ticket.back).toBeCloseTo(5992.5, 1)
})

test('shows what a ticket would have won in a draw and in a window', async () => {
  const oneDraw = await check({ ...TWO_SURE, game: 'bingo', date: '2025-06-26' })
  expect(oneDraw.past).toMatchObject({
    name: 'Bingo',
    from: '2025-06-26',
    to: '2025-06-26',
    draws: 1,
    cost: 10_000,
    won: 2_400_000,
    lines: 1,
    wins: [{ date: '2025-06-26', lines: 1, won: 2_400_000, winning: [12, 45, 13, 14, 15] }],
  })
  const window = await check({ ...TWO_SURE, game: 'bingo', draws: '10' })
  expect(window.past).toMatchObject({ draws: 3, cost: 30_000, won: 4_800_000, lines: 2, wonDraws: 2 })
  const nap = await check({ bet: 'nap', numbers: '12', game: 'bingo', draws: 'all', stake: '10' })
  expect(nap.past).toMatchObject({ draws: 3, cost: 3000, won: 40_000, wins: [{ date: '2025-06-26' }] })
  expect((await check({ ...TWO_SURE, game: 'bingo', date: '2025-06-25' })).past).toMatchObject({
    draws: 0,
    from: null,
  })
})

test('a game without draws has no past', async () => {
  expect((await check({ ...TWO_SURE, game: 'gold', draws: 'all' })).past).toMatchObject({ draws: 0, cost: 0 })
})

test('the multiplier of the day counts, and an unknown one gives no naira', async () => {
  const ghana = await check({ ...TWO_SURE, game: 'msp' })
  expect(ghana.ticket).toMatchObject({ operator: 'Ghana NLA', times: null, back: null })
  expect(ghana.past).toMatchObject({ draws: 1, unpriced: 1, lines: 1, won: null, wonByLuck: null })
  await server().rows`insert into multipliers (operator, bet, valid_from, times, at)
        values ('Premier Lotto', 'two_sure', '2025-06-25', 280, now())`
  const { past } = await check({ ...TWO_SURE, game: 'bingo', draws: 'all' })
  expect(past.wins.map(({ won }: any) => won)).toEqual([2_800_000, 2_400_000])
})

test.each<[Record<string, string>, Record<string, string>]>([
  [{ bet: 'two-sure', numbers: '12 45' }, { bet: 'Choose a bet of the list.' }],
  [{ bet: 'two-sure' }, { bet: 'Choose a bet of the list.' }],
  [{ ...TWO_SURE, against: '7' }, { against: 'Only an against bet has a second set.' }],
  [{ bet: 'two_sure', numbers: '12 91' }, { numbers: '“91” is not a number from 1 to 90.' }],
  [{ bet: 'two_sure', numbers: '12' }, { numbers: 'Enter two numbers.' }],
  [{ ...TWO_SURE, stake: '-1' }, { stake: 'Enter a stake of ₦1 to ₦100,000, without kobo.' }],
  [{ ...TWO_SURE, game: 'bingo', draws: '7' }, { draws: 'Choose which draws.' }],
  [{ ...TWO_SURE, game: '__proto__' }, { game: 'This game is not known.' }],
])('refuses %j with a sentence at the field', async (query, fields) => {
  const { status, body } = await free.get(path(query))
  expect([status, body.code, body.fields]).toEqual([400, 'invalid-input', fields])
})

test('the page works without script and names each problem at its field', async () => {
  const page = await free.get('/dashboard/ticket?number=12&number=91&draw=bingo.2025-06-26')
  expect(page.text).toContain('“91” is not a number from 1 to 90.')
  const won = await free.get('/dashboard/ticket?number=12&number=45&draw=bingo.2025-06-26')
  expect(won.text.replaceAll('<!-- -->', '')).toContain('You won ₦')
})

test('the page says that the bet of a link is not known', async () => {
  for (const query of ['bet=two-sure', 'bet=two-sure&number=12&number=45']) {
    const { text } = await free.get(`/dashboard/ticket?${query}`)
    expect(text).toContain('Choose a bet of the list.')
    expect(text).not.toContain('Please check the marked fields.')
  }
})

test('only signed-in people may check', async () => {
  expect((await server().anonymous().get(path())).status).toBe(401)
})

test('judges a ticket and further lines in the newest draw, and names a wrong line', async () => {
  const { draw } = await check({ ...TWO_SURE, lines: '21-22\n1 2', game: 'bingo' })
  expect([draw.date, draw.tickets.map(({ lines }: any) => lines)]).toEqual(['2025-06-30', [0, 1, 0]])
  const wrong = await free.get(path({ ...TWO_SURE, lines: '21-22\n1 91', game: 'bingo' }))
  expect(wrong.body.fields).toEqual({ lines: 'Line 3: “91” is not a number from 1 to 90.' })
})

test('judges a ticket without a named game by the newest draw of all games', async () => {
  const { newest } = await check({})
  // Both games drew on Monday, and MSP closes later.
  expect(newest.slice(0, 2).map(({ game }: any) => game)).toEqual(['msp', 'bingo'])
  const { draw } = await check({ ...TWO_SURE, game: 'newest' })
  expect(draw).toMatchObject({ date: '2025-06-30' })
  expect(draw).toEqual((await check({ ...TWO_SURE, game: newest[0].game })).draw)
})
