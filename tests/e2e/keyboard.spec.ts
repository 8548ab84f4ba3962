import type { Locator, Page } from '@playwright/test'
import { DESKTOP, expect, heading, test } from './app.ts'

/** Presses Tab until the target has the focus. Each focused element on the way must be visible and not covered. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  // Every ball is a link, so a day with all its results has more than sixty.
  for (let steps = 0; steps < 150; steps++) {
    await page.keyboard.press(key)
    const focus = await page.evaluate(() => {
      // The segment of a hidden radio button is its label.
      const active = document.activeElement!
      const element = active.matches('.segments input') ? active.nextElementSibling! : active
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { left, top, width, height } = element.getBoundingClientRect()
      // A control is visible if its middle is, and a tall region if part of it is.
      const middle = height > 200 ? Math.max(top, 0) + 50 : top + height / 2
      const there = document.elementFromPoint(Math.min(left + width / 2, innerWidth - 1), middle)
      return {
        name: element.outerHTML.slice(0, 160),
        outlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        seen: there !== null && (element.contains(there) || there.contains(element)),
      }
    })
    expect(focus).toEqual({ name: focus.name, outlined: true, seen: true })
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not reach the target.')
}

test('a player can do everything by keyboard on a phone', async ({ page }) => {
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('free@lotto.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('lotto-forecast-demo')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Games Results')).toBeFocused()
  await tabTo(page, page.getByLabel('Number', { exact: true }))
  await page.keyboard.type('07')
  const answer = page.getByRole('status', { name: 'Answer' })
  await expect(answer).toContainText(/"7" in Any box \(winning\) is found \d+ time\(s\)\./)
  await tabTo(page, page.getByRole('radio', { name: 'Winning' }))
  await page.keyboard.press('ArrowRight')
  await expect(answer).toContainText(/"7" in Any box \(machine\) is found/)
  await tabTo(page, page.getByLabel('Game', { exact: true }))
  await page.keyboard.type('Diam')
  await tabTo(page, page.getByRole('button', { name: 'Search', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/game=diamond/)
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /^All \d+ draws$/ }))
  // The bar is behind the balls of a whole year.
  await tabTo(page, link('Skip the draws'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: /^All of \d{4}$/ }))

  await tabTo(page, link('Overview'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Overview')).toBeFocused()
  // In the morning the link leads to the day before.
  await tabTo(page, page.getByRole('link', { name: /^(Other days|All \d+ draws)$/ }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Day Result')).toBeFocused()
  await tabTo(page, page.locator('summary', { hasText: 'Pick a date' }))
  await tabTo(page, page.getByRole('navigation', { name: 'Days' }).getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/date=/)

  await tabTo(page, page.locator('summary', { hasText: 'Menu' }))
  await page.keyboard.press('Enter')
  await tabTo(page, link('Classification'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Lotto Classification Chart')).toBeFocused()
  await tabTo(page, page.getByLabel('Number', { exact: true }))
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  const row = (name: string) => page.getByRole('rowheader', { name, exact: true }).getByRole('link')
  await expect(row('7')).toBeFocused()
  // Neither the phone's bottom bar nor the chart's head covers a number of the chart.
  await tabTo(page, row('26'))
  await tabTo(page, row('3'), 'Shift+Tab')

  await tabTo(page, page.getByLabel('Account'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'LOTTO FORECAST' })).toBeFocused()
})

test('a stranger sees the focus on public pages', async ({ page }) => {
  for (const path of ['/results', '/record', '/methods']) {
    await page.goto(path)
    await tabTo(page, page.getByRole('main').getByRole('link').first())
  }
})

test('at a desk the keyboard reaches the sidebar, and the first Tab the link that skips it', async ({
  page,
  visit,
}) => {
  await page.setViewportSize(DESKTOP)
  await visit('free', '/dashboard/day-result')
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('navigation', { name: 'Days' }).getByRole('link').first())
  await tabTo(page, page.getByRole('link', { name: 'Overview', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Overview')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Logout' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})
