import { beforeAll, expect, test } from 'vitest'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor

const LATEST = '/api/public/latest-draw'
const latest = async () => (await server().anonymous().get(LATEST)).body.latest

async function record(game: string, date: string, more: object = {}): Promise<number> {
  const answer = await admin.post('/api/admin/draws', { game, date, winning: [20, 42, 89, 13, 49], ...more })
  expect(answer.status).toBe(201)
  return answer.body.id
}

beforeAll(async () => {
  admin = await server().as('admin')
})

test('without results there is no latest draw', async () => {
  expect(await latest()).toBeNull()
})

test('shows anyone the winning numbers of the latest date, and nothing else', async () => {
  await record('diamond', '2023-10-02', { machine: [3, 9, 27, 33, 81] })
  await record('gold', '2023-09-26')
  const expected = {
    name: 'Diamond',
    date: '2023-10-02',
    // 9:30 in Lagos.
    closesAt: Date.parse('2023-10-02T08:30Z'),
    winning: [20, 42, 89, 13, 49],
    sample: false,
  }
  expect(await latest()).toEqual(expected)
})

test('of one date, the draw that closed last is shown', async () => {
  await record('peoples', '2023-10-02', { winning: [1, 2, 3, 4, 5] })
  expect(await latest()).toMatchObject({ name: 'Peoples', winning: [1, 2, 3, 4, 5] })
})

test('a draw that did not take place is not a result, and a correction shows at once', async () => {
  await record('gold', '2023-10-03', { status: 'no_draw', winning: undefined })
  expect(await latest()).toMatchObject({ date: '2023-10-02' })
  const id = await record('gold', '2023-10-10')
  const body = { version: 1, date: '2023-10-10', winning: [6, 7, 8, 9, 10], reason: 'Read wrongly' }
  expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
  expect(await latest()).toMatchObject({ name: 'Gold', date: '2023-10-10', winning: [6, 7, 8, 9, 10] })
})
