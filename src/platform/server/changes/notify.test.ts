import { beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

// No server polls during these tests: only a notification carries a change from one to the other.
const one = testServer({ pollIntervalMs: 600_000 })
let two: TestServer
let admin: Visitor
let reader: Visitor

const DRAW = { game: 'gold', winning: [1, 2, 3, 4, 5] }

beforeAll(async () => {
  two = await one().another()
  admin = await one().as('admin')
  reader = await two.as('free')
})

test('another server shows a new draw', async () => {
  for (let i = 0; i < 5; i++) {
    const date = `2020-05-1${i}`
    expect((await admin.post('/api/admin/draws', { ...DRAW, date })).status).toBe(201)
    const seen = async () => {
      const { games } = (await reader.get(`/api/days/${date}`)).body
      return games.some(({ key, draw }: { key: string; draw: unknown }) => key === 'gold' && draw)
    }
    await expect.poll(seen).toBe(true)
  }
})
