// Browser tests of paying: one server a worker with Paystack's stand-in and its job runner, and a new player for each test.
import { type FrameLocator, expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { Running } from '../../src/server/server.ts'
import { openServer, test as base } from './app.ts'

interface WorkerFixtures {
  payingApp: Running
}

interface Fixtures {
  /** Signs a new player up, verified and signed in in this browser; their e-mail. */
  newPlayer: () => Promise<string>
  /** Makes Paystack misbehave for the rest of the test; see src/sandbox/README.md. */
  paystackMode: (mode: object) => Promise<void>
  /** Does to a payment what a button of Paystack's dashboard does: `settle`, `refund`... */
  paystackDeed: (reference: string, deed: string) => Promise<void>
  /** The checkout's window in the page. */
  checkout: FrameLocator
}

const PASSWORD = 'yam and beans with stew'
let count = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
  payingApp: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
    async ({}, provide) => {
      const { app, close } = await openServer('installed', {}, { standIns: true, jobs: true })
      await provide(app)
      await close()
    },
    { scope: 'worker' },
  ],
  app: ({ payingApp }, provide) => provide(payingApp),
  complaints: async ({ complaints, app }, provide) => {
    await provide(complaints)
    const allowed = `asked ${app.sandboxUrl} for something`
    complaints.splice(0, complaints.length, ...complaints.filter((complaint) => complaint !== allowed))
  },
  newPlayer: ({ page, app }, provide) =>
    provide(async () => {
      const email = `payer-${process.pid}-${count++}@example.com`
      const response = await page.request.post(`${app.url}/api/auth/sign-up/email`, {
        headers: { origin: app.url },
        data: { name: 'Tola', email, password: PASSWORD, ageConfirmed: true },
      })
      expect(response.status(), await response.text()).toBe(200)
      await app.services.db.execute(sql`update users set email_verified = true where email = ${email}`)
      return email
    }),
  paystackMode: async ({ app }, provide) => {
    const set = async (mode: object) => {
      const body = JSON.stringify(mode)
      const { ok } = await fetch(`${app.sandboxUrl}/paystack/mode`, { method: 'PUT', body })
      expect(ok).toBe(true)
    }
    await provide(set)
    await set({})
  },
  paystackDeed: ({ app }, provide) =>
    provide(async (reference, deed) => {
      const address = `${app.sandboxUrl}/paystack/transactions/${reference}/${deed}`
      expect((await fetch(address, { method: 'POST' })).status).toBe(204)
    }),
  checkout: ({ page }, provide) => provide(page.frameLocator('iframe[id^="inline-checkout"]')),
})

/** Presses a pay button and waits for the checkout's window. */
export async function openCheckout(page: Page, checkout: FrameLocator, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(checkout.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible({ timeout: 20_000 })
}

export { expect } from '@playwright/test'
export { heading } from './app.ts'
