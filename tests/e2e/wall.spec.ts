// Results on a TV.
import { expect, heading, test } from './app.ts'

test.use({ own: true, viewport: { width: 1280, height: 720 } })

const draw = { game: 'diamond', winning: [41, 20, 42, 74, 55], machine: [34, 19, 66, 6, 63] }

test.beforeEach(async ({ staff, setClock }) => {
  setClock('2026-11-23 12:00')
  await staff.record({ ...draw, date: '2026-11-23' })
  await staff.record({ ...draw, game: 'aseda', date: '2026-11-22', winning: [15, 90, 42, 43, 77] })
})

test('a key shows the buttons for five seconds; a TV shows today, then the days before, a new result at once, and since when it is not live', async ({
  page,
  setClock,
  staff,
  context,
  visit,
}) => {
  setClock('2026-11-23 16:12')
  await page.goto('/results')
  await page.clock.install()
  await page.goto('/tv')
  const bar = page.getByRole('dialog', { name: 'Results on a TV' })
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await bar.getByRole('button', { name: 'Hold this page' }).click()
  await page.clock.runFor(25_000)
  await expect(bar).toHaveCount(0)
  await expect(heading(page, 'Today')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/results')

  await test.step('a TV shows today, then the days before, and a new result at once', async () => {
    setClock('2026-11-23 16:12')
    await page.goto('/tv')
    await expect(heading(page, 'Today')).toBeVisible()
    await expect(page.getByText('Monday 23 November')).toBeVisible()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(row('Diamond')).toContainText('09:30')
    await expect(row('Diamond').locator('b')).toHaveText([
      'Diamond',
      ...[...draw.winning, ...draw.machine].map(String),
    ])
    await expect(row('Bingo')).toContainText('15:30Late by')
    await expect(row('Monday Special')).toContainText('19:30Next, in 3 h 18 min')
    await expect(row('Metro')).toContainText('in 3 h 48 min')
    await expect(page.getByText('Live 16:12')).toBeVisible()

    await page.clock.runFor(21_000)
    await expect(heading(page, 'Before today')).toBeVisible()
    await expect(page.getByText('Sunday 22', { exact: true })).toBeVisible()
    await expect(row('Aseda')).toContainText('Sun 22 Nov')

    await staff.record({
      game: 'bingo',
      date: '2026-11-23',
      winning: [1, 2, 3, 4, 5],
      machine: [6, 7, 8, 9, 10],
    })
    await page.clock.runFor(10_000)
    await expect(heading(page, 'Today')).toBeVisible()
    await expect(row('Bingo')).toContainText('Just in')
    await expect(
      page.getByRole('status').filter({ hasText: 'Bingo: Winning: 1 - 2 - 3 - 4 - 5' }),
    ).toHaveCount(1)
    setClock('2026-11-23 16:14')
    await page.clock.runFor(31_000)
    await expect(row('Bingo')).toContainText('15:30')
  })

  await test.step('without a network the numbers stay, and the page says since when it is not live', async () => {
    setClock('2026-11-23 16:05')
    await page.goto('/tv')
    await expect(page.getByText('Live 16:05')).toBeVisible()
    await context.setOffline(true)
    await page.clock.runFor(120_000)
    await expect(page.getByText('Not live since 16:05')).toBeVisible()
    await context.setOffline(false)
    setClock('2026-11-23 16:08')
    // The page asks every 30 seconds, once it has noticed the network.
    await expect(async () => {
      await page.clock.runFor(30_000)
      await expect(page.getByText('Live 16:08')).toBeVisible({ timeout: 3000 })
    }).toPass()
  })

  await test.step('Day Result leads there, on a phone by a sheet with the address', async () => {
    setClock('2026-11-23 16:12')
    await visit('free', '/dashboard/day-result')
    await expect(page.getByRole('link', { name: 'Show on a TV' })).toHaveAttribute('href', '/tv')
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByRole('link', { name: 'Show on a TV' }).click()
    const sheet = page.getByRole('dialog', { name: 'Show on a TV' })
    await expect(sheet).toContainText(`${new URL(page.url()).host}/tv`)
    await sheet.getByRole('link', { name: 'Show it here' }).click()
    await expect(heading(page, 'Today')).toBeVisible()
  })
})
