import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { newStaff, uidOf } from '../../../../tests/support/people.ts'
import { predictionServer } from '../../../../tests/support/predictions.ts'
import type { Visitor } from '../../../../tests/support/test-server.ts'
import { publishHeld } from './publish-held.ts'

const { server, admin, pro, setClock, publish, detail } = predictionServer({ keepsLedger: true })
const WINNING = [7, 12, 45, 60, 89]

let colleague: Visitor
beforeAll(async () => {
  colleague = (await newStaff(server(), 'results')).visitor
})

/** A Wednesday; Midweek closes at 19:30. */
let date: LagosDate = parseDate('2023-10-04')!
beforeEach(async () => {
  date = addDays(date, 7)
  await setClock(date, '19:40')
})

const save = (body: object = {}, by = admin()) =>
  by.post('/api/admin/draws', { game: 'midweek', date, winning: WINNING, machine: [], undo: true, ...body })
const held = async (by = admin()) =>
  (await by.get('/api/admin/desk')).body.held.filter((one: any) => one.date === date)
const undo = (id: number, by = admin()) => by.request('DELETE', `/api/admin/held-results/${id}`)
const drawOfDay = async () => {
  await server().services.draws.catchUp()
  return (await pro().get(`/api/days/${date}`)).body.games.find(({ key }: any) => key === 'midweek').draw
}
/** What the server does at the end of the ten seconds. */
async function endOfTime(at?: number) {
  const { db, clock, draws } = server().services
  await publishHeld(db, at ?? (await clock.now(db)), draws.current().games)
}
const trail = async () =>
  (
    await server().rows`select action, actor from audit where subject = 'game:midweek'
      or action = 'draw.record' order by id desc limit 2`
  ).map(({ action, actor }) => [action, actor])

describe('a result that can be undone', () => {
  test('is not visible, scored or sent for ten seconds, and published then', async () => {
    await setClock(date, '12:00')
    const forecast = (await publish({ gameName: 'midweek', date })).body
    await setClock(date, '19:40')
    const now = await server().now()
    const { status, body } = await save()
    expect([status, body.state, body.warnings]).toEqual([201, 'held', []])
    expect(body.publishAt).toBeGreaterThanOrEqual(now + 10_000)
    expect(await held()).toMatchObject([
      { id: body.id, mine: true, publishAt: body.publishAt, winning: WINNING },
    ])
    expect(await held(colleague)).toMatchObject([{ mine: false }])
    await endOfTime(body.publishAt - 1)
    expect(await drawOfDay()).toBeNull()
    expect((await detail(forecast.id)).forecast.standing.state).not.toBe('scored')

    await setClock(date, '19:41')
    await endOfTime(body.publishAt)
    expect((await drawOfDay()).winning).toEqual(WINNING)
    expect(await held()).toEqual([])
    expect((await detail(forecast.id)).forecast.standing.state).toBe('scored')
    expect((await undo(body.id)).status).toBe(404)
    const uid = await uidOf(server(), 'admin')
    expect(await trail()).toEqual([
      ['draw.record', uid],
      ['draw.queue', uid],
    ])
  })

  test('is published by the next sweep when its server has ended meanwhile', async () => {
    await save()
    await setClock(date, '19:41')
    await server().sweep()
    expect((await drawOfDay()).winning).toEqual(WINNING)
  })

  test('leaves no trace for players when it is undone, and can be entered again', async () => {
    const { id } = (await save()).body
    expect((await undo(id)).body).toEqual({ done: true })
    await setClock(date, '19:41')
    await endOfTime()
    expect(await drawOfDay()).toBeNull()
    expect((await trail()).map(([action]) => action)).toEqual(['draw.undo', 'draw.queue'])
    expect((await save({ winning: [1, 2, 3, 4, 5] })).body.state).toBe('held')
  })

  test('has one outcome when it is undone and published at once', async () => {
    const { id } = (await save()).body
    await setClock(date, '19:41')
    const [undone] = await Promise.all([undo(id), endOfTime()])
    if (undone.status === 200) expect(await drawOfDay()).toBeNull()
    else {
      expect(undone.body.title).toBe('Too late to undo: this result is published, or a colleague undid it.')
      expect((await drawOfDay()).winning).toEqual(WINNING)
    }
    expect(await held()).toEqual([])
  })

  test('is the last one that its author saved, once it is published, for some minutes', async () => {
    const saved = async (by = admin()) => (await by.get('/api/admin/desk')).body.saved
    await save({ serial: 7 })
    expect(await saved()).toBeNull()
    await setClock(date, '19:41')
    await endOfTime()
    expect(await saved()).toMatchObject({ game: 'midweek', date, version: 1, serial: 7, winning: WINNING })
    expect(await saved(colleague)).toBeNull()
    await setClock(date, '19:51')
    expect(await saved()).toBeNull()
  })

  test('is one, however often it is sent; a colleague waits for its end', async () => {
    const [first, ...more] = await Promise.all([save(), save(), save()])
    for (const { body } of more) expect(body.id).toBe(first.body.id)
    const other = await save({ winning: [1, 2, 3, 4, 5] })
    expect([other.status, other.body.title]).toEqual([
      409,
      expect.stringMatching(/^Another result of .* is about to be published\. Undo it first\.$/),
    ])
    const colleagues = await save({}, colleague)
    expect([colleagues.status, colleagues.body.title]).toEqual([
      409,
      'Another user has just entered this draw. In a few seconds it is published or undone.',
    ])
    await undo(first.body.id)
  })

  test('is discarded when its draw was recorded with other values meanwhile', async () => {
    const { id } = (await save()).body
    await server().rows`insert into draws (game_key, date, state, winning, machine, source, recorded_at)
          values ('midweek', ${date}, 'drawn', '{1,2,3,4,5}', '{}', 'import', now())`
    await setClock(date, '19:41')
    await endOfTime()
    expect(await held()).toEqual([])
    expect((await undo(id)).status).toBe(404)
    const values = { state: 'drawn', serial: null, machine: [], winning: expect.any(Array) }
    const draw = { game: 'midweek', date, ...values }
    expect((await server().trail('game:midweek')).slice(-2)).toEqual([
      ['draw.queue', { new: draw }],
      ['draw.undo', { old: draw }],
    ])
  })

  test('is known since it was entered: a forecast after that is refused', async () => {
    await setClock(date, '19:00')
    await save({ name: 'Midweek' })
    const late = await publish({ gameName: 'midweek', date, numbers: WINNING.join() })
    expect([late.status, late.body.fields.date]).toEqual([400, expect.stringContaining('already drawn')])
  })
})

test('a result that an earlier release held for its close is published then', async () => {
  await setClock(date, '19:00')
  await server().rows`insert into held_results (game_key, date, state, winning, machine, held_at)
        values ('midweek', ${date}, 'drawn', '{7,12,45,60,89}', '{}', ${new Date(await server().now())})`
  await endOfTime()
  expect([await drawOfDay(), await held()]).toEqual([null, []])
  await setClock(date, '19:30')
  await endOfTime()
  expect((await drawOfDay()).winning).toEqual(WINNING)
})
