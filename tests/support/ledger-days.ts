// Tests of the ledger: each has a Monday of its own, with one draw of Diamond and its forecasts.
import { beforeEach, expect } from 'vitest'
import { addDays, type LagosDate, parseDate } from '../../src/platform/rules/base/calendar.ts'
import { predictionServer } from './predictions.ts'
import { recordRows } from './record.ts'

export const WINNING = [7, 12, 1, 2, 3]

/**
 * A server on which every test begins at 08:00 of a Monday, later than those before, because the ledger never goes back.
 * Diamond closes on Mondays at 09:30, so its forecasts lock at 09:15, and on Thursdays at 15:30.
 */
export function ledgerServer() {
  const calls = predictionServer({ keepsLedger: true })
  const { server, admin, setClock } = calls
  let day = parseDate('2023-10-02')!
  /** The number of entries of earlier tests. */
  let before = 0
  beforeEach(async () => {
    day = addDays(day, 7)
    await setClock(day, '08:00')
    before = (await recordRows(server())).length
  })

  return {
    ...calls,
    /** The Monday of the test, and the Thursday after it. */
    day: () => day,
    thursday: () => addDays(day, 3),
    /** The part of a list of all entries that this test has added. */
    added: <T>(all: readonly T[]): T[] => all.slice(before),
    /** The rows that this test has added to the record. */
    newRows: async () => (await recordRows(server())).slice(before),
    /** Records the draw of Diamond, also before its close, as staff do. @returns its id */
    async record(winning: readonly number[] = WINNING, date: LagosDate = day): Promise<number> {
      const body = { game: 'diamond', date, winning, name: 'Diamond' }
      const asked = await admin().post('/api/admin/draws', body)
      const answer =
        asked.status === 201
          ? asked
          : await admin().post('/api/admin/draws', { ...body, seen: Object.values(asked.body.fields) })
      expect(answer.status).toBe(201)
      return answer.body.id
    },
    remove: (id: number, version = 1) =>
      admin().request('DELETE', `/api/admin/draws/${id}`, { body: { version, reason: 'a slip' } }),
    undo: (id: number) => admin().post(`/api/admin/draws/${id}/restore`, {}),
    move: (id: number, game: string, version = 1) =>
      admin().post(`/api/admin/draws/${id}/move`, { version, game, reason: 'wrong game' }),
    correct: (id: number, version: number, more: object) =>
      admin().request('PUT', `/api/admin/draws/${id}`, {
        body: { version, date: day, winning: WINNING, reason: 'typed wrongly', ...more },
      }),
  }
}
