import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addDays, instantAt, lagosDate, parseDate, weekEnding } from '../../platform/rules/base/calendar.ts'
import { GAME_KEYS } from '../rules/games.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let free: Visitor

const WINNING = [7, 12, 45, 60, 89]
const MACHINE = [3, 9, 27, 33, 81]

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
  const body = { game: 'diamond', date: '2023-10-02', serial: 1, winning: WINNING, machine: MACHINE }
  expect((await admin.post('/api/admin/draws', body)).status).toBe(201)
  expect(
    (await admin.post('/api/admin/draws', { game: 'msp', date: '2023-12-25', status: 'no_draw' })).status,
  ).toBe(201)
  const later = { game: 'diamond', date: '2024-01-04', winning: ['07', '1', '2', '3', '4'] }
  expect((await admin.post('/api/admin/draws', later)).status).toBe(201)
})

describe('getResults', () => {
  test('answers rows by game and year in the shape of specification 3, without days on which there was no draw', async () => {
    const { status, body } = await free.get('/api/getResults')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([...GAME_KEYS])
    expect(body.msp).toEqual({})
    expect(body.diamond['2023']).toEqual([
      {
        serialNumber: 1,
        date: '2023-10-02',
        winningNumbers: [
          { position: 'first_box_winning', number: 7 },
          { position: 'second_box_winning', number: 12 },
          { position: 'center_box_winning', number: 45 },
          { position: 'forth_box_winning', number: 60 },
          { position: 'last_box_winning', number: 89 },
        ],
        machineNumbers: [
          { position: 'first_box_machine', number: 3 },
          { position: 'second_box_machine', number: 9 },
          { position: 'center_box_machine', number: 27 },
          { position: 'forth_box_machine', number: 33 },
          { position: 'last_box_machine', number: 81 },
        ],
      },
    ])
    expect(body.diamond['2024'][0]).toMatchObject({ serialNumber: null, machineNumbers: [] })
  })

  test('accepts an id token or a session, and refuses a call without either', async () => {
    const { token } = (await free.get('/api/auth/token')).body
    const anonymous = server().anonymous()
    const bearer = await anonymous.get('/api/getResults', { headers: { authorization: `Bearer ${token}` } })
    expect(bearer.status).toBe(200)
    const refused = await anonymous.get('/api/getResults')
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ code: 'not-signed-in', title: 'User not signed in' })
    const forged = await anonymous.get('/api/getResults', { headers: { authorization: `Bearer ${token}x` } })
    expect(forged.status).toBe(401)
  })

  test('answers 304 on its ETag until a change, then a new ETag', async () => {
    const first = await free.get('/api/getResults')
    const etag = first.headers.get('etag')!
    const again = await free.get('/api/getResults', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    await admin.post('/api/admin/draws', { game: 'gold', date: '2024-01-02', winning: WINNING })
    const changed = await free.get('/api/getResults', { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.body.gold['2024']).toHaveLength(1)
  })
})

describe('lottoDailyResults', () => {
  test('lists for each weekday the latest date of the month with a result, and omits weekdays without one', async () => {
    const { status, body } = await free.get('/api/lottoDailyResults/october_2023')
    expect(status).toBe(200)
    expect(body).toEqual({ monday: { date: '2023-10-02', diamond: { winning: WINNING, machine: MACHINE } } })
  })

  test('a day without a drawn game is not a result', async () => {
    const { status, body } = await free.get('/api/lottoDailyResults/december_2023')
    expect(status).toBe(404)
    expect(body.title).toBe('Document "december_2023" does not exist')
  })

  test('a month without draws is refused in the words of the specification', async () => {
    const { status, body } = await free.get('/api/lottoDailyResults/march_2020')
    expect(status).toBe(404)
    expect(body.title).toBe('Document "march_2020" does not exist')
  })

  test('ends at today', async () => {
    // Late in the evening, when a draw of any game may be entered.
    const today = lagosDate(Date.now())
    server().services.clock.setOffset(instantAt(today, 23 * 60) - Date.now())
    onTestFinished(() => server().services.clock.setOffset(0))
    const staff = await server().as('admin')
    const draw = { game: 'king', date: today, winning: WINNING }
    expect((await staff.post('/api/admin/draws', draw)).status).toBe(201)
    const month = (await free.get('/api/days/today')).body.monthYear
    const { body } = await free.get(`/api/lottoDailyResults/${month}`)
    for (const { date } of Object.values<{ date: string }>(body)) expect(date <= today).toBe(true)
    const fields = Object.values<Record<string, unknown>>(body)
    expect(fields.find(({ date }) => date === today)).toMatchObject({
      king: { winning: WINNING, machine: [] },
    })
  })
})

describe('a day', () => {
  const day = async (date: string) => (await free.get(`/api/days/${date}`)).body

  test('names the days of its strip, which ends on the weekday of today, that have a result, and the first day of all', async () => {
    const { today } = await day('today')
    const strip = weekEnding(parseDate('2023-10-02')!, today)
    for (const date of [strip[0]!, strip[6]!])
      expect(await day(date)).toMatchObject({ weekResults: ['2023-10-02'], first: '2023-10-02' })
    expect((await day(addDays(strip[6]!, 1))).weekResults).not.toContain('2023-10-02')
    // A day without a draw has no result.
    expect(await day('2023-12-25')).toMatchObject({ weekResults: [] })
  })

  test('counts the draws of each day of its month: the results until yesterday, the calendar from today', async () => {
    const { month } = await day('2023-10-02')
    expect(month.length).toBe(31)
    expect(month[1]).toBe((await day('2023-10-02')).games.filter(({ draw }: any) => draw).length)
    expect(month[2], 'a day without results').toBe(0)
    const { today, month: present } = await day('today')
    const { games } = await day('today')
    expect(present[Number(today.slice(8)) - 1]).toBe(games.length)
  })

  test.each([
    ['2023-10-09', 200],
    ['2023-12-25', 404],
    ['2020-03-02', 404],
  ])('of %s says whether its month has a document, which answers %i', async (date, status) => {
    const { monthYear, monthHasResults } = await day(date)
    expect((await free.get(`/api/lottoDailyResults/${monthYear}`)).status).toBe(status)
    expect(monthHasResults).toBe(status === 200)
  })
})
