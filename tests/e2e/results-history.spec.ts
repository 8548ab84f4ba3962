// The draws on the phone: fetched for a search, kept, searched offline, and updated with changes only.
import type { Locator, Page } from '@playwright/test'
import { formatDayMonth, type LagosDate } from '../../src/platform/rules/base/calendar.ts'
import { expect, heading, scrollsSideways, test } from './app.ts'
import { historyRequests, readyForOffline, yearsIn } from './kept.ts'

/** Types a number into the search, which then needs every year. */
const searchFor = (page: Page, number: number) =>
  page.getByRole('main').getByLabel('Number', { exact: true }).fill(String(number))

/** The rows of a year's table as texts: serial, date and the ten numbers. */
const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    )

interface ResultRow {
  serialNumber: number
  date: string
  winningNumbers: { number: number }[]
  machineNumbers: { number: number }[]
}

/** The rows that a table shows of a year of `getResults`, newest first. */
const expectedRows = (rows: ResultRow[]): string[][] =>
  rows
    .toReversed()
    .map(({ serialNumber, date, winningNumbers, machineNumbers }) => [
      String(serialNumber),
      formatDayMonth(date as LagosDate).slice('Mon '.length),
      ...[...winningNumbers, ...machineNumbers].map(({ number }) => String(number)),
    ])

/** Rows of a table before the link to the whole year. */
const NEWEST = 26

test('the sample data has one tag; one game’s year shows the API’s newest rows, and links lead to the rest', async ({
  page,
  visit,
  ask,
}) => {
  await visit('free', '/dashboard/past-results?game=metro')
  const sentence = page.getByText('Sample data: these draws are generated, they are not real results.')
  await expect(sentence).toBeHidden()
  await page.getByText('Sample data', { exact: true }).click()
  await expect(sentence).toBeVisible()

  const results = (await ask('/api/getResults')) as Record<string, Record<string, ResultRow[]>>
  const metro = results.metro!
  const [newest, before] = Object.keys(metro).toSorted().toReversed() as [string, string]
  const table = (year: string) => page.getByRole('table', { name: `Metro ${year}` })
  const main = page.getByRole('main')
  const expected = expectedRows(metro[newest]!)
  await expect(table(newest)).toHaveAccessibleName(
    `Metro ${newest} newest ${NEWEST} of ${expected.length} draws`,
  )
  expect(await rowsOf(table(newest))).toEqual(expected.slice(0, NEWEST))
  await expect(table(newest).getByRole('columnheader')).toHaveText(['S/N', 'Date', 'Winning', 'Machine'])
  await main.getByRole('link', { name: `All of ${newest}` }).click()
  await expect(table(newest)).toHaveAccessibleName(`Metro ${newest} ${expected.length} draws, newest first`)
  expect(await rowsOf(table(newest))).toEqual(expected)
  expect(await scrollsSideways(page)).toBe(false)

  await main.getByRole('link', { name: before, exact: true }).click()
  await expect(table(before)).toBeVisible()
  expect(await rowsOf(table(before))).toEqual(expectedRows(metro[before]!).slice(0, NEWEST))
  await main.getByRole('link', { name: 'Aseda', exact: true }).click()
  const aseda = page.getByRole('table', { name: `Aseda ${before}` })
  await expect(aseda).toBeVisible()
  expect(await rowsOf(aseda)).toEqual(expectedRows(results.aseda![before]!).slice(0, NEWEST))
  // The row leads to its draw, each ball to its number, and the head stays below the masthead.
  const [first] = expectedRows(results.aseda![before]!)
  const ball = aseda.getByRole('row').nth(1).getByRole('link').nth(1)
  await expect(ball).toHaveAttribute('href', `/dashboard/number/${first![2]}`)
  await aseda.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(aseda.getByRole('columnheader', { name: 'Winning' })).toBeInViewport()

  await test.step('every matching draw has a place in the pages', async () => {
    const query = 'number=7&type=winning&position=any_box&game='
    await page.goto(`/dashboard/past-results?${query}`)
    const { found } = (await ask(`/api/results?${query.replace('&game=', '')}`)) as {
      found: { total: number; pages: number }
    }
    const main = page.getByRole('main')
    await main.getByRole('link', { name: `All ${found.total} draws` }).click()
    const heading2 = main.getByRole('heading', { name: /^Draws with 7/ })
    const rows = main.getByRole('region', { name: /^Draws with 7/ }).getByRole('listitem')
    await expect(heading2).toContainText(`page 1 of ${found.pages}`)
    await expect(rows).toHaveCount(NEWEST)
    for (let seen = 1; seen < found.pages; seen++) {
      await main.getByRole('link', { name: 'Older draws' }).click()
      await expect(heading2).toContainText(`page ${seen + 1} of ${found.pages}`)
    }
    await expect(rows).toHaveCount(found.total - (found.pages - 1) * NEWEST)
    await expect(main.getByRole('link', { name: 'Older draws' })).toHaveCount(0)
    await main.getByRole('link', { name: 'Newer draws' }).click()
    await expect(rows).toHaveCount(NEWEST)
    await main.getByRole('link', { name: 'Back to the answer' }).click()
    await expect(main.getByRole('link', { name: `All ${found.total} draws` })).toBeVisible()
  })
})

test('a tab that has searched searches and opens years without a network', async ({
  page,
  visit,
  ask,
  context,
}) => {
  const asked = historyRequests(page)
  await visit('free', '/dashboard/past-results')
  const { years } = (await ask('/api/history')) as { years: { year: number }[] }
  const [game, key] = ['Metro', 'metro']
  const results = (await ask('/api/getResults')) as Record<string, Record<string, ResultRow[]>>
  await page.waitForLoadState('networkidle')
  // The years wait for a search.
  expect(asked).toEqual([])
  await searchFor(page, 7)
  await expect.poll(() => yearsIn(asked).length).toBe(years.length)
  const oldest = String(years.at(-1)!.year)
  const last = results[key]![oldest]!.at(-1)!
  const [number] = last.winningNumbers
  let count = 0
  for (const game of Object.values(results))
    for (const rows of Object.values(game))
      for (const row of rows) if (row.winningNumbers[0]!.number === number!.number) count++
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)

  const first = page.getByRole('group', { name: 'Search 1' })
  await page.getByLabel('Game', { exact: true }).selectOption('All games')
  await first.getByText('1st', { exact: true }).click()
  await first.getByLabel('Number', { exact: true }).fill(String(number!.number))
  const message = page.getByRole('status', { name: 'Answer' }).locator('b')
  await expect(message).toHaveText(`"${number!.number}" in First box (winning) is found ${count} time(s).`)
  await page.getByLabel('Game', { exact: true }).selectOption(game)
  await page.getByRole('main').getByRole('link', { name: oldest, exact: true }).click()
  const all = page.getByRole('main').getByRole('link', { name: `All of ${oldest}` })
  if ((results[key]![oldest]?.length ?? 0) > NEWEST) await all.click()
  const day = formatDayMonth(last.date as LagosDate).slice('Mon '.length)
  const row = page
    .getByRole('table', { name: `${game} ${oldest}` })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: day, exact: true }) })
  await expect(row.locator('.ball-hit')).toHaveText([String(number!.number)])
  await expect(page.getByRole('alert')).toHaveCount(0)

  // A screen whose code is not here says that it needs a network, and loads when the network is back.
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Day Result' }).click()
  await expect(page.getByRole('main')).toContainText('No internet connection. Please check your network.')
  await expect(heading(page, 'Day Result')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Welcome, Funmi Free')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Day Result')).toBeVisible()
})

test('the screen works on without a later part of it, and a failed load shows its reason and can be repeated', async ({
  page,
  visit,
  context,
}) => {
  // Without a worker, which would have the file.
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('joined-search'))
  await context.route(/joined-search/, (route) => route.abort())
  await visit('free', '/dashboard/past-results')
  await page.getByRole('button', { name: 'Add a row' }).click()
  await refused
  await page.getByRole('group', { name: 'Search 1' }).getByLabel('Number', { exact: true }).fill('45')
  await expect(page.getByRole('status', { name: 'Answer' }).locator('b')).toContainText('"45"')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await test.step('a failed load shows its reason and can be repeated', async () => {
    await page.goto('/dashboard/classification')
    for (const address of ['**/api/results*', '**/api/history'])
      await page.route(address, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('link', { name: 'Results', exact: true }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to load results.')
    await expect(alert).toContainText('Server error: 500')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toContainText('Server error: 500')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Type a number to search all games, or choose a game.')).toBeVisible()
    await expect(alert).toBeHidden()
  })
})

test.describe('while staff correct draws', () => {
  test.use({ own: true, serviceWorkers: 'allow' })

  test('a correction appears when the tab becomes visible, and only the change is fetched', async ({
    page,
    context,
    visit,
    staff,
    setClock,
  }) => {
    setClock('2026-03-20 12:00')
    await staff.record({ game: 'gold', date: '2025-05-06', winning: [5, 6, 7, 8, 9] })
    const draw = await staff.record({ game: 'diamond', date: '2026-03-16', winning: [1, 2, 3, 4, 5] })
    await visit('free', '/dashboard/past-results?game=diamond')
    await readyForOffline(page)
    const pageAsked = historyRequests(page)
    await searchFor(page, 1)
    await expect.poll(() => pageAsked).toContain('/api/history')
    await expect(page.getByRole('row', { name: /16 Mar/ })).toHaveText(/12345$/)
    await page.waitForLoadState('networkidle')
    const asked = historyRequests(context)

    await staff.correct(draw, {
      date: '2026-03-16',
      winning: [1, 2, 3, 4, 50],
      machine: [11, 12, 13, 14, 15],
    })
    await staff.record({ game: 'diamond', date: '2026-03-19', winning: [60, 61, 62, 63, 64] })
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('row', { name: /16 Mar/ })).toHaveText(/1234501112131415$/, {
        timeout: 1000,
      })
    }).toPass()
    await expect(page.getByRole('row', { name: /19 Mar/ })).toHaveText(/6061626364$/)
    expect(asked.filter((path) => path !== '/api/history')).toEqual([
      expect.stringMatching(/^\/api\/history\/changes\?since=\d+$/),
    ])
  })
})
