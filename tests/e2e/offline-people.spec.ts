// Who may see what the phone keeps: another person, an ended session, lower rights, and the phone's data saver.
import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import type { Running } from '../../src/app/server/server.ts'
import { expect, heading, logOut, test as appTest } from './app.ts'
import { keptTexts, PAID_TEXT, readyForOffline } from './kept.ts'

/** A test with two tabs of a Pro user that show the forecasts, which the phone keeps. `page` is the first tab. */
const test = appTest.extend<{ tabs: [Page, Page] }>({
  tabs: async ({ page, context, visit, grant }, provide) => {
    await grant('pro', 'pro')
    await visit('pro', '/dashboard/prediction')
    await readyForOffline(page)
    const second = await context.newPage()
    await second.goto('/dashboard/prediction')
    for (const tab of [page, second])
      await expect(tab.getByRole('link', { name: 'Premier Peoples' })).toBeVisible()
    expect(await keptTexts(page)).toContain(PAID_TEXT)
    await provide([page, second])
  },
})

test.use({ serviceWorkers: 'allow', own: true })
test.describe.configure({ timeout: 90_000 })
test.beforeEach(({ staff }) => staff.predict({ gameName: 'Peoples', numbers: '7, 14', reasons: PAID_TEXT }))

/** Waits until each tab shows an element, and proves that the paid text is in none. */
async function expectReloaded(tabs: readonly Page[], shown: (tab: Page) => Locator): Promise<void> {
  for (const tab of tabs) {
    await expect(shown(tab)).toBeVisible()
    expect(await tab.content()).not.toContain(PAID_TEXT)
  }
}
const run = (app: Running, query: ReturnType<typeof sql>) => app.services.db.execute(query)

test('what the phone keeps leaves every open tab with its person, rights or session', async ({
  tabs,
  page,
  context,
  grant,
  app,
}) => {
  const other = tabs[1]
  await test.step('another person who logs in without a logout finds nothing of the first', async () => {
    // Both may see the same, so nothing but the person differs.
    await grant('basic', 'pro')
    const answer = await context.request.post(`${app.url}/api/auth/sign-in/email`, {
      headers: { origin: app.url },
      data: { email: 'basic@lotto.test', password: DEMO_PASSWORD },
    })
    expect(answer.status()).toBe(200)
    // The tab may load again by itself before this.
    await other.evaluate(() => fetch('/api/site')).catch(() => undefined)
    for (const tab of tabs) {
      await expect(tab.getByText('Welcome,').first()).toContainText('Basic')
      expect(await tab.content()).not.toMatch(/Chidi Pro|pro@lotto\.test/)
    }
    await expect.poll(() => keptTexts(page)).toContain('basic@lotto.test')
    expect(await keptTexts(page)).not.toMatch(/Chidi Pro|pro@lotto\.test/)
  })

  await test.step('a demotion removes the paid data, and the rest stays', async () => {
    for (const tab of tabs) await expect(tab.getByRole('link', { name: 'Premier Peoples' })).toBeVisible()
    await expect.poll(() => keptTexts(page)).toContain(PAID_TEXT)
    await run(app, sql`update periods set ends_at = starts_at + interval '1 second'`)
    expect(await page.evaluate(async () => (await fetch('/api/predictions')).status)).toBe(402)
    await expectReloaded(tabs, (tab) => tab.getByText('Upgrade to Pro').first())
    await expect.poll(() => keptTexts(page)).not.toContain(PAID_TEXT)
    expect(await keptTexts(page)).toContain('basic@lotto.test')
  })

  await test.step('a tab reloads after a logout and another login in a second tab', async () => {
    await logOut(other)
    await expectReloaded([page], (tab) => heading(tab, 'LOTTO FORECAST'))
    await other.getByLabel('Email').fill('free@lotto.test')
    await other.getByLabel('Password').fill(DEMO_PASSWORD)
    await other.getByRole('button', { name: 'Login' }).click()
    await expect(heading(other, 'Games Results')).toBeVisible()
    await readyForOffline(other)
    expect(await keptTexts(other)).toContain('free@lotto.test')
    expect(await keptTexts(other)).not.toMatch(/For paying readers|(pro|basic)@lotto\.test/)
    await context.setOffline(true)
    await page.goto('/dashboard/prediction')
    await expectReloaded([page], (tab) => tab.getByText('Upgrade to Pro').first())
    await context.setOffline(false)
  })

  await test.step('a refused screen is loaded once, although the worker sees its refusal', async () => {
    let loads = 0
    other.on('load', () => loads++)
    await other.goto('/dashboard/prediction')
    await expect(other.getByText('Upgrade to Pro').first()).toBeVisible()
    // Its code hears the worker's word.
    await other.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/start-offline')),
    )
    expect(await other.evaluate(async () => (await fetch('/api/predictions')).status)).toBe(402)
    await other.waitForTimeout(2000)
    expect(loads).toBe(1)
  })

  await test.step('a session that the server has ended leaves nothing', async () => {
    await run(app, sql`delete from sessions`)
    // Any call of an open tab is the next contact.
    expect(await page.evaluate(async () => (await fetch('/api/predictions')).status)).toBe(401)
    await expectReloaded(tabs, (tab) => heading(tab, 'LOTTO FORECAST'))
    await expect.poll(() => keptTexts(page)).not.toMatch(/For paying readers|free@lotto\.test|lotto-person/)
    await context.setOffline(true)
    await page.goto('/dashboard/prediction')
    await expect(heading(page, 'You are signed out')).toBeVisible()
  })
})

test('with the data saver on, only what opens the app is fetched', async ({
  page,
  context,
  visit,
  staff,
}) => {
  await staff.record({ game: 'metro', date: '2022-10-03', winning: [6, 7, 8, 9, 10] })
  await staff.record({ game: 'metro', date: '2023-10-02', winning: [1, 2, 3, 4, 5] })
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await visit('free', '/dashboard/past-results')
  const kept = () =>
    page.evaluate(async () => {
      const worker = await (await fetch('/sw.js')).text()
      const { later } = JSON.parse(
        /'(\{"shell".*?\})'|`(\{"shell".*?\})`/.exec(worker)!.slice(1).find(Boolean)!,
      ) as { later: string[] }
      const files = await (await caches.open('lotto-files-1')).keys()
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
      const years = await (await caches.open('lotto-public-2')).keys()
      return {
        later: files.filter(({ url }) => later.includes(new URL(url).pathname) && !loaded.has(url)).length,
        years: years.flatMap(({ url }) => /years\/(\d{4})$/.exec(url)?.[1] ?? []),
      }
    })
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isControlled, { timeout: 20_000 }).toBe(true)
  await page.waitForTimeout(2000)
  expect(await kept()).toEqual({ later: 0, years: [] })
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('No internet connection. Please check your network.')
})
