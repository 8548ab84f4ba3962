import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, formatLongDate } from '../../../platform/rules/base/calendar.ts'
import { linksOf, tagsOf, textOf } from '../../../../tests/support/html.ts'
import { publicDraws } from '../../../../tests/support/public-draws.ts'

const { server, admin, stranger, today, record } = publicDraws()

beforeAll(() => record('diamond', '2025-06-30', { winning: [71, 72, 73, 74, 75] }))

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]
const canonicalOf = (html: string) =>
  tagsOf(html).find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href

describe('a day', () => {
  test('shows its draws with serial and correction, and says whose they are and when it was read', async () => {
    const { status, text } = await stranger().get('/results/2025-06-23')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Premier Lotto (Baba Ijebu) results, Monday 23 June 2025 | Lotto Forecast')
    const words = textOf(text)
    for (const part of [
      'Results',
      'Mon 23 Jun 2025',
      '09:30. Corrected',
      '20 - 42 - 89 - 13 - 49',
      '6 - 7 - 8 - 9 - 10',
      'Lotto Forecast is not Premier Lotto (Baba Ijebu)',
      'Basic, ₦2,000 a year',
      'Pro, ₦1,500 a month',
      '18+',
    ])
      expect(words).toContain(part)
    expect(words).toMatch(/Updated \w{3} \d+ \w{3} \d{4}, \d\d:\d\d ?, Lagos time/)
    for (const part of ['Typed wrongly', '71']) expect(words).not.toContain(part)
    expect(linksOf(text)).toEqual(
      expect.arrayContaining([
        '/results',
        '/results/2024-06-24',
        '/results/diamond',
        '/d/diamond.2025-06-23',
        '/dashboard/day-result?date=2025-06-23',
        '/login?from=%2Fresults%2F2025-06-23',
      ]),
    )
  })

  test('leads to the day before and after with results, and to any day', async () => {
    const picked = await stranger().get('/results?date=2025-06-23')
    expect([picked.status, picked.headers.get('location')]).toEqual([302, '/results/2025-06-23'])
    expect((await stranger().get('/results?date=x')).headers.get('location')).toBe('/results')
    expect(linksOf((await stranger().get('/results/2025-06-23')).text)).toContain('/results/2025-06-30')
    expect(linksOf((await stranger().get('/results/2025-06-30')).text)).toContain('/results/2025-06-23')
  })

  test('today has the day in its title, and shows the last results and the times of today before the first', async () => {
    const { status, text } = await stranger().get('/results')
    expect(status).toBe(200)
    expect(titleOf(text)).toContain(`results today, ${formatLongDate(today())} | Lotto Forecast`)
    const words = textOf(text)
    expect(words).toContain('Latest results Mon 30 Jun 2025')
    expect(words).toContain('71 - 72 - 73 - 74 - 75')
    const { start } = (await stranger().get('/api/public/results')).body
    expect(start.days.map(({ date }: { date: string }) => date)).toEqual(['2025-06-23', '2024-06-24'])
    const { games: ofToday } = (await admin().get(`/api/days/${today()}`)).body
    expect(start.times.map(({ game }: { game: string }) => game)).toEqual(ofToday.map(({ key }: any) => key))
    for (const { name } of ofToday) expect(words).toContain(name)
    expect((await stranger().get('/api/open/results')).body.draws).toEqual([])
    await record('aseda', addDays(today(), -1), { winning: [41, 42, 43, 44, 45] })
    expect(textOf((await stranger().get('/results')).text)).toContain('Last night')
    const draw = { game: 'gold', date: today(), winning: [31, 32, 33, 34, 35] }
    const { status: recorded } = await admin().post('/api/admin/draws', draw)
    // Before the close of a game, its result waits.
    const { games } = (await admin().get(`/api/days/${today()}`)).body
    const shown = games.some(({ key, draw: its }: any) => key === 'gold' && its)
    expect(recorded).toBe(201)
    expect(textOf((await stranger().get('/results')).text).includes('31 - 32 - 33 - 34 - 35')).toBe(shown)
  })
})

describe('a game', () => {
  test('shows the newest draws first and leads to each year', async () => {
    const { status, text } = await stranger().get('/results/diamond')
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
    const { status, text } = await stranger().get('/results/diamond/2024')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Premier Lotto (Baba Ijebu) Diamond results of 2024 | Lotto Forecast')
    expect(textOf(text)).toContain('1 - 2 - 3 - 4 - 5')
    expect(textOf(text)).not.toContain('20 - 42')
    expect(linksOf(text)).toContain('/dashboard/past-results?game=diamond&year=2024')
  })

  test('without a draw has a page', async () => {
    const { status, text } = await stranger().get('/results/metro')
    expect(status).toBe(200)
    expect(titleOf(text)).toBe('Premier Lotto (Baba Ijebu) Metro results | Lotto Forecast')
    expect(textOf(text)).toContain('No results yet.')
    const past = await stranger().get('/results/2019-01-05')
    expect(textOf(past.text)).toContain('No results of this day.')
  })
})

test.each([
  ['/results', '/results'],
  ['/results/2025-06-23', '/results/2025-06-23'],
  ['/results/diamond', '/results/diamond'],
  ['/results/diamond/2025', '/results/diamond/2025'],
  ['/d/diamond.2025-06-23', '/d/diamond.2025-06-23'],
  ['/record', '/record'],
  ['/record/check?fingerprint=1', '/record/check'],
  ['/methods/gaps', '/methods/gaps'],
])('%s has the canonical address %s', async (path, canonical) => {
  expect(canonicalOf((await stranger().get(path)).text)).toBe(server().url + canonical)
})

test('proxies may keep a page for a minute, and no page of a player or of nothing', async () => {
  const cacheOf = async (path: string, visitor = stranger()) =>
    (await visitor.get(path)).headers.get('cache-control')
  for (const path of ['/results', '/results/diamond', '/results/diamond/2025', '/results/2025-06-23'])
    expect([path, await cacheOf(path)]).toEqual([path, 'public, max-age=60'])
  expect(await cacheOf('/results/nothing')).toBe('public, no-cache')
  expect(await cacheOf('/results', admin())).toBe('private, no-store')
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
    'x'.repeat(3000),
  ])('%s', async (subject) => {
    const { status, text } = await stranger().get(`/results/${subject}`)
    expect([status, titleOf(text)]).toEqual([404, '404 Page Not Found | Lotto Forecast'])
    expect(canonicalOf(text)).toBeUndefined()
  })

  test('tomorrow', async () => {
    expect((await stranger().get(`/results/${addDays(today(), 1)}`)).status).toBe(404)
  })
})
