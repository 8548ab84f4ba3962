import { beforeAll, expect, test } from 'vitest'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let free: Visitor

const record = async (game: string, date: string, winning: number[]) => {
  expect((await admin.post('/api/admin/draws', { game, date, winning })).status).toBe(201)
}

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
  await record('diamond', '2023-10-02', [81, 2, 3, 4, 5])
  await record('diamond', '2023-10-05', [1, 2, 3, 4, 5])
  await record('gold', '2023-10-03', [1, 2, 3, 81, 5])
})

test('a number has its count, the count of luck, its relatives and its games', async () => {
  const { status, body } = await free.get('/api/numbers/81')
  expect(status).toBe(200)
  expect(body).toMatchObject({ number: 81, count: 2, draws: 3, expected: 3 / 18, sample: false })
  expect(body.usual).toEqual({ low: 0, high: 1 })
  expect(body.waited).toMatchObject({ value: 1, low: 0, high: 3 })
  expect(body.relatives).toHaveLength(9)
  expect(body.relatives[0]).toEqual({ name: 'Counterpart', cell: '36', ball: 36 })
  const gold = {
    game: 'gold',
    name: 'Gold',
    count: 1,
    draws: 1,
    last: '2023-10-03',
    since: 0,
    longest: 0,
    longestByLuck: expect.closeTo(17 / 18, 12),
  }
  const diamond = {
    ...gold,
    game: 'diamond',
    name: 'Diamond',
    draws: 2,
    last: '2023-10-02',
    since: 1,
    longest: 1,
    longestByLuck: expect.closeTo(17 / 9, 12),
  }
  expect(body.games).toEqual([gold, diamond])
})

test('counts what the number search counts', async () => {
  const query = 'number=2&type=winning&position=any_box_winning'
  const [found] = (await free.get(`/api/results?${query}`)).body.found.findings
  const { count, draws } = (await free.get('/api/numbers/2')).body
  expect([count, draws]).toEqual([found.count, found.searched])
})

test('follows new draws', async () => {
  await record('gold', '2023-10-06', [81, 2, 3, 4, 5])
  const { body } = await free.get('/api/numbers/81')
  expect([body.count, body.draws, body.games[0].last]).toEqual([3, 4, '2023-10-06'])
})

test('a leading zero is the same number', async () => {
  expect((await free.get('/api/numbers/05')).body).toEqual((await free.get('/api/numbers/5')).body)
})

test.each(['0', '91', '-1', '1.5', 'abc', '%00', "1'--", '1'.repeat(30), '٥'])(
  '%s is refused',
  async (text) => {
    expectRefused(await free.get(`/api/numbers/${encodeURIComponent(decodeURIComponent(text))}`))
  },
)
