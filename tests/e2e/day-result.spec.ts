import { type Page } from '@playwright/test'
import { DESKTOP, expect, instantOf, test } from './app.ts'

/** The rows of the day's games. */
const rows = (page: Page) => page.getByRole('main').locator('ol').getByRole('listitem')
const game = (page: Page, name: string) => rows(page).filter({ hasText: name })
const names = (page: Page) => rows(page).locator('.text-name')
const days = (page: Page) => page.getByRole('navigation', { name: 'Days' })
/** The day that the screen shows, beside the heading. */
const shownDay = (page: Page) => page.getByRole('main').locator('time')

/** The text of a selection from the first to the last ball of a set, as it is copied. */
const copied = (page: Page, set: string) =>
  page
    .getByRole('main')
    .locator(set)
    .first()
    .evaluate((element) => {
      getSelection()!.selectAllChildren(element)
      return getSelection()!.toString()
    })

const WARNING = 'No result found for '

test.describe('on a phone in another zone', () => {
  // Its clock is two days ahead. The app uses neither.
  test.use({ own: true, timezoneId: 'America/Los_Angeles' })

  test('the week ends with today, arrows lead to other weeks, and a day in the past is two steps away, with the date field', async ({
    page,
    visit,
    staff,
    setClock,
  }) => {
    setClock('2026-03-20 12:00')
    await staff.record({ game: 'aseda', date: '2026-03-01', winning: [1, 2, 3, 4, 5] })
    await visit('free', '/dashboard/day-result')
    const cells = days(page).getByRole('link')
    const step = (name: string) => days(page).getByRole('link', { name }).click()
    const goWeek = (to: 'before' | 'after') => page.getByRole('link', { name: `Week ${to}` }).click()
    await expect(cells).toHaveCount(7)
    await expect(days(page).locator('.week-day b')).toHaveText(['14', '15', '16', '17', '18', '19', '20'])
    await expect(days(page).locator('[aria-current]')).toHaveText('Today 20 Mar 2026')
    for (const cell of await cells.all()) {
      const { width, height } = (await cell.boundingBox())!
      expect([width >= 44, height]).toEqual([true, 48])
    }

    await step('Thu 19')
    await expect(page).toHaveURL(/date=2026-03-19$/)
    await expect(shownDay(page)).toHaveText('Thu 19 Mar 2026')
    await expect(days(page).locator('[aria-current]')).toHaveText('Thu 19 Mar 2026')
    await step('Today')
    await expect(page).toHaveURL(/day-result$/)
    await expect(shownDay(page)).toHaveText('Fri 20 Mar 2026')

    await page.getByRole('link', { name: 'Latest results' }).click()
    await expect(shownDay(page)).toHaveText('Sun 1 Mar 2026')
    await expect(game(page, 'Aseda')).toContainText('1 - 2 - 3 - 4 - 5')
    await expect(page.getByRole('link', { name: 'Latest results' })).toHaveCount(0)
    // Days without results are quiet.
    await expect(days(page).locator('.week-day-empty')).toHaveCount(6)
    await expect(days(page).locator('[aria-current] .week-day-empty')).toHaveCount(0)

    await step('Sat 28')
    await expect(page.getByText('No result found for Saturday')).toBeVisible()
    await expect(page.getByText('Our results begin on Sun 1 Mar 2026.')).toBeVisible()
    await expect(page.getByText('Document "february_2026" does not exist')).toBeVisible()
    await expect(game(page, 'National')).toContainText('Not recorded')
    await page.goBack()
    await expect(shownDay(page)).toHaveText('Sun 1 Mar 2026')
    await expect(page.getByText('Our results begin')).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Today' }).click()
    await expect(shownDay(page)).toHaveText('Fri 20 Mar 2026')

    await goWeek('before')
    await expect(shownDay(page)).toHaveText('Fri 13 Mar 2026')
    await goWeek('after')
    await goWeek('after')
    await expect(shownDay(page)).toHaveText('Fri 27 Mar 2026')
    await expect(game(page, 'Metro')).toContainText('Open')
    // The last day of all.
    await expect(page.getByRole('link', { name: 'Week after' })).toHaveCount(0)
    await expect(days(page).locator('.week-day b').last()).toHaveText('27')
    await step('Sat 21')
    await goWeek('before')
    await expect(shownDay(page)).toHaveText('Sat 14 Mar 2026')
    await goWeek('after')
    await expect(shownDay(page)).toHaveText('Sat 21 Mar 2026')

    await test.step('a day in the past is two steps away, with the date field', async () => {
      await staff.record({ game: 'diamond', date: '2023-10-02', winning: [20, 42, 89, 13, 49] })
      await page.goto('/dashboard/day-result')
      const field = page.getByLabel('Date', { exact: true })
      await expect(field).toBeHidden()
      await page.getByText('Pick a date').click()
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('2026-03-20')
      await expect(field).toHaveAttribute('max', '2026-03-27')
      await field.fill('2023-10-02')
      await expect(page).toHaveURL(/date=2023-10-02$/)
      await expect(shownDay(page)).toHaveText('Mon 2 Oct 2023')
      await expect(game(page, 'Diamond')).toContainText('20 - 42 - 89 - 13 - 49')
      // Days outside the field's range are not followed, such as the first digits of a year.
      await field.fill('0202-10-02')
      await expect(shownDay(page)).toHaveText('Mon 2 Oct 2023')
      await page.keyboard.press('Escape')
      await expect(field).toBeHidden()
    })

    await test.step('a set is copied as its numbers joined by " - ", and the name of a draw opens it', async () => {
      setClock('2026-03-16 10:30')
      const draw = { winning: [20, 42, 89, 13, 49], machine: [17, 33, 41, 34, 32] }
      await staff.record({ game: 'diamond', date: '2026-03-16', ...draw })
      await page.goto('/dashboard/day-result')
      expect(await copied(page, '.balls:not(.balls-machine)')).toBe('20 - 42 - 89 - 13 - 49')
      expect(await copied(page, '.balls-machine')).toBe('17 - 33 - 41 - 34 - 32')
      // Each number is there once.
      await expect(game(page, 'Diamond').getByText('20', { exact: true })).toHaveCount(1)

      // The whole name opens the draw.
      const { x, y, width, height } = (await game(page, 'Diamond').locator('.draw-name').boundingBox())!
      await page.mouse.click(x + width - 4, y + height - 4)
      await expect(page).toHaveURL('/dashboard/draw/diamond.2026-03-16')
      // So does every ball but the first, which is a link to its number.
      await page.goBack()
      await expect(game(page, 'Diamond').getByRole('link')).toHaveText(['Diamond', '20'])
      const ball = (await game(page, 'Diamond').getByText('42', { exact: true }).boundingBox())!
      await page.mouse.click(ball.x + ball.width / 2, ball.y + ball.height / 2)
      await expect(page).toHaveURL('/dashboard/draw/diamond.2026-03-16')
      await page.goto('/dashboard')
      expect(await copied(page, '.balls:not(.balls-machine)')).toBe('20 - 42 - 89 - 13 - 49')
    })

    await test.step('each game of a Monday changes from open to its result by Lagos time', async () => {
      await page.clock.setFixedTime(instantOf('2026-03-25 12:00'))
      setClock('2026-03-23 00:20')
      await page.goto('/dashboard/day-result')
      await expect(shownDay(page)).toHaveText('Mon 23 Mar 2026')
      await expect(days(page).locator('[aria-current]')).toHaveText('Today 23 Mar 2026')
      await expect(page.getByText(WARNING)).toHaveCount(0)
      await expect(page.getByText('0 of 6 results in')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(names(page)).toHaveText([
        'Diamond',
        'Peoples',
        'Bingo',
        'Monday Special (MSP)',
        'Metro',
        'International',
      ])
      await expect(game(page, 'Diamond')).toContainText('09:30 Open, 9 h')
      await expect(game(page, 'Diamond')).toContainText('Premier Lotto')
      await expect(game(page, 'Special')).toContainText('Ghana NLA')

      const at = async (time: string) => {
        setClock(`2026-03-23 ${time}`)
        await page.reload()
      }
      await at('09:05')
      await expect(game(page, 'Diamond')).toContainText(/Closes in 2[45] min/)
      await at('09:40')
      await expect(game(page, 'Diamond')).toContainText('Drawing')
      await at('10:10')
      await expect(game(page, 'Diamond')).toContainText(/Late 1[01] min/)
      await expect(game(page, 'Diamond').getByRole('link')).toHaveText('Diamond')

      // The result arrives and shows after a reload.
      await staff.record({ game: 'diamond', date: '2026-03-23', serial: 23, winning: [12, 7, 90, 1, 45] })
      await at('10:15')
      await expect(game(page, 'Diamond')).toContainText('Result in')
      await expect(game(page, 'Diamond')).toContainText('Premier Lotto, draw 23')
      await expect(game(page, 'Diamond')).toContainText('Winning numbers: 12 - 7 - 90 - 1 - 45')
      await expect(game(page, 'Diamond')).toContainText('Machine numbers not in yet')
      await expect(page.getByText('1 of 6 results in')).toBeVisible()
      await expect(page.getByText(WARNING)).toHaveCount(0)

      // The last minute of the day and the first of the next.
      await at('23:59')
      await expect(shownDay(page)).toHaveText('Mon 23 Mar 2026')
      setClock('2026-03-24 00:00')
      await page.reload()
      await expect(shownDay(page)).toHaveText('Tue 24 Mar 2026')
      await expect(page.getByText(WARNING)).toHaveCount(0)
      await expect(page.getByText(/Document/)).toHaveCount(0)
      await expect(game(page, 'Gold')).toContainText('Open')
    })
  })
})

test.describe('a Saturday', () => {
  test.use({ own: true })

  test('both sets of five draws of a Saturday fit a phone’s first screen, and the day is shared as text with its address', async ({
    page,
    visit,
    context,
    staff,
    setClock,
  }) => {
    const date = '2026-03-14'
    const draw = { date, winning: [20, 42, 89, 13, 49], machine: [17, 33, 41, 34, 32] }
    setClock(`${date} 23:00`)
    for (const game of ['king', 'super', 'clubmaster', 'national', '06'])
      await staff.record({ game, ...draw })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit('pro', '/dashboard/day-result')
    await expect(page.getByText('5 of 5 results in')).toBeVisible()
    const strip = (await days(page).boundingBox())!
    const last = (await game(page, '06').boundingBox())!
    expect(last.y + last.height - strip.y).toBeLessThanOrEqual(481)
    await expect(game(page, '06').locator('.balls-machine')).toBeVisible()

    await page.getByRole('button', { name: 'Share this day' }).click()
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy text' }).click()
    await expect(page.getByText('Copied.')).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toMatch(/^Results of Sat 14 Mar 2026\nPremier King: 20 - 42 - 89 - 13 - 49\n/)
    expect(text).toMatch(/\nhttp:\/\/[^\n]*\/results\/2026-03-14$/)

    await test.step('a desktop has large balls beside the month with its draws, and a row is shared', async () => {
      await page.setViewportSize(DESKTOP)
      await page.goto('/dashboard/day-result')
      const ball = async () => (await game(page, 'National').locator('.ball').first().boundingBox())!
      expect((await ball()).width).toBe(44)
      await expect(days(page).locator('[aria-current]')).toHaveText('14 5 draws')
      await expect(days(page).getByRole('link', { name: '21 5 draws' })).toBeVisible()
      // There is no page later than a week ahead.
      await expect(days(page).getByRole('link', { name: /^22 / })).toHaveCount(0)
      expect((await days(page).boundingBox())!.x).toBeGreaterThan((await ball()).x)
      await game(page, 'National').getByRole('button', { name: 'Share National' }).click()
      await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
      await page.keyboard.press('Escape')

      await page.setViewportSize({ width: 1920, height: 1080 })
      expect((await ball()).width).toBe(80)
      await days(page).getByRole('link', { name: 'Month before' }).click()
      await expect(days(page).getByRole('heading')).toHaveText('February 2026')
      await days(page).getByRole('link', { name: 'Month after' }).click()
      await days(page).getByRole('link', { name: '16 6 draws' }).click()
      // The two days before: Sunday has no result.
      await expect(page.getByRole('region', { name: 'Sat 14 Mar 2026' }).getByRole('listitem')).toHaveCount(5)
      await expect(page.getByRole('region', { name: 'Sun 15 Mar 2026' })).toHaveCount(0)
    })
  })
})

test('an invalid day and a failed call show an error and a way on', async ({ page, visit }) => {
  await visit('free', '/dashboard')
  for (const date of ['2026-02-30', '<b>']) {
    await page.goto(`/dashboard/day-result?date=${encodeURIComponent(date)}`)
    await expect(page.getByRole('alert')).toContainText(
      `Error fetching results: There is no day "${date}" here. Days go from 1962 to a week ahead.`,
    )
  }
  await page.getByRole('alert').getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()

  const answerWith = (status: number) =>
    // The server's own body, although the page shows the specified sentence.
    page.route('**/api/days/*', (route) =>
      route.fulfill({ status, json: { status, title: 'Something went wrong.', requestId: 'x' } }),
    )
  await answerWith(401)
  await page.goto('/dashboard/classification')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Day Result' }).click()
  await expect(page.getByRole('alert')).toContainText('Error fetching results: User not signed in')
  await expect(page.getByRole('alert').getByRole('link', { name: 'Login' })).toBeVisible()
  await answerWith(500)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('Error fetching results: Server error: 500')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
})
