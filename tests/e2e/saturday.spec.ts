// A Saturday of the business without a mouse: ten draws, five forecasts, a correction, a holiday, a question, a refund, the CSV.
import type { Locator, Page } from '@playwright/test'
import { addDays, instantAt, lagosDate, WEEKDAYS, weekdayOf } from '../../src/platform/rules/base/calendar.ts'
import { DESKTOP } from './app.ts'
import { expect, heading, test } from './paying.ts'

test.describe.configure({ timeout: 300_000 })

/** The aim. */
const MOST_KEYS = 600

/** A keyboard that counts its keys. */
function countingKeyboard(page: Page) {
  let keys = 0
  const steps: string[] = []
  const press = async (...all: string[]) => {
    keys += all.length
    for (const key of all) await page.keyboard.press(key)
  }
  return {
    press,
    async type(text: string) {
      keys += text.length
      await page.keyboard.type(text)
    },
    /** Moves the focus as people without a mouse do. */
    async tabTo(target: Locator, key = 'Tab') {
      await expect(target).toBeVisible()
      const isThere = () => target.evaluate((one) => one === document.activeElement)
      for (let tabs = 0; !(await isThere()); tabs++) {
        expect(tabs, `${key} reaches ${String(target)}`).toBeLessThan(40)
        await press(key)
      }
    },
    async step(name: string, act: () => Promise<void>) {
      const [before, started] = [keys, Date.now()]
      await test.step(name, act)
      steps.push(`${name}: ${keys - before} keys, ${((Date.now() - started) / 1000).toFixed(1)} s`)
    },
    figures: () => ({ keys, steps }),
  }
}

/** Waits until the script of the staff area has started. */
async function keysWork(page: Page) {
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(list).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
}

test('a Saturday without a mouse takes at most 600 keys', async ({
  page,
  app,
  payForPro,
  ask,
  signIn,
  setClock,
  publish,
}) => {
  const { email, reference } = await payForPro()

  // The next Saturday, in the morning: every draw of the day is to come.
  const today = lagosDate(await app.services.clock.now(app.services.db))
  const saturday = addDays(today, 1 + ((11 - WEEKDAYS.indexOf(weekdayOf(today))) % 7))
  expect(weekdayOf(saturday)).toBe('saturday')
  setClock(instantAt(saturday, 8 * 60))
  await page.context().clearCookies()
  await signIn('admin')
  await page.setViewportSize(DESKTOP)
  await page.goto('/admin')
  await keysWork(page)
  const keyboard = countingKeyboard(page)
  const { press, type, tabTo, step } = keyboard
  const started = Date.now()

  await step('five forecasts', async () => {
    await press('g', 'f')
    await expect(heading(page, 'Predictions')).toBeVisible()
    await tabTo(page.locator('summary', { hasText: 'All games of a day' }))
    await press('Enter')
    const form = page.getByRole('form', { name: 'All games of a day' })
    await tabTo(form.getByRole('textbox').first())
    for (const numbers of ['7 12', '3 9', '27 33', '45 60', '81 89']) {
      await type(numbers)
      if (numbers !== '81 89') await press('Tab')
    }
    await press('Enter')
    await expect(form.getByRole('alert')).toHaveText('5 forecasts are published.')
    await press('Escape')
  })

  await step('a holiday', async () => {
    await press('g', 'c')
    await expect(heading(page, 'Draw calendar')).toBeVisible()
    await tabTo(page.getByRole('link', { name: 'Public holiday' }))
    await press('Enter')
    const form = page.getByRole('form', { name: 'Public holiday' })
    const day = form.getByLabel('Day')
    await tabTo(day)
    // Day and month are equal, because the browser's language decides which of them comes first.
    const holiday = Array.from({ length: 70 }, (_, i) => addDays(saturday, i + 1)).find(
      (date) => date.slice(5, 7) === date.slice(8),
    )!
    await type(`${holiday.slice(8)}${holiday.slice(5, 7)}${holiday.slice(0, 4)}`)
    await expect(day).toHaveValue(holiday)
    await tabTo(form.getByLabel('Reason'))
    await type('Election')
    await press('Enter')
    await expect(page.getByText('No game draws on this day.')).toBeVisible()
  })

  // In the evening every draw of the day is due, and the session of the morning has ended.
  setClock(instantAt(saturday, 22 * 60 + 30))
  await signIn('admin')
  await page.goto('/admin')
  await page.reload()
  await keysWork(page)
  const form = page.getByRole('form', { name: 'Upload result' })
  const said = form.getByRole('alert')

  /** Ten numbers that no other draw has. */
  const digitsOf = (draw: number) =>
    Array.from({ length: 10 }, (_, i) => String(((draw * 7 + i * 9) % 90) + 1).padStart(2, '0')).join('')

  const entered = async () => (await ask('/api/admin/draws')).draws.length as number
  const earlier = await entered()
  await step('ten draws', async () => {
    await press('g', 'd')
    await expect(heading(page, 'My Results')).toBeVisible()
    for (let draw = 0; draw < 10; draw++) {
      // Those of today open by themselves, those of the days before when they are wanted.
      if (draw >= 5) {
        await expect(form.getByRole('button', { name: /^Enter / })).toBeFocused()
        await press('Enter')
      }
      await expect(page.getByLabel('Winning 1', { exact: true })).toBeFocused()
      await type(digitsOf(draw))
      await press('Enter')
      const first = Number(digitsOf(draw).slice(0, 2))
      const publishing = page.getByRole('group', { name: /^Publishing/ }).last()
      await expect(publishing.getByText(new RegExp(`^${first} - `))).toBeVisible()
    }
    await publish()
    // Other tests share this server.
    await expect.poll(entered).toBe(earlier + 10)
    await expect(said).toContainText('is saved.')
  })

  await step('a correction', async () => {
    await tabTo(said.getByRole('button', { name: 'Correct' }))
    await press('Enter')
    await expect(page.getByLabel('Winning 1', { exact: true })).toBeFocused()
    await type('90')
    await press('Enter')
    await expect(form.getByLabel('Reason')).toBeFocused()
    await type('misread')
    await press('Enter')
    await expect(said).toContainText('is saved. 90 - ')
    await press('Escape')
  })

  await step('a question', async () => {
    await press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await type(reference)
    await press('Enter')
    const found = page.getByRole('region', { name: 'Users found' }).getByRole('link')
    await expect(found).toHaveCount(1)
    await tabTo(found)
    await press('Enter')
    await expect(page.getByRole('article')).toContainText(email)
  })

  await step('a refund', async () => {
    await tabTo(page.getByRole('main').getByRole('link', { name: reference }))
    await press('Enter')
    await expect(heading(page, `Payment ${reference}`)).toBeVisible()
    await tabTo(page.locator('summary', { hasText: 'Refund up to ₦1,500' }))
    await press('Enter')
    await tabTo(page.getByRole('group').filter({ hasText: 'Refund up to ₦1,500' }).getByLabel('Reason'))
    await type('asked')
    await press('Enter')
    await expect(page.getByText('Refund of ₦1,500: asked')).toBeVisible()
    await press('Escape')
  })

  await step("the month's CSV", async () => {
    await press('g', 'm')
    await expect(heading(page, 'Money')).toBeVisible()
    await tabTo(page.locator('summary', { hasText: 'Export CSV' }))
    await press('Enter')
    await tabTo(page.getByRole('link', { name: 'payments', exact: true }))
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^payments-.*\.csv$/)
  })

  const { keys, steps } = keyboard.figures()
  const figures = [...steps, `together: ${keys} keys, ${((Date.now() - started) / 1000).toFixed(0)} s`]
  test.info().annotations.push(...figures.map((description) => ({ type: 'figure', description })))
  console.log(figures.join('\n'))
  expect(keys).toBeLessThanOrEqual(MOST_KEYS)
})
