// Whether the screen is live, in the masthead, when no byte arrives from the server.
import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { LIVE_LIMITS } from '../../src/platform/rules/base/streams.ts'
import { freePort } from '../support/programs.ts'
import { silentNetworkTo } from '../support/silent-network.ts'
import { bareTest as test, expect, openServer } from './app.ts'
import { expectAccessible } from './accessible.ts'

test.describe.configure({ timeout: 300_000 })

const chip = (page: Page) => page.locator('.live-chip')
/** A heartbeat, the longest wait before the next attempt, and an attempt that meets the silence. */
const patient = expect.configure({ timeout: LIVE_LIMITS.longestReconnectMs + 2 * LIVE_LIMITS.silenceMs })

async function open(browser: Browser, url: string, person: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email: `${person}@lotto.test`, password: DEMO_PASSWORD },
  })
  expect(answer.status()).toBe(200)
  await page.goto(`${url}/dashboard`)
  return page
}

/** The places of the masthead's parts, which no change of the words may move. */
const placesOf = (page: Page) =>
  page
    .getByRole('banner')
    .locator('a:visible, summary:visible')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        return [x, y, width, height].map(Math.round).join(' ')
      }),
    )

test('a Pro screen says when no byte arrives any more, and that it is live again', async ({ browser }) => {
  const port = await freePort()
  const network = await silentNetworkTo(port)
  const url = `http://localhost:${network.port}`
  const { close } = await openServer('installed', { PORT: String(port), APP_URL: url })
  try {
    const page = await open(browser, url, 'pro')
    await patient(chip(page)).toHaveText(/^Live \d\d:\d\d$/)
    const places = await placesOf(page)
    const status = page.locator('header + [role=status]')
    await expect(status).toBeEmpty()
    network.silence()
    await patient(chip(page)).toHaveText(/^Not live since \d\d:\d\d. Trying again.$/)
    await expect(status).toHaveText(/^Not live since \d\d:\d\d. Trying again.$/)
    expect(await placesOf(page)).toEqual(places)
    await expectAccessible(page, 'a screen that is not live')
    network.restore()
    await patient(chip(page)).toHaveText(/^Live \d\d:\d\d$/)
    await expect(status).toHaveText('Live again.')

    const free = await open(browser, url, 'free')
    await expect(chip(free)).toHaveText(/^As of \d\d:\d\d$/)
    await free.context().close()
    await page.context().close()
  } finally {
    await close()
    await network.close()
  }
})
