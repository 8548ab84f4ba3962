import { expect, heading, test } from './app.ts'

test.use({ own: true })

test.beforeEach(async ({ staff, setClock }) => {
  setClock('2026-03-20 12:00')
  const numbers = [45, 2, 3, 4, 5]
  await staff.record({ game: 'diamond', date: '2024-01-04', winning: numbers })
  await staff.record({ game: 'diamond', date: '2024-01-08', winning: numbers, machine: [45, 7, 8, 9, 10] })
  await staff.record({ game: 'diamond', date: '2025-01-02', winning: numbers })
  await staff.record({ game: 'gold', date: '2024-01-05', winning: numbers })
})

test('a question becomes a search that is displayed, answered and editable', async ({ page, visit }) => {
  await visit('free', '/dashboard/ai')
  await expect(heading(page, 'AI Assistant')).toBeVisible()
  const question = page.getByLabel('Question')
  const ask = async (text: string) => {
    await question.fill(text)
    await page.getByRole('button', { name: 'Ask' }).click()
  }
  const status = page.getByRole('main').getByRole('status')
  const understood = page.getByRole('region', { name: 'Understood as' })

  // An empty question keeps the examples.
  await ask('   ')
  await expect(page.getByRole('region', { name: 'Examples' }).getByRole('link')).toHaveCount(3)
  await expect(status).toHaveCount(0)

  await page.getByRole('link', { name: 'How many times 45 first box diamond 2024' }).click()
  await expect(question).toHaveValue('How many times 45 first box diamond 2024')
  await expect(understood.getByRole('listitem')).toHaveText([
    '45 in First box (winning)',
    'Game: Diamond',
    'Year: 2024',
  ])
  await expect(status).toContainText('"45" in First box (winning) is found 2 time(s).')
  await expect(status).toContainText('No draw type named: winning numbers are searched.')
  await expect(page.getByRole('main').locator('.draw-name')).toHaveText([
    'DiamondMon 8 Jan 2024',
    'DiamondThu 4 Jan 2024',
  ])

  await understood.getByRole('link', { name: 'Edit this search' }).click()
  await expect(heading(page, 'Games Results')).toBeVisible()
  const row = page.getByRole('group', { name: 'Search 1' })
  await expect(row.getByLabel('Number', { exact: true })).toHaveValue('45')
  await expect(row.getByRole('radio', { name: 'Winning' })).toBeChecked()
  await expect(row.getByRole('radio', { name: 'First box' })).toBeChecked()
  await expect(page.getByLabel('Game', { exact: true })).toHaveValue('diamond')
  await expect(page.getByLabel('Year')).toHaveValue('2024')
  await expect(status).toContainText('"45" in First box (winning) is found 2 time(s).')
  await page.goBack()
  await expect(understood).toBeVisible()
  await page.reload()
  await expect(question).toHaveValue('How many times 45 first box diamond 2024')
  await expect(understood).toBeVisible()

  // The answer names ignored words and assumptions.
  await ask('will 45 surely drop as banker tomorrow?')
  await expect(status).toContainText(
    'Not understood, so ignored: “will”, “surely”, “drop”, “banker”, “tomorrow”.',
  )
  await expect(status).toContainText('"45" in Any box (winning) is found 4 time(s).')
  await expect(status).toContainText('No game named: all games are searched.')
  await ask('which banker is sure')
  await expect(status).toContainText('No number from 1 to 90 was found in this question.')
  await expect(page.getByRole('region', { name: 'Examples' })).toBeVisible()
  await ask('90 last box machine gold')
  await expect(status).toContainText('No "90" found in Last box (machine) yet.')
  await expect(page.getByRole('main').locator('.draw-name')).toHaveCount(0)
})

test('accepts long questions and special characters', async ({ page, visit, complaints }) => {
  const long = `45 ${'and then '.repeat(60)}7`
  await visit('free', `/dashboard/ai?question=${encodeURIComponent(long)}`)
  await expect(page.getByRole('main').getByRole('status')).toContainText('45 in Any box (winning)')
  await expect(page.getByLabel('Question')).toHaveValue(long.slice(0, 300))
  await page.getByLabel('Question').fill('')
  await page.getByLabel('Question').pressSequentially('x'.repeat(310), { delay: 0 })
  await expect(page.getByLabel('Question')).toHaveValue('x'.repeat(300))

  // Typed addresses contain characters that forms would encode.
  for (const odd of ['Has 7 come? Or 45?', '100% of 45', '45 & 7 = 52 #1', 'ẹ̀gbẹ́ 45 😀', '45+7']) {
    await page.goto(`/dashboard/ai?question=${encodeURIComponent(odd).replaceAll('%3F', '?')}`)
    await expect(page.getByLabel('Question')).toHaveValue(odd)
    await expect(page.getByRole('main').getByRole('status')).toContainText('45 in Any box')
    expect(complaints, odd).toEqual([])
  }
})
