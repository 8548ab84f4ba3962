import type { Page } from '@playwright/test'
import { PATHS, type Screen, SCREENS } from '../../src/platform/rules/site/paths.ts'
import { DESKTOP, expect, heading, scrollsSideways, test } from './app.ts'

const MORE = Object.values<Screen>(SCREENS).filter(({ isMore }) => isMore)
const LINKS = [
  ['Overview', 'Overview'],
  ['Prediction', 'Prediction / Forecast (Premium)'],
  ['Frequent Number', 'Frequent Numbers (Premium)'],
  ['Day Result', 'Day Result'],
  ['Games Results', 'Games Results'],
  ['Classification', 'Lotto Classification Chart'],
  ['Payment Channel', 'Payment Channels'],
  ...MORE.map(({ link, title }) => [link, title] as const),
] as const

/** Pages outside the dashboard. */
const RECORD = 'Forecast record'
const HELP = 'Help'

test.describe('at a desk', () => {
  test.use({ viewport: DESKTOP })

  test('the sidebar links to every screen, marks the current one, and the focus follows', async ({
    page,
    visit,
  }) => {
    await visit('pro', PATHS.fair)
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await expect(sidebar.locator('[aria-current]')).toHaveText('Statistics')
    await expect(sidebar.getByRole('link')).toHaveText([...LINKS.map(([link]) => link), RECORD, HELP])
    for (const [link, title] of LINKS.toReversed()) {
      await sidebar.getByRole('link', { name: link, exact: true }).click()
      await expect(heading(page, title)).toBeVisible()
      await expect(sidebar.locator('[aria-current=page]')).toHaveText(link)
      if (link === 'AI Assistant') await expect(page).toHaveTitle('AI Assistant | Lotto Forecast')
      // The ticket checker waits for numbers.
      const focused =
        link === 'Ticket Checker' ? page.getByLabel('Number 1', { exact: true }) : heading(page, title)
      await expect(focused).toBeFocused()
    }
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/login(\?from=|$)/)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('on a large screen the frame has the same place on every page', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await signIn('admin')
    // One page of each frame: the dashboard and the staff have one, and the others have their own.
    const paths = [PATHS.overview, PATHS.confirmation, PATHS.help, PATHS.record, PATHS.methods, PATHS.admin]
    async function expectPlace(path: string) {
      await page.goto(path)
      const place = await page.locator('.masthead > div').boundingBox()
      expect(place, path).toMatchObject({ x: 40, width: 1840 })
    }
    for (const path of paths) await expectPlace(path)
    await page.context().clearCookies()
    await expectPlace(PATHS.results)
  })
})

test('on a phone the bottom bar and its menu link to every screen, the account menu to the profile and Logout; a message ends with its visit', async ({
  page,
  visit,
}) => {
  await visit('pro', '/dashboard')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const menu = bar.getByText('Menu', { exact: true })
  const choice = bar.getByRole('link', { name: 'Payment Channel' })
  await expect(bar.getByRole('link')).toHaveText(['Overview', 'Results', 'Prediction', 'My slip'])
  for (const item of [...(await bar.getByRole('link').all()), menu]) {
    const box = (await item.boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  }

  await menu.click()
  await expect(bar.getByRole('list').first().getByRole('link')).toHaveText(
    LINKS.slice(0, 7).map(([link]) => link),
  )
  await expect(bar.getByRole('list').last().getByRole('link')).toHaveText([
    ...MORE.map(({ link }) => link),
    RECORD,
    'Profile',
    HELP,
  ])
  await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.mouse.click(180, 60)
  await expect(choice).toBeHidden()

  await menu.click()
  await choice.click()
  await expect(heading(page, 'Payment Channels')).toBeFocused()
  await expect(choice).toBeHidden()

  // By keyboard: Enter opens the menu, Escape closes it and restores the focus.
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(choice).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(bar.getByRole('link', { name: 'Overview' }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
  await expect(bar.locator('summary')).toBeFocused()

  // A choice of the current screen closes the menu too.
  await menu.click()
  await choice.click()
  await expect(choice).toBeHidden()

  await test.step('the frame stays around the record and a wrong address, without a script of theirs', async () => {
    for (const path of ['/record', '/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('banner').getByText('Welcome, Chidi Pro')).toBeVisible()
      await expect(page.locator('script[src]')).toHaveCount(0)
      const bar = page.getByRole('navigation', { name: 'Main' })
      await bar.getByText('Menu', { exact: true }).click()
      await expect(bar.getByRole('link', { name: 'Classification' })).toBeVisible()
      await bar.getByRole('link', { name: 'My slip' }).first().click()
      await expect(heading(page, 'My slip')).toBeVisible()
    }
  })

  await test.step('a message ends with its visit: not after a reload, and not on the way back', async () => {
    await page.goto('/dashboard/profile?notice=saved')
    const message = page.getByText('Saved.', { exact: true })
    await expect(message).toBeVisible()
    await expect(page).toHaveURL('/dashboard/profile')
    await page.goto('/dashboard/day-result')
    await page.goBack()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(message).toBeHidden()

    await page.goto('/dashboard/profile?notice=saved')
    await expect(message).toBeVisible()
    await expect(page).toHaveURL('/dashboard/profile')
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(message).toBeHidden()
    await page.goBack()
    await expect(heading(page, 'Profile')).toBeVisible()
    await expect(message).toBeHidden()
  })

  await test.step('the account menu has the profile, the payment channels and, on a phone, Logout', async () => {
    await page.goto('/dashboard')
    const header = page.getByRole('banner')
    const profile = header.getByRole('link', { name: 'Profile' })
    await expect(profile).toBeHidden()
    await header.getByLabel('Account').click()
    await expect(header.getByText('Pro plan, ')).toBeVisible()
    await expect(header.getByRole('link', { name: 'Payment Channel', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(profile).toBeHidden()
    await header.getByLabel('Account').click()
    await profile.click()
    await expect(heading(page, 'Profile')).toBeFocused()
    await expect(profile).toBeHidden()
    await header.getByLabel('Account').click()
    await header.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

test('the header shows the plan and its days, and warns in the last three days; staff have a chip that leads to their area', async ({
  page,
  visit,
  setClock,
  ask,
}) => {
  await visit('free', '/dashboard')
  const header = page.getByRole('banner')
  await expect(header).toContainText('Welcome, Funmi Free')
  await expect(header.getByRole('link', { name: /Free plan$/ })).toBeVisible()
  await expect(header.getByText('left').filter({ visible: true })).toHaveCount(0)

  await visit('pro', '/dashboard')
  await expect(header.getByText('Welcome, Chidi Pro').filter({ visible: true })).toBeVisible()
  const { subscriptionExpiry } = await ask('/api/me')
  const end = Date.parse(subscriptionExpiry as string)
  const reloadBeforeEnd = async (before: number) => {
    setClock(end - before)
    await page.reload()
  }
  const chip = (plan: string) => header.getByRole('link', { name: `Welcome, Chidi Pro ${plan}`, exact: true })
  await reloadBeforeEnd(3 * DAY_MS + MINUTE_MS)
  await expect(chip('Pro plan 4 days left')).toBeVisible()
  await expect(header.getByRole('status')).toHaveCount(0)
  await reloadBeforeEnd(3 * DAY_MS - MINUTE_MS)
  await expect(chip('Pro plan 3 days left')).toBeVisible()
  await expect(header.getByRole('status')).toHaveText('Your Pro plan ends soon: 3 days left. Renew')
  await reloadBeforeEnd(MINUTE_MS)
  await expect(chip('Pro plan 1 day left')).toBeVisible()
  await expect(header.getByRole('status')).toContainText('1 day left')
  await header.getByRole('link', { name: 'Renew' }).click()
  await expect(heading(page, 'Payment Channels')).toBeVisible()
  await reloadBeforeEnd(-MINUTE_MS)
  await expect(chip('Free plan')).toBeVisible()

  await test.step('staff without a plan', async () => {
    await visit('admin', '/dashboard')
    const header = page.getByRole('banner')
    await expect(header.getByText('Free')).toHaveCount(0)
    await header.getByRole('link', { name: /Staff$/ }).click()
    await expect(page).toHaveURL('/admin')
  })
})

test('with text at 200 % the balls grow by half, and masthead and bar take at most a fifth', async ({
  page,
  visit,
}) => {
  // The browser's own setting, which the styles ask for.
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await visit('pro', '/dashboard')
  const sizeOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  const bars = (await sizeOf('.masthead')).height + (await sizeOf('nav.fixed')).height
  expect(bars).toBeLessThanOrEqual(640 / 5)
  expect((await sizeOf('.draw-row .ball')).width).toBeGreaterThanOrEqual(1.5 * 28)
  const account = await page.getByRole('banner').getByLabel('Account').boundingBox()
  expect(account!.x + account!.width).toBeLessThanOrEqual(360)
  await expect(page.getByRole('banner').getByText('Welcome')).toBeHidden()
  expect(await scrollsSideways(page)).toBe(false)
})

test('a browser that can install the app offers it on the third visit, and never again once closed', async ({
  page,
  visit,
  context,
}) => {
  await visit('free', '/dashboard')
  /** Opens a page as a visit of its own, and lets the browser offer the installation as Chromium does. */
  async function offered() {
    const tab = await context.newPage()
    await tab.goto('/dashboard')
    await tab.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/start-')),
    )
    await tab.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
    await tab.waitForFunction(() => sessionStorage.getItem('visits') !== null)
    return tab
  }
  const hint = (tab: Page) => tab.getByRole('complementary', { name: 'Home screen' })
  for (let visits = 1; visits < 3; visits++) await expect(hint(await offered())).toHaveCount(0)
  const third = await offered()
  await expect(hint(third)).toBeVisible()
  await hint(third).getByRole('button', { name: 'Close' }).click()
  await expect(hint(third)).toHaveCount(0)
  await third.reload()
  await third.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await expect(hint(await offered())).toHaveCount(0)
  await expect(hint(third)).toHaveCount(0)
  await expect(hint(page)).toHaveCount(0)
})
