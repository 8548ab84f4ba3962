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

test('answers a question and follow-ups, and keeps what was asked in this visit', async ({ page, visit }) => {
  await visit('free', '/dashboard/ai')
  await expect(heading(page, 'AI Assistant')).toBeVisible()
  const main = page.getByRole('main')
  const status = main.getByRole('status').first()
  const field = page.getByLabel('Question')
  const ask = page.getByRole('button', { name: 'Ask' })

  // Help, which is last, scrolls above the field.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const help = (await main.getByRole('link', { name: 'Help' }).boundingBox())!
  expect(help.y + help.height).toBeLessThanOrEqual((await ask.boundingBox())!.y)

  // An empty question keeps the examples.
  await field.fill('   ')
  await ask.click()
  await expect(page.getByRole('region', { name: 'For example' }).getByRole('link')).toHaveCount(3)
  await expect(status).toBeEmpty()

  await field.fill('45 first box diamond 2024')
  await ask.click()
  await expect(status).toContainText('2 times in 2 draws')
  await expect(field).toHaveValue('')
  await expect(status.getByRole('img')).toHaveAccessibleName(/^2 times in 2 draws. Luck gives about 0/)
  const understood = 'Understood as: How many times has 45 come as first box in Diamond in 2024?'
  await expect(status).toContainText(understood)
  await expect(main.locator('.draw-name').first()).toBeHidden()
  await page.getByText('See the 2 draws').click()
  await expect(main.locator('.draw-name')).toHaveText(['DiamondMon 8 Jan 2024', 'DiamondThu 4 Jan 2024'])
  await expectAccessible(page, 'an answer')

  await field.fill('and in 2025?')
  await ask.click()
  await expect(status).toContainText('1 time in 1 draw')
  await expect(status).toContainText('How many times has 45 come as first box in Diamond in 2025?')
  await expect(heading(page, 'AI Assistant')).toBeFocused()
  // The question before and its answer are above.
  await expect(main.getByRole('link', { name: '45 first box diamond 2024' })).toBeVisible()
  await expect(main.getByRole('heading', { name: '2 times in 2 draws' })).toBeVisible()
  await expectAccessible(page, 'a second answer')

  await field.fill('what will come tomorrow in Diamond')
  await ask.click()
  await expect(status.getByRole('heading')).toHaveText('Nobody knows which numbers will come.')
  await expect(field).toHaveValue('')
  await page.getByRole('button', { name: 'History, 2' }).click()
  await page.getByRole('link', { name: '45 first box diamond 2024' }).click()
  await expect(status).toContainText('2 times in 2 draws')
  await expect(page.getByRole('button', { name: /^History/ })).toHaveCount(0)

  // The address holds the conversation.
  await page.goBack()
  await page.goBack()
  await page.reload()
  await expect(status).toContainText('1 time in 1 draw')

  await page.getByRole('link', { name: 'Edit as a search' }).click()
  await expect(heading(page, 'Games Results')).toBeVisible()
  await expect(page.getByLabel('Game', { exact: true })).toHaveValue('diamond')
})

test('asks back with questions as links, and names the plan', async ({ page, visit }) => {
  await visit('free', '/dashboard/ai?question=did+45+come+in+gold+when+it+rained')
  const status = page.getByRole('main').getByRole('status').first()
  await expect(status).toHaveText('Not understood: “rained”.')
  await expectAccessible(page, 'a question asked back')
  const near = page.getByRole('region', { name: 'Did you mean' })
  await near.getByRole('link', { name: 'How many times has 45 come in Gold?' }).click()
  await expect(status).toContainText('1 time in 1 draw')

  await page.goto('/dashboard/ai?question=hot+numbers+in+gold')
  await expect(status.getByRole('link', { name: 'Upgrade to Basic' })).toBeVisible()
  await expectAccessible(page, 'a question beyond the plan')
})

test('lists the draws that followed each other, and links to their figure in the lab', async ({
  page,
  visit,
}) => {
  await visit('admin', '/dashboard/ai?question=how+many+times+did+3+come+after+45+in+diamond')
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toContainText('2 of 2 times')
  await page.getByText('See the 2 times').click()
  await expect(main.locator('.draw-name')).toHaveText([
    'DiamondMon 8 Jan 2024',
    'DiamondThu 2 Jan 2025',
    'DiamondThu 4 Jan 2024',
    'DiamondMon 8 Jan 2024',
  ])
  await expectAccessible(page, 'draws that followed each other')
  await page.getByRole('link', { name: 'In the lab: What came after a number' }).click()
  await expect(heading(page, 'Statistics')).toBeVisible()
})

test('accepts long questions and special characters', async ({ page, visit, complaints }) => {
  const long = `45 ${'and then '.repeat(60)}7`
  await visit('free', `/dashboard/ai?question=${encodeURIComponent(long)}`)
  await expect(page.getByLabel('Question')).toHaveValue(long.slice(0, 300))
  await page.getByLabel('Question').fill('')
  await page.getByLabel('Question').pressSequentially('x'.repeat(310), { delay: 0 })
  await expect(page.getByLabel('Question')).toHaveValue('x'.repeat(300))

  // Typed addresses contain characters that forms would encode.
  for (const odd of ['100% of rain', 'rain & 7 = 52 #1', 'ẹ̀gbẹ́ 45 😀', 'rain?45+7']) {
    await page.goto(`/dashboard/ai?question=${encodeURIComponent(odd).replaceAll('%3F', '?')}`)
    await expect(page.locator('.said')).toHaveText(odd)
    await expect(page.getByRole('main').getByRole('status').first()).not.toBeEmpty()
    expect(complaints, odd).toEqual([])
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('asks, and asks on', async ({ page, visit }) => {
    await visit('free', '/dashboard/ai')
    const status = page.getByRole('main').getByRole('status').first()
    await page.getByLabel('Question').fill('how many times 45 diamond')
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect(status).toContainText('3 times in 3 draws')
    await page.getByLabel('Question').fill('and gold?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect(status).toContainText('Understood as: How many times has 45 come in Gold?')
    await page.getByText('See the draw').click()
    await expect(page.locator('.draw-name')).toHaveText(['GoldFri 5 Jan 2024'])
  })
})
