import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { predictionServer } from '../../../../tests/support/predictions.ts'

const { server, admin, pro, setClock, publish, detail } = predictionServer({ keepsLedger: true })
const WINNING = [7, 12, 45, 60, 89]
const REFUSED = 'Staking for Midweek is open until 19:30: type "Midweek" to publish its result before that.'

/** A Wednesday; Midweek closes at 19:30. */
let date: LagosDate = parseDate('2023-10-04')!
beforeEach(async () => {
  date = addDays(date, 7)
  await setClock(date, '19:00')
})

const save = (body: object = {}) =>
  admin().post('/api/admin/draws', { game: 'midweek', date, winning: WINNING, machine: [], ...body })
const drawOfDay = async () =>
  (await pro().get(`/api/days/${date}`)).body.games.find(({ key }: any) => key === 'midweek').draw

describe('a result before its close', () => {
  test.each([
    ['without the name of its game', {}],
    ['without it, with time for an undo', { undo: true }],
    ['with the name of another game', { name: 'Bingo' }],
  ])('is refused %s, and nothing is stored', async (_, more) => {
    const before = await contentsOf(server())
    const { status, body } = await save(more)
    expect([status, body.fields]).toEqual([400, { name: REFUSED }])
    expect(await contentsOf(server())).toEqual(before)
  })

  test('is published like any other when the name of its game is typed', async () => {
    const forecast = (await publish({ gameName: 'midweek', date })).body
    expect((await save({ name: ' midweek ', undo: true })).body).toMatchObject({
      state: 'held',
      publishAt: expect.any(Number),
    })
    expect((await save({ name: ' midweek ' })).body.state).toBe('drawn')
    expect((await drawOfDay()).winning).toEqual(WINNING)
    expect((await detail(forecast.id)).forecast.standing.state).toBe('scored')
  })

  test('needs no name from its close on', async () => {
    await setClock(date, '19:30')
    expect((await save()).body.state).toBe('drawn')
  })

  test('is not published by a correction of another draw', async () => {
    const { id } = (await save({ date: '2022-10-05' })).body
    const correction = { version: 1, date, winning: WINNING, machine: [], reason: 'wrong day' }
    const corrected = await admin().request('PUT', `/api/admin/draws/${id}`, { body: correction })
    expect(corrected.body.fields.date).toMatch(
      /^Staking for .* is still open on that day\. Delete this draw and enter the result there\.$/,
    )
  })
})
