import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, type LagosDate, weekdayOf } from '../../../platform/rules/base/calendar.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let free: Visitor
let today: LagosDate

const games = async () => (await admin.get('/api/admin/games')).body.games as any[]
const game = async (key: string) => (await games()).find((one) => one.key === key)
const put = (key: string, body: object) => admin.request('PUT', `/api/admin/games/${key}`, { body })
const order = (keys: unknown, seen: unknown = keys) =>
  admin.request('PUT', '/api/admin/games-order', { body: { keys, seen } })
const add = (key: string, body: object) => admin.post(`/api/admin/games/${key}/slots`, body)
const last = async () =>
  (await server().rows`select action, subject, details, address from audit order by id desc limit 1`)[0]

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
  today = (await admin.get('/api/admin/games')).body.today
})

describe('a game', () => {
  test('is renamed, and players and their phones show the new name at once', async () => {
    const before = (await free.get('/api/history')).body.seq
    const { version, operator, active } = await game('bingo')
    const change = { version, name: ' Bingo Gold ', operator, active, reason: 'renamed by the operator' }
    const answer = await put('bingo', change)
    expect([answer.status, answer.body]).toEqual([200, { version: version + 1 }])
    const { seq, games: named } = (await free.get('/api/history')).body
    expect(seq).toBeGreaterThan(before)
    expect(named.find((one: any) => one.key === 'bingo').name).toBe('Bingo Gold')
    expect(await last()).toEqual({
      action: 'game.change',
      subject: 'game:bingo',
      details: {
        old: { name: 'Bingo', operator, active, colour: null, firstSerial: null },
        new: { name: 'Bingo Gold', operator, active, colour: null, firstSerial: null },
        reason: 'renamed by the operator',
      },
      address: admin.address,
    })
    const seen = await contentsOf(server())
    expect((await put('bingo', change)).body, 'sent again').toEqual({ version: version + 1 })
    expect(await contentsOf(server())).toEqual(seen)
  })

  test('that is switched off is no longer scheduled, and its draws stay', async () => {
    const day = '2023-10-14'
    await admin.post('/api/admin/draws', { game: 'king', date: '2023-10-07', winning: [1, 2, 3, 4, 5] })
    const line = async (date: string) =>
      (await free.get(`/api/days/${date}`)).body.games.find((one: any) => one.key === 'king')
    expect(await line(day)).toBeDefined()
    const { name, operator } = await game('king')
    await put('king', { version: 1, name, operator, active: false })
    expect(await line(day)).toBeUndefined()
    expect((await line('2023-10-07')).draw.winning).toEqual([1, 2, 3, 4, 5])
    await put('king', { version: 2, name, operator, active: true })
    expect(await line(day)).toBeDefined()
  })

  test.each<[string, number, object]>([
    ['a taken name in capital letters', 409, { name: 'GOLD' }],
    ['no name', 400, { name: ' ' }],
    ['a name of 41 letters', 400, { name: 'x'.repeat(41) }],
    ['a name with a right-to-left override', 400, { name: 'a\u202eb' }],
    ['an operator as a list', 400, { operator: ['x'] }],
    ['active as a text', 400, { active: 'yes' }],
    ['an older version', 409, { version: 99, name: 'Other' }],
    ['an invalid version', 400, { version: 0 }],
  ])('with %s is refused', async (_, status, change) => {
    const { version, name, operator, active } = await game('metro')
    const before = await contentsOf(server())
    const answer = await put('metro', { version, name, operator, active, ...change })
    expectRefused(answer)
    expect(answer.status).toBe(status)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('that does not exist cannot be changed', async () => {
    const change = { version: 1, name: 'x', operator: '', active: true }
    for (const key of ['nothing', '__proto__', "' or 1=1", 'x'.repeat(100)])
      expectRefused(await put(encodeURIComponent(key), change), key)
  })

  test('is changed by one of two users who edit it at the same time', async () => {
    const { version, operator, active } = await game('jackpot')
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => put('jackpot', { version, name, operator, active })),
    )
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.title).toBe(
      `Another user changed this game first; it is now version ${version + 1}.`,
    )
  })

  test('two games cannot take one name at the same time', async () => {
    const rename = async (key: string) => {
      const { version, operator, active } = await game(key)
      return { key, change: { version, name: 'Same', operator, active } }
    }
    const both = await Promise.all(['super', 'gold'].map(rename))
    const answers = await Promise.all(both.map(({ key, change }) => put(key, change)))
    expect(statusesOf(answers)).toEqual([200, 409])
  })

  test('6 is no other game than 06', async () => {
    const { version, operator, active } = await game('super')
    const { status, body } = await put('super', { version, name: '6', operator, active })
    expect([status, body.title]).toEqual([409, 'There is another game named 06.'])
  })
})

describe('the order', () => {
  test('is the order in which players see the games', async () => {
    const keys = (await games()).map(({ key }) => key).toReversed()
    expect((await order(keys, keys.toReversed())).status).toBe(200)
    const { body } = await free.get('/api/history')
    expect(body.games.map((one: any) => one.key)).toEqual(keys)
    const details = { new: keys, old: keys.toReversed() }
    expect((await server().trail('games')).at(-1)).toEqual(['game.order', details])
    const before = await contentsOf(server())
    expect((await order(keys)).status).toBe(200)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('that another user changed meanwhile is refused', async () => {
    const seen = (await games()).map(({ key }) => key)
    const [first, second, ...rest] = seen
    const answers = await Promise.all([order([second, first, ...rest], seen), order(seen.toReversed(), seen)])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body.title).toBe(
      'Another user changed the order first.',
    )
  })

  test('of fewer, more, repeated or unknown games is refused', async () => {
    const keys = (await games()).map(({ key }) => key)
    const before = await contentsOf(server())
    for (const wrong of [[], keys.slice(1), [...keys, 'x'], [keys[0], ...keys.slice(0, -1)], 'x', [1], null])
      expectRefused(await order(wrong), String(wrong))
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('the times', () => {
  const slot = (more: object = {}) => ({
    weekday: weekdayOf(addDays(today, 7)),
    close: 720,
    expectedMinutes: 45,
    validFrom: addDays(today, 1),
    ...more,
  })

  test('take effect on their first day, leave earlier days unchanged, and can be added twice without effect', async () => {
    const day = addDays(today, 7)
    const key = 'aseda'
    const schedule = async (date: string) =>
      (await admin.get(`/api/days/${date}`)).body.games.find((one: any) => one.key === key)?.schedule ?? null
    const past = addDays(day, -14)
    const before = await schedule(past)
    const usual = await schedule(day)
    expect((await add(key, slot())).status).toBe(201)
    const after = await schedule(day)
    expect(after.expectedAt - after.closesAt).toBe(45 * 60_000)
    expect(await schedule(past)).toEqual(before)
    const added = { ...slot(), marginMinutes: 15 }
    expect((await server().trail('game:aseda')).at(-1)).toEqual(['game.slot', { new: added }])
    const seen = await contentsOf(server())
    expect((await add(key, slot())).status).toBe(201)
    expect(await contentsOf(server())).toEqual(seen)
    expect((await add(key, slot({ close: 721 }))).body.title).toMatch(
      /^There are already other times from .* on\.$/,
    )

    const path = `/api/admin/games/${key}/slots/${slot().weekday}/${slot().validFrom}`
    expect((await admin.request('DELETE', path)).status).toBe(200)
    expect((await admin.request('DELETE', path)).body.title).toBe('There is no such time.')
    expect((await server().trail('game:aseda')).at(-1)).toEqual(['game.slot-remove', { old: added }])
    expect(await schedule(day)).toEqual(usual)
  })

  test('end with a close of null', async () => {
    const [{ weekday }] = (await game('national')).slots
    expect((await add('national', slot({ weekday, close: null }))).status).toBe(201)
    const next = Array.from({ length: 7 }, (_, i) => addDays(today, i + 1)).find(
      (date) => weekdayOf(date) === weekday,
    )
    const { body } = await free.get(`/api/days/${next}`)
    expect(body.games.some((one: any) => one.key === 'national')).toBe(false)
  })

  test('that are in force are never changed or removed', async () => {
    const { slots } = await game('diamond')
    const before = await contentsOf(server())
    for (const validFrom of [today, addDays(today, -1), slots[0].validFrom]) {
      const refused = await add('diamond', slot({ validFrom }))
      expectRefused(refused, validFrom)
      expect(refused.body.fields.validFrom).toMatch(/^Times can change from \w{3} \d+ \w+ \d{4} on\.$/)
      const path = `/api/admin/games/diamond/slots/${slots[0].weekday}/${validFrom}`
      expectRefused(await admin.request('DELETE', path), validFrom)
    }
    expect(await contentsOf(server())).toEqual(before)
  })

  test.each<[string, object]>([
    ['an invalid weekday', { weekday: 'someday' }],
    ['a close before midnight', { close: -1 }],
    ['a close after midnight', { close: 1440 }],
    ['a margin of 14 minutes', { marginMinutes: 14 }],
    ['a close as a text', { close: '12:00' }],
    ['a fraction of a minute', { close: 1.5 }],
    ['too many minutes', { expectedMinutes: 1e9 }],
    ['a day that does not exist', { validFrom: '2030-02-30' }],
  ])('with %s are refused', async (_, more) => {
    const before = await contentsOf(server())
    expectRefused(await add('diamond', slot(more)))
    expectRefused(await add('nothing', slot()))
    expect(await contentsOf(server())).toEqual(before)
  })
})
