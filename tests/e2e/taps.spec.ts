// What a player does most, by tapping on a phone from the open app: the taps and keys that each task may need.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { test as paying } from './paying.ts'

/** Does one task and counts its taps. A choice in the phone's own list or calendar is one tap. */
async function tapsOf(...steps: (Locator | [field: Locator, chosen: string] | string)[]): Promise<number> {
  const page = (steps.find((step) => typeof step !== 'string' && !Array.isArray(step)) as Locator).page()
  for (const step of steps) {
    if (typeof step === 'string') await page.keyboard.type(step, { delay: 20 })
    else if (!Array.isArray(step)) await step.click()
    else if ((await step[0].evaluate((field) => field.tagName)) === 'SELECT')
      await step[0].selectOption(step[1])
    else await step[0].fill(step[1])
  }
  return steps.filter((step) => typeof step !== 'string').length
}

const bar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).first()
const menu = (page: Page) => page.getByText('Menu', { exact: true })
const row = (page: Page, game: string) => page.locator('.draw-row', { hasText: game })

test.describe('on the evening of a draw', () => {
  test.use({ own: true })

  test.beforeEach(async ({ app, page, signIn, staff, setClock, grant }) => {
    setClock('2026-03-16 08:00')
    await signIn('pro')
    await grant('pro', 'pro')
    await staff.predict({ gameName: 'diamond', numbers: '41, 50', form: 'two_sure' })
    const ticket = { bet: 'two_sure', numbers: '41-21', stake: '100', game: 'diamond', from: '2026-03-16' }
    const data = { ...ticket, notify: true }
    await page.request.post(`${app.url}/api/slip`, { data, headers: { origin: app.url } })
    setClock('2026-03-16 12:00')
    await staff.record({ game: 'bingo', date: '2026-03-12', winning: [7, 8, 9, 10, 11] })
    await staff.record({ game: 'diamond', date: '2026-03-16', winning: [41, 21, 3, 4, 5] })
    await page.goto('/dashboard')
  })

  test('today’s results and my ticket need no tap, a past date three, to follow a game one, to share a draw two, to ask two', async ({
    page,
  }) => {
    await expect(row(page, 'Diamond').locator('.ball').first()).toBeInViewport()
    await expect(page.locator('.personal')).toContainText('You won ₦24,000 in Diamond')
    await expect(page.locator('.personal')).toBeInViewport({ ratio: 1 })
    const steps = tapsOf(page.getByRole('link', { name: 'Other days' }), page.getByText('Pick a date'), [
      page.getByLabel('Date', { exact: true }),
      '2026-03-12',
    ])
    expect(await steps).toBe(3)
    await expect(row(page, 'Bingo')).toContainText('Result in')

    await test.step('a number in one box of one game: four taps and two keys', async () => {
      await page.goto('/dashboard')
      const field = page.getByLabel('Number', { exact: true })
      const box = page.locator('.search-position label', { hasText: '1st' })
      const game = page.getByLabel('Game', { exact: true })
      expect(await tapsOf(bar(page, 'Results'), field, '41', box, [game, 'diamond'])).toBe(4)
      const answer = page.getByText('"41" in First box (winning) is found 1 time(s).')
      await expect(answer).toBeInViewport({ ratio: 1 })
    })

    await test.step('a ticket: two taps and four keys', async () => {
      await page.goto('/dashboard')
      await menu(page).click()
      await page.getByRole('link', { name: 'Ticket Checker' }).click()
      // The first cell waits for the keys.
      await expect(page.getByLabel('Number 1', { exact: true })).toBeFocused()
      await page.keyboard.type('4121', { delay: 20 })
      await expect(page.locator('.verdict')).toContainText('You won ₦24,000')
      await expect(page.locator('.verdict')).toBeInViewport({ ratio: 1 })
    })

    await page.goto('/dashboard')
    await test.step('to follow a game: one tap; to share a draw: two; to ask: two; whether the forecasts are any good: one', async () => {
      const bell = page.getByRole('button', { name: 'Tell me the result of Bingo' })
      expect(await tapsOf(bell)).toBe(1)
      await expect(bell).toHaveAttribute('aria-pressed', 'true')
      await page.reload()
      const share = page.getByRole('button', { name: 'Share this draw' })
      expect(await tapsOf(row(page, 'Diamond').locator('.draw-link'), share)).toBe(2)
      await expect(page.getByRole('dialog').getByRole('link', { name: 'WhatsApp' })).toBeVisible()

      await test.step('to ask: two taps; whether the forecasts are any good: one', async () => {
        await page.goto('/dashboard')
        const card = page.getByRole('main').getByRole('link', { name: 'AI Assistant' })
        const question = page.getByRole('main').getByRole('link', { name: /\?$/ }).first()
        expect(await tapsOf(card, question)).toBe(2)
        await expect(page.getByRole('main').getByRole('status').last()).not.toBeEmpty()
        await page.goto('/dashboard')
        expect(await tapsOf(bar(page, 'Prediction'))).toBe(1)
        await expect(page.getByText('0 won of 1; luck under 0.1')).toBeInViewport()
      })
    })
  })
})

paying('to renew: three taps', async ({ page, newPlayer, givePlan, checkout, setClock }) => {
  const email = await newPlayer()
  setClock((await givePlan(email, 'pro')) - 26 * 60 * 60 * 1000)
  await page.goto('/dashboard')
  const renew = tapsOf(
    page.getByRole('banner').getByRole('link', { name: 'Renew' }),
    page.getByRole('button', { name: 'Pay for Pro' }),
    checkout.frame.getByRole('button', { name: 'Pay', exact: true }),
  )
  expect(await renew).toBe(3)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Payment received.')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Receipt', exact: true }).first(),
  ).toBeVisible()
})
