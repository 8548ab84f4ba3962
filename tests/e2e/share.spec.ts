// Sharing a search, downloading draws, and printing a year.
import { readFileSync } from 'node:fs'
import { lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { DESKTOP, expect, heading, PHONE, test } from './app.ts'

const SEARCH = '/dashboard/past-results?number=7&type=winning&position=any_box'

test('a search is shared by its own address, and its draws are downloaded', async ({
  page,
  visit,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit('free', SEARCH)
  await page.getByRole('link', { name: 'Share or download' }).click()
  await expect(heading(page, 'Share and download')).toBeVisible()
  await page.getByRole('button', { name: 'Share this search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expectAccessible(page, 'the share dialog of a search')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied.')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(
    /^All games\n"7" in Any box \(winning\) is found \d+ time\(s\)\. Luck gives about .*\n/,
  )
  expect(new URL(text.split('\n').at(-1)!).pathname).toBe('/dashboard/past-results')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const year = page.getByRole('form', { name: 'Download a year of one game' })
  await year.getByLabel('Game').selectOption('Bingo')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    year.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^bingo-\d{4}\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /^\uFEFFgame,date,serial,status,w1.*\r\nBingo,\d{4}-/,
  )
})

test('a shared search opens after the login', async ({ page }) => {
  await page.goto(SEARCH)
  await page.getByLabel('Email').fill('free@lotto.test')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(heading(page, 'Games Results')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('number')).toBe('7')
})

test('a day is downloaded, and a wrong range is refused beside its field', async ({ page, visit }) => {
  await visit('free', '/dashboard/downloads?from=2024-03-04&to=2024-03-04')
  const days = page.getByRole('form', { name: 'Download every game of some days' })
  await days.getByLabel('First day').fill('2024-03-05')
  await days.getByRole('button', { name: 'JSON' }).click()
  await expect(days).toContainText('The first day is after the last day.')
  await days.getByLabel('First day').fill('2022-03-05')
  await days.getByRole('button', { name: 'JSON' }).click()
  await expect(days).toContainText('These are 731 days. Choose at most 366.')
  await days.getByLabel('First day').fill('2024-03-04')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    days.getByRole('button', { name: 'JSON' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('results-2024-03-04-to-2024-03-04.json')
  const draws = JSON.parse(readFileSync(await file.path(), 'utf8')) as { date: string }[]
  expect(new Set(draws.map(({ date }) => date))).toEqual(new Set(['2024-03-04']))
})

for (const scheme of ['light', 'dark'] as const)
  test(`a year of two draws a week prints on one A4 sheet from a ${scheme} screen`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    const year = Number(lagosDate(Date.now()).slice(0, 4)) - 1
    await visit('free', `/dashboard/past-results?game=metro&year=${year}&all=year`)
    expect(await page.locator('table.year tbody tr').count()).toBeGreaterThan(100)
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('search')).toBeHidden()
    const ball = page.locator('table.year td a').first()
    const ink = await ball.evaluate((link) => {
      const { color, backgroundColor } = getComputedStyle(link)
      return { color, backgroundColor }
    })
    // Printers leave out grounds, so a figure must be readable without one.
    expect(ink).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgba(0, 0, 0, 0)' })
  })
