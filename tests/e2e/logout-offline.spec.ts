// A logout that the server does not learn at once: the account stays closed on this phone, in every tab and after a restart
// of the browser, until the server has ended the session.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import type { Running } from '../../src/app/server/server.ts'
import { freePort } from '../support/programs.ts'
import { silentNetworkTo } from '../support/silent-network.ts'
import { bareTest, expect, heading, logOut, openServer, test } from './app.ts'
import { keptTexts, PAID_TEXT, readyForOffline } from './kept.ts'

test.use({ serviceWorkers: 'allow', own: true })
bareTest.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 240_000 })

const FORECASTS = '/dashboard/prediction'
const SENTENCE = 'You are logged out on this phone. We tell the server as soon as there is a network.'

async function signIn(context: BrowserContext, url: string, email: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email, password: DEMO_PASSWORD },
  })
  expect(answer.status()).toBe(200)
}

async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page.getByText(SENTENCE)).toBeVisible()
  expect(await page.content()).not.toMatch(/For paying readers|Chidi Pro|Funmi/)
}

const sessionsOf = async ({ services: { db } }: Running, email: string) =>
  (await db.execute(sql`select 1 from sessions join users on users.id = user_id where email = ${email}`)).rows
    .length

test('a logout without a network closes every tab at once, and the server hears of it first', async ({
  page,
  context,
  app,
  staff,
  grant,
}) => {
  await grant('pro', 'pro')
  await staff.predict({ gameName: 'Peoples', numbers: '7, 14', reasons: PAID_TEXT })
  await signIn(context, app.url, 'pro@lotto.test')
  await page.goto(FORECASTS)
  await readyForOffline(page)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Premier Peoples' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(FORECASTS)
  await expect(other.getByRole('link', { name: 'Premier Peoples' })).toBeVisible()

  await context.setOffline(true)
  await logOut(page)
  await expectLoggedOut(page)
  await expectLoggedOut(other)
  expect(await keptTexts(page)).not.toMatch(/For paying readers|pro@lotto\.test|lotto-person/)
  await page.goto('/dashboard')
  await expectLoggedOut(page)
  expect(await sessionsOf(app, 'pro@lotto.test')).toBe(1)

  await context.setOffline(false)
  const fresh = await context.newPage()
  await fresh.goto(FORECASTS)
  await expect(heading(fresh, 'LOTTO FORECAST')).toBeVisible()
  expect(await fresh.content()).not.toMatch(/For paying readers|Chidi Pro/)
  expect(await sessionsOf(app, 'pro@lotto.test')).toBe(0)
  for (const tab of [page, other]) await expect(heading(tab, 'LOTTO FORECAST')).toBeVisible()

  // Without the way back to the forecasts.
  await fresh.goto('/login')
  await fresh.getByLabel('Email').fill('free@lotto.test')
  await fresh.getByLabel('Password').fill(DEMO_PASSWORD)
  await fresh.getByRole('button', { name: 'Login' }).click()
  await expect(heading(fresh, 'Games Results')).toBeVisible()
  await readyForOffline(fresh)
  await fresh.reload()
  await expect(fresh.getByText('Welcome,').first()).toContainText('Funmi')
  expect(await keptTexts(fresh)).toContain('free@lotto.test')
})

bareTest(
  'the logout outlives the browser, and an open page sends it when a network that lost every byte is back',
  async ({ playwright, launchOptions }) => {
    const port = await freePort()
    const network = await silentNetworkTo(port)
    const url = `http://localhost:${network.port}`
    const { app, close } = await openServer('installed', { PORT: String(port), APP_URL: url })
    const profile = mkdtempSync(join(tmpdir(), 'lotto-profile-'))
    const start = () => playwright.chromium.launchPersistentContext(profile, launchOptions)
    let context = await start()
    try {
      const page = context.pages()[0]!
      await signIn(context, url, 'free@lotto.test')
      await page.goto(`${url}/dashboard/past-results`)
      await readyForOffline(page)
      network.silence()
      await logOut(page)
      await expectLoggedOut(page)
      await context.close()

      context = await start()
      const fresh = context.pages()[0]!
      await fresh.goto(`${url}/dashboard/past-results`)
      await expectLoggedOut(fresh)
      expect(await sessionsOf(app, 'free@lotto.test')).toBe(1)
      network.restore()
      await expect(heading(fresh, 'LOTTO FORECAST')).toBeVisible({ timeout: 30_000 })
      expect(await sessionsOf(app, 'free@lotto.test')).toBe(0)
    } finally {
      await context.close()
      await close()
      await network.close()
      rmSync(profile, { recursive: true, force: true })
    }
  },
)
