import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { contentsOf, settledOrWaiting } from '../../../tests/support/database.ts'
import { uidOf } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import {
  addDays,
  DAY,
  endOfDay,
  type LagosDate,
  lagosDate,
  MINUTE,
} from '../../platform/rules/base/calendar.ts'
import { lockDraws } from './write-draws.ts'
import { addDueSamples, addFirstSamples, removeSamplesIn } from './samples.ts'

const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })
let admin: Visitor
let free: Visitor

const count = async (where = sql`deleted_at is null`) =>
  (await server().rows`select count(*)::int as n from draws where source = 'sample' and ${where}`)[0]!
    .n as number
const yesterday = async () => {
  const { clock, db } = server().services
  return lagosDate((await clock.now(db)) - DAY)
}

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
})

describe('a new demo', () => {
  test('starts with five years of generated draws of every game', async () => {
    const { years, draws } = (await free.get('/api/history')).body
    expect(years.length).toBeGreaterThanOrEqual(5)
    expect(draws).toBe(await count())
    expect(draws).toBeGreaterThan(5 * 52 * 25)
    const results = (await free.get('/api/getResults')).body
    for (const [game, byYear] of Object.entries(results)) {
      expect([game, Object.keys(byYear as object).length >= 5]).toEqual([game, true])
    }
  })

  test.each([
    ['/api/results'],
    ['/api/frequentNumbers'],
    ['/api/movingNumbers'],
    ['/api/overview'],
    ['/api/assistant?chosen=ask%3Dcount%26numbers%3D7'],
  ])('%s marks them as samples', async (path) => {
    expect((await admin.get(path)).body.sample).toBe(true)
  })

  test('a day and each of its draws are marked as samples', async () => {
    const { body } = await free.get(`/api/days/${await yesterday()}`)
    expect(body.sample).toBe(true)
    const draws = body.games.flatMap((line: any) => line.draw ?? [])
    expect(draws.length).toBeGreaterThan(0)
    for (const draw of draws) expect(draw.sample).toBe(true)
  })
})

describe('on the staff screens', () => {
  afterEach(() => server().services.clock.setOffset(0))

  test('a draw with a sample result is not late', async () => {
    const { clock, db } = server().services
    clock.setOffset(endOfDay(await yesterday()) - MINUTE - (await clock.now(db)))
    const seen = (await admin.get('/api/days/today')).body.games
    expect(seen.map((line: any) => line.draw?.sample)).toEqual(seen.map(() => true))
    const { draws } = (await admin.get('/api/admin/overview')).body
    expect(draws).toEqual({
      counts: { due: 0, late: 0, entered: 0, coming: 0, sample: seen.length },
      late: [],
      missing: 0,
      next: null,
    })
  })
})

describe('a sample is replaced', () => {
  const winning = [1, 2, 3, 4, 5]
  const change = async (method: string, id: number, body: object) => {
    const path = `/api/admin/draws/${id}`
    expect((await admin.request(method, path, { body: { ...body, reason: 'A slip' } })).status).toBe(200)
  }
  const drawOf = async ({ game, date }: { game: string; date: LagosDate }) =>
    (await free.get(`/api/days/${date}`)).body.games.find((line: any) => line.key === game).draw
  const newestSample = async () => {
    const [row] = await server()
      .rows`select game_key as game, date from draws where source = 'sample' and deleted_at is null
          order by date desc, id desc limit 1`
    return row as { game: string; date: LagosDate }
  }
  const fillGaps = async () => {
    const { db, clock, draws } = server().services
    await addDueSamples(db, await clock.now(db), draws.current().games)
    await draws.catchUp()
  }

  test('by a draw that is corrected to its day', async () => {
    const place = await newestSample()
    const wrong = { game: place.game, date: addDays(place.date, -1) }
    const { id } = (await admin.post('/api/admin/draws', { ...wrong, winning })).body
    await change('PUT', id, { date: place.date, winning, version: 1 })
    expect(await drawOf(place)).toMatchObject({ winning, sample: false })
    await change('DELETE', id, { version: 2 })
    await fillGaps()
  })

  test('by a draw whose deletion is undone, where a new sample was generated since', async () => {
    const place = await newestSample()
    const { id } = (await admin.post('/api/admin/draws', { ...place, winning })).body
    await change('DELETE', id, { version: 1 })
    await fillGaps()
    expect(await drawOf(place)).toMatchObject({ sample: true })
    expect((await admin.post(`/api/admin/draws/${id}/restore`)).body).toEqual({ id, version: 1 })
    expect(await drawOf(place)).toMatchObject({ winning, sample: false })
    await change('DELETE', id, { version: 1 })
    await fillGaps()
  })
})

describe('a demo', () => {
  test('adds each sample once, when it becomes due', async () => {
    const { db, clock, draws } = server().services
    const before = await count()
    const later = (await clock.now(db)) + 3 * DAY
    await addDueSamples(db, later, draws.current().games)
    const after = await count()
    expect(after).toBeGreaterThan(before + 3)
    await addDueSamples(db, later, draws.current().games)
    expect(await count()).toBe(after)
    const [{ newest }] = (await server().rows`select max(date) as newest from draws`) as any
    expect(newest <= lagosDate(later)).toBe(true)
  })
})

describe('real draws and samples', () => {
  test('a recorded draw replaces its sample', async () => {
    const [sample] = await server()
      .rows`select * from draws where source = 'sample' and deleted_at is null and date < ${await yesterday()}
          order by date desc, game_key limit 1`
    const { game_key: game, date } = sample as { game_key: string; date: string }
    const answer = await admin.post('/api/admin/draws', { game, date, winning: [1, 2, 3, 4, 5] })
    expect(answer.status).toBe(201)
    const [old] = await server().rows`select deleted_at from draws where id = ${sample!.id}`
    expect(old!.deleted_at).not.toBeNull()
    const { body } = await free.get(`/api/days/${date}`)
    const line = body.games.find((entry: any) => entry.key === game)
    expect(line.draw).toMatchObject({ winning: [1, 2, 3, 4, 5], sample: false })
    const again = await admin.post('/api/admin/draws', { game, date, winning: [1, 2, 3, 4, 6] })
    expect(again.status).toBe(409)
  })

  test('the removal of samples needs a confirmation', async () => {
    const before = await contentsOf(server())
    for (const body of [{}, { confirm: false }, { confirm: 'true' }, { confirm: true, more: 1 }]) {
      expect((await admin.post('/api/admin/samples/remove', body)).status).toBe(400)
    }
    expect(await contentsOf(server())).toEqual(before)
  })

  test('an import without real draws keeps the samples', async () => {
    const before = await count()
    const { body } = await admin.request('POST', '/api/admin/draws/import', {
      raw: { type: 'text/csv', content: csv('diamond,2023-10-02,,,suspect,1,2,3,4,5,,,,,') },
    })
    expect([body.samplesRemoved, await count()]).toEqual([0, before])
  })

  test('the first import of real draws removes all samples and reports how many there were', async () => {
    const before = await count()
    const { body } = await admin.request('POST', '/api/admin/draws/import', {
      raw: { type: 'text/csv', content: csv('diamond,2023-10-02,,,ok,1,2,3,4,5,,,,,') },
    })
    expect([body.inserted, body.samplesRemoved]).toEqual([1, before])
    expect(await count()).toBe(0)
    expect(await count(sql`true`)).toBeGreaterThanOrEqual(before)
    const { draws, years } = (await free.get('/api/history')).body
    expect(draws).toBe(2)
    expect(years.length).toBe(2)
    expect((await free.get('/api/overview')).body.sample).toBe(false)
    const [entry] = await server().rows`select details from audit where action = 'draws.import'`
    expect(entry!.details).toMatchObject({ name: expect.any(String), inserted: 1, samplesRemoved: before })
  })

  test('no samples are generated after that', async () => {
    const { db, clock, draws } = server().services
    await addDueSamples(db, (await clock.now(db)) + 3 * DAY, draws.current().games)
    expect(await count()).toBe(0)
  })

  test('none are generated by a sweep that runs while they are removed', async () => {
    const { db, clock, draws } = server().services
    const now = await clock.now(db)
    await addFirstSamples(db, now, draws.current().games)
    let sweep = Promise.resolve()
    await db.transaction(async (tx) => {
      await lockDraws(tx)
      await removeSamplesIn(tx, now)
      sweep = addDueSamples(db, now + 3 * DAY, draws.current().games)
      await settledOrWaiting(server(), sweep)
    })
    await sweep
    expect(await count()).toBe(0)
  })

  test('staff remove the samples: every screen is without them at once, and the audit names the user', async () => {
    const { db, clock, draws } = server().services
    await addFirstSamples(db, await clock.now(db), draws.current().games)
    const before = await count()
    expect(before).toBeGreaterThan(5000)
    const { status, body } = await admin.post('/api/admin/samples/remove', { confirm: true })
    expect([status, body]).toEqual([200, { removed: before }])
    expect((await free.get('/api/history')).body.draws).toBe(2)
    const [entry] = await server().rows`select * from audit where action = 'samples.remove'`
    expect([entry!.actor, entry!.details]).toEqual([await uidOf(server(), 'admin'), { removed: before }])
    expect((await admin.post('/api/admin/samples/remove', { confirm: true })).body).toEqual({ removed: 0 })
  })
})
