import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, contentsOf } from '../../../../tests/support/database.ts'
import { uidOf } from '../../../../tests/support/people.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor

const WINNING = [7, 12, 45, 60, 89]
const MACHINE = [3, 9, 27, 33, 81]

const record = (body: object, by = admin) => by.post('/api/admin/draws', body)
const live = (game: string, date: string) =>
  server().rows`select * from draws where game_key = ${game} and date = ${date} and deleted_at is null`

beforeAll(async () => {
  admin = await server().as('admin')
})

describe('recording a draw', () => {
  test('stores the numbers in drawing order, with the user and the time', async () => {
    const before = await server().now()
    const body = { game: 'bingo', date: '2023-10-02', serial: 5, winning: WINNING, machine: MACHINE }
    const answer = await record(body)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ id: expect.any(Number), version: 1, state: 'drawn', warnings: [] })
    const [row] = await live('bingo', '2023-10-02')
    expect(row).toMatchObject({
      state: 'drawn',
      serial: 5,
      winning: WINNING,
      machine: MACHINE,
      source: 'staff',
      version: 1,
      recorded_by: await uidOf(server(), 'admin'),
    })
    expect(new Date(row!.recorded_at).getTime()).toBeGreaterThanOrEqual(before)
  })

  test('accepts the specification’s names and texts with commas', async () => {
    const numbers = { winningNumbers: '07, 12,45 ,60,89', machineNumbers: MACHINE.map(String) }
    const answer = await record({ gameName: 'Bingo', resultDate: '2023-10-09', ...numbers })
    expect([answer.status, answer.body.fields]).toEqual([201, undefined])
    const [row] = await live('bingo', '2023-10-09')
    expect(row).toMatchObject({ winning: WINNING, machine: MACHINE })
    const names = { resultDate: '2023-10-09', winningNumbers: WINNING, machineNumbers: '3,9,27,33,82' }
    const correction = { body: { ...names, version: 1, reason: 'test' } }
    const corrected = await admin.request('PUT', `/api/admin/draws/${row!.id}`, correction)
    expect([corrected.status, corrected.body.fields]).toEqual([200, undefined])
    expect((await live('bingo', '2023-10-09'))[0]!.machine).toEqual([3, 9, 27, 33, 82])

    const both = { game: 'bingo', date: '2023-10-12', resultDate: '2023-10-11', winning: WINNING }
    const contradicts = await record(both)
    expect(contradicts.status).toBe(400)
    expect(contradicts.body.fields).toEqual({ date: 'date and resultDate must have the same value.' })
    expect((await record({ ...both, resultDate: '2023-10-12' })).status).toBe(201)
  })

  test('writes an audit entry with the request id, and a change', async () => {
    const answer = await record({ game: 'bingo', date: '2023-10-05', winning: WINNING })
    const subject = `draw:${answer.body.id}`
    const audit = await server().rows`select * from audit where subject = ${subject}`
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({
      action: 'draw.record',
      actor: await uidOf(server(), 'admin'),
      request_id: answer.headers.get('x-request-id'),
    })
    const draw = { game: 'bingo', date: '2023-10-05', state: 'drawn', serial: null }
    expect(audit[0]!.details).toEqual({ new: { ...draw, winning: WINNING, machine: [] } })
    const [change] = await server().rows`select * from changes order by seq desc limit 1`
    expect(change).toMatchObject({ kind: 'draws', ids: [String(answer.body.id)] })
  })

  test('an odd draw is saved with a warning for callers without a confirmation step', async () => {
    const [first, second] = [
      [71, 72, 73, 74, 75],
      [76, 77, 78, 79, 80],
    ]
    await record({ game: 'super', date: '2023-09-26', serial: 40, winning: first, machine: second })
    expect(
      (await record({ game: 'super', date: '2023-10-03', serial: 40, winning: second })).body.warnings,
    ).toEqual([
      'The same winning numbers as the machine numbers of Super of Tue 26 Sep 2023.',
      'No. 40 repeats: the draw of Tue 26 Sep 2023 has No. 40.',
      'The draw before this one, of Sat 30 Sep 2023, is not recorded.',
    ])
    const odd = { game: 'inter', date: '2023-09-26', winning: first, machine: [71, 1, 2, 4, 5] }
    const { status, body } = await record(odd)
    expect(status).toBe(201)
    expect(body.warnings).toEqual([
      '71 is in both sets.',
      'International does not usually draw on a Tuesday.',
      'The same winning numbers as Super of that day.',
    ])
  })

  test('an odd draw is not saved until the user has read every warning', async () => {
    const odd = {
      game: 'jackpot',
      date: '2023-10-02',
      winning: [61, 62, 63, 64, 65],
      machine: [65, 1, 2, 3, 4],
    }
    const warnings = ['65 is in both sets.', 'Jackpot does not usually draw on a Monday.']
    const before = await contentsOf(server())
    for (const seen of [[], [warnings[0]], ['nothing']]) {
      const { status, body } = await record({ ...odd, seen })
      expect(status).toBe(409)
      expect(body.code).toBe('confirmation-needed')
      expect(body.title).toBe(`Look again: ${warnings.join(' ')}`)
      expect(Object.values(body.fields)).toEqual(warnings)
    }
    expect(await contentsOf(server())).toEqual(before)
    expect((await record({ ...odd, seen: warnings })).status).toBe(201)
    // A repeat after a lost answer needs no confirmation.
    expect((await record({ ...odd, seen: [] })).status).toBe(201)
  })

  test('a missing draw before it stops no save', async () => {
    const [before, after] = ['2023-10-07', '2023-10-14'].map((date) => ({ game: '06', date, seen: [] }))
    expect((await record({ ...before, winning: [31, 32, 33, 34, 35] })).status).toBe(201)
    const { status, body } = await record({ ...after, winning: [36, 37, 38, 39, 40] })
    expect(status).toBe(201)
    expect(body.warnings).toEqual(['The draw before this one, of Tue 10 Oct 2023, is not recorded.'])
  })

  test('a correction asks about new warnings only', async () => {
    const odd = { game: 'jackpot', date: '2023-10-09', winning: [51, 52, 53, 54, 55] }
    const { id } = (await record(odd)).body
    const correct = (change: object) =>
      admin.request('PUT', `/api/admin/draws/${id}`, {
        body: { date: odd.date, winning: odd.winning, version: 1, reason: 'test', seen: [], ...change },
      })
    const { status, body } = await correct({ machine: [51, 1, 2, 3, 4] })
    expect([status, Object.values(body.fields)]).toEqual([409, ['51 is in both sets.']])
    expect((await correct({ machine: [56, 57, 58, 59, 60] })).status).toBe(200)
  })

  test('a second record of the same game and day is refused and changes nothing', async () => {
    const first = { game: 'metro', date: '2023-10-02', winning: WINNING }
    expect((await record(first)).status).toBe(201)
    const before = await contentsOf(server())
    const second = await record({ ...first, winning: [1, 2, 3, 4, 5] })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'conflict',
      title: 'The draw of metro on 2023-10-02 is already recorded.',
    })
    expect(await contentsOf(server())).toEqual(before)
  })

  test('recording is idempotent, for the same user and for another one', async () => {
    const body = { game: 'metro', date: '2023-10-06', serial: 3, winning: WINNING, machine: MACHINE }
    const first = await record(body)
    const before = await contentsOf(server())
    const again = await Promise.all([record(body), record(body), record({ ...body, serial: undefined })])
    for (const { status, body: answer } of again)
      expect([status, answer]).toEqual([201, { id: first.body.id, version: 1, state: 'drawn', warnings: [] }])
    expect(await contentsOf(server())).toEqual(before)
    for (const other of [{ serial: 4 }, { machine: [] }, { winning: MACHINE, machine: WINNING }])
      expect((await record({ ...body, ...other })).status).toBe(409)
  })

  test('stores one draw for sixteen equal concurrent requests', async () => {
    const body = { game: 'metro', date: '2023-10-09', winning: WINNING, machine: MACHINE }
    const answers = await Promise.all(Array.from({ length: 16 }, () => record(body)))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1)
    expect(await live('metro', '2023-10-09')).toHaveLength(1)
  })
})

describe('a draw, its audit and its change are written together or not at all', () => {
  test.each(['audit', 'changes'])('without the row in %s the draw is not stored', async (table) => {
    await asOwner(
      server(),
      sql`alter table ${sql.identifier(table)} add constraint full_up check (false) not valid`,
    )
    const before = await contentsOf(server())
    const refused = await record({ game: 'inter', date: '2023-10-09', winning: WINNING })
    expect(refused.status).toBe(500)
    expect(await contentsOf(server())).toEqual(before)
    await asOwner(server(), sql`alter table ${sql.identifier(table)} drop constraint full_up`)
    expect(await live('inter', '2023-10-09')).toEqual([])
  })
})

describe('two staff members at the same time (DATA-01)', () => {
  test('exactly one of two records of one draw wins, 32 times in parallel', async () => {
    const other = await server().as('admin')
    const days = Array.from({ length: 32 }, (_, i) => `2022-0${1 + Math.floor(i / 20)}-${10 + (i % 20)}`)
    const rounds = await Promise.all(
      days.map(async (date) => {
        const tries = [WINNING, MACHINE].map((winning, i) =>
          record({ game: 'fortune', date, winning }, i === 0 ? admin : other),
        )
        return Promise.all(tries)
      }),
    )
    const winners = rounds.map((answers) => answers.findIndex(({ status }) => status === 201))
    for (const answers of rounds) expect(statusesOf(answers)).toEqual([201, 409])
    for (const [i, date] of days.entries()) {
      const rows = await live('fortune', date)
      expect(rows.map((row) => row.winning)).toEqual([winners[i] === 0 ? WINNING : MACHINE])
    }
    const ids = rounds.map((answers, i) => `draw:${answers[winners[i]!]!.body.id}`)
    const audit = await server().rows<{
      subject: string
    }>`select subject from audit where action = 'draw.record' and details -> 'new' ->> 'game' = 'fortune'`
    expect(audit.map((row) => row.subject).sort()).toEqual(ids.sort())
  })

  test('seq follows the order of commits, and is never below the time of its change', async () => {
    const rows = await server()
      .rows`select seq::float8, extract(epoch from recorded_at) * 1000 as at from draws
          join changes on kind = 'draws' and draws.id::text = any(ids) order by draws.id`
    expect(rows.filter(({ seq, at }) => seq < Math.floor(Number(at)))).toEqual([])
  })
})
