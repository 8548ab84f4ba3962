import { beforeAll, describe, expect, test } from 'vitest'
import { instant, predictionServer } from '../../../tests/support/predictions.ts'
import type { Visitor } from '../../../tests/support/test-server.ts'

// From Friday 6 October 2023 to Sunday. On Saturday king closes at 09:25, super at 12:25, clubmaster at 15:25, national at
// 19:25 and 06 at 20:00. Forecasts lock 15 minutes earlier, those for 06 an hour earlier. Each test goes on from the one
// before it, as the clock does.
const { server, admin, pro, setClock, publish, edit, withdraw, read } = predictionServer({
  keepsLedger: true,
})

const SATURDAY = '2023-10-07'
const SECRET = 'unmistakable words'
/** The plans that may not see an open forecast. */
const others = new Map<string, Visitor>()
const ids: Record<string, number> = {}

beforeAll(async () => {
  for (const person of ['free', 'basic'] as const) others.set(person, await server().as(person))
})

const plan = async (gameName: string, numbers: string, more: object = {}) => {
  const { body, status } = await publish({ gameName, numbers, date: SATURDAY, ...more })
  expect([status, body.inTime]).toEqual([201, true])
  ids[gameName] = body.id
}
const standingOf = async (gameName: string) => (await read(ids[gameName]!)).standing
const checked = async (visitor: Visitor) => (await visitor.get('/api/predictions/checked')).body

/** Records a draw, also before its close: then it needs the name of its game. */
async function record(game: string, winning: number[], more: object = {}) {
  const answer = await admin().post('/api/admin/draws', {
    game,
    date: SATURDAY,
    winning,
    name: NAMES[game],
    ...more,
  })
  expect(answer.status).toBe(201)
  expect(answer.body.state).not.toBe('held')
  return answer.body as { id: number; version: number }
}

const NAMES: Record<string, string> = { '06': '06', national: 'National' }

/** Every text that a visitor can read: the pages, and each call without parameters. */
async function everythingFor(visitor: Visitor): Promise<string> {
  const { body } = await visitor.get('/api/openapi.json')
  const paths = Object.entries<object>(body.paths)
    .filter(([path, methods]) => 'get' in methods && !path.includes('{'))
    .map(([path]) => path)
  expect(paths).toContain('/api/predictions')
  const entries = [1, 2, 3, 4, 5].flatMap((entry) => [
    `/record/check?fingerprint=${entry}`,
    `/api/public/ledger-entry?fingerprint=${entry}`,
  ])
  const pages = [
    '/dashboard',
    '/dashboard/prediction',
    '/record',
    '/record.csv',
    '/admin/predictions',
    ...entries,
  ]
  const answers = await Promise.all([...paths, ...pages].map((path) => visitor.get(path)))
  return answers.map(({ text }) => text).join('\n')
}

describe('a Saturday', () => {
  test('is planned on Friday: players with Pro see each forecast with its fingerprint', async () => {
    await setClock('2023-10-06', '18:00')
    await plan('national', '61, 62, 63, 64, 65', { form: 'five' })
    await plan('super', '77, 79', { form: 'two_sure', reasons: SECRET })
    await plan('king', '71, 73', { form: 'two_sure' })
    await plan('clubmaster', '66', { form: 'banker' })
    await plan('06', '67, 68, 69')
    const { predictions, sample } = (await pro().get('/api/predictions')).body
    expect(sample).toBe(false)
    expect(predictions.map(({ game }: any) => game)).toEqual('king super clubmaster national 06'.split(' '))
    expect(predictions[1]).toMatchObject({
      gameName: 'Super',
      numbers: [77, 79],
      form: 'two_sure',
      reasons: SECRET,
      penName: 'Author 1',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      standing: { state: 'open' },
      closesAt: instant(SATURDAY, '12:25'),
      lateNumbers: null,
    })
    // Players see the close, staff the lock.
    expect(JSON.stringify(predictions)).not.toMatch(/lock/i)
    const staff = (await admin().get('/api/admin/predictions')).body.predictions
    expect(staff.find(({ game }: any) => game === '06').lock).toBe(instant(SATURDAY, '19:00'))
  })

  test('keeps every open forecast from Free and Basic, on each page and in each call', async () => {
    for (const visitor of others.values()) {
      expect(await checked(visitor)).toEqual({ open: 5, latest: null, sample: false })
      const text = await everythingFor(visitor)
      expect(text).not.toMatch(/unmistakable|\b77\b.{0,9}\b79\b/)
      expect(text).toContain('5 forecasts are open now')
      expect((await visitor.get('/api/predictions')).status).toBe(402)
    }
    expect(await everythingFor(pro())).toMatch(/unmistakable/)
  })

  test('a change and a withdrawal count before the lock and not after it', async () => {
    await setClock(SATURDAY, '09:09')
    expect((await edit(ids.king!, { version: 1, numbers: '71, 74' })).body.inTime).toBe(true)
    await setClock(SATURDAY, '09:11')
    expect((await edit(ids.king!, { version: 2, numbers: '1, 2' })).body.inTime).toBe(false)
    expect(await read(ids.king!)).toMatchObject({
      numbers: [71, 74],
      version: 2,
      lateNumbers: [1, 2],
      standing: { state: 'waiting' },
    })
    const late = await publish({ gameName: 'king', numbers: '1, 3', date: SATURDAY })
    expect(late.body.inTime).toBe(false)
    expect(await read(late.body.id)).toMatchObject({ standing: { state: 'after-lock' } })
    expect((await withdraw(ids.super!, { version: 1, reason: 'typed wrongly' })).status).toBe(200)
    expect(await standingOf('super')).toEqual({ state: 'withdrawn' })
    // The forecast for king is open until its close, the late one is not counted.
    expect((await checked(others.get('free')!)).open).toBe(4)
    expect((await pro().get('/api/overview')).body.predictions).toMatchObject({
      open: 4,
      next: { name: 'Premier King' },
      checked: null,
    })
  })

  test('a blank date is the next draw whose lock has not passed', async () => {
    const { games } = (await admin().get('/api/admin/prediction-form')).body
    const { next, draws } = games.find(({ key }: any) => key === 'super')
    expect(next).toEqual({
      date: SATURDAY,
      closesAt: instant(SATURDAY, '12:25'),
      locksAt: instant(SATURDAY, '12:10'),
    })
    expect(draws.map(({ date }: any) => date)).toEqual([SATURDAY, '2023-10-10', '2023-10-14'])
    expect(games.find(({ key }: any) => key === 'king').next.date).toBe('2023-10-14')
  })

  test('a draw scores its forecasts at once, and a correction shows both scores', async () => {
    await setClock(SATURDAY, '09:40')
    const { id, version } = await record('king', [71, 74, 80, 81, 82])
    expect(await standingOf('king')).toEqual({ state: 'scored', winning: [71, 74, 80, 81, 82], earlier: [] })
    const page = await pro().get('/dashboard/prediction')
    expect(page.text).toContain('Forecast 71, 74; draw 71 - 74 - 80 - 81 - 82')
    expect(page.text).toContain('1 won of 1; luck under 0.1<')
    expect(page.text).toContain('>Won<')
    const slip = async () => (await pro().get(`/dashboard/prediction/${ids.king!}`)).text
    expect(await slip()).toContain('tag-gold">Won, 2 of 2 came<')
    expect((await pro().get('/api/overview')).body.predictions.checked).toEqual({
      name: 'Premier King',
      score: 'Won, 2 of 2 came',
    })
    const corrected = { version, date: SATURDAY, winning: [71, 75, 80, 81, 82], reason: 'misread' }
    expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body: corrected })).status).toBe(200)
    expect(await standingOf('king')).toEqual({
      state: 'scored',
      winning: [71, 75, 80, 81, 82],
      earlier: [[71, 74, 80, 81, 82]],
    })
    expect(await slip()).toContain('Corrected. Before: 71 - 74 - 80 - 81 - 82. Won, 2 of 2 came.')
    expect(await slip()).toMatch(/class="tag ml-auto ">Not won, 1 of 2 came</)
  })

  test('Free and Basic see the checked forecast, whatever its score', async () => {
    for (const visitor of others.values()) {
      const { open, latest } = await checked(visitor)
      expect([open, latest.date]).toEqual([3, SATURDAY])
      expect(latest.forecasts).toMatchObject([{ gameName: 'Premier King', numbers: [71, 74] }])
      expect(latest.forecasts[0]).not.toHaveProperty('image')
      const page = await visitor.get('/dashboard/prediction')
      expect(page.text).toContain('>1 of 2<')
    }
  })

  test('a time that is entered after the draw voids no forecast that is older', async () => {
    await setClock(SATURDAY, '15:50')
    await record('clubmaster', [66, 2, 3, 4, 5])
    expect((await standingOf('clubmaster')).state).toBe('scored')
    const observe = (more: object = {}) =>
      admin().post('/api/admin/draws/observed', {
        game: 'clubmaster',
        date: SATURDAY,
        time: '15:00',
        ...more,
      })
    for (const [more, fields] of [
      [{ time: '23:59' }, { time: 'This time has not come yet.' }],
      [{ date: '2023-10-06' }, { date: 'Club Master does not draw on that day.' }],
    ] as const)
      expect((await observe(more)).body.fields).toEqual(fields)
    const answer = await observe()
    expect([answer.status, answer.body]).toEqual([200, { voided: false }])
    expect((await server().trail('game:clubmaster')).at(-1)).toEqual([
      'draw.observe',
      { new: { date: SATURDAY, observedAt: instant(SATURDAY, '15:00') } },
    ])
    expect((await standingOf('clubmaster')).state).toBe('scored')
  })

  test('a result before the close scores at once, and shows the forecast to everyone', async () => {
    await setClock(SATURDAY, '18:30')
    await record('06', [67, 68, 1, 2, 3])
    expect(await standingOf('06')).toMatchObject({ state: 'scored', winning: [67, 68, 1, 2, 3] })
    const free = others.get('free')!
    expect((await checked(free)).latest.forecasts.map(({ game }: any) => game)).toEqual([
      'king',
      'clubmaster',
      '06',
    ])
    expect(await everythingFor(free)).toMatch(/\b67\b.{0,9}\b68\b.{0,9}\b69\b/)
  })

  test('no draw voids a forecast; the next day shows all that were checked', async () => {
    await record('national', [], { status: 'no_draw' })
    expect(await standingOf('national')).toEqual({ state: 'void', reason: 'no-draw' })
    await setClock('2023-10-08', '08:00')
    const { open, latest } = await checked(others.get('basic')!)
    expect([open, latest.date, latest.forecasts.length]).toEqual([0, SATURDAY, 3])
  })

  test('staff see how many forecasts are in each state', async () => {
    const { house, authors } = (await admin().get('/api/admin/forecast-record')).body
    const byState = { open: 0, waiting: 0, scored: 3, withdrawn: 1, 'after-lock': 1, void: 1 }
    expect(house).toEqual({ published: 6, byState })
    expect(authors).toMatchObject([{ penName: 'Author 1', counts: { published: 6, byState } }])
  })
})

test('a prediction from before the log is shown as such, without a commitment', async () => {
  const [row] = await server().rows`insert into predictions (game_key, draw_date, closes_at, created_at)
        values ('gold', '2023-10-06', '2023-10-06T14:30:00Z', '2023-10-06T08:00:00Z') returning id`
  await server()
    .rows`insert into prediction_versions (prediction_id, version, game_key, draw_date, closes_at, numbers, at, in_time)
        values (${row!.id}, 1, 'gold', '2023-10-06', '2023-10-06T14:30:00Z', '{33,44}', '2023-10-06T08:00:00Z', true)`
  await record('gold', [33, 44, 3, 4, 5], { date: '2023-10-06' })
  expect(await read(Number(row!.id))).toMatchObject({
    numbers: [33, 44],
    penName: null,
    fingerprint: null,
    standing: { state: 'before-ledger' },
  })
  const page = await pro().get('/dashboard/prediction')
  expect(page.text).toContain('Published before we kept the record, so it has no score.')
})

test('a forecast for a day without a draw stays secret until the end of that day', async () => {
  await setClock('2023-10-08', '09:00')
  const { body } = await publish({ gameName: 'king', numbers: '84, 86', date: '2023-10-09' })
  expect(body.inTime).toBe(false)
  const free = others.get('free')!
  const entry = (await free.get('/record.csv')).text.trim().split('\n').length - 1
  const seen = async (slip: number) => {
    const paths = ['/record.csv', `/record/${body.id}`, `/record/check?fingerprint=${entry}`]
    const answers = await Promise.all(paths.map((path) => free.get(path)))
    expect(answers.map(({ status }) => status)).toEqual([200, slip, 200])
    return answers.map(({ text }) => /\b84\b.{0,99}\b86\b/s.test(text))
  }
  await setClock('2023-10-09', '23:59')
  expect(await seen(404)).toEqual([false, false, false])
  expect((await free.get(`/record/check?fingerprint=${entry}`)).text).toContain('until the end of its day')
  expect(await everythingFor(free)).not.toMatch(/\b84\b.{0,9}\b86\b/)
  await setClock('2023-10-10', '00:00')
  expect(await seen(200)).toEqual([true, true, true])
})

describe('multipliers', () => {
  const add = (body: object) =>
    admin().post('/api/admin/multipliers', {
      operator: 'Ghana NLA',
      bet: 'two_sure',
      validFrom: '2023-01-01',
      times: 240,
      ...body,
    })
  const rowsFor = async (operator: string, bet: string) => {
    const { multipliers } = (await admin().get('/api/admin/forecast-record')).body
    return multipliers
      .filter((row: any) => row.operator === operator && row.bet === bet)
      .map(({ validFrom, times }: any) => [validFrom, times])
  }

  test('are added, and old ones are kept', async () => {
    expect(await rowsFor('Ghana NLA', 'two_sure')).toEqual([])
    expect((await add({})).status).toBe(201)
    expect((await add({ validFrom: '2023-06-01', times: 250 })).status).toBe(201)
    expect((await add({ validFrom: '2023-09-01', times: null })).status).toBe(201)
    const all = [
      ['2023-01-01', 240],
      ['2023-06-01', 250],
      ['2023-09-01', null],
    ]
    expect(await rowsFor('Ghana NLA', 'two_sure')).toEqual(all)
    expect((await server().trail('multiplier:Ghana NLA two_sure'))[1]).toEqual([
      'prediction.multiplier',
      { new: { operator: 'Ghana NLA', bet: 'two_sure', validFrom: '2023-06-01', times: 250 } },
    ])
    // The same row again changes nothing; another value for the day is refused.
    expect((await add({})).status).toBe(201)
    expect((await add({ times: 300 })).body.title).toMatch(
      /^There is already another multiplier from .* on\.$/,
    )
    expect(await rowsFor('Ghana NLA', 'two_sure')).toEqual(all)
    expect(await rowsFor('Premier Lotto', 'two_sure')).toEqual([['1962-01-01', 240]])
  })

  test.each([
    [{ operator: 'Unknown Lotto' }, 'There is no such operator.'],
    [{ bet: 'perm' }, 'Invalid option'],
    [{ validFrom: '2023-02-30' }, 'Write the day as 2023-10-02.'],
    [{ times: 0 }, 'At least 1.'],
    [{ times: 1.5 }, 'Enter a whole number.'],
  ])('%j is refused', async (body, text) => {
    const answer = await add(body)
    expect([answer.status, Object.values(answer.body.fields)]).toEqual([400, [expect.stringContaining(text)]])
  })
})
