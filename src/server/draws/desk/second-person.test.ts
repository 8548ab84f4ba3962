import { beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../../../tests/support/people.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let colleague: Visitor
let pro: Visitor

const WINNING = [7, 12, 45, 60, 89]
const MACHINE = [3, 9, 27, 33, 81]
const record = (body: object, by = admin) => by.post('/api/admin/draws', body)
const desk = async (date: string, by = admin) => (await by.get(`/api/admin/desk?date=${date}`)).body
const gameOf = (day: any, key: string) => day.games.find((game: any) => game.key === key)
const actionsOf = (id: number) =>
  server().rows`select action from audit where subject = ${`draw:${id}`} order by id`

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  const person = await newPerson(server())
  await server().rows`update users set role = 'admin' where id = ${person.uid}`
  colleague = person.visitor
})

describe('a second person', () => {
  const setting = (on: unknown) => admin.request('PUT', '/api/admin/desk/second-person', { body: { on } })
  const seen = async (date: string, key: string) =>
    (await pro.get(`/api/days/${date}`)).body.games.find((game: any) => game.key === key).draw
  const results = async (key: string) => (await pro.get('/api/getResults')).body[key]['2023'] ?? []

  beforeAll(async () => {
    expect((await setting(true)).status).toBe(200)
  })

  test('the setting is audited once, and accepts only true or false', async () => {
    await setting(true)
    const rows = await server().rows`select details from audit where action = 'desk.second-person'`
    expect(rows).toEqual([{ details: { old: false, new: true } }])
    for (const odd of ['yes', 1, null, undefined]) expectRefused(await setting(odd))
    expect((await desk('2023-06-05')).secondPerson).toBe(true)
  })

  test('types the same numbers blind; until then the draw is unconfirmed to players', async () => {
    const body = { game: 'bingo', date: '2023-06-05', serial: 4, winning: WINNING, machine: MACHINE }
    const first = await record(body)
    expect(first.body).toMatchObject({ version: 1, state: 'unconfirmed' })
    expect((await seen('2023-06-05', 'bingo')).state).toBe('unconfirmed')
    expect((await results('bingo')).some((row: any) => row.date === '2023-06-05')).toBe(false)

    const mine = gameOf(await desk('2023-06-05'), 'bingo').draw
    expect(mine).toMatchObject({ winning: WINNING, mine: true, hidden: false })
    const blind = gameOf(await desk('2023-06-05', colleague), 'bingo').draw
    expect(blind).toMatchObject({ winning: [], machine: [], serial: null, mine: false, hidden: true })
    const list = await colleague.get('/api/admin/draws?game=bingo&from=2023-06-05&to=2023-06-05')
    expect(list.body.draws[0]).toMatchObject({ winning: [], hidden: true })

    expect((await record(body)).body.state, 'the same user again').toBe('unconfirmed')
    const wrong = await record({ ...body, winning: [7, 12, 45, 60, 88] }, colleague)
    expect(wrong.status).toBe(409)
    expect((await seen('2023-06-05', 'bingo')).state).toBe('unconfirmed')
    const right = await record({ ...body, serial: undefined }, colleague)
    expect(right.body).toMatchObject({ id: first.body.id, version: 2, state: 'drawn' })
    expect((await seen('2023-06-05', 'bingo')).state).toBe('drawn')
    expect((await results('bingo')).some((row: any) => row.date === '2023-06-05')).toBe(true)
    expect((await actionsOf(first.body.id)).map((row) => row.action)).toEqual(['draw.record', 'draw.confirm'])
  })

  test('is still needed on later days; the user who typed the numbers does not see the draw as missing', async () => {
    const { missing } = (await admin.get('/api/admin/desk')).body
    const { game, date } = missing.at(-1)
    const isListedAsMissing = async (by: Visitor) =>
      (await by.get('/api/admin/desk')).body.missing.some(
        (line: any) => line.game === game && line.date === date,
      )
    expect((await record({ game, date, winning: WINNING })).body.state).toBe('unconfirmed')
    expect([await isListedAsMissing(admin), await isListedAsMissing(colleague)]).toEqual([false, true])
    expect((await record({ game, date, winning: WINNING }, colleague)).body.state).toBe('drawn')
    expect(await isListedAsMissing(colleague)).toBe(false)
  })

  test('users cannot confirm their own numbers by a correction or an upload', async () => {
    const date = '2023-06-12'
    const { id } = (await record({ game: 'bingo', date, winning: WINNING })).body
    const correct = (body: object, by = admin) =>
      by.request('PUT', `/api/admin/draws/${id}`, { body: { date, reason: 'test', ...body } })
    await correct({ version: 1, winning: WINNING })
    expect((await seen(date, 'bingo')).state).toBe('unconfirmed')
    await correct({ version: 1, winning: WINNING, serial: 5 })
    expect((await seen(date, 'bingo')).state).toBe('unconfirmed')
    const upload = (content: string, by: Visitor) =>
      by.request('POST', '/api/admin/draws/import?correct=yes', { raw: { type: 'text/csv', content } })
    await upload(`bingo ${date} 7 12 45 60 89`, admin)
    expect((await seen(date, 'bingo')).state).toBe('unconfirmed')
    await correct({ version: 2, winning: MACHINE }, colleague)
    expect(await seen(date, 'bingo')).toMatchObject({ state: 'unconfirmed', winning: MACHINE })
    expect((await record({ game: 'bingo', date, winning: MACHINE }, colleague)).body.state).toBe(
      'unconfirmed',
    )
    expect((await record({ game: 'bingo', date, winning: MACHINE })).body.state).toBe('drawn')
    await upload('gold 2023-06-13 1 2 3 4 5', admin)
    expect((await seen('2023-06-13', 'gold')).state).toBe('unconfirmed')
    await upload('gold 2023-06-13 1 2 3 4 5 / 6 7 8 9 10', admin)
    expect((await seen('2023-06-13', 'gold')).state, 'completed by the same user').toBe('unconfirmed')
    await upload('gold 2023-06-13 1 2 3 4 5', colleague)
    expect((await seen('2023-06-13', 'gold')).state).toBe('drawn')
    await upload('gold 2023-06-13 1 2 3 4 11', colleague)
    expect(await seen('2023-06-13', 'gold')).toMatchObject({
      state: 'unconfirmed',
      winning: [1, 2, 3, 4, 11],
    })
  })

  test('after the setting is off, any user who types the numbers again confirms the draw', async () => {
    const body = { game: 'gold', date: '2023-06-16', winning: WINNING }
    await record(body)
    await setting(false)
    expect((await record(body)).body.state).toBe('drawn')
    expect((await record({ ...body, date: '2023-06-20' })).body.state).toBe('drawn')
  })
})
