import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, instantAt, lagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { newStaff } from '../../../../tests/support/people.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let colleague: Visitor
let pro: Visitor

const WINNING = [7, 12, 45, 60, 89]
const MACHINE = [3, 9, 27, 33, 81]
const record = (body: object, by = admin) => by.post('/api/admin/draws', body)
const remove = (id: number, version = 1) =>
  admin.request('DELETE', `/api/admin/draws/${id}`, { body: { version, reason: 'test' } })
const desk = async (date: string, by = admin) => (await by.get(`/api/admin/desk?date=${date}`)).body
const gameOf = (day: any, key: string) => day.games.find((game: any) => game.key === key)

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
  colleague = (await newStaff(server())).visitor
})

describe('the desk', () => {
  test('shows a day with its schedule, its stored draws and the draw before each', async () => {
    const { id } = (await record({ game: 'king', date: '2023-10-07', winning: WINNING })).body
    const day = await desk('2023-10-07')
    const at = (time: number) => instantAt(parseDate('2023-10-07')!, time)
    expect(gameOf(day, 'king')).toMatchObject({
      name: 'Premier King',
      schedule: { closesAt: at(9 * 60 + 25), expectedAt: at(9 * 60 + 55) },
      draw: { id, version: 1, winning: WINNING, machine: [], source: 'staff' },
      before: null,
    })
    expect(gameOf(day, 'bingo')).toMatchObject({ schedule: null, draw: null })
    expect(gameOf(await desk('2023-10-14'), 'king').before).toEqual({
      date: '2023-10-07',
      winning: WINNING,
      machine: [],
    })
    expect(day.samples).toBe(false)
  })

  test('proposes the next serial number of the year, and names the draws that are missing before', async () => {
    const knows = async (date: string) => {
      const { nextSerial, gap } = gameOf(await desk(date), 'clubmaster')
      return [nextSerial, gap]
    }
    expect(await knows('2023-10-07')).toEqual([null, null])
    await record({ game: 'clubmaster', date: '2023-10-03', serial: 80, winning: [11, 12, 13, 14, 15] })
    expect(await knows('2023-10-07')).toEqual([81, null])
    expect(await knows('2023-10-10')).toEqual([
      82,
      'The draw before this one, of Sat 7 Oct 2023, is not recorded.',
    ])
    expect((await knows('2024-01-02'))[0]).toBeNull()
  })

  test('lists the missing draws of earlier days, newest first', async () => {
    const { clock, db } = server().services
    const { today, missing } = (await admin.get('/api/admin/desk')).body
    expect(today).toBe(lagosDate(await clock.now(db)))
    const dates = missing.map((line: any) => line.date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(new Set(dates)).toEqual(new Set([1, 2, 3].map((days) => addDays(today, -days))))
    const [line] = missing
    await record({ game: line.game, date: line.date, winning: WINNING })
    const now = (await admin.get('/api/admin/desk')).body.missing
    expect(now).toHaveLength(missing.length - 1)
  })
})

describe('the gaps of the history', () => {
  const gaps = async (query: string) => (await admin.get(`/api/admin/gaps?game=national${query}`)).body

  test('are the days without a record up to yesterday, newest first, in pages', async () => {
    await record({ game: 'national', date: '2024-01-06', winning: [61, 62, 63, 64, 65] })
    const yesterday = addDays((await admin.get('/api/admin/desk')).body.today, -1)
    const seen: any[] = []
    let after = ''
    let total = 0
    do {
      const page = await gaps(after)
      total = page.total
      seen.push(...page.gaps)
      after = page.next && `&after=${page.next}`
    } while (after)
    const saturdays: string[] = []
    for (let date = parseDate('2024-01-13')!; date <= yesterday; date = addDays(date, 7)) saturdays.push(date)
    expect(seen).toEqual(saturdays.reverse().map((date) => ({ game: 'national', date })))
    expect([total, saturdays.length > DESK_LIMITS.gapsPage]).toEqual([saturdays.length, true])
  })

  test('are closed by a draw and by "no draw"', async () => {
    const { total } = await gaps('')
    await record({ game: 'national', date: '2024-01-13', winning: [66, 67, 68, 69, 70] })
    await record({ game: 'national', date: '2024-01-20', status: 'no_draw' })
    expect((await gaps('')).total).toBe(total - 2)
    const all = (await admin.get('/api/admin/gaps')).body
    expect(all.total).toBeGreaterThanOrEqual(total - 2)
    expect(all.gaps.length).toBeLessThanOrEqual(DESK_LIMITS.gapsPage)
  })
})

describe('the list of draws', () => {
  test('is newest first, in pages that hold every draw once', async () => {
    const days = DESK_LIMITS.drawsPage * 2 + 20
    await server().rows`insert into draws (game_key, date, state, winning, machine, source, recorded_at)
          select game, date '2010-01-01' + n, 'drawn', '{1,2,3,4,5}', '{}', 'import', now()
          from generate_series(1, ${days / 2}) as n, unnest(array['bingo', 'gold']) as game`
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 3; page++) {
      const { body } = await admin.get(`/api/admin/draws?from=2010-01-01&to=2011-01-01${after}`)
      seen.push(...body.draws.map((draw: any) => `${draw.date} ${draw.game}`))
      expect(body.draws.length).toBeLessThanOrEqual(DESK_LIMITS.drawsPage)
      expect(body.next === null).toBe(page === 2)
      after = `&after=${body.next}`
    }
    expect(new Set(seen).size).toBe(days)
    const dates = seen.map((line) => line.slice(0, 10))
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test('is filtered by game and day, and names the user and the number of corrections', async () => {
    const { id } = (await record({ game: 'metro', date: '2023-09-04', serial: 9, winning: WINNING })).body
    await admin.request('PUT', `/api/admin/draws/${id}`, {
      body: { version: 1, date: '2023-09-04', winning: MACHINE, reason: 'misread' },
    })
    const { body } = await admin.get('/api/admin/draws?game=metro&from=2023-09-01&to=2023-09-30')
    expect(body.draws).toMatchObject([
      { id, game: 'metro', version: 2, winning: MACHINE, corrections: 1, by: expect.any(String) },
    ])
    expect((await admin.get('/api/admin/draws?game=&from=&to=')).body.draws).toHaveLength(
      DESK_LIMITS.drawsPage,
    )
  })
})

describe('the undo of a deletion', () => {
  test('restores the draw on every screen, is in the audit trail, and is idempotent', async () => {
    const date = '2023-08-07'
    const { id } = (await record({ game: 'bingo', date, winning: WINNING })).body
    const isThere = async () =>
      (await pro.get(`/api/days/${date}`)).body.games.some((game: any) => game.key === 'bingo' && game.draw)
    await remove(id)
    expect(await isThere()).toBe(false)
    for (let i = 0; i < 2; i++) {
      const { status, body } = await admin.post(`/api/admin/draws/${id}/restore`)
      expect([status, body]).toEqual([200, { id, version: 1 }])
    }
    expect(await isThere()).toBe(true)
    const [[, recorded] = [], ...more] = await server().trail(`draw:${id}`)
    const draw = (recorded as { new: object }).new
    expect(more).toEqual([
      ['draw.delete', { old: draw, reason: 'test' }],
      ['draw.restore', { new: draw, reason: 'Deletion undone' }],
    ])
  })

  test('is refused when another draw is recorded for the day, or too late', async () => {
    const date = '2023-08-14'
    const { id } = (await record({ game: 'bingo', date, winning: WINNING })).body
    await remove(id)
    const other = (await record({ game: 'bingo', date, winning: MACHINE })).body.id
    expect((await admin.post(`/api/admin/draws/${id}/restore`)).body.title).toBe(
      'Another draw of bingo on 2023-08-14 is already recorded.',
    )
    await remove(other)
    // 30 seconds to undo, and 15 for the request.
    server().services.clock.setOffset(46_000)
    const before = await contentsOf(server())
    expect((await admin.post(`/api/admin/draws/${other}/restore`)).body.title).toBe(
      'It is too late to undo this. Enter the draw again.',
    )
    server().services.clock.setOffset(0)
    expect((await admin.post('/api/admin/draws/999999/restore')).status).toBe(404)
    expectRefused(await admin.post('/api/admin/draws/x/restore'))
    expect(await contentsOf(server())).toEqual(before)
  })
})

test('a repeated correction succeeds and changes nothing (NET-07)', async () => {
  const { id } = (await record({ game: 'metro', date: '2023-08-21', winning: WINNING })).body
  const body = { version: 1, date: '2023-08-21', winning: MACHINE, reason: 'misread' }
  for (let i = 0; i < 3; i++) {
    const answer = await admin.request('PUT', `/api/admin/draws/${id}`, { body })
    expect([answer.status, answer.body]).toEqual([200, { id, version: 2 }])
  }
})

describe('a bulk upload is checked before anything is written', () => {
  const send = (path: string, content: string) =>
    admin.request('POST', path, { raw: { type: 'text/csv', content } })
  const LINES = [
    'Diamond 2/7/2023 1 2 3 4 5 / 6 7 8 9 10',
    'nothing 2023-07-03 1 2 3 4 5',
    'diamond 2023-07-06 1 2 3 4 91',
    '',
    'gold 2023-07-03 #4 11 12 13 14 15',
    'Diamond 2023-07-02 1 2 3 4 5 / 6 7 8 9 10',
  ].join('\n')

  test('row by row, refused rows first; then the valid rows are written, and a second import changes nothing', async () => {
    const before = await contentsOf(server())
    const check = await send('/api/admin/draws/check', LINES)
    expect(check.status).toBe(200)
    expect(check.body).toMatchObject({ inserted: 2, corrected: 0, unchanged: 1, refused: 2, more: 0 })
    expect(check.body.verdicts.map((row: any) => [row.line, row.verdict])).toEqual([
      [2, 'refused'],
      [3, 'refused'],
      [1, 'new'],
      [5, 'new'],
      [6, 'same'],
    ])
    expect(check.body.verdicts[1].notes.join()).toMatch(/place 5 must be a whole number from 1 to 90/)
    expect(await contentsOf(server())).toEqual(before)

    const done = await send('/api/admin/draws/import?name=pasted', LINES)
    expect(done.body).toMatchObject({ inserted: 2, unchanged: 1, corrected: [] })
    expect([done.body.refused.length, done.body.unknownGames.length]).toEqual([1, 1])
    const again = await send('/api/admin/draws/check', LINES)
    expect(again.body).toMatchObject({ inserted: 0, unchanged: 3, refused: 2 })
    expect(check.body.verdicts[0].notes).toEqual(['Unknown game "nothing".'])
  })

  test('with doubtful dates only in the order that is given', async () => {
    const lines = 'gold 01/08/2023 21 22 23 24 25\nx 01/25/2023 1 2 3 4 5'
    const before = await contentsOf(server())
    for (const path of ['/api/admin/draws/check', '/api/admin/draws/import'])
      expect((await send(path, lines)).body).toMatchObject({
        inserted: 0,
        dateQuestion: { monthFirst: '01/25/2023', either: '01/08/2023' },
      })
    expect(await contentsOf(server())).toEqual(before)
    const query = 'dateOrder=month-first'
    const check = await send(`/api/admin/draws/check?${query}`, lines)
    expect(check.body).toMatchObject({ inserted: 1, dateQuestion: null })
    const done = await send(`/api/admin/draws/import?${query}&plan=${check.body.plan}`, lines)
    expect(done.body).toMatchObject({ inserted: 1, dateQuestion: null })
    expect(gameOf(await desk('2023-01-08'), 'gold').draw).toMatchObject({ winning: [21, 22, 23, 24, 25] })
  })

  test('an import does not overwrite what a colleague recorded after the check (DATA-01)', async () => {
    const lines = 'gold 2023-07-10 1 2 3 4 5\ngold 2023-07-17 1 2 3 4 5'
    const { plan } = (await send('/api/admin/draws/check', lines)).body
    const confirmed = `/api/admin/draws/import?plan=${plan}`
    await record({ game: 'gold', date: '2023-07-10', winning: WINNING }, colleague)
    const before = await contentsOf(server())
    const answer = await send(confirmed, lines)
    expect(answer.status).toBe(409)
    expect(answer.body.title).toBe('The draws have changed since the check. Review the verdicts again.')
    expect(await contentsOf(server())).toEqual(before)

    const seen = (await send('/api/admin/draws/check', lines)).body
    expect(seen).toMatchObject({ inserted: 1, corrected: 1 })
    const path = `/api/admin/draws/import?correct=yes&plan=${seen.plan}`
    expect((await send(path, lines)).body).toMatchObject({ inserted: 1, corrected: [{ line: 1 }] })
    // Repeated after a lost answer: the rows are stored, and nothing is left to confirm.
    expect((await send(path, lines)).body).toMatchObject({ inserted: 0, corrected: [], unchanged: 2 })
  })

  test('rows of a long file with problems or warnings come first', async () => {
    const good = Array.from({ length: 900 }, (_, i) => {
      const date = addDays(parseDate('2012-01-01')!, i)
      return `midweek ${date} 1 2 3 4 5`
    })
    const { body } = await send('/api/admin/draws/check', [...good, 'x'].join('\n'))
    expect(body.verdicts).toHaveLength(DESK_LIMITS.verdictRows)
    expect([body.verdicts[0].line, body.more]).toEqual([901, 901 - DESK_LIMITS.verdictRows])
  })

  test.each([
    ['/api/admin/draws/check', 'hello'],
    ['/api/admin/draws/check', 'a\0b'],
    ['/api/admin/draws/check?date=tomorrow', 'hello'],
    ['/api/admin/draws/check?dateOrder=year-first', 'hello'],
    ['/api/admin/draws/import?correct=perhaps', 'hello'],
    ['/api/admin/draws/check?more=1', ''],
  ])('%s with %j is refused', async (path, content) => {
    expectRefused(await send(path, content), path)
  })
})
