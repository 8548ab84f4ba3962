// The question about analytics: below the page, answered without script, changed from the privacy page.
import { startSandbox } from '../../src/stand-ins/start.ts'
import { analyticsEnvironment } from '../support/analytics-environment.ts'
import { expectAccessible } from './accessible.ts'
import { test as base, expect, openServer, PHONE } from './app.ts'

/** The test's server uses a stand-in for the analytics service. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  app: async ({}, provide) => {
    const sandbox = await startSandbox({ port: 0, appUrl: 'http://localhost:1' })
    const { app, close } = await openServer('installed', analyticsEnvironment(sandbox.analytics))
    await expect.poll(() => app.services.analytics!.isReady()).toBe(true)
    await provide(app)
    await close()
    await sandbox.stop()
  },
})

test.use({ viewport: PHONE })

test('the question is below the page, and its answer can be changed', async ({ page, visit }) => {
  await visit('pro', '/dashboard/past-results')
  const question = page.getByRole('complementary', { name: 'May an analytics service' })
  const screen = (await page.getByRole('main').boundingBox())!
  expect((await question.boundingBox())!.y).toBeGreaterThanOrEqual(screen.y + screen.height)
  await expectAccessible(page, 'a page with the question')
  const [accept, decline] = await Promise.all(
    ['Accept', 'Decline'].map((name) => question.getByRole('button', { name }).boundingBox()),
  )
  expect(Math.abs(accept!.width - decline!.width)).toBeLessThan(12)
  expect(accept!.height).toBe(decline!.height)
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(page).toHaveURL(/past-results$/)
  await expect(question).toHaveCount(0)

  await page.goto('/privacy')
  await page.getByRole('link', { name: 'See and change your choice' }).click()
  await expect(page.getByText('You declined')).toBeVisible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('You accepted')).toBeVisible()
})
