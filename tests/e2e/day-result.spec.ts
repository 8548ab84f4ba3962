import { type Page } from '@playwright/test'
import { expect, instantOf, test } from './app.ts'

const game = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const WARNING = 'No result found for '

test.describe('a Monday', () => {
  // A phone in another zone, whose clock is two days ahead. The app uses neither.
  test.use({ own: true, timezoneId: 'America/Los_Angeles' })

  test('each game changes from open to its result by Lagos time', async ({
    page,
    visit,
    staff,
    setClock,
  }) => {
    await page.clock.setFixedTime(instantOf('2026-03-18 12:00'))
    setClock('2026-03-16 00:30')
    await visit('free', '/dashboard/day-result')
    await expect(page.getByText('Mon 16 Mar 2026')).toBeVisible()
    await expect(page.getByText('Today', { exact: true })).toBeVisible()
    await expect(page.getByText('No result found for Monday')).toBeVisible()
    await expect(page.getByText('Document "march_2026" does not exist')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Diamond',
      'Peoples',
      'Bingo',
      'Monday Special (MSP)',
      'Metro',
      'International',
    ])
    await expect(game(page, 'Diamond')).toContainText('Open, closes in 9 h')
    await expect(game(page, 'Diamond')).toContainText('Premier Lotto, closes 09:30')

    const at = async (time: string) => {
      setClock(`2026-03-16 ${time}`)
      await page.reload()
    }
    await at('09:05')
    await expect(game(page, 'Diamond')).toContainText('Closing soon, 25 min left')
    await at('09:40')
    await expect(game(page, 'Diamond')).toContainText('Drawing')
    await at('10:10')
    await expect(game(page, 'Diamond')).toContainText(/Late by 1[01] min/)
    await expect(game(page, 'Diamond').getByRole('definition')).toHaveCount(0)

    // The result arrives and shows after a reload.
    await staff.record({ game: 'diamond', date: '2026-03-16', serial: 23, winning: [12, 7, 90, 1, 45] })
    await at('10:15')
    await expect(game(page, 'Diamond')).toContainText('Result in')
    await expect(game(page, 'Diamond')).toContainText('draw 23')
    await expect(game(page, 'Diamond').getByText('12 - 7 - 90 - 1 - 45')).toBeVisible()
    await expect(game(page, 'Diamond').getByRole('definition').last()).toHaveText('Not in yet')
    await expect(page.getByText(WARNING)).toHaveCount(0)

    await staff.record({
      game: 'peoples',
      date: '2026-03-16',
      winning: [1, 2, 3, 4, 5],
      machine: [6, 7, 8, 9, 10],
    })
    await staff.record({ game: 'bingo', date: '2026-03-16', status: 'no_draw' })
    await at('12:00')
    await expect(game(page, 'Peoples').getByText('1 - 2 - 3 - 4 - 5')).toBeVisible()
    await expect(game(page, 'Peoples').getByText('6 - 7 - 8 - 9 - 10')).toBeVisible()
    await expect(game(page, 'Peoples').getByRole('term')).toHaveText(['Winning numbers', 'Machine numbers'])
    await expect(game(page, 'Bingo')).toContainText('No draw')
    await expect(game(page, 'Bingo').getByRole('definition')).toHaveCount(0)
    await expect(game(page, 'Metro')).toContainText('Open, closes in 8 h')

    // The last minute of the day and the first of the next.
    await at('23:59')
    await expect(page.getByText('Mon 16 Mar 2026')).toBeVisible()
    setClock('2026-03-17 00:00')
    await page.reload()
    await expect(page.getByText('Tue 17 Mar 2026')).toBeVisible()
    await expect(page.getByText('No result found for Tuesday')).toBeVisible()
    await expect(page.getByText(/Document/)).toHaveCount(0)
    await expect(game(page, 'Gold')).toContainText('Open')

    // A past day still lists the games that have no result.
    await page.goto('/dashboard/day-result?date=2026-03-16')
    await expect(game(page, 'International')).toContainText(/Late by 1 h/)
  })

  test('the links step through the days, up to a week ahead, and back to the latest results', async ({
    page,
    visit,
    staff,
    setClock,
  }) => {
    setClock('2026-03-20 12:00')
    await staff.record({ game: 'aseda', date: '2026-03-01', winning: [1, 2, 3, 4, 5] })
    await visit('free', '/dashboard/day-result')
    const days = page.getByRole('navigation', { name: 'Days' })
    const step = (name: string) => days.getByRole('link', { name }).click()
    await step('Day before')
    await expect(page).toHaveURL(/date=2026-03-19$/)
    await expect(page.getByText('Thu 19 Mar 2026')).toBeVisible()
    await expect(page.getByText('Today', { exact: true })).toHaveCount(1)
    await step('Day after')
    await expect(page).toHaveURL(/day-result$/)
    await expect(page.getByText('Fri 20 Mar 2026')).toBeVisible()
    await step('Latest results')
    await expect(page.getByText('Sun 1 Mar 2026')).toBeVisible()
    await expect(game(page, 'Aseda').getByText('1 - 2 - 3 - 4 - 5')).toBeVisible()
    await expect(days.getByRole('link', { name: 'Latest results' })).toHaveCount(0)
    await step('Day before')
    await expect(page.getByText('No result found for Saturday')).toBeVisible()
    await expect(page.getByText('Document "february_2026" does not exist')).toBeVisible()
    await expect(game(page, 'National')).toContainText('Not recorded')
    await page.goBack()
    await expect(page.getByText('Sun 1 Mar 2026')).toBeVisible()
    await step('Today')
    await expect(page.getByText('Fri 20 Mar 2026')).toBeVisible()

    for (let i = 1; i <= 7; i++) await step('Day after')
    await expect(page.getByText('Fri 27 Mar 2026')).toBeVisible()
    await expect(game(page, 'Metro')).toContainText('Open')
    await expect(days.getByRole('link', { name: 'Day after' })).toHaveCount(0)
  })
})

test('an invalid day and a failed call show an error and a way on', async ({ page, visit }) => {
  for (const date of ['2026-02-30', 'tomorrow', '2199-01-01', '<b>']) {
    await visit('free', `/dashboard/day-result?date=${encodeURIComponent(date)}`)
    await expect(page.getByRole('alert')).toContainText(
      `Error fetching results: There is no day "${date}" here. Days go from 1962 to a week ahead.`,
    )
  }
  await page.getByRole('alert').getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

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
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})
