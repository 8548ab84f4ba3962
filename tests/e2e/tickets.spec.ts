import { expectAccessible } from './accessible.ts'
import { expect, heading, PHONE, scrollsSideways, test } from './app.ts'
import { readyForOffline } from './kept.ts'

test.use({ own: true })

test.beforeEach(async ({ staff, setClock }) => {
  setClock('2026-03-20 12:00')
  await staff.record({ game: 'diamond', date: '2026-03-16', winning: [45, 12, 3, 4, 5] })
  await staff.record({ game: 'diamond', date: '2026-03-19', winning: [1, 2, 3, 4, 5] })
})

test('a question mark beside a bet opens how it works; the newest draw judges a ticket, then its past and the odds follow', async ({
  page,
  visit,
  ask,
  staff,
}) => {
  for (let day = 1; day <= 11; day++)
    await staff.record({
      game: 'gold',
      date: `2026-02-${String(day).padStart(2, '0')}`,
      winning: [1, 2, 3, 4, 5],
    })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await visit('free', '/dashboard/ticket')
  const sheet = (name: string) => page.getByRole('dialog', { name: `How ${name} works`, exact: true })
  const bets = page.getByRole('region', { name: 'What each bet pays' })
  await expect(bets.getByRole('button', { name: 'How perm works' })).toBeVisible()
  expect(scripts.filter((url) => url.includes('bet-help-sheet'))).toEqual([])
  await bets.getByRole('button', { name: 'How perm works' }).click()
  await expect(sheet('perm 2 of 3').getByText('One line won: ₦300 paid, ₦24,000 back.')).toBeVisible()
  await expect(sheet('perm 2 of 3').getByRole('definition').last()).toHaveText('₦60')
  await expectAccessible(page, 'how a perm works')
  await page.keyboard.press('Escape')
  await expect(bets.getByRole('button', { name: 'How perm works' })).toBeFocused()

  await page.getByLabel('Number 1', { exact: true }).pressSequentially('0102')
  await expect(page.locator('.verdict')).toContainText('You won')
  const own = page.locator('form').getByRole('button', { name: 'How two sure works' })
  await own.click()
  await expect(sheet('two sure').locator('.ball')).toHaveText(['1', '2', '1', '2', '41', '20', '42'])
  await expect(sheet('two sure').locator('.ball-hit')).toHaveText(['1', '2'])
  await sheet('two sure').getByRole('button', { name: 'Close' }).click()
  await expect(own).toBeFocused()

  await test.step('the newest draw judges a ticket, then its past and the odds follow', async () => {
    await page.goto('/dashboard/ticket')
    await expect(heading(page, 'Ticket Checker')).toBeVisible()
    const verdict = page.locator('.verdict')
    const bets = page.getByRole('region', { name: 'What each bet pays' })
    await expect(bets.getByRole('row', { name: 'Two sure' })).toContainText('₦60')
    await expect(page.getByLabel('Draw')).toHaveValue('diamond.2026-03-19')

    // Four keys. The form stays for a third number, which makes it a three direct.
    await page.getByLabel('Number 1', { exact: true }).pressSequentially('0102')
    await expect(verdict).toContainText('You won ₦24,000')
    await expect(page.getByLabel('Number 3', { exact: true })).toBeFocused()
    // Half a number is not judged.
    await page.getByLabel('Number 3', { exact: true }).pressSequentially('6')
    await expect(verdict).toContainText('You won ₦24,000')
    await expect(page).not.toHaveURL(/number=6&/)
    await page.getByLabel('Number 3', { exact: true }).pressSequentially('0')
    await expect(verdict).toContainText('No win1 and 2 came, 60 did not.')
    await expect(page.getByText('Three direct', { exact: true }).first()).toBeVisible()
    await page.getByLabel('Number 3', { exact: true }).fill('')
    await expect(verdict).toContainText('You won ₦24,000')
    await expect(verdict).toContainText('1 and 2 came.')
    await expect(page.locator('.line .ball-hit')).toHaveText(['1', '2'])
    await expect(page.getByText('Same numbers, last 2 draws')).toBeVisible()
    await expectAccessible(page, 'a won ticket')

    await page.getByLabel('Number 2', { exact: true }).fill('95')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('“95” is not a number from 1 to 90.')).toBeVisible()
    // Only the wrong cell is marked, and it has the focus.
    await expect(page.locator('[aria-invalid]')).toHaveCount(1)
    await expect(page.getByLabel('Number 2', { exact: true })).toBeFocused()

    await page.getByLabel('Number 2', { exact: true }).fill('45')
    await page.getByText('Change', { exact: true }).click()
    await page.getByLabel('More bets').fill('12-45\n3 4')
    await page.getByLabel('Draw').selectOption('diamond.2026-03-16')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(verdict).toContainText('You won ₦48,000')
    await expect(verdict).toContainText('2 of 3 tickets won.')
  })

  await test.step('a saved ticket is checked by one tap, and another one is saved from the checker', async () => {
    await page.goto('/dashboard/ticket?number=1&number=60&draw=diamond.2026-03-19')
    await expect(page.locator('.verdict')).toContainText('1 came, 60 did not.')
    await page.getByRole('link', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Save 1, 60 for Diamond' }).click()
    await expect(heading(page, 'My slip')).toBeVisible()
    expect((await ask('/api/slip')).entries).toHaveLength(1)
    await page.goto('/dashboard/ticket')
    await page.getByRole('link', { name: '1-60' }).click()
    await expect(page.locator('.verdict')).toContainText('No win')
  })

  await test.step('a ticket is checked in a draw of long ago, and in the draws before it', async () => {
    await page.goto('/dashboard/draw/gold.2026-02-01')
    await page.getByRole('link', { name: 'Check a ticket of this draw' }).click()
    await expect(page.getByLabel('Draw').locator('option:checked')).toHaveText('Gold, Sun 1 Feb 2026')
    await page.goto('/dashboard/draw/gold.2026-02-02')
    await page.getByRole('link', { name: 'Check a ticket of this draw' }).click()
    await page.getByLabel('Number 1', { exact: true }).pressSequentially('0102')
    await expect(page.locator('.verdict')).toContainText('You won ₦24,000')
    await expect(page.getByText('Same numbers, last 2 draws')).toBeVisible()

    await page.getByLabel('Draw').selectOption('gold.2026-02-11')
    await page.getByText('Change', { exact: true }).click()
    await page.getByLabel('Same numbers in').selectOption('Last 10 draws')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Same numbers, last 10 draws')).toBeVisible()

    // A stake as long as an address allows keeps to the width of a phone.
    await page.setViewportSize(PHONE)
    await page.goto(`/dashboard/ticket?number=1&number=2&stake=${'9'.repeat(60)}`)
    await expect(page.getByText('Enter a stake of ₦1 to ₦100,000')).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })
  test.describe.configure({ timeout: 90_000 })

  test('a ticket is checked, and my slip stays', async ({ page, visit, context }) => {
    await visit('basic', '/dashboard/slip')
    await page.goto('/dashboard/ticket')
    await readyForOffline(page)
    await context.setOffline(true)
    await page.getByLabel('Number 1', { exact: true }).pressSequentially('0102')
    await expect(page.locator('.verdict')).toContainText('You won ₦24,000')
    await page.goto('/dashboard/slip')
    await expect(page.getByText('No numbers saved yet.')).toBeVisible()
    await context.setOffline(false)
  })
})
