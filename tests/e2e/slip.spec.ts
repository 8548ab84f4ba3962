import { expectAccessible } from './accessible.ts'
import { expect, heading, test } from './app.ts'

test.use({ own: true })

test.beforeEach(({ setClock }) => setClock('2026-03-16 09:00'))

test('numbers are saved, wait for their draw, and are judged by it; a pasted list fills the cells, and a break names its end', async ({
  app,
  page,
  visit,
  staff,
  setClock,
}) => {
  await visit('free', '/dashboard/slip')
  await expect(page.getByText('No numbers saved yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await expect(heading(page, 'Add to my slip')).toBeVisible()
  // A full cell passes the focus on.
  await page.getByLabel('Number 1', { exact: true }).pressSequentially('4195')
  await page.getByLabel('Game').selectOption({ label: 'Diamond, 09:30' })
  await page.getByRole('button', { name: 'Save 41, 95 for Diamond' }).click()
  await expect(page.getByText('“95” is not a number from 1 to 90.')).toBeVisible()
  await expect(page.getByText('Please check the marked fields.')).toBeVisible()
  await expectAccessible(page, 'a wrong entry')
  await page.getByLabel('Number 2', { exact: true }).fill('21')
  await page.getByRole('button', { name: 'Save 41, 21 for Diamond' }).click()
  const waiting = page.getByRole('region', { name: 'Waiting for the draw' })
  await expect(waiting.getByRole('listitem')).toContainText('Diamond30 min, two sure ₦100')
  // An entry without further draws is not listed again, and its form is a tap away.
  await expect(page.getByRole('region', { name: 'Saved numbers' })).toHaveCount(0)
  await expect(page.getByText('1 of 50 saved.')).toBeVisible()
  await expect(waiting.getByRole('link', { name: 'Change Diamond' })).toBeVisible()
  await waiting.getByRole('button', { name: 'How two sure works' }).click()
  const help = page.getByRole('dialog', { name: 'How two sure works' })
  await expect(help.locator('.ball-hit')).toHaveText(['41', '21'])
  await expect(help).toContainText('Both came: ₦100 pays ₦24,000.')
  await page.keyboard.press('Escape')

  // The search, the choice of a number and the ticket checker start from them.
  await page.goto('/dashboard/past-results')
  await page.getByRole('link', { name: '41-21' }).click()
  await expect(page.getByLabel('Number', { exact: true }).first()).toHaveValue('41')
  await expect(page.getByLabel('Number', { exact: true }).nth(1)).toHaveValue('21')
  await expect(page.getByLabel('Game', { exact: true })).toHaveValue('diamond')
  await expect(page.getByRole('link', { name: '41-21' })).toHaveCount(0)
  await page.goto('/dashboard/number')
  await page.getByText('My slip:').getByRole('link', { name: '21' }).click()
  await expect(page.getByRole('dialog', { name: 'Number 21' })).toBeVisible()

  await page.goto('/dashboard')
  const line = page.locator('.personal')
  await expect(line).toHaveText('Your 41, 21 play in 30 min41, 21')

  setClock('2026-03-16 09:50')
  await staff.record({ game: 'diamond', date: '2026-03-16', winning: [21, 2, 41, 4, 5] })
  await page.reload()
  await expect(line).toContainText('You won ₦24,000 in Diamond')
  await expect(page.locator('.draw-row .ball-hit')).toHaveText(['21', '41'])
  await page.getByRole('link', { name: 'Diamond', exact: true }).click()
  await expect(page.locator('.verdict')).toContainText('You won ₦24,000')
  await expect(page.locator('.verdict')).toContainText('41 and 21 came. Two sure ₦100.')
  await expect(page.locator('.draw .ball-hit')).toHaveText(['21', '41'])
  await page.goto('/dashboard/slip')
  const judged = page.getByRole('region', { name: 'Judged' })
  await expect(judged.getByRole('listitem')).toContainText('Mon 16 Mar, won ₦24,000')
  await expect(judged.locator('.ball-hit')).toHaveText(['41', '21'])

  // A win is shared as a picture, with the amount and the name by choice.
  await judged.getByRole('button', { name: 'Share Diamond, Mon 16 Mar' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share your win' })
  await expect(sheet.getByRole('img')).toHaveAccessibleName(/^I won ₦24,000 in Diamond, Mon 16 Mar 2026\./)
  await expectAccessible(page, 'sharing a win')
  await sheet.getByLabel('Show my first name').check()
  await expect(sheet.getByRole('img')).toHaveAccessibleName(/^\w+ won ₦24,000 in Diamond/)
  await sheet.getByLabel('Show the amount').uncheck()
  await sheet.getByText('See the text').click()
  await expect(sheet.getByText('My numbers: 41 - 21. 41 and 21 came.')).toBeVisible()
  await expect(sheet).not.toContainText('₦24,000')
  const sizeOf = () =>
    sheet.getByRole('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(sizeOf).toEqual([1080, 1080])
  await sheet.getByLabel('Wide picture, for a post').check()
  await expect.poll(sizeOf).toEqual([1200, 630])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('link', { name: 'Save picture' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('lotto-forecast.png')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('₦100 brings back about ₦60.')).toBeVisible()

  await page.getByRole('link', { name: 'Change' }).click()
  await expect(heading(page, 'Change my numbers')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No numbers saved yet.')).toBeVisible()

  await test.step('the help beside a bet does not cover the long name of a game', async () => {
    setClock('2026-03-16 09:00')
    const entry = { bet: 'perm', numbers: '4 8 15 16', lineOf: '2', stake: '50', game: 'msp', notify: true }
    const saved = await page.request.post(`${app.url}/api/slip`, {
      data: { ...entry, from: '2026-03-16', until: '2026-03-16' },
      headers: { origin: app.url },
    })
    expect(saved.status()).toBe(201)
    await page.reload()
    await expect(page.getByRole('button', { name: 'How perm works' })).toBeVisible()
    await expectAccessible(page, 'a long name on my slip')
  })

  await test.step('a pasted list fills the cells, and a break names its end', async () => {
    await visit('pro', '/dashboard/slip/add')
    await page.getByLabel('Number 1', { exact: true }).focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'Banker today: 41-21 and 7')
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(page.getByLabel('Number 3', { exact: true })).toHaveValue('7')
    await page.getByText('Only watch').click()
    await page.getByLabel('Every draw of').check()
    await page.getByLabel('Game').selectOption({ label: 'Any game' })
    await page.getByLabel('From').fill('2028-01-01')
    await page.getByRole('button', { name: 'Save 41, 21, 7 for any game' }).click()
    await expect(page.getByText('Choose a day up to the coming year.')).toBeVisible()
    await page.getByLabel('From').fill('2026-03-18')
    await page.getByRole('button', { name: 'Save 41, 21, 7 for any game' }).click()
    await expect(page.getByRole('region', { name: 'Saved numbers' })).toContainText(
      'only watching, every draw',
    )

    await test.step('a break starts at the second press', async () => {
      await page.goto('/dashboard/profile')
      await page.getByRole('button', { name: 'Start the break' }).click()
      await expect(page.getByText('Until the end of Mon 23 Mar 2026. Press again to start.')).toBeVisible()
      await page.reload()
      const start = page.getByRole('button', { name: 'Start the break' })
      await start.click()
      await page.getByLabel('How long').selectOption({ label: 'One day' })
      await start.click()
      await expect(page.getByText('Until the end of Tue 17 Mar 2026. Press again to start.')).toBeVisible()
      await start.click()
      await expect(
        page.getByText('You are on a break until the end of Tue 17 Mar 2026.').first(),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Make it longer' })).toBeVisible()
    })
  })
})
