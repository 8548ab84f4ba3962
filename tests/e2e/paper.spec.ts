// Sheets of paper: each is counted in Chromium's PDF, as a printer would get it.
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { axeFindings, expect, scrollsSideways, test } from './app.ts'

const yesterday = addDays(lagosDate(Date.now()), -1)
const lastYear = Number(yesterday.slice(0, 4)) - 1

const SHEETS = [
  ['a day', `date=${yesterday}`, 1],
  ['seven days', `date=${yesterday}&days=7`, 1],
  ['a year of two draws a week', `game=metro&year=${lastYear}`, 1],
] as const

test('a day, seven days and a year each print on one A4 page from a dark screen, and a player prints them from the screens that show them', async ({
  page,
  signIn,
}) => {
  await signIn('free')
  for (const [name, query, count] of SHEETS) {
    await test.step(name, async () => {
      await page.emulateMedia({ colorScheme: 'dark', media: null })
      await page.goto(`/dashboard/print?${query}`)
      await expect(page.getByRole('region', { name: `Page 1 of ${count}` })).toBeVisible()
      expect(await scrollsSideways(page)).toBe(false)
      if (name === 'seven days') expect(await axeFindings(page)).toEqual([])
      // A phone shows the page smaller, and no text leaves its row.
      const isHigher = (rows: Element[]) =>
        rows.filter((row) => row.scrollHeight > row.clientHeight + 1).length
      expect(await page.locator('.paper-day > li').evaluateAll(isHigher)).toBe(0)
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(count)
      expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
      // Nothing is cut off: the foot is the last thing on each page.
      const overflows = await page
        .locator('.paper-page')
        .evaluateAll((pages) => pages.filter((sheet) => sheet.scrollHeight > sheet.clientHeight + 1).length)
      expect(overflows).toBe(0)
      // A year that is over has none.
      await expect(page.getByText('empty lines')).toHaveCount(0)
    })
  }

  await test.step('the screens lead to their sheets; an address without such a sheet says so', async () => {
    await page.addInitScript(() => {
      window.print = () => void document.body.setAttribute('data-printed', '')
    })
    await page.emulateMedia({ media: null })
    await page.goto(`/dashboard/day-result?date=${yesterday}`)
    await page.getByRole('link', { name: 'Print', exact: true }).click()
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body[data-printed]')).toBeAttached()
    await page.getByRole('link', { name: 'Seven days' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(' to ')
    await page.getByRole('link', { name: 'One day' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(`/dashboard/day-result?date=${yesterday}`)

    await page.goto(`/dashboard/past-results?game=metro&year=${lastYear}`)
    await page.getByRole('link', { name: 'Print the year' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Metro ${lastYear}`)
    await expect(page.getByRole('row')).not.toHaveCount(0)

    await test.step('an address without such a sheet says so', async () => {
      await page.goto('/dashboard/print?date=2026-13-01')
      await expect(page.getByRole('alert')).toContainText('Days go from 1962 to a week ahead.')
      await page.goto('/dashboard/print?game=none')
      await expect(page.getByRole('alert')).toContainText('There is no such game.')
    })
  })
})
