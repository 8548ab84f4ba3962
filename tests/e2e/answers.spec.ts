import type { Page } from '@playwright/test'
import { expect, heading, test } from './app.ts'

// How a screen's answers are fetched again: on the return to the tab and to the network, and after a failure.
const FREQUENT = '**/api/frequentNumbers**'

/** Counts the calls of the frequent numbers, and answers each with the next status until the list ends. */
async function answerWith(page: Page, statuses: number[]): Promise<{ asked: number }> {
  const calls = { asked: 0 }
  await page.route(FREQUENT, async (route) => {
    const status = statuses[calls.asked++]
    await (status === undefined
      ? route.continue()
      : route.fulfill({ status, contentType: 'application/problem+json', body: '{}' }))
  })
  return calls
}

async function openByLink(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Frequent Number' }).first().click()
  await expect(heading(page, 'Frequent Numbers (Premium)')).toBeVisible()
}

test.use({ viewport: { width: 1280, height: 800 } })

test('an answer is shown again without a call for half a minute; a return to the tab or of the network refreshes it; a server that is not ready is asked twice more', async ({
  page,
  visit,
}) => {
  await page.clock.install()
  await visit('basic', '/dashboard/classification')
  const calls = await answerWith(page, [])
  await openByLink(page)
  await expect.poll(() => calls.asked).toBe(1)
  await page.getByRole('link', { name: 'Classification' }).first().click()
  await openByLink(page)
  expect(calls.asked).toBe(1)
  await page.getByRole('link', { name: 'Classification' }).first().click()
  await page.clock.fastForward('00:31')
  await openByLink(page)
  await expect.poll(() => calls.asked).toBe(2)

  await page.unroute(FREQUENT)
  await visit('basic', '/dashboard/classification')
  await test.step('a return to the tab refreshes an answer of some seconds, a return of the network any answer', async () => {
    const calls = await answerWith(page, [])
    await openByLink(page)
    await expect.poll(() => calls.asked).toBe(1)
    const raise = (event: string) => page.evaluate((name) => dispatchEvent(new Event(name)), event)
    await expect(page.getByRole('main')).toContainText('Diamond')
    await raise('focus')
    await page.clock.fastForward('00:06')
    expect(calls.asked).toBe(1)
    await raise('focus')
    await expect.poll(() => calls.asked).toBe(2)
    // While a call runs, there is no second one.
    await expect
      .poll(async () => {
        await raise('online')
        return calls.asked
      })
      .toBeGreaterThan(2)

    await page.unroute(FREQUENT)
    await visit('basic', '/dashboard/classification')
    await test.step('a server that is not ready is asked twice more and no more, a refusal is not', async () => {
      const calls = await answerWith(page, [503, 503, 503])
      await openByLink(page)
      await expect(page.getByRole('alert')).toContainText('Failed to load frequent numbers')
      // The wait of a retry begins only when the page has handled the refusal, so one step of the clock may come too early.
      await expect
        .poll(async () => {
          await page.clock.fastForward('00:10')
          return calls.asked
        })
        .toBe(3)
      await page.clock.fastForward('05:00')
      expect(calls.asked).toBe(3)
      await expect(page.getByRole('alert')).toContainText('Failed to load frequent numbers')
      await page.unroute(FREQUENT)

      const refused = await answerWith(page, [500, 500])
      await page.getByRole('link', { name: 'Classification' }).first().click()
      await page.clock.fastForward('00:31')
      await openByLink(page)
      await expect.poll(() => refused.asked).toBe(1)
      await page.clock.fastForward('01:00')
      expect(refused.asked).toBe(1)
    })
  })
})
