import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type LagosDate, parseDate } from '../../../domain/base/calendar.ts'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { instant, predictionServer } from '../../../../tests/support/predictions.ts'
import { publishHeld } from './publish-held.ts'

const { server, admin, pro, setClock, publish, detail } = predictionServer({ keepsLedger: true })
const WINNING = [7, 12, 45, 60, 89]
const MACHINE = [3, 9, 27, 33, 81]

/** A Wednesday; Midweek closes at 19:30. */
let date: LagosDate = parseDate('2023-10-04')!
beforeEach(async () => {
  date = addDays(date, 7)
  await setClock(date, '19:00')
})

const save = (body: object = {}) =>
  admin().post('/api/admin/draws', { game: 'midweek', date, winning: WINNING, machine: MACHINE, ...body })
const held = async () =>
  (await admin().get('/api/admin/desk')).body.held.filter((one: any) => one.date === date)
const discard = (id: number) => admin().request('DELETE', `/api/admin/held-results/${id}`)
const drawOfDay = async () =>
  (await pro().get(`/api/days/${date}`)).body.games.find(({ key }: any) => key === 'midweek').draw
/** The sweep of each minute. */
async function sweep() {
  const { db, clock, draws } = server().services
  await publishHeld(db, await clock.now(db), draws.current().games)
  await draws.catchUp()
}
const trail = async (action: string) =>
  rowsOf(server(), sql`select actor, details from audit where action = ${action} order by id desc limit 1`)

describe('a result before its close', () => {
  test('waits, and neither players nor forecasts see it before the close', async () => {
    const forecast = (await publish({ gameName: 'midweek', date })).body
    const { status, body } = await save()
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), version: 1, state: 'held', warnings: [], publishAt: null },
    ])
    expect(await held()).toEqual([
      {
        id: body.id,
        game: 'midweek',
        date,
        state: 'drawn',
        serial: null,
        winning: WINNING,
        machine: MACHINE,
        by: expect.any(String),
        mine: true,
        publishAt: null,
        closesAt: instant(date, '19:30'),
      },
    ])
    await sweep()
    expect(await drawOfDay()).toBeNull()
    expect((await detail(forecast.id)).forecast.standing.state).toBe('open')

    await setClock(date, '19:30')
    await sweep()
    expect((await drawOfDay()).winning).toEqual(WINNING)
    expect(await held()).toEqual([])
    expect((await detail(forecast.id)).forecast.standing).toMatchObject({ state: 'scored', winning: WINNING })
    const [entry] = await trail('draw.record')
    expect(entry).toMatchObject({ actor: await uidOf(server(), 'admin'), details: { new: { date } } })
  })

  test('is known since it was entered: a forecast after that is refused', async () => {
    const early = (await publish({ gameName: 'midweek', date })).body
    await setClock(date, '19:05')
    await save()
    await setClock(date, '19:10')
    const late = await publish({ gameName: 'midweek', date, numbers: WINNING.join() })
    expect([late.status, late.body.fields.date]).toEqual([400, expect.stringContaining('already drawn')])
    await setClock(date, '19:31')
    await sweep()
    expect((await detail(early.id)).forecast.standing.state).toBe('scored')
  })

  test('is published at once when the name of its game is typed', async () => {
    const before = await contentsOf(server())
    const { status, body } = await save({ name: 'Bingo' })
    expect([status, body.fields]).toEqual([
      400,
      { name: 'Type "Midweek" to publish this result before its close.' },
    ])
    expect(await contentsOf(server())).toEqual(before)
    await save()
    expect((await save({ name: ' midweek ' })).body.state).toBe('drawn')
    expect((await drawOfDay()).winning).toEqual(WINNING)
    expect(await held()).toEqual([])
  })

  test('is held once; other values are a conflict at the game until it is discarded', async () => {
    const [first, ...more] = await Promise.all([save(), save(), save()])
    for (const { body } of more) expect(body).toEqual(first.body)
    const { status, body } = await save({ winning: [1, 2, 3, 4, 5] })
    expect([status, body.code, Object.keys(body.fields)]).toEqual([409, 'conflict', ['game']])
    expect((await discard(first.body.id)).body).toEqual({ done: true })
    expect(await trail('draw.discard')).toMatchObject([{ details: { old: { winning: WINNING, date } } }])
    expect((await discard(first.body.id)).status).toBe(404)
    expect((await save({ winning: [1, 2, 3, 4, 5] })).body.state).toBe('held')
    expect((await pro().request('DELETE', '/api/admin/held-results/1')).status).toBe(403)
  })

  test('gives way to a result that staff enter after the close, before the sweep', async () => {
    await save()
    await setClock(date, '19:30')
    expect((await save({ winning: [1, 2, 3, 4, 5] })).body.state).toBe('drawn')
    expect(await held()).toEqual([])
    await sweep()
    expect((await drawOfDay()).winning).toEqual([1, 2, 3, 4, 5])
  })

  test('is discarded by the sweep when its draw is recorded with other values', async () => {
    await save()
    await setClock(date, '19:30')
    await rowsOf(
      server(),
      sql`insert into draws (game_key, date, state, winning, machine, source, recorded_at)
          values ('midweek', ${date}, 'drawn', '{1,2,3,4,5}', '{}', 'import', now())`,
    )
    await sweep()
    expect(await held()).toEqual([])
    expect(await trail('draw.discard')).toMatchObject([{ actor: null, details: { old: { date } } }])
  })

  test('is not published by a correction of another draw', async () => {
    const { id } = (await save({ date: '2022-10-05' })).body
    const correction = { version: 1, date, winning: WINNING, machine: MACHINE, reason: 'wrong day' }
    const corrected = await admin().request('PUT', `/api/admin/draws/${id}`, { body: correction })
    expect([corrected.status, Object.keys(corrected.body.fields)]).toEqual([400, ['date']])
  })
})
