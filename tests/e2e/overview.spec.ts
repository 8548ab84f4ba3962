import type { Locator, Page } from '@playwright/test'
import { PATHS } from '../../src/platform/rules/site/paths.ts'
import { textOf } from '../support/html.ts'
import { axeFindings, DESKTOP, expect, heading, instantOf, PHONE, test } from './app.ts'

test.use({ own: true })
test.describe.configure({ timeout: 120_000 })

/** A card by its title. */
const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** The row of a game. */
const row = (page: Page, game: string) =>
  page.getByRole('main').locator('ol').getByRole('listitem').filter({ hasText: game })

const timer = (page: Page) => page.getByRole('region', { name: 'Next draw' }).getByRole('timer')

const MONDAY = '2026-03-16'
const MONDAY_GAMES = ['Diamond', 'Peoples', 'Bingo', 'Monday Special (MSP)', 'Metro', 'International']
const SETS = { winning: [20, 42, 89, 13, 49], machine: [17, 33, 41, 34, 32] }

/** The lower edge of an element in the window, in pixels. */
const bottom = async (element: Locator) => {
  const { y, height } = (await element.boundingBox())!
  return y + height
}

test('six cards show the news, and the page of a free player contains no paid figures', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  setClock('2026-03-20 13:00')
  await staff.record({ game: 'metro', date: '2026-03-16', winning: [7, 1, 2, 3, 4] })
  await staff.record({ game: 'metro', date: '2026-03-13', winning: [7, 11, 12, 13, 14] })
  await staff.record({ game: 'bingo', date: '2026-03-19', winning: [21, 22, 23, 24, 25] })
  await staff.record({
    game: 'metro',
    date: '2026-03-20',
    winning: [31, 7, 33, 34, 35],
    machine: [41, 42, 43, 44, 45],
  })

  await visit('free', '/dashboard')
  await expect(heading(page, 'Overview')).toBeVisible()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  // Cards outside the plan come last.
  await expect(titles).toHaveText([
    'Day Result',
    'Game Results',
    'Lotto Classification Chart',
    'AI Assistant',
    'Predictions',
    'Frequent Numbers',
  ])
  await expect(card(page, 'Predictions')).toHaveText('PredictionsLocked: part of Pro, ₦1,500 per month')
  await expect(card(page, 'Frequent Numbers')).toHaveText(
    'Frequent NumbersLocked: part of Basic, ₦2,000 per year',
  )
  const expectFreeCards = async () => {
    await expect(card(page, 'Day Result')).toHaveText('Day Result1 of 4 in')
    await expect(card(page, 'Game Results')).toHaveText('Game Results4 draws')
  }
  await expectFreeCards()
  expect(await page.content()).not.toMatch(/"frequent"|times in/)
  expect(await (await page.request.get('/api/overview')).json()).not.toHaveProperty('frequent')

  // A plan opens exactly its own card, immediately.
  await grant('free', 'basic')
  await page.reload()
  await expect(card(page, 'Frequent Numbers')).toHaveText('Frequent NumbersMetro: 7 came most often')
  await expect(card(page, 'Predictions')).toContainText('Locked: part of Pro')
  await expect(titles.last()).toHaveText('Predictions')
  await grant('free', 'pro')
  await page.reload()
  await expect(card(page, 'Predictions')).toHaveText('PredictionsNo predictions available.')
  await expect(page.getByText('Locked')).toHaveCount(0)
  await expect(titles).toHaveText([
    'Predictions',
    'Frequent Numbers',
    'Day Result',
    'Game Results',
    'Lotto Classification Chart',
    'AI Assistant',
  ])
  await expectFreeCards()

  for (const [title, path] of [
    ['Predictions', PATHS.prediction],
    ['Frequent Numbers', PATHS.frequentNumbers],
    ['Day Result', PATHS.dayResult],
    ['Game Results', PATHS.pastResults],
    ['Lotto Classification Chart', PATHS.classification],
    ['AI Assistant', PATHS.assistant],
  ] as const)
    await expect(card(page, title)).toHaveAttribute('href', path)
  await page.getByRole('main').getByRole('link', { name: 'Other days' }).click()
  await expect(heading(page, 'Day Result')).toBeFocused()
})

test('without draws the overview says so, its countdown goes on to the next draw; all six draws of a Monday are above the bottom bar', async ({
  page,
  visit,
  setClock,
  context,
  staff,
}) => {
  setClock(`${MONDAY} 00:00`)
  await visit('pro', '/dashboard')
  const next = page.getByRole('region', { name: 'Next draw' })
  await expect(next).toContainText('Next draw, Premier Lotto')
  await expect(next).toContainText('Diamond')
  await expect(next).toContainText(/closes 09:30/)
  await expect(timer(page)).toHaveText(/^9 h (30|29) minuntil the close$/)

  setClock(`${MONDAY} 19:05`)
  await page.reload()
  await expect(next).toContainText('Next draw, Ghana NLA')
  await expect(next).toContainText('Monday Special (MSP)')
  await expect(timer(page)).toHaveText(/^2[45]:\d\d/)
  const box = await next.boundingBox()
  const before = await timer(page).innerText()
  await expect(timer(page)).not.toHaveText(before)
  expect(await next.boundingBox()).toEqual(box)

  // The close shows the next draw without a reload.
  setClock(instantOf(`${MONDAY} 19:30`) - 3000)
  await page.reload()
  await expect(timer(page)).toHaveText(/^00:0\d/)
  await expect(next).toContainText('Metro')
  await expect(timer(page)).toHaveText(/^(29|30):\d\d/)
  await expect(row(page, 'Special')).toContainText('Drawing')

  // After the last draw of the day the next one is on another day.
  setClock(`${MONDAY} 22:31`)
  await page.reload()
  await expect(next).toContainText('Gold')
  await expect(next).toContainText('closes Tue 17 Mar, 09:30')
  await expect(timer(page)).toHaveText(/^10 h 5[89] min/)

  // Midnight brings the day's games without a reload.
  setClock(instantOf('2026-03-17 00:00') - 3000)
  await page.reload()
  await expect(row(page, 'Diamond')).toBeVisible()
  await expect(row(page, 'Gold')).toContainText('09:30 Open')
  await expect(page.getByRole('main').getByText('Tue 17 Mar 2026', { exact: true })).toBeVisible()
  await expect(next).toContainText('closes 09:30')

  await test.step('it leaves names of one word whole', async () => {
    setClock(`${MONDAY} 20:01`)
    await page.reload()
    const name = page.getByRole('region', { name: 'Next draw' }).getByText('International', { exact: true })
    await expect(timer(page)).toHaveText(/^\d+ h \d+ min/)
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const lines = name.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
      expect([width, await lines]).toEqual([width, 1])
    }
  })

  await test.step('without draws every screen says that there are none yet', async () => {
    // The plan of the demo account begins with the test.
    setClock(Date.now())
    await visit('pro', '/dashboard')
    await expect(card(page, 'Frequent Numbers')).toContainText('There are no draws yet.')
    await expect(card(page, 'Game Results')).toContainText('There are no draws yet.')
    await expect(card(page, 'Day Result')).toContainText(/0 of \d in/)
    for (const [path, text] of [
      ['past-results', 'There are no draws yet.'],
      ['frequent-numbers', 'There are no draws yet.'],
      ['moving-numbers', 'There are no draws yet.'],
      ['ai?chosen=ask%3Dcount%26numbers%3D45', 'No draws'],
      [
        'past-results?number=7&type=winning&position=any_box_winning',
        'No "7" found in Any box (winning) yet.',
      ],
    ]) {
      const shown = textOf(await (await page.request.get(`/dashboard/${path}`)).text())
      expect(shown).toContain(text)
      expect(shown).not.toContain('Sample data')
    }
  })

  await test.step('a failed day can be loaded again', async () => {
    setClock('2026-03-15 12:00')
    await visit('free', '/dashboard/classification')
    await page.route('**/api/overview', (route) => route.fulfill({ status: 500, json: {} }))
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Overview' })
      .first()
      .click()
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Failed to load results.Server error: 500')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(row(page, '').first()).toBeVisible()

    await test.step('while the day loads, empty rows have its place', async () => {
      await page.goto('/dashboard/classification')
      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/api/overview', async (route) => {
        await held
        await route.continue()
      })
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Overview' })
        .first()
        .click()
      const waiting = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' })
      await expect(waiting).toHaveText('Loading...')
      await expect(page.locator('.draw-row', { has: page.locator('.skeleton') })).toHaveCount(3)
      const place = (await page.locator('.draw-row').first().boundingBox())!
      answer()
      await expect(waiting).toHaveCount(0)
      const { y, height } = (await row(page, '').first().boundingBox())!
      expect([Math.round(y), height]).toEqual([Math.round(place.y), place.height])
    })

    await test.step('offline, a note above the bottom bar says how recent the figures are', async () => {
      setClock('2026-03-16 14:05')
      await page.goto('/dashboard')
      await expect(row(page, '').first()).toBeVisible()
      const note = page.getByText('You are offline. The newest figures are from 14:05.')
      await expect(note).toHaveCount(0)
      // Its code arrives a moment after the page.
      await expect(page.locator('body > div > .no-print[role=status]')).toBeAttached()
      await context.setOffline(true)
      await expect(note).toBeVisible()
      const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
      expect(await bottom(page.locator('.offline-note'))).toBeLessThanOrEqual(bar.y)
      expect(await axeFindings(page)).toEqual([])
      await context.setOffline(false)
      await expect(note).toHaveCount(0)
    })
  })

  await page.unrouteAll()
  await page.setViewportSize(PHONE)
  await test.step('all six draws of a Monday are above the bottom bar and open their machine sets; a desk has both in one screen', async () => {
    setClock('2026-03-09 23:30')
    for (const game of ['diamond', 'peoples', 'bingo', 'msp', 'metro', 'inter'])
      await staff.record({ game, date: '2026-03-09', ...SETS })
    await visit('pro', '/dashboard')
    const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!
    expect(bar.y).toBeGreaterThan(PHONE.height - 60)
    const last = row(page, 'International').locator('.balls').first()
    expect(await bottom(last)).toBeLessThanOrEqual(bar.y)
    for (const game of MONDAY_GAMES) {
      const machine = row(page, game).locator('.balls-machine')
      const toggle = row(page, game).getByLabel(`Machine numbers of ${game}`)
      await expect(machine).toBeHidden()
      await toggle.click()
      await expect(machine).toBeVisible()
      await toggle.click()
    }

    // The wall of a desk, in large balls.
    await page.setViewportSize(DESKTOP)
    await expect(row(page, 'Metro').locator('.balls-machine')).toBeVisible()
    await expect(row(page, 'Metro').locator('summary')).toBeHidden()
    expect(await bottom(row(page, 'International'))).toBeLessThanOrEqual(DESKTOP.height)
    expect((await row(page, 'Metro').locator('.ball').first().boundingBox())!.width).toBeGreaterThan(51)
    await page.setViewportSize({ width: 1920, height: 1080 })
    expect((await row(page, 'Metro').locator('.ball').first().boundingBox())!.width).toBeGreaterThan(89)

    await test.step('each game of today has a row with its winning numbers or its state', async () => {
      setClock(`${MONDAY} 19:05`)
      await staff.record({ game: 'diamond', date: MONDAY, ...SETS })
      await staff.record({ game: 'peoples', date: MONDAY, status: 'no_draw' })
      await page.setViewportSize(PHONE)
      await page.goto('/dashboard')
      await expect(page.getByRole('main').getByText('Mon 16 Mar 2026', { exact: true })).toBeVisible()
      await expect(row(page, '').locator('.text-name')).toHaveText(MONDAY_GAMES)
      await expect(row(page, 'Diamond')).toContainText('09:30 Result in, Premier Lotto')
      await expect(row(page, 'Diamond')).toContainText('Winning numbers: 20 - 42 - 89 - 13 - 49')
      await expect(row(page, 'Peoples')).toContainText('12:30 No draw')
      await expect(row(page, 'Peoples').locator('.ball')).toHaveCount(0)
      await expect(row(page, 'Bingo')).toContainText(/15:30 Late 3 h [56] min/)
      await expect(row(page, 'Special')).toContainText(/19:30 Closes in 2[45] min, Ghana NLA/)
      await expect(row(page, 'Metro')).toContainText(/20:00 Open, 5[45] min/)
      // Each state is one line beside the balls of a small phone.
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 })
        for (const name of ['Bingo', 'Special']) {
          const state = (await row(page, name).locator('.text-xs > .font-bold').boundingBox())!
          const balls = (await row(page, name).locator('.balls').first().boundingBox())!
          expect(state.height, name).toBeLessThan(20)
          expect(state.x + state.width, `${name} at ${width}`).toBeLessThanOrEqual(balls.x)
        }
      }
      await expect(row(page, 'International')).toContainText(/22:30 Open, 3 h,/)
      await expect(page.getByText('Sample data')).toHaveCount(0)
      await expect(page.getByRole('main').getByText('Ghana NLA', { exact: true })).toBeVisible()
      setClock(`${MONDAY} 19:40`)
      await page.reload()
      await expect(row(page, 'Special')).toContainText('19:30 Drawing')
    })
  })
})
