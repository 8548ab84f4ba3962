// A shared phone: one user's paid content must not remain in the tab for the next user.
import type { Page } from '@playwright/test'
import { forecastPath } from '../../src/platform/rules/site/paths.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { expect, heading, logOut, test } from './app.ts'

test.use({ own: true })

const MARK = 'For paying readers'
/** The test never passes this text to the browser, because Playwright would keep it in the tab's memory. */
const SECRET = 'came-twice-in-a-row'

async function logIn(page: Page, person: 'free' | 'pro') {
  await page.getByLabel('Email').fill(`${person}@lotto.test`)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A snapshot of the tab's script memory. */
async function memoryOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const parts: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  await devtools.detach()
  return parts.join('')
}

test('after a logout no content is left for the next user, rendered by the server or fetched by the page', async ({
  page,
  staff,
  grant,
  signIn,
}) => {
  await grant('pro', 'pro')
  const { id } = await staff.predict({ gameName: 'Peoples', numbers: '7, 14', reasons: `${MARK}: ${SECRET}` })
  await signIn('pro')
  await page.goto(forecastPath(id))
  await expect(page.getByText(MARK)).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Predictions' }).first().click()
  await page.getByRole('link', { name: 'Premier Peoples' }).click()
  await expect(page.getByText(MARK)).toBeVisible()
  expect(await memoryOf(page)).toContain(SECRET)

  await logOut(page)
  await expect(heading(page, 'LOTTO FORECAST')).toBeVisible()
  await logIn(page, 'free')
  await expect(heading(page, 'Games Results')).toBeVisible()
  expect(await page.content()).not.toContain(SECRET)
  expect(await memoryOf(page)).not.toContain(SECRET)
})

test('a tab reloads as the new user after a login in another tab', async ({
  page,
  context,
  grant,
  staff,
  signIn,
}) => {
  await grant('pro', 'pro')
  const { id } = await staff.predict({ gameName: 'Peoples', numbers: '7, 14', reasons: `${MARK}: ${SECRET}` })
  await signIn('pro')
  await page.clock.install()
  await page.goto(forecastPath(id))
  await expect(page.getByText(MARK)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await logOut(other)
  await logIn(other, 'free')
  await expect(heading(other, 'Games Results')).toBeVisible()
  // When the first tab gets the focus after a while, it asks who is signed in, and reloads. On a busy machine its stream
  // ended before the login: then it is at the login.
  await page.clock.fastForward(61_000)
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    const seen = page.getByText('Upgrade to Pro').or(page.getByLabel('Email'))
    await expect(seen.first()).toBeVisible({ timeout: 5000 })
    expect(await page.content()).not.toContain(SECRET)
    expect(await memoryOf(page)).not.toContain(SECRET)
  }).toPass()
})
