import { expectAccessible } from './accessible.ts'
import { expect, heading, test } from './app.ts'

test.use({ own: true })

test.beforeEach(async ({ staff, setClock }) => {
  setClock('2026-03-20 12:00')
  await staff.record({ game: 'diamond', date: '2026-03-16', winning: [45, 12, 3, 4, 5] })
  await staff.record({ game: 'diamond', date: '2026-03-19', winning: [1, 2, 3, 4, 5] })
})

test('a ticket has its odds, its cost and its past', async ({ page, visit }) => {
  await visit('free', '/dashboard')
  await page.goto('/dashboard/ticket')
  await expect(heading(page, 'Ticket Checker')).toBeVisible()
  const status = page.getByRole('main').getByRole('status').first()
  const bets = page.getByRole('region', { name: 'Bets' })
  await expect(bets.getByRole('link')).toHaveCount(8)
  await expect(bets.getByRole('link', { name: 'Two sure' })).toContainText('₦59.93')
  await expectAccessible(page, 'the bets')

  await bets.getByRole('link', { name: 'Perm' }).click()
  await page.getByLabel('Number 1', { exact: true }).fill('45')
  await page.getByLabel('Number 2', { exact: true }).fill('95')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('“95” is not a number from 1 to 90.')).toBeVisible()
  await expect(status).toHaveText('Please check the marked fields.')
  // Only the wrong cell is marked, and it has the focus.
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await expect(page.getByLabel('Number 2', { exact: true })).toBeFocused()
  await expectAccessible(page, 'a wrong ticket')

  await page.getByLabel('Number 2', { exact: true }).fill('12')
  await page.getByLabel('Number 3', { exact: true }).fill('60')
  await page.getByLabel('Check in the past of').selectOption('Diamond')
  await page.getByLabel('Draws').selectOption('Last 10')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(status).toContainText('Wins 1 in 136.6 draws. ₦100 brings back ₦59.93 on average')
  await expect(status).toContainText('Cost ₦600, back ₦24,000')
  await expect(heading(page, 'Ticket Checker')).toBeFocused()
  await expect(page.getByRole('main').locator('.draw-name')).toHaveText(['Mon 16 Mar 20261 line, ₦24,000'])
  await expectAccessible(page, 'a ticket and its past')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a ticket is checked', async ({ page, visit }) => {
    await visit('free', '/dashboard/ticket')
    await page.getByRole('link', { name: 'Banker' }).click()
    await page.getByLabel('Number 1', { exact: true }).fill('45')
    await page.getByLabel('Check in the past of').selectOption('Diamond')
    await page.getByLabel('Draws').selectOption('Last 10')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText('Cost ₦17,800, back ₦96,000')
  })
})
