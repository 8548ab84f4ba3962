// What makes staff fast: keys from anywhere, the forecasts of a day in one form, and the control room.
import { expectAccessible } from './accessible.ts'
import { DESKTOP, expect, heading, PHONE, scrollsSideways, test } from './app.ts'

test.use({ own: true, viewport: DESKTOP })

/** Saturday: Premier King 09:25, Super 12:25, Club Master 15:25, National 19:25, 06 20:00. */
const MORNING = '2026-03-14 08:00'

test('keys open the pages of the staff area, never while typing, and can be switched off; the control room shows what is wrong and what an owner does about it, and renews itself', async ({
  page,
  visit,
  setClock,
  ask,
  app,
}) => {
  setClock(MORNING)
  await visit('admin', '/admin')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  // Keys work once the script has started.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(list).toContainText('Desk: My Results', { timeout: 1000 })
  }).toPass()
  await expectAccessible(page, 'the list of shortcuts')
  await page.setViewportSize(DESKTOP)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(heading(page, 'My Dashboard')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(heading(page, 'My Results')).toBeVisible()
  const cell = page.getByLabel('Winning 1', { exact: true })
  await expect(cell).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(cell).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell).not.toBeFocused()
  await page.keyboard.press('/')
  await expect(heading(page, 'Users')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('g a/')
  await expect(page.getByRole('searchbox')).toHaveValue('g a/')

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByLabel('Use these keys on this device').uncheck()
  await list.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(list).toBeHidden()
  await expect(heading(page, 'Users')).toBeVisible()

  await test.step('the forecasts of a day are published from one form; a wrong line stays as typed', async () => {
    await page.goto('/admin/predictions')
    await page.getByText('All games of a day', { exact: true }).click()
    const form = page.getByRole('form', { name: 'All games of a day' })
    await expect(form.getByRole('textbox')).toHaveCount(5)
    await form.getByRole('button', { name: /^Publish/ }).click()
    await expect(form.getByRole('alert')).toHaveText('Type the numbers of at least one game.')
    await form.getByRole('textbox').first().focus()
    for (const numbers of ['7 12 45', '1,2', '8 91', '3-4']) {
      await page.keyboard.type(numbers)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toHaveText(
      '3 forecasts are published. 1 line is not published, and stays as you typed it.',
    )
    const wrong = form.getByLabel(/^Club Master/)
    await expect(wrong).toBeFocused()
    await expect(wrong).toHaveValue('8 91')
    await expect(wrong).toHaveAccessibleDescription(/from 1 to 90/)
    await expect(form).toContainText('Published: 7, 12, 45')
    await expectAccessible(page, 'the forecasts of a day')

    await form.getByLabel(/^Premier King/).fill('7 12 45')
    await wrong.fill('8 90')
    await wrong.press('Enter')
    await expect(form.getByLabel(/^Premier King/)).toHaveAccessibleDescription(
      /Publish again to have it twice/,
    )
    const { predictions } = await ask('/api/admin/predictions')
    expect(predictions.map((one: any) => one.numbers.join(' ')).toSorted()).toEqual([
      '1 2',
      '3 4',
      '7 12 45',
      '8 90',
    ])
    await page.setViewportSize(PHONE)
    expect(await scrollsSideways(page)).toBe(false)
  })

  await page.setViewportSize(DESKTOP)
  await page.evaluate(() => localStorage.clear())
  await test.step('the control room shows what is wrong and what an owner does about it, and renews itself', async () => {
    setClock(MORNING)
    await visit('admin', '/admin/status')
    await expect(heading(page, 'Control room')).toBeVisible()
    const toDo = page.getByRole('region', { name: 'What to do now' })
    await expect(toDo).toContainText('1 thing needs you now.')
    await expect(toDo).toContainText('Since the last reported backup: never')
    await app.services.db.execute(`update installation set backup_at = '2026-03-14 06:00+01'`)
    await expect(toDo).toHaveText('Everything is in order.', { timeout: 30_000 })
    await app.services.db.execute(
      `insert into alarms (kind, reference, details, raised_at) values ('mismatch', 'x', '{}', now())`,
    )
    await expect(toDo).toContainText('Read each alarm.', { timeout: 30_000 })
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await scrollsSideways(page)).toBe(false)
    }
    await toDo.getByRole('link', { name: 'Open Payments' }).click()
    await expect(heading(page, 'Payments')).toBeVisible()

    await test.step('staff see only the keys of their role', async () => {
      await app.services.db.execute(
        `update users set staff_roles = '{forecasts}' where email = 'admin@lotto.test'`,
      )
      await page.goto('/admin')
      await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      await page.keyboard.press('?')
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(list).toContainText('My Predictions')
      await expect(list).not.toContainText('Desk')
      await expect(heading(page, 'My Dashboard')).toBeVisible()
    })
  })
})
