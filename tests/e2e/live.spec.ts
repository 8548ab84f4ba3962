import type { Page } from '@playwright/test'
import { LIVE_LIMITS } from '../../src/platform/rules/base/streams.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './app.ts'

// Results that staff save while a player's screen is open.
test.use({ own: true, viewport: { width: 360, height: 640 } })
test.describe.configure({ timeout: 120_000 })

const DATE = '2026-03-16'
const DRAW = { game: 'diamond', date: DATE, winning: [20, 42, 89, 13, 49] }
const streamOf = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/live'))
const row = (page: Page) => page.locator('.draw-row', { hasText: 'Diamond' })
const announced = (page: Page) => page.getByRole('status').filter({ hasText: /^(New result|Corrected)/ })

test.beforeEach(async ({ setClock, grant }) => {
  setClock(`${DATE} 21:00`)
  await grant('pro', 'pro')
})

test('a saved draw appears on an open Pro phone, is announced, moves nothing, and its correction is marked, also in the year table', async ({
  page,
  visit,
  staff,
}) => {
  const stream = streamOf(page)
  await visit('pro', '/dashboard/day-result')
  await stream
  await page.evaluate(() => scrollTo(0, 200))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  const looked = page.locator('.draw-row').last()
  const { y } = (await looked.boundingBox())!

  const known = await staff.record(DRAW)
  await expect(row(page)).toContainText('Just in')
  await expect(announced(page)).toHaveText('New result: Diamond, Mon 16 Mar: 20 - 42 - 89 - 13 - 49')
  expect(Math.abs((await looked.boundingBox())!.y - y)).toBeLessThan(1)

  await staff.correct(known, { date: DATE, winning: [20, 42, 89, 13, 50] })
  await expect(row(page).getByText('50', { exact: true })).toBeVisible()
  await expect(announced(page)).toHaveText(
    'Corrected: Diamond, Mon 16 Mar: winning 20 - 42 - 89 - 13 - 50, was 20 - 42 - 89 - 13 - 49',
  )
  await expect(row(page).locator('del')).toHaveText('corrected, was 20 - 42 - 89 - 13 - 49')
  await expectAccessible(page, 'a correction')

  await test.step('open figures are renewed when a draw is saved', async () => {
    for (const [game, path, call] of [
      ['peoples', '/dashboard/frequent-numbers?game=peoples', '/api/frequentNumbers/peoples'],
      ['msp', '/dashboard/statistics', '/api/lab/'],
      ['metro', '/dashboard/classification', '/api/chart-result'],
    ] as const) {
      const stream = streamOf(page)
      await page.goto(path)
      await stream
      const renewed = page.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith(call))
      await staff.record({ ...DRAW, game })
      expect([path, (await renewed).status()]).toEqual([path, 200])
    }
  })

  await test.step('a correction is marked in the year table at the ball that it replaced, and stays marked', async () => {
    const known = await staff.record({ ...DRAW, game: 'inter', serial: 21, machine: [1, 2, 3, 4, 5] })
    const stream = streamOf(page)
    await visit('pro', '/dashboard/past-results?game=inter')
    await stream
    const cells = page.locator('.year tbody tr', { hasText: '16 Mar' }).locator('td, th')
    await staff.correct(known, {
      date: DATE,
      serial: 22,
      winning: [20, 42, 89, 13, 50],
      machine: [1, 2, 3, 4, 6],
    })
    const marked = async () =>
      expect(page.locator('.year del')).toHaveText([
        'corrected, was 21',
        'corrected, was 49',
        'corrected, was 5',
      ])
    await marked()
    await expect(cells.nth(0)).toHaveText('22 corrected, was 21')
    await expect(cells.nth(6)).toHaveText('50 corrected, was 49')
    await expect(cells.nth(11)).toHaveText('6 corrected, was 5')
    await expectAccessible(page, 'a correction in the year table')

    await staff.record({ ...DRAW, game: 'inter', date: '2026-03-09' })
    await expect(page.locator('.year tbody tr')).toHaveCount(2)
    await marked()
    await page.getByRole('link', { name: 'Bingo' }).click()
    await expect(page.locator('.year')).toHaveCount(0)
    await page.goBack()
    await marked()
    await staff.correct(
      { ...known, version: known.version + 1 },
      { date: DATE, status: 'no_draw', winning: [] },
    )
    await expect(cells.nth(2)).toHaveText(/^No draw/)
    await expect(cells.nth(2).locator('del')).toHaveText(
      'corrected, was 20 - 42 - 89 - 13 - 50, 1 - 2 - 3 - 4 - 6',
    )
  })
})

test('a stream that is refused for a moment comes back, or the page asks for the version instead; two tabs share one', async ({
  page,
  visit,
  staff,
  context,
}) => {
  let refused = 0
  await page.route('**/api/live', async (route) => {
    if (refused++ < 1) await route.fulfill({ status: 503, headers: { 'retry-after': '0' } })
    else await route.continue()
  })
  await visit('pro', '/dashboard')
  await expect.poll(() => refused, { timeout: 2 * LIVE_LIMITS.reconnectWithinMs }).toBe(2)
  await staff.record(DRAW)
  await expect(row(page)).toContainText('Just in')

  await test.step('where streams are cut, the page asks for the version instead', async () => {
    await page.unrouteAll()
    let cut = 0
    await page.route('**/api/live', async (route) => {
      if (++cut === 3) await staff.record({ ...DRAW, game: 'peoples' })
      await route.fulfill({
        contentType: 'text/event-stream',
        body: 'retry: 0\n\nid: 0\nevent: open\ndata: 0\n\n',
      })
    })
    await page.goto('/dashboard')
    await expect(page.locator('.draw-row', { hasText: 'Peoples' })).toContainText('Just in', {
      timeout: 15_000,
    })
    expect(cut).toBe(3)
  })

  await test.step('two tabs share one stream, and the second takes over', async () => {
    await page.unrouteAll()
    let streams = 0
    context.on('request', (request) => void (request.url().endsWith('/api/live') && streams++))
    const first = streamOf(page)
    await page.goto('/dashboard')
    await first
    const second = await context.newPage()
    await second.goto('/dashboard/past-results?game=bingo')
    await second.waitForResponse((response) => response.url().includes('/assets/start-live'))
    await staff.record({ ...DRAW, game: 'bingo' })
    await expect(page.locator('.draw-row', { hasText: 'Bingo' })).toContainText('Just in')
    await expect(second.getByRole('main')).toContainText('16 Mar')
    expect(streams).toBe(1)

    const next = streamOf(second)
    await page.close()
    await next
    await staff.record({ ...DRAW, game: 'metro' })
    await expect(announced(second)).toContainText('New result: Metro')
  })
})

test('Free asks for new results with a button, and has one game live', async ({ page, visit, staff }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit('free', '/dashboard')
  await expect(page.getByRole('button', { name: 'Check for new results' })).toBeVisible()
  await page.goto('/dashboard/day-result')
  await expect(page.getByRole('main')).toContainText(
    'With Pro they appear here by themselves, for ₦1,500 per month',
  )
  await staff.record(DRAW)
  await page.getByRole('button', { name: 'Check for new results' }).click()
  await expect(row(page)).toContainText('Just in')
  await expect(page.getByText(/^Checked at 21:0\d\.$/)).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/live') || path.includes('start-live'))).toEqual([])

  await test.step('Free has one game live, and nothing of another one', async () => {
    await page.goto('/dashboard/day-result')
    const stream = streamOf(page)
    await page.getByRole('button', { name: 'Tell me the result of International' }).click()
    await stream
    await page.getByRole('button', { name: 'Done' }).click()
    // A draw saved before the stream names its version would be shown without an announcement.
    await expect(page.getByRole('banner')).toContainText('International: Live')
    await expect(page.getByRole('main')).toContainText(
      'International appears by itself. With Pro all games appear here',
    )
    await staff.record({ ...DRAW, game: 'peoples' })
    await staff.record({ ...DRAW, game: 'inter' })
    await expect(page.locator('.draw-row', { hasText: 'International' })).toContainText('Just in')
    await expect(announced(page)).toHaveText('New result: International, Mon 16 Mar: 20 - 42 - 89 - 13 - 49')
    await staff.record({ ...DRAW, game: 'bingo' })
    await expect(page.locator('.draw-row', { hasText: 'Bingo' })).toContainText('Late ')
  })
})
