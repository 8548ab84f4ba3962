// The draws on the phone: fetched once, kept, searched offline, and updated with changes only.
import type { Locator, Page } from '@playwright/test'
import { formatDayMonth, type LagosDate } from '../../src/domain/calendar.ts'
import { expect, heading, scrollsSideways, test } from './app.ts'

/** The history paths that the page requests from now on. */
function historyRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/history')) paths.push(pathname + search)
  })
  return paths
}

const files = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/api/history/files/'))

const yearOf = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('group')
    .filter({ has: page.locator('summary', { hasText: title }) })

/** The rows of a yearly table as texts: date, serial and the ten numbers. */
const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td:not(.gap)')].map((cell) => cell.textContent)),
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
      formatDayMonth(date as LagosDate),
      String(serialNumber),
      ...[...winningNumbers, ...machineNumbers].map(({ number }) => String(number)),
    ])

test('yearly tables show the API’s rows, the newest year open and older ones on demand', async ({
  page,
  visit,
  ask,
}) => {
  await visit('free', '/dashboard/past-results')
  const results = (await ask('/api/getResults')) as Record<string, Record<string, ResultRow[]>>
  const years = Object.keys(results.diamond!).toSorted().toReversed()
  const newest = page.getByRole('region', { name: `Diamond ${years[0]}`, exact: true })
  await expect(newest).toBeVisible()
  expect(await rowsOf(newest)).toEqual(expectedRows(results.diamond![years[0]!]!))
  await expect(newest.getByRole('columnheader').first()).toHaveText('Date')
  await expect(newest.getByRole('table', { name: `Diamond ${years[0]}` })).toBeVisible()

  for (const year of years.slice(1, 3)) {
    const title = `Diamond ${year}`
    const table = page.getByRole('region', { name: title, exact: true })
    await expect(table).toBeHidden()
    await yearOf(page, title).locator('summary').click()
    await expect(table).toBeVisible()
    expect(await rowsOf(table)).toEqual(expectedRows(results.diamond![year]!))
  }
  await expect(
    page.getByText('Sample data: these draws are generated, they are not real results.'),
  ).toBeVisible()

  // All games in their order, with a link to each.
  const jump = page.getByRole('navigation', { name: 'Jump to a game' })
  const names = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(names).toHaveLength(18)
  await expect(jump.getByRole('link')).toHaveText(names)
  await jump.getByRole('link', { name: 'Aseda' }).click()
  await expect(page.getByRole('heading', { name: 'Aseda' })).toBeInViewport()
  const aseda = page.getByRole('region', { name: `Aseda ${years[0]}`, exact: true })
  await expect(aseda).toBeInViewport()
  expect(await rowsOf(aseda)).toEqual(expectedRows(results.aseda![years[0]!]!))
  expect(await scrollsSideways(page)).toBe(false)
})

test('an open tab searches and opens years without a network', async ({ page, visit, ask, context }) => {
  const asked = historyRequests(page)
  await visit('free', '/dashboard/past-results')
  const { years } = (await ask('/api/history')) as { years: { year: number }[] }
  const results = (await ask('/api/getResults')) as Record<string, Record<string, ResultRow[]>>
  await expect.poll(() => files(asked).length).toBe(years.length)
  const oldest = String(years.at(-1)!.year)
  const last = results.metro![oldest]!.at(-1)!
  const [number] = last.winningNumbers
  let count = 0
  for (const game of Object.values(results))
    for (const rows of Object.values(game))
      for (const row of rows) if (row.winningNumbers[0]!.number === number!.number) count++
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)

  const first = page.getByRole('group', { name: 'Search 1' })
  await first.getByLabel('Number').fill(String(number!.number))
  await first.getByLabel('Draw type').selectOption('Winning')
  await first.getByLabel('Position').selectOption('First box (winning)')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `"${number!.number}" in First box (winning) is found ${count} time(s).`,
  )
  const title = `Metro ${oldest}`
  await yearOf(page, title).locator('summary').click()
  const table = page.getByRole('region', { name: title, exact: true })
  await expect(table).toBeVisible()
  await expect(
    table.getByRole('row', { name: `${formatDayMonth(last.date as LagosDate)} match` }),
  ).toBeVisible()
  await page.getByLabel('Game', { exact: true }).selectOption('Metro')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Metro'])
  await expect(page.getByRole('alert')).toHaveCount(0)

  // A screen that needs the network shows an error and loads when the network is back.
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Day Result' }).click()
  await expect(page.getByRole('alert')).toContainText('No internet connection. Please check your network.')
  await expect(page.getByRole('banner')).toContainText('Welcome, Funmi Free')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Day Result')).toBeVisible()
})

test('a later visit fetches no year file again', async ({ page, visit, ask }) => {
  const asked = historyRequests(page)
  await visit('free', '/dashboard/past-results')
  const { years } = (await ask('/api/history')) as { years: { year: number }[] }
  await expect.poll(() => files(asked).length).toBe(years.length)
  await page.waitForLoadState('networkidle')
  asked.length = 0
  await page.reload()
  await yearOf(page, `Diamond ${years.at(-1)!.year}`)
    .locator('summary')
    .click()
  await expect(page.getByRole('region', { name: `Diamond ${years.at(-1)!.year}` })).toBeVisible()
  expect(asked).toEqual(['/api/history'])
})

test.describe('while staff correct draws', () => {
  test.use({ own: true })

  test('a correction appears when the tab becomes visible, and only the change is fetched', async ({
    page,
    visit,
    staff,
    setClock,
  }) => {
    setClock('2026-03-20 12:00')
    await staff.record({ game: 'gold', date: '2025-05-06', winning: [5, 6, 7, 8, 9] })
    const draw = await staff.record({ game: 'diamond', date: '2026-03-16', winning: [1, 2, 3, 4, 5] })
    const asked = historyRequests(page)
    await visit('free', '/dashboard/past-results')
    await expect.poll(() => files(asked).length).toBe(2)
    await expect(page.getByRole('row', { name: /Mon 16 Mar/ })).toHaveText(/12345$/)
    await page.waitForLoadState('networkidle')
    asked.length = 0

    await staff.correct(draw, {
      date: '2026-03-16',
      winning: [1, 2, 3, 4, 50],
      machine: [11, 12, 13, 14, 15],
    })
    await staff.record({ game: 'diamond', date: '2026-03-19', winning: [60, 61, 62, 63, 64] })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('row', { name: /Mon 16 Mar/ })).toHaveText(/1234501112131415$/)
    await expect(page.getByRole('row', { name: /Thu 19 Mar/ })).toHaveText(/6061626364$/)
    expect(asked).toEqual(['/api/history', expect.stringMatching(/^\/api\/history\/changes\?since=\d+$/)])
  })
})

test('a failed load shows its reason and can be repeated', async ({ page, visit }) => {
  await visit('free', '/dashboard/classification')
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
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Diamond')
  await expect(alert).toBeHidden()
})
