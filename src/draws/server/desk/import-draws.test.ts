import { beforeAll, describe, expect, test } from 'vitest'
import { PROGRAM } from '../../../platform/server/audit/context.ts'
import type { TaskWorker } from '../../../platform/server/worker/worker.ts'
import { importUpload } from './import-routes.ts'
import { dateOfDay } from '../../../platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { HISTORY_LIMITS } from '../../rules/history.ts'
import { csv } from '../../../../tests/support/csv.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

/** More ids than a change lists. */
const LISTED_IDS = HISTORY_LIMITS.changes + 1

const server = testServer()
let admin: Visitor

const upload = (content: string | Uint8Array, query = '', call = 'import') =>
  admin.request('POST', `/api/admin/draws/${call}${query}`, { raw: { type: 'text/csv', content } })
const noTotals = { completed: 0, corrected: 0, refused: 0, warned: 0 }
const nothing = {
  unchanged: 0,
  totals: noTotals,
  completed: [],
  corrected: [],
  refused: [],
  unknownGames: [],
  warned: [],
  samplesRemoved: 0,
  dateQuestion: null,
}
const drawOn = async (game: string, date: string) =>
  (
    await server()
      .rows`select * from draws where game_key = ${game} and date = ${date} and deleted_at is null`
  )[0]

beforeAll(async () => {
  admin = await server().as('admin')
})

describe('an import', () => {
  test('writes the valid rows and lists the others with line and reason', async () => {
    const file = csv(
      'diamond,2023-10-02,1,Oct 2nd mon,ok,7,12,45,60,89,3,9,27,33,81',
      'diamond,2023-10-05,,,ok,7,12,45,60,91,3,9,27,33,81',
      'peoples,2023-10-05,,,suspect,1,2,3,4,5,,,,,',
      'msp,2023-12-25,,,no_draw,,,,,,,,,,',
      'bingo,2023-02-30,,,ok,1,2,3,4,5,,,,,',
      'somegame,2023-10-02,,,ok,1,2,3,4,5,,,,,',
      'metro,2023-10-02,,,ok,07,08,09,1,2,,,,,',
    )
    const { status, body } = await upload(file)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...nothing,
      inserted: 3,
      totals: { ...noTotals, refused: 4 },
      refused: [
        {
          line: 3,
          game: 'diamond',
          date: '2023-10-05',
          reasons: ['The winning number in place 5 must be a whole number from 1 to 90, not 91.'],
        },
        { line: 4, game: 'peoples', date: '2023-10-05', reasons: ['The row is marked suspect.'] },
        {
          line: 6,
          game: 'bingo',
          date: '2023-02-30',
          reasons: ['The date "2023-02-30" does not exist; write it as 2023-10-02.'],
        },
      ],
      unknownGames: [{ name: 'somegame', line: 7, rows: 1, reason: 'Unknown game "somegame".' }],
    })
    const by = await uidOf(server(), 'admin')
    const winning = [7, 12, 45, 60, 89]
    expect(await drawOn('diamond', '2023-10-02')).toMatchObject({
      serial: 1,
      winning,
      source: 'import',
      recorded_by: by,
    })
    expect(await drawOn('msp', '2023-12-25')).toMatchObject({ state: 'no_draw', winning: [], serial: null })
    expect(await drawOn('metro', '2023-10-02')).toMatchObject({ winning: [7, 8, 9, 1, 2], machine: [] })
  })

  test('is one audit entry, with the name of the file, and one change', async () => {
    const [{ seq: before }] = (await server().rows`select max(seq) as seq from changes`) as any
    await upload(csv('gold,2023-10-03,,,ok,11,12,13,14,15,,,,,'), '?name=october.csv')
    const [entry] = await server().rows`select * from audit order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'draws.import', actor: await uidOf(server(), 'admin') })
    const counts = { unchanged: 0, completed: 0, corrected: 0, refused: 0, warned: 0, samplesRemoved: 0 }
    expect(entry!.details).toEqual({ name: 'october.csv', inserted: 1, ...counts })
    const changes = await server().rows`select * from changes where seq > ${before}`
    expect(changes).toHaveLength(1)
  })

  test('of the same rows again changes nothing', async () => {
    const file = csv('inter,2023-10-02,3,,ok,1,2,3,4,5,6,7,8,9,10', 'inter,2023-10-05,,,no_draw,,,,,,,,,,')
    expect((await upload(file)).body).toEqual({ ...nothing, inserted: 2 })
    const before = await contentsOf(server())
    expect((await upload(file)).body).toEqual({ ...nothing, inserted: 0, unchanged: 2 })
    expect(await contentsOf(server())).toEqual(before)
  })

  describe('of rows that recorded draws contradict', () => {
    const rows = csv(
      'super,2023-10-03,,,ok,1,2,3,4,5,,,,,',
      'super,2023-10-10,,,ok,21,22,23,24,26,,,,,',
      'super,2023-10-14,,,no_draw,,,,,,,,,,',
      'super,2023-10-07,,,ok,31,32,33,34,35,36,37,38,39,40',
    )
    const ofSecond = { line: 3, game: 'super', date: '2023-10-10' }
    const ofThird = { line: 4, game: 'super', date: '2023-10-14' }

    beforeAll(async () => {
      await upload(
        csv(
          'super,2023-10-03,5,,ok,1,2,3,4,5,6,7,8,9,10',
          'super,2023-10-07,,,ok,31,32,33,34,35,,,,,',
          'super,2023-10-10,6,,ok,21,22,23,24,25,,,,,',
          'super,2023-10-14,7,,ok,41,42,43,44,45,,,,,',
        ),
      )
    })

    test('changes none of them without `correct`, and lists the changes that `correct` would make', async () => {
      const { status, body } = await upload(rows)
      expect([status, body.unchanged, body.corrected]).toEqual([200, 1, []])
      const machine = { what: 'machine', old: 'none', new: '36 - 37 - 38 - 39 - 40' }
      expect(body.completed).toEqual([{ line: 5, game: 'super', date: '2023-10-07', changes: [machine] }])
      const how = 'Import it with "correct" to change it.'
      expect(body.refused).toEqual([
        {
          ...ofSecond,
          reasons: [
            `A recorded draw would change: winning 21 - 22 - 23 - 24 - 25 becomes 21 - 22 - 23 - 24 - 26. ${how}`,
          ],
        },
        {
          ...ofThird,
          reasons: [
            `A recorded draw would change: draw drawn becomes no draw, winning 41 - 42 - 43 - 44 - 45 becomes none. ${how}`,
          ],
        },
      ])
      expect(await drawOn('super', '2023-10-10')).toMatchObject({ winning: [21, 22, 23, 24, 25], version: 1 })
      expect(await drawOn('super', '2023-10-14')).toMatchObject({ state: 'drawn', version: 1 })
    })

    test('changes them with `correct`, lists each old and new value, and keeps the old values', async () => {
      const { body } = await upload(rows, '?name=again.csv&correct=yes')
      expect([body.unchanged, body.completed, body.refused]).toEqual([2, [], []])
      expect(body.corrected).toEqual([
        {
          ...ofSecond,
          changes: [{ what: 'winning', old: '21 - 22 - 23 - 24 - 25', new: '21 - 22 - 23 - 24 - 26' }],
        },
        {
          ...ofThird,
          changes: [
            { what: 'draw', old: 'drawn', new: 'no draw' },
            { what: 'winning', old: '41 - 42 - 43 - 44 - 45', new: 'none' },
          ],
        },
      ])
      expect(await drawOn('super', '2023-10-03')).toMatchObject({ serial: 5, machine: [6, 7, 8, 9, 10] })
      expect(await drawOn('super', '2023-10-14')).toMatchObject({ state: 'no_draw', serial: 7, winning: [] })
      const corrected = await drawOn('super', '2023-10-10')
      expect(corrected).toMatchObject({ serial: 6, winning: [21, 22, 23, 24, 26], version: 2 })
      const trail = await server().rows`select * from draw_corrections where draw_id = ${corrected!.id}`
      expect(trail).toHaveLength(1)
      expect(trail[0]).toMatchObject({
        version: 1,
        old: { winning: [21, 22, 23, 24, 25] },
        new: { winning: [21, 22, 23, 24, 26], serial: 6 },
        by: await uidOf(server(), 'admin'),
        reason: 'Import of again.csv',
      })
    })
  })

  test('reads an unknown name as the game that staff chose, and says what was understood of the columns', async () => {
    const file = csv('lucky,2023-10-03,,,ok,1,2,3,4,5,,,,,', 'a b,2023-10-04,,,ok,1,2,3,4,5,,,,,')
    expect((await upload(file)).body).toMatchObject({ inserted: 0 })
    const query = '?meant=lucky%3Dlucky_G%26a%2Bb%3Dnone'
    const { body: checked } = await upload(file, query, 'check')
    expect(checked).toMatchObject({
      inserted: 1,
      columns: 'Columns: game, date, serial, status, winning 1 to 5, machine 1 to 5; not used: “date_label”.',
    })
    const { body } = await upload(file, `${query}&plan=${checked.plan}`)
    expect(body).toMatchObject({ inserted: 1 })
    expect(body.unknownGames.map((game: any) => game.reason)).toEqual(['Unknown game "a b".'])
    expect((await admin.get('/api/getResults')).body.lucky_G['2023']).toHaveLength(1)
  })

  test('of only invalid rows writes nothing', async () => {
    const before = await contentsOf(server())
    const { status, body } = await upload(csv('diamond,2023-10-09,,,ok,1,2,3,4,4,,,,,'))
    expect([status, body.inserted, body.refused.length]).toEqual([200, 0, 1])
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('an import during concurrent edits', () => {
  test('ten imports of a day succeed while its draws are recorded and corrected, and so do those writes', async () => {
    const games = ['diamond', 'peoples', 'bingo', 'metro', 'inter']
    const statuses: number[] = []
    for (let round = 0; round < 10; round++) {
      const date = `2021-03-${10 + round}`
      const first = await admin.post('/api/admin/draws', { game: 'msp', date, winning: [1, 2, 3, 4, 5] })
      const line = (game: string) => `${game},${date},,,ok,${round + 10},2,3,4,5,,,,,`
      const answers = await Promise.all([
        ...games.map((game) => admin.post('/api/admin/draws', { game, date, winning: [6, 7, 8, 9, 1] })),
        upload(csv(line('msp'), ...games.map(line))),
        admin.request('PUT', `/api/admin/draws/${first.body.id}`, {
          body: { version: 1, date, winning: [80, 81, 82, 83, 84], reason: 'test' },
        }),
      ])
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })
})

test('of more draws than a change lists reaches the history, and the news count each', async () => {
  const pro = await server().as('pro')
  const { seq } = (await pro.get('/api/history')).body
  const dates = Array.from({ length: LISTED_IDS + 100 }, (_, i) => dateOfDay(FIRST_IMPORTED_DAY + i))
  const { body } = await upload(csv(...dates.map((date) => `super,${date},,,ok,1,2,3,4,5`)))
  expect(body.inserted).toBe(dates.length)
  // Lists of the answer are cut, their totals are not.
  expect([body.warned.length, body.totals.warned]).toEqual([DESK_LIMITS.verdictRows, dates.length])
  const news = (await pro.get(`/api/live/news?after=${seq}`)).body
  expect(news).toEqual({ seq: expect.any(Number), total: dates.length, draws: [] })
  expect(news.seq).toBeGreaterThan(seq)
  const years = (await pro.get('/api/getResults')).body.super
  expect(Object.values<unknown[]>(years).flat().length).toBeGreaterThanOrEqual(dates.length)
})

/** 8 May 1990. */
const FIRST_IMPORTED_DAY = 7432

test('is planned again when a draw is recorded between its plan and its lock', async () => {
  const { services } = server()
  let plans = 0
  const record = () =>
    admin.post('/api/admin/draws', { game: 'gold', date: '2021-03-02', winning: [9, 8, 7, 6, 5] })
  const runUncached: TaskWorker['runUncached'] = async (name, input) => {
    const plan = await services.worker.runUncached(name, input)
    if (plans++ === 0) expect((await record()).status).toBe(201)
    return plan
  }
  const bytes = Buffer.from(csv('gold,2021-03-02,,,ok,1,2,3,4,5', 'gold,2021-03-05,,,ok,1,2,3,4,5'))
  const report = await importUpload(
    { db: services.db, now: await services.clock.now(services.db), actor: PROGRAM },
    { ...services.worker, runUncached },
    { bytes, day: '', dateOrder: null, meant: [] },
    { name: 'test', refuseCorrections: 'No.' },
  )
  expect([plans, report.inserted, report.refusedRows]).toEqual([2, 1, 1])
  expect((await drawOn('gold', '2021-03-02'))!.winning).toEqual([9, 8, 7, 6, 5])
})

test('the calendar tells an import from an entry', async () => {
  await upload(csv('gold,2023-07-04,,,ok,1,2,3,4,5,,,,,'))
  const entry = { game: 'gold', date: '2023-07-07', winning: [1, 2, 3, 4, 6] }
  expect((await admin.post('/api/admin/draws', entry)).status).toBe(201)
  const { games } = (await admin.get('/api/admin/calendar?date=2023-07-04')).body
  const gold = games.find(({ key }: any) => key === 'gold')
  const imported = gold.days.flatMap(({ record }: any) => (record ? [record.isImported] : []))
  expect(imported).toEqual([true, false])
})
