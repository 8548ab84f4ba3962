import { expectAccessible } from './accessible.ts'
import { expect, heading, test } from './app.ts'

test.use({ own: true })

test.beforeEach(async ({ staff, setClock }) => {
  setClock('2026-03-20 12:00')
  const numbers = [45, 2, 3, 4, 5]
  await staff.record({ game: 'diamond', date: '2024-01-04', winning: numbers })
  await staff.record({ game: 'diamond', date: '2024-01-08', winning: numbers, machine: [46, 7, 8, 9, 10] })
  await staff.record({ game: 'diamond', date: '2025-01-02', winning: numbers })
  await staff.record({ game: 'gold', date: '2024-01-05', winning: numbers })
})

test('suggests whole questions while one types; Enter takes the marked one that was seen, and opens the list where a word is not explained', async ({
  page,
  visit,
}) => {
  await visit('free', '/dashboard/ai')
  const field = page.getByRole('combobox', { name: 'Question' })
  const options = page.getByRole('option')
  await expect(page.getByRole('region', { name: 'You could ask' }).getByRole('link')).toHaveCount(5)
  await expect(page.getByRole('main')).toContainText('It answers from 4 draws')

  await field.pressSequentially('45 first box diamond 2024')
  await expect(options.first()).toHaveText('How many times has 45 come as first box in Diamond in 2024?')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id'))!)
  await expectAccessible(page, 'suggestions')
  await field.press('Enter')
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ has: page.getByRole('heading') })
  await expect(status.getByRole('heading')).toHaveText(
    'How many times has 45 come as first box in Diamond in 2024?',
  )
  await expect(status).toContainText('2 times in 2 draws')
  await expect(status.getByRole('img').first()).toHaveAccessibleName(
    /^2 times in 2 draws, 4 Jan to 8 Jan 2024. Luck gives about 0/,
  )
  await expect(page.locator('.draw-row')).toHaveCount(2)
  await expect(heading(page, 'AI Assistant')).toBeFocused()

  // A tap on a kept thing leaves it out.
  await page.getByRole('link', { name: 'Leave out 2024' }).click()
  await expect(status.getByRole('heading')).toHaveText('How many times has 45 come as first box in Diamond?')
  await expect(status).toContainText('3 times in 3 draws')

  // A text that lacks something keeps the rest.
  await page.getByRole('button', { name: 'Clear' }).click()
  await field.pressSequentially('and gold')
  await expect(options.first()).toHaveText('How many times has 45 come as first box in Gold?')
  await field.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(status).toContainText('1 time in 1 draw')
  await page.goBack()
  await page.reload()
  await expect(status).toContainText('3 times in 3 draws')

  await page.goto('/dashboard/ai?chosen=ask%3Dcount%26numbers%3D45')
  await expect(status).toContainText('4 times in 4 draws')
  await expect(page.locator('.draw-row')).toHaveCount(3)

  await test.step('Enter opens the list where a word is not explained', async () => {
    await page.goto('/dashboard/ai')
    const field = page.getByRole('combobox', { name: 'Question' })
    await field.pressSequentially('45 gold when it rained')
    await expect(page.getByRole('option').first()).toBeVisible()
    await field.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await field.press('Enter')
    await expect(page.getByText('I do not understand: “rained”.')).toBeVisible()
    await expectAccessible(page, 'a list of questions')
    const near = page.getByRole('region', { name: 'Did you mean' })
    await near.getByRole('link', { name: 'How many times has 45 come in Gold?' }).click()
    await expect(page.getByRole('main')).toContainText('1 time in 1 draw')

    await page.goto('/dashboard/ai?question=nawa+o')
    await expect(page.getByRole('heading', { name: 'I cannot answer “nawa o”.' })).toBeVisible()
    await page.goto('/dashboard/ai?chosen=ask%3Dhot%26games%3Dgold%26top%3D5')
    await expect(page.getByRole('link', { name: 'Upgrade to Basic' })).toBeVisible()

    await test.step('a draw is its balls, and draws that followed each other are listed', async () => {
      await visit('admin', '/dashboard/ai?chosen=ask%3Ddraw%26games%3Ddiamond%26period%3Dlast%3A1')
      await expect(page.getByRole('heading', { name: 'What was the last Diamond draw?' })).toBeVisible()
      await expect(page.locator('.one-draw .ball')).toHaveText(['45', '2', '3', '4', '5'])
      await page.goto('/dashboard/ai?chosen=ask%3Dthen%26numbers%3D45%2C3%26games%3Ddiamond')
      await expect(page.getByRole('main')).toContainText('2 of 2 times')
      await expect(page.locator('.draw-row')).toHaveCount(2)
    })
  })
})
