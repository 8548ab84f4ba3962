// What the tests of public pages read: draws of Diamond in two years, one of them corrected.
import { beforeAll, expect } from 'vitest'
import { type LagosDate, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { testServer, type Visitor } from './test-server.ts'

const DRAW = { date: '2025-06-23', serial: 49, winning: [20, 42, 89, 13, 50], machine: [6, 7, 8, 9, 10] }

/** Starts the server of a test file. @param isCorrected whether the last number of 23 June 2025 is 49 already, not 50 */
export function publicDraws({ isCorrected = true } = {}) {
  const server = testServer()
  let admin: Visitor
  let stranger: Visitor
  let today: LagosDate
  let id: number

  const record = async (game: string, date: string, more: object): Promise<number> =>
    (await admin.post('/api/admin/draws', { game, date, ...more })).body.id

  async function correct(version: number, last: number): Promise<void> {
    const winning = [...DRAW.winning.slice(0, 4), last]
    const body = { ...DRAW, version, winning, reason: 'Typed wrongly' }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
  }

  beforeAll(async () => {
    admin = await server().as('admin')
    stranger = server().anonymous()
    today = lagosDate(await server().now())
    await record('diamond', '2024-06-24', { winning: [1, 2, 3, 4, 5] })
    id = await record('diamond', DRAW.date, DRAW)
    if (isCorrected) await correct(1, 49)
  })
  return { server, admin: () => admin, stranger: () => stranger, today: () => today, record, correct }
}
