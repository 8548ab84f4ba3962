import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, queryAt } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor
const WINNING = [7, 12, 45, 60, 89]
const record = async (game: string, date: string, winning = WINNING) =>
  (await admin.post('/api/admin/draws', { game, date, winning })).body.id as number

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
})

describe('deleting', () => {
  let id: number
  const date = '2023-10-25'
  const reason = 'Entered for the wrong game'
  const remove = (draw: number, body: object) =>
    admin.request('DELETE', `/api/admin/draws/${draw}`, { body: { version: 1, reason, ...body } })

  /** Every view of draws, with a check whether it shows the draw. */
  const VIEWS: [path: string, holds: (body: any) => boolean][] = [
    ['/api/getResults', (body) => body.midweek['2023'] !== undefined],
    ['/api/lottoDailyResults/october_2023', (body) => body.wednesday?.midweek !== undefined],
    [`/api/days/${date}`, (body) => body.games.some((line: any) => line.key === 'midweek' && line.draw)],
    ['/api/history', (body) => body.draws > 0],
    ['/api/results?game=midweek', (body) => body.table?.game === 'midweek'],
    ['/api/frequentNumbers', (body) => body.frequentNumbers.some((entry: any) => entry.id === 'midweek')],
    ['/api/movingNumbers', (body) => body.movingNumbers.some((entry: any) => entry.id === 'midweek')],
    ['/api/assistant?chosen=ask%3Dcount%26numbers%3D7%26games%3Dmidweek', (body) => body.value?.[0] > 0],
    ['/api/overview', (body) => body.latest?.name === 'Midweek'],
  ]

  beforeAll(async () => {
    id = await record('midweek', date)
  })

  describe('is refused and changes nothing', () => {
    test.each([
      ['with a version that is not the stored one', 409, { version: 2 }],
      ['without a reason', 400, { reason: ' ' }],
      ['with an unknown field', 400, { force: true }],
    ])('%s', async (_, status, body) => {
      const before = await contentsOf(server())
      expect((await remove(id, body)).status).toBe(status)
      expect(await contentsOf(server())).toEqual(before)
    })

    test('when there is no such draw', async () => {
      expect((await remove(id + 1000, {})).status).toBe(404)
    })
  })

  describe('a deleted draw', () => {
    test('is gone from every view', async () => {
      for (const [path, holds] of VIEWS) {
        const { status, body } = await pro.get(path)
        expect([path, status, holds(body)]).toEqual([path, 200, true])
      }
      const answer = await remove(id, {})
      expect([answer.status, answer.body]).toEqual([200, { done: true }])
      for (const [path, holds] of VIEWS) {
        const { status, body } = await pro.get(path)
        expect([path, status === 200 && holds(body)]).toEqual([path, false])
      }
    })

    test('stays in the database, marked, with its values, the user and the reason', async () => {
      const [row] = await server().rows`select * from draws where id = ${id}`
      expect(row).toMatchObject({ winning: WINNING, version: 1 })
      expect(row!.deleted_at).not.toBeNull()
      const trail = await server()
        .rows`select * from audit where subject = ${`draw:${id}`} and action = 'draw.delete'`
      expect(trail).toHaveLength(1)
      expect(trail[0]!.actor).toBe(await uidOf(server(), 'admin'))
      const old = { game: 'midweek', date, state: 'drawn', serial: null, winning: WINNING, machine: [] }
      expect(trail[0]!.details).toEqual({ old, reason })
      const [change] = await server().rows`select * from changes order by seq desc limit 1`
      expect(change).toMatchObject({ kind: 'draws', ids: [String(id)] })
    })

    test('cannot be corrected or deleted again', async () => {
      const body = { version: 1, date, winning: [1, 2, 3, 4, 5], reason }
      expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(404)
      expect((await remove(id, {})).status).toBe(404)
    })

    test('frees its day for another record', async () => {
      const again = await admin.post('/api/admin/draws', { game: 'midweek', date, winning: [1, 2, 3, 4, 5] })
      expect(again.status).toBe(201)
      expect(again.body.id).not.toBe(id)
      const { body } = await pro.get(`/api/days/${date}`)
      expect(body.games.find((line: any) => line.key === 'midweek').draw.winning).toEqual([1, 2, 3, 4, 5])
    })
  })
})

describe('moving a draw to another game', () => {
  /** A Monday on which Diamond, Peoples and Bingo draw. */
  const date = '2023-10-02'
  const move = (id: number, body: object, visitor = admin) =>
    visitor.post(`/api/admin/draws/${id}/move`, { version: 1, reason: 'wrong game', ...body })
  const drawOf = async (game: string) =>
    (await pro.get(`/api/days/${date}`)).body.games.find((line: any) => line.key === game)?.draw

  test('shows it at that game only, keeps its address, and is recorded with its old game', async () => {
    const id = await record('peoples', date)
    const before = (await pro.get('/api/history')).body
    expect((await move(id, { game: 'diamond' })).body).toEqual({ id, version: 2 })
    expect([(await drawOf('diamond')).winning, await drawOf('peoples')]).toEqual([WINNING, null])
    const trail = await server()
      .rows`select actor, details from audit where subject = ${`draw:${id}`} and action = 'draw.move'`
    const old = { game: 'peoples', date, state: 'drawn', serial: null, winning: WINNING, machine: [] }
    const values = { old, new: { ...old, game: 'diamond' }, reason: 'wrong game' }
    expect(trail).toEqual([{ actor: await uidOf(server(), 'admin'), details: values }])
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
    const id = await record('peoples', date)
    expect((await move(id, { game: 'diamond' })).status).toBe(200)
    const other = await record('peoples', date, [1, 2, 3, 4, 5])
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
    const id = await record('bingo', date)
    await record('inter', date, [1, 2, 3, 4, 5])
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
    expect(odd.body.code).toBe('confirmation-needed')
    expect(Object.values(odd.body.fields)).toEqual(['Gold does not usually draw on a Monday.'])
    expect(await contentsOf(server())).toEqual(before)
    expect((await move(id, { game: 'gold', seen: Object.values(odd.body.fields) })).status).toBe(200)
  })
})

// What a program with the app's login could do to a result (DATA-07).
describe('the database', () => {
  const date = '2023-10-18'
  let id: number

  beforeAll(async () => {
    id = await record('midweek', date)
  })

  /** Runs one transaction. @returns the SQLSTATE of its refusal, or `done` */
  const run = (statements: string, as: 'app' | 'owner' = 'app'): Promise<string> =>
    queryAt(server().database[as], `begin; ${statements}; commit`).then(
      () => 'done',
      (error: pg.DatabaseError) => error.code!,
    )
  const drawRow = async () =>
    (await queryAt(server().database.app, `select * from draws where id = ${id}`))[0]

  const NUMBERS = `update draws set winning = '{1,2,3,4,5}', version = version + 1 where id = ID`
  const OLD = { game: 'midweek', date, winning: WINNING, machine: [] }
  const correction = (version: number, old = {}) => `
    insert into draw_corrections (draw_id, version, old, new, at, reason)
      values (ID, ${version}, '${JSON.stringify({ ...OLD, ...old })}', '{}', now(), 'misread')`
  const entry = (action: string) => `
    insert into audit (at, action, subject, details) values (now(), '${action}', 'draw:ID', '{"old": {}, "new": {}}')`
  const DELETION = `update draws set deleted_at = now() where id = ID`

  test.each<[what: string, statements: string, code: string]>([
    ['a deleted row', 'delete from draws', '42501'],
    ['other numbers', NUMBERS.replace(', version = version + 1', ''), '23001'],
    ['other numbers with the next version', NUMBERS, '23001'],
    [
      'a correction that does not name the old numbers',
      `${NUMBERS}; ${correction(1, { winning: [1] })}`,
      '23001',
    ],
    ['a correction of another version', `${NUMBERS}; ${correction(2)}`, '23001'],
    ['another day', `update draws set date = date - 1 where id = ID`, '23001'],
    ['another game', `update draws set game_key = 'gold' where id = ID`, '23001'],
    ['an unrecorded deletion', DELETION, '23001'],
    ['a deletion recorded as an undo', `${DELETION}; ${entry('draw.restore')}`, '23001'],
    ['a deletion recorded earlier', `${entry('draw.delete')}; commit; begin; ${DELETION}`, '23001'],
    [
      'a deletion recorded in a table of the same name',
      `create temp table audit as select * from public.audit; ${entry('draw.delete')}; ${DELETION}`,
      '23001',
    ],
    ['a confirmation of other numbers', `${NUMBERS}; ${entry('draw.confirm')}`, '23001'],
    ['a result that becomes a sample', `update draws set source = 'sample' where id = ID`, '23001'],
    ['another public id', `update draws set public_id = '0123456789abcdef' where id = ID`, '23001'],
    ['a deleted change', 'delete from changes', '42501'],
    ['an edited change', `update changes set ids = '{}'`, '42501'],
  ])('refuses the app %s', async (_, statements, code) => {
    const before = await drawRow()
    expect(await run(statements.replaceAll('ID', String(id)))).toBe(code)
    expect(await drawRow()).toEqual(before)
  })

  test('refuses even its owner an unrecorded change', async () => {
    for (const statement of ['delete from draws', NUMBERS, DELETION, 'delete from changes'])
      expect(await run(statement.replaceAll('ID', String(id)), 'owner'), statement).toBe('23001')
  })

  test('a record in the same transaction, before or after the change, lets it through', async () => {
    for (const statements of [
      `${DELETION}; ${entry('draw.delete')}`,
      `${entry('draw.restore')}; update draws set deleted_at = null where id = ID`,
      `${NUMBERS}; ${correction(1)}`,
    ])
      expect([statements, await run(statements.replaceAll('ID', String(id)))]).toEqual([statements, 'done'])
    expect(await drawRow()).toMatchObject({ winning: [1, 2, 3, 4, 5], version: 2, deleted_at: null })
  })
})
