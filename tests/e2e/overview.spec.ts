import type { Page } from '@playwright/test'
import { expect, heading, test } from './app.ts'

test.use({ own: true })

const CARDS = [
  'Predictions',
  'Frequent Numbers',
  'Day Result',
  'Game Results',
  'Lotto Classification Chart',
  'AI Assistant',
]

/** A card by its heading. */
const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })

test('six cards show the news, and the page of a free player contains no paid figures', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  setClock('2026-03-20 13:00')
  await staff.record({ game: 'metro', date: '2026-03-16', winning: [7, 1, 2, 3, 4] })
  await staff.record({ game: 'metro', date: '2026-03-13', winning: [7, 11, 12, 13, 14] })
  await staff.record({ game: 'bingo', date: '2026-03-19', winning: [21, 22, 23, 24, 25] })
  await staff.record({
    game: 'metro',
    date: '2026-03-20',
    winning: [31, 7, 33, 34, 35],
    machine: [41, 42, 43, 44, 45],
  })

  await visit('free', '/dashboard')
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(CARDS)
  await expect(card(page, 'Predictions')).toHaveText('PredictionsLocked: part of Pro, ₦1,500 per month')
  await expect(card(page, 'Frequent Numbers')).toHaveText(
    'Frequent NumbersLocked: part of Basic, ₦2,000 per year',
  )
  const expectFreeCards = async () => {
    await expect(card(page, 'Day Result')).toContainText('1 of 4 results of Fri 20 Mar are in')
    await expect(card(page, 'Day Result')).toContainText('Next: Gold, today 15:30, closes in 2 h 30 min')
    await expect(card(page, 'Game Results')).toContainText('Metro, Fri 20 Mar 2026')
    await expect(
      card(page, 'Game Results').getByRole('img', { name: 'Winning numbers 31 - 7 - 33 - 34 - 35' }),
    ).toBeVisible()
    await expect(card(page, 'Game Results')).toContainText('4 draws to search')
  }
  await expectFreeCards()
  expect(await page.content()).not.toMatch(/"frequent"|times in the last/)
  expect(await (await page.request.get('/api/overview')).json()).not.toHaveProperty('frequent')

  // A plan opens exactly its own card, immediately.
  await grant('free', 'basic')
  await page.reload()
  await expect(card(page, 'Frequent Numbers')).toHaveText(
    'Frequent Numbers73 times in the last 3 draws of MetroBy luck alone, the top number comes about 1.6 times',
  )
  await expect(card(page, 'Predictions')).toContainText('Locked: part of Pro')
  await grant('free', 'pro')
  await page.reload()
  await expect(card(page, 'Predictions')).toHaveText('PredictionsNo predictions available.')
  await expect(page.getByText('Locked')).toHaveCount(0)
  await expectFreeCards()

  // After the last draw of the day the next one is tomorrow.
  setClock('2026-03-20 20:05')
  await page.reload()
  await expect(card(page, 'Day Result')).toContainText(
    'Next: Premier King, Sat 21 Mar 09:25, closes in 13 h 20 min',
  )

  for (const [link, title] of [
    ['Predictions', 'Prediction / Forecast (Premium)'],
    ['Frequent Numbers', 'Frequent Numbers (Premium)'],
    ['Day Result', 'Day Result'],
    ['Game Results', 'Games Results'],
    ['Lotto Classification Chart', 'Lotto Classification Chart'],
    ['AI Assistant', 'AI Assistant'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
    await expect(heading(page, title)).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Overview')).toBeVisible()
  }
})

test('without draws every screen says that there are none yet', async ({ page, visit }) => {
  await visit('pro', '/dashboard')
  await expect(card(page, 'Frequent Numbers')).toContainText('There are no draws yet.')
  await expect(card(page, 'Game Results')).toContainText('There are no draws yet.')
  await expect(card(page, 'Day Result')).toContainText(/0 of \d results/)
  for (const path of ['past-results', 'frequent-numbers', 'moving-numbers']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByText('There are no draws yet.')).toBeVisible()
    await expect(page.getByText('Sample data')).toHaveCount(0)
  }
  await page.goto('/dashboard/ai?question=45')
  await expect(page.getByText('No "45" found in Any box (winning) yet.')).toBeVisible()
  await page.goto('/dashboard/past-results?number=7&type=winning&position=any_box_winning')
  await expect(page.getByText('No "7" found in Any box (winning) yet.')).toBeVisible()
})
