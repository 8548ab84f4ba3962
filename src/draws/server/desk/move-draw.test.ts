import { beforeAll, describe, expect, test } from 'vitest'
import { contentsOf } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor
const WINNING = [7, 12, 45, 60, 89]
/** A Monday on which Diamond, Peoples and Bingo draw. */
const date = '2023-10-02'
const record = async (game: string, winning = WINNING) =>
  (await admin.post('/api/admin/draws', { game, date, winning })).body.id as number
const move = (id: number, body: object, visitor = admin) =>
  visitor.post(`/api/admin/draws/${id}/move`, { version: 1, reason: 'wrong game', ...body })
const drawOf = async (game: string) =>
  (await pro.get(`/api/days/${date}`)).body.games.find((line: any) => line.key === game)?.draw

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
})

describe('moving a draw to another game', () => {
  test('shows it at that game only, keeps its address, and is recorded with its old game', async () => {
    const id = await record('peoples')
    const before = (await pro.get('/api/history')).body
    expect((await move(id, { game: 'diamond' })).body).toEqual({ id, version: 2 })
    expect([(await drawOf('diamond')).winning, await drawOf('peoples')]).toEqual([WINNING, null])
    const trail = await server()
      .rows`select actor, details from audit where subject = ${`draw:${id}`} and action = 'draw.move'`
    const values = { old: { game: 'peoples', date }, new: { game: 'diamond', date }, reason: 'wrong game' }
    expect(trail).toMatchObject([{ actor: await uidOf(server(), 'admin'), details: values }])
    const [correction] = await server().rows`select * from draw_corrections where draw_id = ${id}`
    expect(correction).toMatchObject({ version: 1, old: values.old, new: values.new })
    const { body: changes } = await pro.get(`/api/history/changes?since=${before.seq}`)
    expect(changes.written).toMatchObject([{ game: 'diamond' }])
    expect(changes.removed).toMatchObject([{ game: 'peoples' }])
    const [{ public_id: publicId }] = (await server().rows`select public_id from draws where id = ${id}`) as [
      any,
    ]
    const shown = (await server().anonymous().get(`/api/public/draws/${publicId}`)).body
    expect(shown.game.key).toBe('diamond')
    expect(shown.corrections).toMatchObject([{ changes: [{ what: 'game', old: 'Peoples', new: 'Diamond' }] }])
    // Repeated after a lost answer.
    const after = await contentsOf(server())
    expect((await move(id, { game: 'diamond' })).body).toEqual({ id, version: 2 })
    expect(await contentsOf(server())).toEqual(after)
    await admin.request('DELETE', `/api/admin/draws/${id}`, { body: { version: 2, reason: 'test' } })
  })

  test('leaves a later draw of its old place alone when it changes again', async () => {
    const id = await record('peoples')
    expect((await move(id, { game: 'diamond' })).status).toBe(200)
    const other = await record('peoples', [1, 2, 3, 4, 5])
    const body = { version: 2, winning: [6, 7, 8, 9, 10], date, reason: 'wrong numbers' }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    expect((await drawOf('peoples')).winning).toEqual([1, 2, 3, 4, 5])
    expect((await drawOf('diamond')).winning).toEqual([6, 7, 8, 9, 10])
    for (const [one, version] of [
      [id, 3],
      [other, 1],
    ])
      await admin.request('DELETE', `/api/admin/draws/${one}`, { body: { version, reason: 'test' } })
  })

  test('is refused, at the field of the game, and changes nothing', async () => {
    const id = await record('bingo')
    await record('inter', [1, 2, 3, 4, 5])
    const before = await contentsOf(server())
    const taken = await move(id, { game: 'inter' })
    const message = 'Another draw of International on Mon 2 Oct 2023 is already recorded.'
    expect([taken.status, taken.body.code, taken.body.fields]).toEqual([409, 'conflict', { game: message }])
    expect((await move(id, { game: 'inter', version: 2 })).status).toBe(409)
    expect((await move(id, { game: 'nothing' })).body.fields.game).toMatch(/^Unknown game/)
    expect((await move(id, { game: 'metro', reason: ' ' })).status).toBe(400)
    expect((await move(id + 1000, { game: 'metro' })).status).toBe(404)
    expect((await move(id, { game: 'metro' }, pro)).status).toBe(403)
    // Gold does not draw on Mondays.
    const odd = await move(id, { game: 'gold', seen: [] })
    expect([odd.body.code, Object.values(odd.body.fields)]).toEqual([
      'confirmation-needed',
      ['Gold does not usually draw on a Monday.'],
    ])
    expect(await contentsOf(server())).toEqual(before)
    expect((await move(id, { game: 'gold', seen: Object.values(odd.body.fields) })).status).toBe(200)
  })
})
