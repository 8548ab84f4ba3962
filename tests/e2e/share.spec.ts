// Sharing a search and downloading draws.
import { readFileSync } from 'node:fs'
import { expect, heading, test } from './app.ts'

const SEARCH = '/dashboard/past-results?number=7&type=winning&position=any_box'

test('a search is shared by its own address; draws are downloaded, and a wrong range is refused beside its field', async ({
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
  await dialog.getByRole('button', { name: 'Copy text' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Copied.')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(
    /^All games\n"7" in Any box \(winning\) is found \d+ time\(s\)\. Luck gives about .*\n/,
  )
  expect(new URL(text.split('\n').at(-1)!).pathname).toBe('/results')
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

  await test.step('a day is downloaded, and a wrong range is refused beside its field', async () => {
    await page.goto('/dashboard/downloads?from=2024-03-04&to=2024-03-04')
    const days = page.getByRole('form', { name: 'Download every game of some days' })
    await days.getByLabel('First day').fill('2024-03-05')
    await days.getByRole('button', { name: 'JSON' }).click()
    await expect(days).toContainText('The first day is after the last day.')
    await days.getByLabel('First day').fill('2022-03-05')
    await days.getByRole('button', { name: 'JSON' }).click()
    await expect(days).toContainText('You chose 731 days. Choose at most 366.')
    await days.getByLabel('First day').fill('2024-03-04')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      days.getByRole('button', { name: 'JSON' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('results-2024-03-04-to-2024-03-04.json')
    const draws = JSON.parse(readFileSync(await file.path(), 'utf8')) as { date: string }[]
    expect(new Set(draws.map(({ date }) => date))).toEqual(new Set(['2024-03-04']))
  })
})
