import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { contentsOf } from '../support/database.ts'
import { expectRefused } from '../support/refusals.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Invalid values in bodies and addresses. None of them may change anything.
const server = testServer()
let admin: Visitor
let recorded: number
let before: Record<string, string>

const DRAW = { game: 'diamond', date: '2023-10-02', winning: [7, 12, 45, 60, 89] }
const LONG = 'x'.repeat(1024 * 1024)
const LONE_SURROGATE = 'a\ud800b'
const NUL = 'a\0b'

beforeAll(async () => {
  admin = await server().as('admin')
  recorded = (await admin.post('/api/admin/draws', { ...DRAW, date: '2023-10-09' })).body.id
  before = await contentsOf(server())
})
afterEach(async () => {
  expect(await contentsOf(server())).toEqual(before)
})

/** Values of other types and shapes; those of balls are in the tests of `parseBall`. */
const numbers: [string, unknown][] = [
  ['91', [91, 1, 2, 3, 4]],
  ['null among them', [1, 2, 3, 4, null]],
  ['a list among them', [1, 2, 3, 4, [5]]],
  ['an object among them', [1, 2, 3, 4, { number: 5 }]],
  ['a text of four', '1,2,3,4'],
  ['a text with a number of three digits', '1,2,3,4,091'],
  ['a text without commas', '1 2 3 4 5'],
  ['an object', { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 }],
  ['null', null],
  ['a thousand', Array.from({ length: 1000 }, (_, i) => i)],
  ['a NUL', [NUL, 1, 2, 3, 4]],
  ['a lone surrogate', [LONE_SURROGATE, 1, 2, 3, 4]],
]

const dates = '2023-02-30 2023-13-01 2023-10-00 2100-02-29 2023-1-2 02/10/2023 20231002 2023100'.split(' ')
const oddDates = [
  '',
  ' ',
  'today',
  '2023-10-02T00:00',
  '9999-99-99',
  '0000-01-01',
  '1890-01-01',
  NUL,
  LONE_SURROGATE,
]

/** Dates that the API accepts in a draw, because people write them and each is one day, but not in an address. */
const acceptedInDraws = new Set(['2023-1-2', '02/10/2023', '20231002', '2023-10-02T00:00'])

const draws: [string, object][] = [
  ...numbers.flatMap(([name, value]): [string, object][] => [
    [`winning numbers: ${name}`, { winning: value }],
    [`machine numbers: ${name}`, { machine: value }],
  ]),
  ...[...dates, ...oddDates]
    .filter((date) => !acceptedInDraws.has(date))
    .map((date): [string, object] => [`date ${JSON.stringify(date)}`, { date }]),
  ['date null', { date: null }],
  ['date as a number', { date: 20231002 }],
  ['date as a list', { date: ['2023-10-02'] }],
  ['no date', { date: undefined }],
  ...['', 'Diam', 'nothing', 'toString', '__proto__', '<b>', NUL, LONE_SURROGATE, "' or 1=1 --"].map(
    (game): [string, object] => [`game ${JSON.stringify(game)}`, { game }],
  ),
  ['game null', { game: null }],
  ['game as an object', { game: { key: 'diamond' } }],
  ['no game', { game: undefined }],
  ...[0, -1, 1000, 1.5, 'x', '1.5', [1], {}, true, 1e21, NUL].map((serial): [string, object] => [
    `serial ${JSON.stringify(serial)}`,
    { serial },
  ]),
  ...['suspect', 'drawn', 'OK', '', 1, null, NUL].map((status): [string, object] => [
    `status ${JSON.stringify(status)}`,
    { status },
  ]),
  ['no draw, with numbers', { status: 'no_draw' }],
  ['an unknown field', { source: 'import' }],
  ['an id', { id: 1 }],
  ['a version', { version: 1 }],
  ['a deletion', { deletedAt: null }],
]

test.each(['2023-10-9', '09/10/2023', '20231009', '2023-10-09T00:00'])(
  'the date %s in a draw is its one day',
  async (date) => {
    const { status, body } = await admin.post('/api/admin/draws', { ...DRAW, date })
    expect([status, body.id]).toEqual([201, recorded])
  },
)

describe('recording a draw is refused', () => {
  test('with any invalid value', async () => {
    for (const [name, change] of draws)
      expectRefused(await admin.post('/api/admin/draws', { ...DRAW, ...change }), name)
  })

  test('a date after today in Lagos', async () => {
    const { clock, db } = server().services
    const today = lagosDate(await clock.now(db))
    for (const date of [addDays(today, 1), addDays(today, 2), '2099-12-31']) {
      const answer = await admin.post('/api/admin/draws', { ...DRAW, date })
      expectRefused(answer, date)
      expect(answer.body.fields.date).toBe(`The date ${date} is in the future.`)
    }
  })

  test('with an error at each wrong field', async () => {
    const body = {
      game: 'nothing',
      date: '2023-02-30',
      serial: 0,
      winning: [1, 2, 3],
      machine: [0, 0, 1, 1, 2],
    }
    const answer = await admin.post('/api/admin/draws', body)
    expect(Object.keys(answer.body.fields)).toEqual(['game', 'date', 'serial', 'winning', 'machine'])
    expect(answer.body.fields.machine).toMatch(/place 1 .* 90, not 0\. .*place 2 .* twice/)
  })
})

test('a text of one megabyte is too large', async () => {
  for (const [method, path, body] of [
    ['POST', '/api/admin/draws', { ...DRAW, game: LONG }],
    ['POST', '/api/auth/sign-up/email', { name: LONG, email: 'a@b.c', password: LONG, ageConfirmed: true }],
  ] as const) {
    const answer = await admin.request(method, path, { body })
    expectRefused(answer, path)
    expect([answer.status, answer.body.title]).toEqual([413, 'The body is too large: the limit is 64 kB.'])
  }
})

test('values in addresses are refused', async () => {
  const odd = ['%00', 'a%00b', '%ed%a0%80', '%zz', '%', '..', '%2e%2e%2f', "'", '<script>', 'x'.repeat(3000)]
  const paths = [
    ...odd.map((value) => `/api/days/${value}`),
    ...dates.map((value) => `/api/days/${encodeURIComponent(value)}`),
    ...['2999-01-01', '1890-01-01', 'tomorrow', '-1'].map((value) => `/api/days/${value}`),
    ...odd.map((value) => `/api/lottoDailyResults/${value}`),
    ...['13_2023', 'octember_2023', 'october', 'october_23', 'October_2023', 'october_9999'].map(
      (value) => `/api/lottoDailyResults/${value}`,
    ),
    ...odd.map((value) => `/api/history/years/${value}`),
    ...[
      '23',
      '20233',
      '1.5',
      '2023-aaaaaaaaaaaaaaaa.bin',
      `2023?version=${'x'.repeat(41)}`,
      '2023?more=1',
    ].map((value) => `/api/history/years/${value}`),
    ...['', '-1', '1.5', 'x', '1e3', '9'.repeat(16), '%00', '1&since=2', '1&more=1'].map(
      (value) => `/api/history/changes?since=${value}`,
    ),
    ...['', '29', '0', '-1', 'ALL', '1899', '2200', '10000', '%00', '30&window=100', '30&x=1'].flatMap(
      (value) => [`/api/frequentNumbers?window=${value}`, `/api/movingNumbers?window=${value}`],
    ),
    ...odd.map((value) => `/api/frequentNumbers/${value}`),
    '/api/frequentNumbers?set=all',
    ...[
      `?question=${'x'.repeat(301)}`,
      '?chosen=x',
      '?chosen=ask%3Dtogether%26numbers%3D4',
      '?question=%00',
      '?question=a&question=b',
      '?question=a&q=b',
    ].map((query) => `/api/assistant${query}`),
    ...['x', '', '2025-07-02', '2025-07-02T10:00:00', '1e12'].map(
      (value) => `/api/assistant?question=7&now=${value}`,
    ),
    `/api/assistant?question=7&kept=${'x'.repeat(301)}`,
    ...['0', '91', '1.5', '-7', 'x', '', '%00'].map(
      (value) => `/api/results?number=${value}&type=winning&position=first_box_winning`,
    ),
    ...[
      'type=winning',
      'number=7',
      'number=7&type=winning',
      'number=7&type=both&position=first_box_winning',
    ].map((query) => `/api/results?${query}`),
    '/api/results?number=7&type=machine&position=first_box_winning',
    ...['0', '11', '-1', '1.5', 'SAME', 'x', '%00'].map(
      (value) =>
        `/api/results?number=7&type=winning&position=any_box&number=8&type=winning&position=any_box&join=${value}`,
    ),
    `/api/results?${'number=7&type=winning&position=any_box_winning&'.repeat(11)}`,
    ...[
      'game=nothing',
      'game=__proto__',
      'game=a&game=b',
      'year=1999',
      'year=x',
      'year=2023&year=2024',
      'sort=up',
      'all=',
      'all=everything',
      'all=draws&page=0',
      'all=draws&page=x',
      'number=&type=winning&position=any_box',
      'number=7&type2=winning&position2=any_box',
      // A parameter without effect would answer another question.
      'page=2',
      'all=year&page=2',
      'join=same',
      'number=7&type=winning&position=any_box&join=same',
    ].map((query) => `/api/results?${query}`),
    '/api/results?number=7&type=winning&position=any_box&number=8&type=winning&position=any_box&join=2',
    ...(
      'bet=two-sure bet=two-sure&numbers=12+45 bet=Nap&numbers=12 numbers=12 bet=nap ' +
      'bet=perm&numbers=1+2+3&lineOf=6 bet=perm&numbers=1+2+3&lineOf=x bet=nap&numbers=12&lineOf=2 ' +
      'bet=nap&numbers=12&against=13 bet=nap&numbers=12&date=2025-06-30 bet=nap&numbers=12&draws=30 ' +
      'stake=50 game=nothing'
    )
      .split(' ')
      .map((query) => `/api/ticket?${query}`),
    ...(
      'followers?number=7&box=2 frequency?lag=2 frequency?from=2024-01-01 ' +
      'frequency?window=2024&to=2024-01-01 frequency?operator=Nobody frequency?holes=out ' +
      'carry?set=winning frequency/draws?mark=7&page=1e0 frequency/draws?mark=7&page=%202 ' +
      'frequency/draws?mark=7&page='
    )
      .split(' ')
      .map((query) => `/api/lab/${query}`),
    ...['draws', 'gaps'].map((list) => `/api/admin/${list}?game=nothing`),
    ...['x', '2023-02-30', '2999-01-01', '2023-10-07&date=2023-10-08', '%00'].map(
      (date) => `/api/admin/desk?date=${date}`,
    ),
    ...['after=x', 'after=2023-02-30.gold', 'after=2023-10-02'].map((query) => `/api/admin/gaps?${query}`),
    ...['from=x', 'after=x', 'after=2023-02-30.1', 'after=2023-10-02', 'game=a&game=b'].map(
      (query) => `/api/admin/draws?${query}`,
    ),
    ...['from=2023-02-30', 'to=x', 'after=x', 'after=-1', 'after=1.2', 'who=%00', 'action=a&action=b'].map(
      (query) => `/api/admin/audit?${query}`,
    ),
    ...'x 2023-10-02.1 1700000000000. 1700000000000.1%27 1700000000000.999999 .1 -1'
      .split(' ')
      .flatMap((cursor) => [`/api/predictions?after=${cursor}`, `/api/admin/predictions?after=${cursor}x`]),
    '/api/public/record?after=999999',
  ]
  for (const path of paths) expectRefused(await admin.get(path), path)
  const body = { version: 1, date: '2023-10-09', reason: 'test', winning: [1, 2, 3, 4, 5] }
  for (const id of ['0x1', '1.5', '1e3', '-1', 'x', '%00', '9'.repeat(16), '%31%00'])
    for (const method of ['PUT', 'DELETE'])
      expectRefused(await admin.request(method, `/api/admin/draws/${id}`, { body }), `${method} ${id}`)
})

test('a search accepts a number with a leading zero', async () => {
  const { status, body } = await admin.get('/api/results?number=07&type=winning&position=first_box_winning')
  expect([status, body.found.total]).toEqual([200, 1])
})
