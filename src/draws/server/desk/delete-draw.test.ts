import { beforeAll, describe, expect, test } from 'vitest'
import { contentsOf } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor
let id: number

const date = '2023-10-25'
const WINNING = [7, 12, 45, 60, 89]
const reason = 'Entered for the wrong game'
const remove = (draw: number, body: object) =>
  admin.request('DELETE', `/api/admin/draws/${draw}`, { body: { version: 1, reason, ...body } })

/** Every view of draws, with a check whether it shows the draw. */
const VIEWS: [path: string, holds: (body: any) => boolean][] = [
  ['/api/getResults', (body) => body.midweek['2023'] !== undefined],
  ['/api/lottoDailyResults/october_2023', (body) => body.wednesday?.midweek !== undefined],
  [`/api/days/${date}`, (body) => body.games.some((line: any) => line.key === 'midweek' && line.draw)],
  ['/api/history', (body) => body.draws > 0],
  ['/api/results?game=midweek', (body) => body.table?.game === 'midweek'],
  ['/api/frequentNumbers', (body) => body.frequentNumbers.some((entry: any) => entry.id === 'midweek')],
  ['/api/movingNumbers', (body) => body.movingNumbers.some((entry: any) => entry.id === 'midweek')],
  ['/api/assistant?chosen=ask%3Dcount%26numbers%3D7%26games%3Dmidweek', (body) => body.value?.[0] > 0],
  ['/api/overview', (body) => body.latest?.name === 'Midweek'],
]

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  const answer = await admin.post('/api/admin/draws', { game: 'midweek', date, winning: WINNING })
  id = answer.body.id
})

describe('deleting a draw is refused and changes nothing', () => {
  test.each([
    ['with a version that is not the stored one', 409, { version: 2 }],
    ['without a reason', 400, { reason: ' ' }],
    ['with an unknown field', 400, { force: true }],
  ])('%s', async (_, status, body) => {
    const before = await contentsOf(server())
    expect((await remove(id, body)).status).toBe(status)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('when there is no such draw', async () => {
    expect((await remove(id + 1000, {})).status).toBe(404)
    const odd = ['abc', '-1', '1.5', '1e3', '%00', '9'.repeat(16)]
    for (const name of odd) {
      const path = `/api/admin/draws/${name}`
      expect((await admin.request('DELETE', path, { body: { version: 1, reason } })).status, name).toBe(400)
    }
  })
})

describe('a deleted draw', () => {
  test('is gone from every view', async () => {
    for (const [path, holds] of VIEWS) {
      const { status, body } = await pro.get(path)
      expect([path, status, holds(body)]).toEqual([path, 200, true])
    }
    const answer = await remove(id, {})
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    for (const [path, holds] of VIEWS) {
      const { status, body } = await pro.get(path)
      expect([path, status === 200 && holds(body)]).toEqual([path, false])
    }
  })

  test('stays in the database, marked, with its values, the user and the reason', async () => {
    const [row] = await server().rows`select * from draws where id = ${id}`
    expect(row).toMatchObject({ winning: WINNING, version: 1 })
    expect(row!.deleted_at).not.toBeNull()
    const trail = await server()
      .rows`select * from audit where subject = ${`draw:${id}`} and action = 'draw.delete'`
    expect(trail).toHaveLength(1)
    expect(trail[0]).toMatchObject({
      actor: await uidOf(server(), 'admin'),
      details: { old: { game: 'midweek', date, winning: WINNING }, reason },
    })
    const [change] = await server().rows`select * from changes order by seq desc limit 1`
    expect(change).toMatchObject({ kind: 'draws', ids: [String(id)] })
  })

  test('cannot be corrected or deleted again', async () => {
    const body = { version: 1, date, winning: [1, 2, 3, 4, 5], reason }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(404)
    expect((await remove(id, {})).status).toBe(404)
  })

  test('frees its day for another record', async () => {
    const again = await admin.post('/api/admin/draws', { game: 'midweek', date, winning: [1, 2, 3, 4, 5] })
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(id)
    const { body } = await pro.get(`/api/days/${date}`)
    expect(body.games.find((line: any) => line.key === 'midweek').draw.winning).toEqual([1, 2, 3, 4, 5])
  })
})
