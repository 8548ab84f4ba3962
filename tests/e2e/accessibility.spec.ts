// Every screen in light and dark, on phone and desktop: nothing for axe to find, and it fits narrow screens and large text.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { DESKTOP, expect, PHONE, type Person, scrollsSideways, test } from './app.ts'

const SEARCH = 'number=7&type=winning&position=any_box_winning&number=91&type=machine&position=&number=3'

const SCREENS: [name: string, person: Person | null, path: string][] = [
  ['login', null, '/login'],
  ['code of a login', null, '/login/code'],
  ['sign-up', null, '/signup'],
  ['404', null, '/nowhere'],
  ['not authorized', null, '/not-authorized'],
  ['plan choice', 'free', '/confirmation'],
  ['overview', 'pro', '/dashboard'],
  ['overview with locked cards', 'free', '/dashboard'],
  ['prediction', 'pro', '/dashboard/prediction'],
  ['locked prediction', 'free', '/dashboard/prediction'],
  ['frequent numbers', 'basic', '/dashboard/frequent-numbers'],
  ['moving numbers', 'pro', '/dashboard/moving-numbers'],
  ['day result', 'free', '/dashboard/day-result'],
  ['a wrong day', 'free', '/dashboard/day-result?date=x'],
  ['games results', 'free', '/dashboard/past-results'],
  ['a number search', 'free', `/dashboard/past-results?${SEARCH}&game=diamond`],
  ['classification', 'free', '/dashboard/classification?number=7'],
  ['payment channels', 'basic', '/dashboard/payment-channel'],
  ['assistant', 'free', '/dashboard/ai'],
  ['an answer of the assistant', 'free', '/dashboard/ai?question=45+banker+diamond'],
  ['second factor', 'free', '/dashboard/second-factor'],
  ['staff', 'admin', '/admin'],
  ['predictions of staff', 'admin', '/admin/predictions'],
  ['users of staff', 'admin', '/admin/users'],
  ['payments of staff', 'admin', '/admin/payments'],
  ['staff: results', 'admin', '/admin/results'],
  ['staff: games', 'admin', '/admin/games'],
  ['staff: audit', 'admin', '/admin/audit'],
]

/** In the dark nothing else changes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds, as rule and place. Of long tables it reads the first rows: the others are made alike. Its legacy mode
 * leaves out frames of other hosts, which these screens do not have, and takes less than half the time.
 */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('tbody tr:nth-child(n + 5)')
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

for (const [name, person, path] of SCREENS) {
  test(`${name} is accessible and fits`, async ({ page, signIn }) => {
    if (person) await signIn(person)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await findings(page), `${viewport.width} light`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findings(page, COLOURS), `${viewport.width} dark`).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await scrollsSideways(page), 'at 320 pixels').toBe(false)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport)
      expect(await scrollsSideways(page), `large text at ${viewport.width}`).toBe(false)
    }
  })
}

test('the menu is accessible when it is open, and motion stops where it is not wanted', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit('free', '/dashboard')
  await page.getByText('Menu', { exact: true }).click()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.route('**/classification-page*.js', () => new Promise(() => {}))
  await page.getByRole('link', { name: 'Chart', exact: true }).click()
  const waiting = page.getByRole('main').getByRole('status')
  await expect(waiting).toHaveText('Loading...')
  const turn = await waiting
    .locator('[aria-hidden]')
    .evaluate((spinner) => getComputedStyle(spinner).animationDuration)
  expect(Number.parseFloat(turn)).toBeGreaterThanOrEqual(5)
  const moving = await page
    .locator('*')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).transitionDuration !== '0s').length)
  expect(moving).toBe(0)
})
