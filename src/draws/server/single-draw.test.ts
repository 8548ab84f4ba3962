import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let free: Visitor
let anonymous: Visitor

const WINNING = [20, 42, 89, 13, 49]
const MACHINE = [3, 9, 27, 33, 81]

async function record(game: string, date: string, more: object = {}): Promise<number> {
  const answer = await admin.post('/api/admin/draws', { game, date, winning: WINNING, ...more })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const publicIdOf = async (id: number): Promise<string> =>
  (await server().rows`select public_id from draws where id = ${id}`)[0]!.public_id
const draw = async (publicId: string) => (await free.get(`/api/draws/${publicId}`)).body

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
  anonymous = server().anonymous()
})

describe('the public id of a draw', () => {
  test('is 16 hexadecimal digits, in the address', async () => {
    const publicId = await publicIdOf(await record('bingo', '2023-10-02', { serial: 7, machine: MACHINE }))
    expect(publicId).toMatch(/^[0-9a-f]{16}$/)
    expect(await draw(publicId)).toMatchObject({
      game: { key: 'bingo', name: 'Bingo', operator: 'Premier Lotto' },
      date: '2023-10-02',
      draw: { publicId, serial: 7, state: 'drawn', winning: WINNING, machine: MACHINE, sample: false },
      corrections: [],
    })
  })

  test('stays through a correction and a change of the date', async () => {
    const id = await record('metro', '2023-10-02')
    const publicId = await publicIdOf(id)
    const body = { version: 1, date: '2023-10-06', winning: MACHINE, reason: 'Read wrongly' }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    expect(await publicIdOf(id)).toBe(publicId)
    expect(await draw(publicId)).toMatchObject({ date: '2023-10-06', draw: { winning: MACHINE } })
  })

  test('stays through a deletion that is undone, and finds nothing in between', async () => {
    const id = await record('metro', '2023-11-03')
    const publicId = await publicIdOf(id)
    const gone = { version: 1, reason: 'By mistake' }
    expect((await admin.request('DELETE', `/api/admin/draws/${id}`, { body: gone })).status).toBe(200)
    for (const path of [`/api/draws/${publicId}`, `/api/public/draws/${publicId}`])
      expect((await free.get(path)).status).toBe(404)
    expect((await admin.post(`/api/admin/draws/${id}/restore`)).status).toBe(200)
    expect(await draw(publicId)).toMatchObject({ draw: { publicId }, date: '2023-11-03' })
  })

  test('is found by game and date too, before its result as well', async () => {
    const publicId = await publicIdOf(await record('lucky_G', '2023-11-07'))
    expect(await draw('lucky_G.2023-11-07')).toMatchObject({ draw: { publicId, winning: WINNING } })
    for (const other of ['lucky_G.2023-11-08', 'nothing.2023-11-07', 'lucky_G.2023-13-07', 'lucky_G.', '.'])
      expect([other, (await free.get(`/api/draws/${other}`)).status]).toEqual([other, 404])
    expect((await anonymous.get('/api/draws/lucky_G.2023-11-07')).status).toBe(401)
    const path = '/api/public/draws/lucky_G.2023-11-07'
    expect((await anonymous.get(path)).body).toMatchObject({ draw: { publicId } })
    expect(await draw('lucky_G.2023-11-14')).toMatchObject({
      draw: null,
      date: '2023-11-14',
      last: [{ date: '2023-11-07', winning: WINNING }],
      luck: null,
    })
  })

  test('differs for each draw of an import, and does not follow from the row', async () => {
    const lines = Array.from(
      { length: 28 },
      (_, i) => `gold,2022-02-${String(i + 1).padStart(2, '0')},,,ok,${WINNING.join()},,,,,`,
    )
    const raw = { type: 'text/csv', content: csv(...lines) }
    expect((await admin.request('POST', '/api/admin/draws/import', { raw })).body.inserted).toBe(28)
    const rows = await server().rows`select public_id from draws`
    const ids = rows.map(({ public_id }) => public_id as string)
    expect(new Set(ids).size).toBe(ids.length)
    // Each of the 16 places varies.
    for (let place = 0; place < 16; place++)
      expect(new Set(ids.map((id) => id[place])).size, `place ${place}`).toBeGreaterThan(4)
  })
})

describe('the neighbours of a draw', () => {
  afterEach(() => server().services.clock.setOffset(0))

  test('are the five before and the next one, and its numbers are judged beside luck', async () => {
    await record('diamond', '2025-06-19', { winning: [20, 2, 3, 4, 5] })
    await record('diamond', '2025-06-23')
    await record('diamond', '2025-06-26', { winning: [6, 7, 8, 9, 10] })
    expect(await draw('diamond.2025-06-23')).toMatchObject({
      last: [{ date: '2025-06-19', winning: [20, 2, 3, 4, 5] }],
      next: '2025-06-26',
      luck: { waits: [0, null, null, null, null], chart: { after: '2025-06-19' } },
    })
    expect(await draw('diamond.2025-06-19')).toMatchObject({ last: [], luck: { chart: null } })
  })

  test('name the next scheduled day while the next draw is not recorded', async () => {
    const publicId = await publicIdOf(await record('aseda', '2026-01-04'))
    const { clock, db } = server().services
    clock.setOffset(Date.parse('2026-01-05T12:00Z') - (await clock.now(db)))
    expect((await draw(publicId)).next).toBe('2026-01-11')
  })
})

describe('the corrections of a draw', () => {
  test('have the earlier values, the time and the reason, but no name; additions are left out', async () => {
    const id = await record('super', '2023-10-03')
    const correct = (body: object) => admin.request('PUT', `/api/admin/draws/${id}`, { body })
    const added = {
      version: 1,
      date: '2023-10-03',
      winning: WINNING,
      machine: MACHINE,
      reason: 'Published later',
    }
    expect((await correct(added)).status).toBe(200)
    const wrong = {
      ...added,
      version: 2,
      date: '2023-10-10',
      winning: [20, 42, 89, 13, 50],
      reason: 'Typed wrongly',
    }
    expect((await correct(wrong)).status).toBe(200)
    const { corrections, ...rest } = await draw(await publicIdOf(id))
    expect(corrections).toEqual([
      {
        at: expect.any(Number),
        reason: 'Typed wrongly',
        changes: [
          { what: 'date', old: 'Tue 3 Oct 2023', new: 'Tue 10 Oct 2023' },
          { what: 'winning', old: '20 - 42 - 89 - 13 - 49', new: '20 - 42 - 89 - 13 - 50' },
        ],
      },
    ])
    const [row] = await server().rows`select at from draw_corrections where reason = 'Typed wrongly'`
    expect(corrections[0].at).toBe(new Date(row!.at).getTime())
    expect(JSON.stringify([rest, corrections])).not.toContain('admin')
  })
})

describe('the public call', () => {
  test('answers everyone with the draw and nothing else', async () => {
    const id = await record('inter', '2023-10-02', { serial: 3, machine: MACHINE })
    const publicId = await publicIdOf(id)
    for (const visitor of [anonymous, free, admin]) {
      const { status, body } = await visitor.get(`/api/public/draws/${publicId}`)
      expect(status).toBe(200)
      expect(body).toEqual({
        game: { key: 'inter', name: 'International', operator: 'Premier Lotto' },
        date: '2023-10-02',
        schedule: expect.anything(),
        draw: { publicId, serial: 3, state: 'drawn', winning: WINNING, machine: MACHINE, sample: false },
        movedTo: null,
        note: null,
        resultAt: null,
        readAt: expect.any(Number),
        last: [],
        next: expect.any(String),
        luck: { waits: [null, null, null, null, null], chart: null },
        corrections: [],
        picture: {
          path: expect.stringMatching(new RegExp(`^/share/draws/${publicId}/[0-9a-f]{16}\\.png$`)),
          alt: 'International, Mon 2 Oct 2023. Winning: 20 - 42 - 89 - 13 - 49. Machine: 3 - 9 - 27 - 33 - 81',
        },
        whatsApp: expect.stringMatching(/^https:\/\/wa\.me\/\?text=International/),
      })
    }
  })
})

describe('an unknown id', () => {
  test.each([
    ['a row number', '1'],
    ['a well-formed one', '0123456789abcdef'],
    ['SQL', "'%20or%20'1'%3D'1"],
    ['a wildcard', '%25'],
    ['a null character', '%00'],
    ['a text that is too long', 'x'.repeat(41)],
    ['a text of 4,000 characters', 'x'.repeat(4000)],
  ])('%s is refused without internals', async (_what, id) => {
    for (const path of ['/api/draws/', '/api/public/draws/']) expectRefused(await free.get(path + id))
  })
})
