// The staff's calendar of draws: the week, changes of single dates, a holiday, a new game, and what players see of them.
import { DESKTOP, expect, heading, PHONE, test } from './app.ts'

test.use({ own: true, viewport: DESKTOP })

const WEEK = '/admin/calendar?date=2026-03-16'

test('a week shows every draw, and a changed one with its reason, to staff and players', async ({
  page,
  visit,
  setClock,
  staff,
}) => {
  setClock('2026-03-16 13:20')
  await staff.record({ game: 'diamond', date: '2026-03-16', winning: [1, 2, 3, 4, 5] })
  await staff.predict({ gameName: 'diamond', numbers: '41, 50', date: '2026-03-19' })
  await visit('admin', WEEK)
  await expect(heading(page, 'Draw calendar')).toBeVisible()
  const draw = (name: string | RegExp) => page.getByRole('cell').getByRole('link', { name })
  await expect(draw('Diamond, Mon 16 Mar 09:30: Entered 13:20')).toHaveText('✓ 09:30')
  await expect(draw(/^Peoples, Mon 16 Mar 12:30: Late by/)).toHaveText('12:30 late')

  await draw('Bingo, Mon 16 Mar 15:30: Open').click()
  const form = page.getByRole('form', { name: 'Change a draw' })
  await expect(form.getByLabel('Game')).toHaveValue('bingo')
  await form.getByLabel('Closes at').fill('12:00')
  await form.getByLabel('Reason').fill('The machine')
  // Nobody follows the game.
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(form).toContainText('Choose a time after now.')
  await expect(form.getByLabel('Reason')).toHaveValue('The machine')
  await form.getByLabel('Closes at').fill('16:15')
  await save.click()
  await expect(page.getByRole('status').getByText('The new time is saved.')).toBeVisible()
  await expect(draw('Bingo, Mon 16 Mar 16:15: Moved from 15:30')).toHaveText('16:15 ↔')

  // Another day, on which the game draws already, then a free one.
  await draw('Diamond, Thu 19 Mar 15:30: Open').click()
  await form.getByText('Day', { exact: true }).last().click()
  await form.getByLabel('New day').fill('2026-03-23')
  await form.getByLabel('Reason').fill('Election')
  await save.click()
  await expect(form).toContainText('Diamond already draws on Mon 23 Mar at 09:30.')
  await form.getByLabel('New day').fill('2026-03-20')
  await save.click()
  await expect(draw('Diamond, Fri 20 Mar 15:30: Moved from Thu 19 Mar')).toBeVisible()
  await expect(draw('Diamond, Thu 19 Mar: Moved to Fri 20 Mar, 15:30')).toBeVisible()

  await draw('Midweek, Wed 18 Mar 19:30: Open').click()
  await form.getByText('Cancel', { exact: true }).click()
  await form.getByLabel('Reason').fill('No electricity')
  await save.click()
  await expect(draw('Midweek, Wed 18 Mar 19:30: Cancelled')).toBeVisible()

  await page.goto('/dashboard/day-result?date=2026-03-18')
  await expect(page.getByRole('listitem').filter({ hasText: 'Midweek' })).toContainText(
    'Cancelled: No electricity',
  )
  await page.goto('/dashboard/day-result')
  await expect(page.getByRole('listitem').filter({ hasText: 'Bingo' })).toContainText(
    'Moved from 15:30: The machine',
  )

  await page.goto(WEEK)
  await page.getByRole('button', { name: 'Undo: Midweek, Wed 18 Mar' }).click()
  await expect(draw('Midweek, Wed 18 Mar 19:30: Open')).toBeVisible()

  await test.step('a public holiday ends all draws of a day in one step; a new game is in the calendar, and a wrong one says why', async () => {
    await page.getByRole('link', { name: 'Public holiday' }).click()
    const form = page.getByRole('form', { name: 'Public holiday' })
    await form.getByLabel('Day').fill('2026-03-21')
    await form.getByLabel('Reason').fill('Eid')
    await form.getByRole('button', { name: 'Cancel 5 draws of this day' }).click()
    await expect(page.getByRole('cell').getByRole('link', { name: /Sat 21 Mar .*No draw/ })).toHaveCount(5)
    await expect(page.getByText('All games, Sat 21 Mar')).toBeVisible()

    await test.step('a new game is in the calendar, and a wrong one says why', async () => {
      await page.goto('/admin/games?add=mark_II')
      const form = page.getByRole('form', { name: 'Add a game' })
      await expect(form.getByLabel('Name')).toHaveValue('Mark II')
      await form.getByLabel('Operator').fill('Premier Lotto')
      await form.getByRole('button', { name: 'Add the game' }).click()
      await expect(form.getByLabel('Monday')).toHaveAccessibleDescription(
        'Give the time of at least one weekday.',
      )
      await expect(form.getByLabel('Monday')).toBeFocused()
      await form.getByLabel('Wednesday').fill('11:00')
      await form.getByLabel('Colour').selectOption('Purple')
      await form.getByRole('button', { name: 'Add the game' }).click()
      await page.getByText('Mark II is added.').getByRole('link', { name: 'Enter its results' }).click()
      await expect(heading(page, 'My Results')).toBeVisible()
      await page.goto(WEEK)
      await expect(page.getByRole('link', { name: 'Mark II, Wed 18 Mar 11:00: Open' })).toBeVisible()
    })
  })

  await test.step('on a phone a day lists its draws with a pen, and the changes of the week with Undo', async () => {
    await page.setViewportSize(PHONE)
    await page.goto(WEEK)
    const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
    const tops = await days.evaluateAll((all) => all.map((day) => day.getBoundingClientRect().top))
    expect([tops.length, new Set(tops).size]).toEqual([7, 1])
    await page.getByRole('link', { name: 'Change Metro' }).click()
    const form = page.getByRole('form', { name: 'Change a draw' })
    await form.getByLabel('Closes at').fill('20:45')
    await form.getByLabel('Reason').fill('The machine')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Metro' }).first()).toContainText(
      'Moved from 20:00',
    )
    await expect(page.getByText('Metro, Mon 16 Mar')).toBeVisible()
    await page.getByRole('link', { name: /^Fri 20/ }).click()
    await expect(page.getByRole('link', { name: 'Change Bonanza' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
