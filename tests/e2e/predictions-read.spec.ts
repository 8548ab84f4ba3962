// What players read of predictions: open, checked and locked ones, their slips, and the record of the authors.
import { expectAccessible } from './accessible.ts'
import { axeFindings, expect, heading, PHONE, scrollsSideways, test } from './app.ts'

test.use({ own: true })

const ELSEWHERE = 'https://pictures.example.com/forecast.png'

test('open forecasts come first, with the time left, then the checked ones; each row leads to its slip, and without Pro to its public one', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  await test.step('without an open forecast the page names the draw that closes first, above the checked ones', async () => {
    setClock('2026-03-14 04:25')
    await staff.predict({ gameName: 'king', numbers: '9, 41' })
    await grant('pro', 'pro')
    setClock('2026-03-14 09:40')
    await staff.record({ game: 'king', date: '2026-03-14', winning: [9, 20, 45, 60, 80] })
    await visit('pro', '/dashboard/prediction')
    const main = page.getByRole('main')
    await expect(main).toContainText('No predictions available.')
    await expect(main).toContainText('First to close: Premier Super, today, closes 12:25, in 2 h')
    await expect(page.getByRole('region', { name: 'Checked' }).getByRole('article')).toHaveCount(1)
  })

  setClock('2026-03-15 10:00')
  await staff.predict({ gameName: 'national', numbers: '9, 41', date: '2026-03-14' })
  await staff.predict({ gameName: 'metro', numbers: '36, 66', form: 'two_sure' })
  await staff.predict({ gameName: 'aseda', numbers: '7, 12, 45' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.reload()
  const names = (section: string) =>
    page.getByRole('region', { name: section }).getByRole('article').getByRole('heading')
  await expect(names('Open now')).toHaveText(['Premier Aseda', 'Premier Metro'])
  // Published after its draw: listed apart, never scored.
  await expect(names('Too late to count')).toHaveText(['Premier National'])
  const aseda = page.getByRole('article').filter({ hasText: 'Premier Aseda' })
  const metro = page.getByRole('article').filter({ hasText: 'Premier Metro' })
  await expect(aseda).toContainText('Today, closes 18:25, in 8 h')
  await expect(metro).toContainText('Tomorrow, closes 20:00')
  await expect(metro).toContainText('two sure')
  await expect(metro.getByRole('link', { name: '66' })).toHaveAttribute('href', '/dashboard/number/66')

  await metro.getByRole('button', { name: 'How two sure works' }).click()
  await expect(page.getByRole('dialog', { name: 'How two sure works' }).locator('.ball-hit')).toHaveText([
    '36',
    '66',
  ])
  await page.keyboard.press('Escape')

  // The balls are text too: a selection copies "36, 66".
  const selected = await metro.locator('.balls').evaluate((balls) => {
    getSelection()!.selectAllChildren(balls)
    return getSelection()!.toString()
  })
  expect(selected.trim()).toBe('36, 66')
  await metro.getByRole('link', { name: 'Premier Metro' }).click()
  await expect(page.getByText('Metro, Premier Lotto')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check on this phone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy numbers' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('36, 66')
  await page.goto('/dashboard/prediction')

  // Ten minutes before the close, and after it.
  setClock('2026-03-15 18:15')
  await page.reload()
  await expect(aseda).toContainText('Today, closes 18:25, in 10 min')
  setClock('2026-03-15 18:25')
  await page.reload()
  await expect(names('Open now')).toHaveText(['Premier Metro'])
  await expect(names('Waiting for the result')).toHaveText(['Premier Aseda'])
  await expect(aseda).toContainText('Today, closed 18:25')

  // After the draw: a number that came is above its ball.
  const draw = await staff.record({ game: 'aseda', date: '2026-03-15', winning: [7, 20, 45, 60, 80] })
  await page.reload()
  await expect(names('Checked')).toHaveText(['Premier Aseda', 'Premier King'])
  const checked = page.getByRole('region', { name: 'Checked' }).getByRole('article').first()
  await expect(checked).toContainText('Forecast 7, 12, 45; draw 7 - 20 - 45 - 60 - 80')
  await expect(checked).toContainText('2 of 3')
  await expect(checked.locator('.pair-came')).toHaveText(['77', '4545'])

  // The slip: when it was sealed, its fingerprint computed here, and after a correction both scores.
  await checked.getByRole('link').click()
  const slip = page.getByRole('article')
  await expect(slip).toContainText('10:00, 8 h 25 min before the close')
  await expect(slip.locator('.balls-listed .ball-miss')).toHaveText(['12'])
  await page.getByRole('button', { name: 'Check on this phone' }).click()
  await expect(page.getByText('It matches')).toBeVisible()
  await expectAccessible(page, 'a checked slip')
  await staff.correct(draw, { date: '2026-03-15', winning: [8, 20, 45, 60, 80] })
  await page.reload()
  await expect(page.getByText('1 of 3 came')).toBeVisible()
  await expect(slip).toContainText('Corrected. Before: 7 - 20 - 45 - 60 - 80. 2 of 3 came.')

  await test.step('players without Pro see the price, the number of open forecasts and the checked ones of the day before', async () => {
    setClock('2026-03-16 08:00')
    await staff.predict({ gameName: 'diamond', numbers: '77, 78, 79', image: ELSEWHERE })
    await visit('free', '/dashboard/prediction')
    const locked = page.getByRole('region', { name: 'Locked' })
    await expect(locked).toContainText('2 forecasts are open now')
    await expect(locked).toContainText('₦1,500 per month')
    const day = page.getByRole('region', { name: 'Yesterday, checked' })
    await expect(day.getByRole('article')).toHaveCount(1)
    await expect(day).toContainText('Aseda')
    await expect(day).toContainText('1 of 3')
    expect(await page.content()).not.toMatch(/>77<|77, 78|\[77,|pictures\.example/)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Predictions' }).click()
    await expect(locked).toBeVisible()
    expect(await page.content()).not.toMatch(/77, 78/)
    // The row leads to the public slip, which keeps the frame.
    await day.getByRole('link', { name: /Aseda/ }).click()
    await expect(page).toHaveURL(/\/record\/\d+$/)
    await expect(page.getByRole('banner').getByText('Welcome')).toBeVisible()
    await expect(page.getByText('1 of 3 came')).toBeVisible()
  })
})

test('staff see the record by standing, choose a pen name and add a multiplier', async ({
  page,
  visit,
  staff,
  setClock,
  signIn,
  grant,
}) => {
  setClock('2026-03-15 10:00')
  await grant('pro', 'pro')
  await staff.predict({ gameName: 'aseda', numbers: '7, 12', form: 'two_sure' })
  await page.setViewportSize(PHONE)
  await visit('admin', '/admin/record')
  await expect(heading(page, 'Forecast record')).toBeVisible()
  await expect(page.getByRole('row', { name: /^All/ })).toHaveText(/^All1100000$/)
  await page.getByLabel('Pen name', { exact: true }).fill('Author 7')
  await page.getByRole('button', { name: 'Save pen name' }).click()
  await expect(page.getByLabel('Pen name', { exact: true })).toHaveAccessibleDescription(
    /Another author has this pen name/,
  )
  await page.getByLabel('Pen name', { exact: true }).fill('Mama Ngozi')
  await page.getByRole('button', { name: 'Save pen name' }).click()
  await expect(page.getByRole('row', { name: /^Mama Ngozi/ })).toBeVisible()

  await page.getByRole('combobox', { name: 'Operator' }).selectOption('Ghana NLA')
  await page.getByRole('combobox', { name: 'Bet' }).selectOption('Two sure')
  await page.getByLabel('Naira back for ₦1').fill('240')
  await page.getByLabel('Valid from').fill('2026-01-01')
  await page.getByRole('button', { name: 'Add multiplier' }).click()
  await expect(page.getByRole('row', { name: 'Ghana NLA Two sure × 240 Thu 1 Jan 2026' })).toBeVisible()
  expect(await scrollsSideways(page)).toBe(false)

  await signIn('pro')
  await page.goto('/dashboard/prediction')
  await page.getByRole('link', { name: 'Premier Aseda' }).click()
  await expect(page.getByRole('article')).toContainText('Mama Ngozi')
  await expect(page.getByRole('article')).toContainText(/Commitment([0-9a-f]{4} ?){16}/)

  await test.step('the time at which a draw was seen is entered at the desk, and an early one voids its forecasts', async () => {
    setClock('2026-03-15 17:50')
    await staff.predict({ gameName: 'aseda', numbers: '8, 13', form: 'two_sure' })
    setClock('2026-03-15 19:00')
    await staff.record({ game: 'aseda', date: '2026-03-15', winning: [7, 12, 45, 60, 80] })
    await visit('admin', '/admin/results')
    await page.getByRole('button', { name: 'More about Aseda, Sun 15 Mar 2026' }).click()
    const time = page.getByLabel('When the draw was seen')
    await expect(time).toHaveAccessibleDescription(/do not count, for any author/)
    await time.fill('20:00')
    await page.getByRole('button', { name: 'Save the time' }).click()
    await expect(time).toHaveAccessibleDescription(/has not come yet/)
    await time.fill('18:00')
    await page.getByRole('button', { name: 'Save the time' }).click()
    await expect(
      page.getByText('Forecasts that were published too late for this time no longer count.'),
    ).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/admin/predictions')
    await expect(page.getByRole('article').filter({ hasText: '8, 13' })).toContainText(
      'Does not count for any author: the draw was earlier than we knew.',
    )
  })
})
