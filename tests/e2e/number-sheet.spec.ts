// A tap on a ball opens its number over the screen. The screen below is the page of a draw.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { DESKTOP, expect, heading, PHONE, test } from './app.ts'

test.use({ own: true })
test.describe.configure({ timeout: 120_000 })

const drawPage = '/dashboard/draw/diamond.2025-06-23'

test.beforeEach(async ({ staff, signIn }) => {
  const machine = [1, 2, 3, 4, 5]
  await staff.record({ game: 'diamond', date: '2025-06-23', winning: [20, 42, 81, 13, 49], machine })
  await staff.record({ game: 'gold', date: '2025-06-24', winning: [36, 42, 89, 13, 49] })
  for (const game of ['metro', 'king', 'aseda'])
    await staff.record({ game, date: '2025-06-20', winning: [1, 2, 3, 4, 5] })
  await signIn('free')
})

const ballOf = (page: Page, number: number) =>
  page
    .getByRole('main')
    .getByRole('link', { name: String(number), exact: true })
    .first()
const sheetOf = (page: Page, number: number) =>
  page.getByRole('dialog', { name: `Number ${number}`, exact: true })

/** The luck bar of a number that came in one of five draws. */
const cameOnce = (place: Locator) =>
  place.getByRole('img', { name: /^1\. Luck gives about 0\.3, usually 0 to [12]\.$/ })

async function openSheet(page: Page, number: number) {
  if (!page.url().endsWith('/dashboard')) await page.goto('/dashboard')
  await page.goto(drawPage)
  await ballOf(page, number).click()
  await expect(sheetOf(page, number)).toBeVisible()
}

test('a tap opens the number from below, whose links lead to its screens; each way to close it closes all its numbers; without its code the ball is a link', async ({
  page,
  context,
}) => {
  await openSheet(page, 81)
  const sheet = sheetOf(page, 81)
  await expect(sheet.getByRole('heading', { name: 'Number 81' })).toBeFocused()
  await expect(cameOnce(sheet)).toBeVisible()
  await expect(sheet.getByRole('row', { name: /Diamond/ })).toContainText('Mon 23 Jun 2025')
  await expect(ballOf(page, 81)).toHaveAttribute('aria-expanded', 'true')
  // The sheet rises for a moment.
  await expect(async () => {
    const box = (await sheet.boundingBox())!
    expect(box.height).toBeLessThanOrEqual(0.88 * PHONE.height + 1)
    expect(Math.round(box.y + box.height)).toBe(PHONE.height)
  }).toPass()
  await expect(page).toHaveURL(drawPage)

  await sheet.getByRole('link', { name: '36' }).click()
  await expect(sheetOf(page, 36).getByRole('heading', { name: 'Number 36' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.goBack()
  await expect(sheetOf(page, 81)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(drawPage)
  await expect(ballOf(page, 81)).toBeFocused()
  await expect(ballOf(page, 81)).not.toHaveAttribute('aria-expanded')

  await test.step('all games are listed on request', async () => {
    await ballOf(page, 81).click()
    const rows = sheetOf(page, 81).getByRole('rowgroup').last().getByRole('row')
    await expect(rows).toHaveCount(3)
    await page.getByRole('button', { name: 'All 5 games' }).click()
    await expect(rows).toHaveCount(5)
    await expect(rows.last()).toContainText('Never')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('Escape closes the share dialog of the sheet, and the sheet stays', async () => {
    await ballOf(page, 81).click()
    await sheetOf(page, 81).getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share', exact: true })
    await expect(dialog).toContainText(/81 came \d+ times? in /)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(sheetOf(page, 81)).toBeVisible()
  })

  await test.step('Search leads to the search for the number, and Back returns to the sheet', async () => {
    await page.getByRole('link', { name: 'Search 81' }).click()
    await expect(heading(page, 'Games Results')).toBeVisible()
    await expect(page).toHaveURL(/\/past-results\?number=81&type=winning&position=any_box/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(sheetOf(page, 81)).toBeVisible()
    await page.getByRole('dialog').getByRole('link', { name: 'My slip' }).click()
    await expect(heading(page, 'Add to my slip')).toBeVisible()
    await expect(page.getByLabel('Number 1', { exact: true })).toHaveValue('81')
    await page.goto('/dashboard/number/81')
    await page.getByRole('link', { name: '81 on the chart' }).click()
    await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/classification?number=81#found')
  })

  await test.step('on the page of a number a relative is the next page', async () => {
    await page.goto('/dashboard/number/81')
    await expect(page).toHaveTitle('Number 81 | Lotto Forecast')
    await page.getByRole('definition').getByRole('link', { name: '36' }).click()
    await expect(page).toHaveURL('/dashboard/number/36')
    await expect(page).toHaveTitle('Number 36 | Lotto Forecast')
    await expect(heading(page, 'Number 36')).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'Gold' }).click()
    await expect(page).toHaveURL(/\/past-results\?number=36&type=winning&position=any_box.*&game=gold$/)
  })

  await test.step('each way to close the sheet closes all its numbers, and Back then leaves the page', async () => {
    for (const [name, close] of WAYS) {
      await openSheet(page, 81)
      await sheetOf(page, 81).getByRole('link', { name: '36' }).click()
      await expect(sheetOf(page, 36)).toBeVisible()
      await close(page)
      await expect(page.getByRole('dialog'), name).toHaveCount(0)
      await expect(ballOf(page, 81)).toBeFocused()
      await expect(page).toHaveURL(drawPage)
      await page.goBack()
      await expect(page).toHaveURL('/dashboard')
    }

    await test.step('Android’s Back, a request to close the dialog, shows the number before', async () => {
      await openSheet(page, 81)
      await sheetOf(page, 81).getByRole('link', { name: '36' }).click()
      const requestClose = (number: number) =>
        sheetOf(page, number).evaluate((dialog: HTMLDialogElement) => dialog.requestClose())
      await requestClose(36)
      await expect(sheetOf(page, 81)).toBeVisible()
      await requestClose(81)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.goBack()
      await expect(page).toHaveURL('/dashboard')
    })

    await test.step('the keyboard opens the sheet, stays inside it, and closes it', async () => {
      await page.goto(drawPage)
      await ballOf(page, 42).focus()
      await page.keyboard.press('Enter')
      await expect(sheetOf(page, 42).getByRole('heading')).toBeFocused()
      const isInside = () => page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab')
        // Between the last and the first element the focus may be on the browser's own controls.
        const active = await page.evaluate(() => document.activeElement?.tagName)
        if (active !== 'BODY') expect(await isInside()).toBe('DIALOG')
      }
      await page.keyboard.press('Escape')
      await expect(ballOf(page, 42)).toBeFocused()
    })

    await test.step('the ball is a link to the page in a new tab and without the code of the sheet; a failure in the sheet can be repeated', async () => {
      await page.route('**/number-sheet*.js', (route) => route.abort())
      await page.goto(drawPage)
      await ballOf(page, 81).click()
      await expect(page).toHaveURL('/dashboard/number/81')
      await page.unrouteAll()

      await test.step('a click with Ctrl opens the page of the number in a new tab', async () => {
        await page.goto(drawPage)
        const opened = context.waitForEvent('page')
        await ballOf(page, 81).click({ modifiers: ['Control'] })
        const tab = await opened
        await expect(heading(tab, 'Number 81')).toBeVisible()
        await expect(tab).toHaveURL('/dashboard/number/81')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })

      await test.step('a failure is shown in the sheet, and Try again fetches the number', async () => {
        await page.route('**/api/numbers/81', (route) => route.abort())
        await ballOf(page, 81).click()
        const sheet = sheetOf(page, 81)
        await expect(sheet.getByRole('alert')).toContainText('This number could not be loaded.')
        await expect(sheet.getByRole('alert')).toContainText(
          'No internet connection. Please check your network.',
        )
        await page.unroute('**/api/numbers/81')
        await sheet.getByRole('button', { name: 'Try again' }).click()
        await expect(cameOnce(sheet)).toBeVisible()
      })

      await test.step('the sheet is accessible and fits; on a desktop it is beside the balls and inside the window', async () => {
        await expectAccessible(page, 'the sheet')
        await page.setViewportSize({ width: 320, height: 640 })
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        const sheet = sheetOf(page, 81)
        expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false)

        await test.step('on a desktop the sheet is beside the balls and inside the window', async () => {
          await page.setViewportSize(DESKTOP)
          await page.goto(drawPage)
          await ballOf(page, 81).click()
          await expect(sheetOf(page, 81)).toBeVisible()
          const sheet = (await sheetOf(page, 81).boundingBox())!
          const last = (await ballOf(page, 49).boundingBox())!
          expect(Math.round(sheet.width)).toBe(372)
          expect(sheet.x).toBeGreaterThanOrEqual(last.x + last.width)
          expect(sheet.x + sheet.width).toBeLessThanOrEqual(DESKTOP.width)
          expect(sheet.y + sheet.height).toBeLessThanOrEqual(DESKTOP.height)
        })
      })
    })
  })
})

const WAYS: [name: string, close: (page: Page) => Promise<unknown>][] = [
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['the Close button', (page) => page.getByRole('button', { name: 'Close' }).click()],
  ['a tap outside', (page) => page.mouse.click(180, 20)],
]
