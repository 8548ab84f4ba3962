import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, formatLongDate, type LagosDate, lagosDate } from '../../domain/base/calendar.ts'
import { linksOf, tagsOf, textOf } from '../../../tests/support/html.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let stranger: Visitor
let today: LagosDate
let correctedId: number

beforeAll(async () => {
  admin = await server().as('admin')
  stranger = server().anonymous()
  today = lagosDate(await server().now())
  const record = async (game: string, date: string, more: object) =>
    (await admin.post('/api/admin/draws', { game, date, ...more })).body.id as number
  await record('diamond', '2024-06-24', { winning: [1, 2, 3, 4, 5] })
  correctedId = await record('diamond', '2025-06-23', {
    serial: 49,
    winning: [20, 42, 89, 13, 50],
    machine: [6, 7, 8, 9, 10],
  })
  await record('diamond', '2025-06-30', { winning: [71, 72, 73, 74, 75] })
  const body = {
    version: 1,
    date: '2025-06-23',
    serial: 49,
    winning: [20, 42, 89, 13, 49],
    machine: [6, 7, 8, 9, 10],
    reason: 'Typed wrongly',
  }
  expect((await admin.request('PUT', `/api/admin/draws/${correctedId}`, { body })).status).toBe(200)
})

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]
const canonicalOf = (html: string) =>
  tagsOf(html).find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href

describe('a day', () => {
  test('shows its draws with serial and correction, and says whose they are and when it was read', async () => {
    const { status, text } = await stranger.get('/results/2025-06-23')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Premier Lotto (Baba Ijebu) results, Monday 23 June 2025 | Lotto Forecast')
    const words = textOf(text)
    for (const part of [
      'Results',
      'Monday 23 June 2025',
      'Premier Lotto, draw 49. Corrected',
      '20 - 42 - 89 - 13 - 49',
      '6 - 7 - 8 - 9 - 10',
      'Lotto Forecast is not Premier Lotto (Baba Ijebu)',
      'Basic ₦2,000 a year',
      'Pro ₦1,500 a month',
      '18+',
    ])
      expect(words).toContain(part)
    expect(words).toMatch(/Read at \w{3} \d+ \w{3} \d{4}, \d\d:\d\d ?, Lagos time/)
    for (const part of ['Typed wrongly', '71']) expect(words).not.toContain(part)
    expect(linksOf(text)).toEqual(
      expect.arrayContaining([
        '/results',
        '/results/2024-06-24',
        '/results/diamond',
        '/d/diamond.2025-06-23',
        '/dashboard/day-result?date=2025-06-23',
        '/signup?from=%2Fresults%2F2025-06-23',
      ]),
    )
  })

  test('leads to the day before and after with results', async () => {
    expect(linksOf((await stranger.get('/results/2025-06-23')).text)).toContain('/results/2025-06-30')
    expect(linksOf((await stranger.get('/results/2025-06-30')).text)).toContain('/results/2025-06-23')
  })

  test('today has the day in its title, and names no result before the first', async () => {
    const { status, text } = await stranger.get('/results')
    expect(status).toBe(200)
    expect(titleOf(text)).toContain(`results today, ${formatLongDate(today)} | Lotto Forecast`)
    expect(textOf(text)).toContain('No results yet.')
    const draw = { game: 'gold', date: today, winning: [31, 32, 33, 34, 35] }
    const { status: recorded } = await admin.post('/api/admin/draws', draw)
    // Before the close of a game, its result waits.
    const { games } = (await admin.get(`/api/days/${today}`)).body
    const shown = games.some(({ key, draw: its }: any) => key === 'gold' && its)
    expect(recorded).toBe(201)
    expect(textOf((await stranger.get('/results')).text).includes('31 - 32 - 33 - 34 - 35')).toBe(shown)
  })
})

describe('a game', () => {
  test('shows the newest draws first and leads to each year', async () => {
    const { status, text } = await stranger.get('/results/diamond')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe(
      'Premier Lotto (Baba Ijebu) Diamond result, Monday 30 June 2025 | Lotto Forecast',
    )
    const words = textOf(text)
    const places = ['71 - 72', '20 - 42', '1 - 2 - 3'].map((numbers) => words.indexOf(numbers))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(words).toContain('draw 49. Corrected')
    expect(linksOf(text)).toEqual(
      expect.arrayContaining(['/results/diamond/2024', '/results/diamond/2025', '/d/diamond.2025-06-23']),
    )
  })

  test('a year shows its draws alone', async () => {
    const { status, text } = await stranger.get('/results/diamond/2024')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Premier Lotto (Baba Ijebu) Diamond results of 2024 | Lotto Forecast')
    expect(textOf(text)).toContain('1 - 2 - 3 - 4 - 5')
    expect(textOf(text)).not.toContain('20 - 42')
    expect(linksOf(text)).toContain('/dashboard/past-results?game=diamond&year=2024')
  })

  test('without a draw has a page', async () => {
    const { status, text } = await stranger.get('/results/metro')
    expect([status, titleOf(text)]).toEqual([
      200,
      'Premier Lotto (Baba Ijebu) Metro results | Lotto Forecast',
    ])
    expect(textOf(text)).toContain('No results yet.')
  })
})

test.each([
  ['/results', '/results'],
  ['/results/2025-06-23', '/results/2025-06-23'],
  ['/results/diamond', '/results/diamond'],
  ['/results/diamond/2025', '/results/diamond/2025'],
  ['/d/day/2025-06-23', '/results/2025-06-23'],
  ['/d/diamond.2025-06-23', '/d/diamond.2025-06-23'],
])('%s has the canonical address %s', async (path, canonical) => {
  expect(canonicalOf((await stranger.get(path)).text)).toBe(server().url + canonical)
})

test('proxies may keep a page for a minute, and no page of a player or of nothing', async () => {
  const cacheOf = async (path: string, visitor = stranger) =>
    (await visitor.get(path)).headers.get('cache-control')
  for (const path of ['/results', '/results/diamond', '/results/diamond/2025', '/results/2025-06-23'])
    expect([path, await cacheOf(path)]).toEqual([path, 'public, max-age=60'])
  expect(await cacheOf('/results/nothing')).toBe('public, no-cache')
  expect(await cacheOf('/results', admin)).toBe('private, no-store')
})

test('a player sees the page in the own frame, without the plans', async () => {
  const words = textOf((await (await server().as('free')).get('/results/diamond')).text)
  expect(words).toContain('20 - 42 - 89 - 13 - 49')
  expect(words).not.toContain('a month')
})

describe('there is no page of', () => {
  test.each([
    'nothing',
    'nothing/2025',
    'diamond/2023',
    'diamond/02025',
    'diamond/2025.0',
    'diamond/x',
    'diamond/2025/06',
    '2025-06-23/2025',
    '2025-02-30',
    '2025-6-23',
    '1899-01-01',
    'toString',
    'constructor/2025',
    '%00',
    '%zz',
    'diamond&year=2025',
    'diamond%2F2025',
    'x'.repeat(3000),
  ])('%s', async (subject) => {
    const { status, text } = await stranger.get(`/results/${subject}`)
    expect([status, titleOf(text)]).toEqual([404, '404 Page Not Found | Lotto Forecast'])
    expect(canonicalOf(text)).toBeUndefined()
  })

  test('tomorrow', async () => {
    expect((await stranger.get(`/results/${addDays(today, 1)}`)).status).toBe(404)
  })
})

describe('the sitemap', () => {
  const lastmods = async () => {
    const texts = await Promise.all(
      ['', '/pages', '/draws-2023', '/draws-2025'].map(
        async (name) => (await stranger.get(`/sitemap${name}.xml`)).text,
      ),
    )
    const entries = [...texts.join('').matchAll(/<loc>(.+)<\/loc>(?:<lastmod>(.+)<\/lastmod>)?</g)]
    return new Map(
      entries.map(([, loc, at]) => [loc!.slice(server().url.length), at ? Date.parse(at) : null]),
    )
  }
  const PAGES = [
    '/results/2023-03-06',
    '/d/diamond.2023-03-06',
    '/results/diamond',
    '/results/diamond/2023',
    '/sitemap/draws-2023.xml',
  ]

  test('changes exactly the pages on which a draw was recorded, corrected or deleted', async () => {
    const before = await lastmods()
    expect(before.get('/privacy')).toBeNull()
    expect(before.has(PAGES[0]!)).toBe(false)
    const since = await server().now()
    const draw = { game: 'diamond', date: '2023-03-06', winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin.post('/api/admin/draws', draw)).body
    const recorded = await lastmods()
    for (const page of PAGES) {
      expect(recorded.get(page)).toBeGreaterThanOrEqual(Math.floor(since))
      expect(recorded.get(page)).toBeLessThanOrEqual(Math.ceil(await server().now()))
    }
    const others = [...before.keys()].filter((page) => !PAGES.includes(page) && page !== '/results')
    expect(others.length).toBeGreaterThan(5)
    for (const page of others) expect([page, recorded.get(page)]).toEqual([page, before.get(page)])

    const body = { version: 1, date: draw.date, winning: [1, 2, 3, 4, 6], reason: 'test' }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    const corrected = await lastmods()
    for (const page of PAGES) expect(corrected.get(page)).toBeGreaterThan(recorded.get(page)!)

    const gone = { version: 2, reason: 'test' }
    const deleted = await admin.request('DELETE', `/api/admin/draws/${id}`, { body: gone })
    expect([deleted.status, deleted.text]).toEqual([
      expect.any(Number),
      expect.not.stringContaining('problem'),
    ])
    const after = await lastmods()
    expect(after.has(PAGES[0]!)).toBe(false)
    expect(after.get('/results/diamond')).toBeGreaterThan(corrected.get('/results/diamond')!)
  })
})
