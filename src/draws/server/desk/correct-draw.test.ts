import { beforeAll, describe, expect, test } from 'vitest'
import { contentsOf } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let free: Visitor

const WINNING = [7, 12, 45, 60, 89]
const MACHINE = [3, 9, 27, 33, 81]
const reason = 'The sheet was read wrongly'

async function recorded(game: string, date: string, more: object = {}): Promise<number> {
  const answer = await admin.post('/api/admin/draws', { game, date, winning: WINNING, ...more })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const correct = (id: number, body: object, by = admin) =>
  by.request('PUT', `/api/admin/draws/${id}`, { body: { reason, ...body } })
const trailOf = (id: number) =>
  server().rows`select * from draw_corrections where draw_id = ${id} order by id`
const rowOf = async (id: number) => (await server().rows`select * from draws where id = ${id}`)[0]!
const dayOf = async (date: string, game: string) =>
  (await free.get(`/api/days/${date}`)).body.games.find((line: { key: string }) => line.key === game)?.draw

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
})

describe('correcting a draw', () => {
  test('writes the new values and keeps the old ones, with the user, the time and the reason', async () => {
    const id = await recorded('diamond', '2023-10-02', { serial: 1 })
    const date = '2023-10-02'
    const answer = await correct(id, { version: 1, date, serial: 2, winning: MACHINE, machine: WINNING })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ id, version: 2 })
    expect(await rowOf(id)).toMatchObject({ winning: MACHINE, machine: WINNING, serial: 2, version: 2 })

    const by = await uidOf(server(), 'admin')
    const old = { game: 'diamond', date, state: 'drawn', serial: 1, winning: WINNING, machine: [] }
    const now = { ...old, serial: 2, winning: MACHINE, machine: WINNING }
    const [entry, ...more] = await trailOf(id)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ version: 1, by, reason, old, new: now })
    const audit = await server()
      .rows`select * from audit where subject = ${`draw:${id}`} and action = 'draw.correct'`
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({ actor: by, request_id: answer.headers.get('x-request-id') })
    expect(audit[0]!.details).toEqual({ old, new: now, reason })
    expect(await dayOf(date, 'diamond')).toMatchObject({ winning: MACHINE, machine: WINNING })
  })

  test('moves a draw to another day and frees the old day', async () => {
    const id = await recorded('peoples', '2023-10-02')
    const moved = await correct(id, { version: 1, date: '2023-10-05', winning: WINNING })
    expect(moved.status).toBe(200)
    expect(await dayOf('2023-10-02', 'peoples')).toBeNull()
    expect(await dayOf('2023-10-05', 'peoples')).toMatchObject({ winning: WINNING })
    const rows = (await free.get('/api/getResults')).body.peoples['2023']
    expect(rows.map((row: { date: string }) => row.date)).toEqual(['2023-10-05'])
    expect((await correct(id, { version: 2, date: '2023-10-02', winning: WINNING })).body.version).toBe(3)
    expect(await dayOf('2023-10-05', 'peoples')).toBeNull()
    expect(await dayOf('2023-10-02', 'peoples')).toMatchObject({ winning: WINNING })
  })

  test('turns a draw into "no draw" and back', async () => {
    const id = await recorded('msp', '2023-12-25')
    const date = '2023-12-25'
    expect((await correct(id, { version: 1, date, status: 'no_draw' })).status).toBe(200)
    expect(await dayOf(date, 'msp')).toMatchObject({ state: 'no_draw', winning: [] })
    expect((await correct(id, { version: 2, date, winning: MACHINE })).status).toBe(200)
    expect((await trailOf(id)).map((entry) => entry.new.state)).toEqual(['no_draw', 'drawn'])
  })

  test('changes nothing for equal values', async () => {
    const id = await recorded('bingo', '2023-10-02', { serial: 7 })
    const before = await contentsOf(server())
    const same = { version: 1, date: '2023-10-02', serial: '7', winning: ['07', 12, 45, 60, 89] }
    const answer = await correct(id, same)
    expect([answer.status, answer.body]).toEqual([200, { id, version: 1 }])
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('a correction is refused and changes nothing', () => {
  const date = '2023-10-03'
  let id: number
  beforeAll(async () => {
    id = await recorded('gold', date)
    await recorded('gold', '2023-10-06', { winning: MACHINE })
  })

  test.each([
    ['with a version that is not the stored one', 409, { version: 2 }],
    ['to a day that is taken', 409, { date: '2023-10-06' }],
    ['to a day in the future', 400, { date: '2999-01-01' }],
    ['to impossible numbers', 400, { winning: [1, 2, 3, 4, 91] }],
    ['without numbers', 400, { winning: [] }],
    ['without a reason', 400, { reason: '   ' }],
    ['with a reason of 301 letters', 400, { reason: 'x'.repeat(301) }],
    ['of the game', 400, { game: 'metro' }],
    ['without a version', 400, { version: undefined }],
  ])('%s', async (_, status, change) => {
    const before = await contentsOf(server())
    const answer = await correct(id, { version: 1, date, winning: [1, 2, 3, 4, 5], ...change })
    expect(answer.status).toBe(status)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('of a draw that does not exist', async () => {
    for (const missing of [0, 999_999, 999_999_999_999_999]) {
      const answer = await correct(missing, { version: 1, date, winning: WINNING })
      expect([answer.status, answer.body.title]).toEqual([404, 'There is no such draw, or it was deleted.'])
    }
  })

  test('with a message about a taken day or an older version', async () => {
    const taken = await correct(id, { version: 1, date: '2023-10-06', winning: WINNING })
    expect(taken.body.title).toBe('Another draw of Gold on Fri 6 Oct 2023 is already recorded.')
    const stale = await correct(id, { version: 8, date, winning: [1, 2, 3, 4, 5] })
    expect(stale.body.title).toBe('Another user changed this draw first; it is now version 1.')
  })
})

describe('when two staff members correct one draw at the same time', () => {
  test('exactly one correction succeeds in each of ten rounds and writes one audit entry', async () => {
    const id = await recorded('national', '2023-10-07')
    for (let version = 1; version <= 10; version++) {
      const answers = await Promise.all(
        [30, 50].map((first) =>
          correct(id, { version, date: '2023-10-07', winning: [first + version, 1, 2, 3, 4] }),
        ),
      )
      expect(statusesOf(answers)).toEqual([200, 409])
    }
    const trail = await trailOf(id)
    expect(trail.map((entry) => entry.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const [i, entry] of trail.entries()) if (i > 0) expect(entry.old).toEqual(trail[i - 1]!.new)
  })

  test('of two draws that are moved to one day at the same time, one stays where it was', async () => {
    const ids = [await recorded('super', '2023-10-03'), await recorded('super', '2023-10-10')]
    const moves = await Promise.all(
      ids.map((id) => correct(id, { version: 1, date: '2023-10-17', winning: WINNING })),
    )
    expect(statusesOf(moves)).toEqual([200, 409])
  })
})
