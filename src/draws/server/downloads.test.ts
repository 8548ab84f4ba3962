import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { newPerson } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

// Results as files, for those whose plan opens the screens with the same results.
const server = testServer()
let admin: Visitor
let free: Visitor
const YEAR = '/api/downloads/year'
const DAYS = '/api/downloads/days'
const BINGO = 'game=bingo&year=2025'

beforeAll(async () => {
  admin = await server().as('admin')
  free = await server().as('free')
  const content = csv(
    'bingo,2025-06-24,49,,ok,20,42,89,13,49,17,33,41,34,32',
    'bingo,2025-07-01,50,,ok,1,2,3,4,5,,,,,',
    'bingo,2024-06-25,49,,ok,6,7,8,9,10,,,,,',
    'diamond,2025-06-23,49,,ok,11,12,13,14,15,,,,,',
    'msp,2025-06-23,,,no_draw,,,,,,,,,,',
  )
  const raw = { type: 'text/csv', content }
  expect((await admin.request('POST', '/api/admin/draws/import', { raw })).body.inserted).toBe(5)
})

const table = (text: string): string[][] => parse(text, { bom: true })
const HEAD = 'game,date,serial,status,w1,w2,w3,w4,w5,m1,m2,m3,m4,m5,sample'

describe('a year of a game', () => {
  test('is a table in the columns of the import, oldest first', async () => {
    const { status, headers, text } = await free.get(`${YEAR}.csv?${BINGO}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="bingo-2025.csv"')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(table(text)).toEqual([
      HEAD.split(','),
      ['Bingo', '2025-06-24', '49', 'ok', '20', '42', '89', '13', '49', '17', '33', '41', '34', '32', ''],
      ['Bingo', '2025-07-01', '50', 'ok', '1', '2', '3', '4', '5', '', '', '', '', '', ''],
    ])
    const raw = { type: 'text/csv', content: text }
    const again = await admin.request('POST', '/api/admin/draws/import', { raw })
    expect(again.body).toMatchObject({ inserted: 0, unchanged: 2, refused: [] })
  })

  test('is JSON with the same draws', async () => {
    const { headers, body } = await free.get(`${YEAR}.json?${BINGO}`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="bingo-2025.json"')
    expect(body).toHaveLength(2)
    expect(body[0]).toEqual({
      game: 'bingo',
      name: 'Bingo',
      date: '2025-06-24',
      serial: 49,
      state: 'drawn',
      winning: [20, 42, 89, 13, 49],
      machine: [17, 33, 41, 34, 32],
      sample: false,
    })
    expect((await free.get(`${YEAR}.json?game=bingo&year=1999`)).body).toEqual([])
  })

  test('answers 304 to its validator until its draws change', async () => {
    const path = `${YEAR}.csv?game=diamond&year=2025`
    const etag = (await free.get(path)).headers.get('etag')!
    const known = () => free.get(path, { headers: { 'if-none-match': etag } })
    expect((await known()).status).toBe(304)
    await admin.post('/api/admin/draws', { game: 'gold', date: '2025-05-06', winning: [1, 2, 3, 4, 5] })
    expect((await known()).status).toBe(304)
    await admin.post('/api/admin/draws', { game: 'diamond', date: '2025-06-30', winning: [1, 2, 3, 4, 5] })
    const changed = await known()
    expect([changed.status, table(changed.text).at(-1)![1]]).toEqual([200, '2025-06-30'])
  })

  test('runs no formula in a spreadsheet', async () => {
    const name = '=HYPERLINK("https://a.example","Gold")'
    const change = { version: 1, name, operator: 'Premier Lotto', active: true, reason: 'test' }
    expect((await admin.request('PUT', '/api/admin/games/gold', { body: change })).status).toBe(200)
    await admin.post('/api/admin/draws', { game: 'gold', date: '2025-06-24', winning: [1, 2, 3, 4, 5] })
    const { text } = await free.get(`${YEAR}.csv?game=gold&year=2025`)
    expect(table(text)[1]![0]).toBe(`'${name}`)
  })

  test.each([
    ['an unknown game', 'game=nothing&year=2025', 404, /^There is no such game\.$/],
    ['no year', 'game=bingo', 400, /^year: /],
    ['a wrong year', 'game=bingo&year=25', 400, /^year: Give the year with four digits\.$/],
    ['another field', 'game=bingo&year=2025&all=yes', 400, /^all: Unknown field\.$/],
  ])('refuses %s', async (_what, query, status, title) => {
    const refused = await free.get(`${YEAR}.csv?${query}`)
    expect([refused.status, refused.body.title]).toEqual([status, expect.stringMatching(title)])
  })
})

describe('a range of days', () => {
  test('has every game of each day, days without a draw among them', async () => {
    const { body } = await free.get(`${DAYS}.json?from=2025-06-23&to=2025-06-24`)
    expect(body.map(({ game, date, state }: any) => [date, game, state])).toEqual([
      ['2025-06-23', 'diamond', 'drawn'],
      ['2025-06-23', 'msp', 'no_draw'],
      ['2025-06-24', 'gold', 'drawn'],
      ['2025-06-24', 'bingo', 'drawn'],
    ])
    const { text } = await free.get(`${DAYS}.csv?from=2025-06-23&to=2025-06-23`)
    expect(table(text)[2]!.slice(1, 5)).toEqual(['2025-06-23', '', 'no_draw', ''])
  })

  test.each([
    [
      'more days than a leap year has',
      'from=2024-01-01&to=2025-01-01',
      400,
      'One download has at most 366 days.',
    ],
    ['a first day after the last', 'from=2025-01-02&to=2025-01-01', 400],
    ['a day that does not exist', 'from=2025-02-30&to=2025-03-01', 400],
    ['a missing day', 'from=2025-02-01', 400],
  ])('refuses %s', async (_what, query, status, text = '') => {
    const answer = await free.get(`${DAYS}.csv?${query}`)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)])
  })

  test('takes exactly a leap year', async () => {
    expect((await free.get(`${DAYS}.csv?from=2024-01-01&to=2024-12-31`)).status).toBe(200)
  })
})

test('a validator opens nothing after a logout, and counts as a download', async () => {
  const { visitor } = await newPerson(server())
  const path = `${YEAR}.csv?${BINGO}`
  const known = { headers: { 'if-none-match': (await visitor.get(path)).headers.get('etag')! } }
  expect((await visitor.get(path, known)).status).toBe(304)
  for (let i = 2; i < 60; i++) await visitor.get(path, known)
  expect((await visitor.get(path, known)).status).toBe(429)
  await visitor.post('/api/auth/sign-out')
  expect((await visitor.get(path, known)).status).toBe(401)
})

test('needs a login, and has a limit for each account', async () => {
  for (const path of [`${YEAR}.csv?${BINGO}`, `${DAYS}.json?from=2025-06-23&to=2025-06-23`])
    expect([path, (await server().anonymous().get(path)).status]).toEqual([path, 401])
  const basic = await server().as('basic')
  const statuses = []
  for (let i = 0; i < 61; i++) statuses.push((await basic.get(`${YEAR}.csv?${BINGO}`)).status)
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(statuses[60]).toBe(429)
  const refused = await basic.get(`${YEAR}.csv?${BINGO}`)
  expect(refused.body.title).toMatch(/^Too many downloads\. Please try again in \d+ minutes\.$/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
