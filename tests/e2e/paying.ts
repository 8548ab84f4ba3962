// Fixtures of payment tests: one server per worker with Paystack's stand-in, and a new player per test.
import { expect as baseExpect, type FrameLocator, type Locator } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { PaidPlan } from '../../src/platform/rules/access/plans.ts'
import { addGrant } from '../../src/money/server/ledger/grant.ts'
import { openedFormHeader } from '../support/opened-form.ts'
import { type Opened, openServer, START_MS, test as base } from './app.ts'

interface Checkout {
  /** The checkout's frame in the page. */
  frame: FrameLocator
  /** Presses the named button of the page and waits for the checkout. */
  open: (button: string) => Promise<void>
  /** Presses a button of the checkout, by default the one that pays. */
  pay: (way?: string) => Promise<void>
  /** What the page says about the payment. */
  outcome: Locator
}

interface Fixtures {
  /** The worker's server for payments. */
  paying: Opened
  /** Signs up a verified player in this browser, and opens a page if its path is given. @returns the e-mail */
  newPlayer: (path?: string) => Promise<string>
  /** Runs the due jobs: mails, refunds, webhooks. */
  runJobs: () => Promise<void>
  /** Logs the player in again. */
  logInAgain: (email: string) => Promise<void>
  /** Grants a month of a plan. @returns its end in milliseconds */
  givePlan: (email: string, plan: PaidPlan) => Promise<number>
  /** Sets a fault of Paystack for the rest of the test. src/stand-ins/README.md lists them. */
  paystackMode: (mode: object) => Promise<void>
  /** Does to a payment what a button of Paystack's dashboard does: `settle`, `refund`... */
  paystackDeed: (reference: string, deed: string) => Promise<void>
  checkout: Checkout
  /** A new player pays for Pro. @returns the e-mail, and the reference of the payment */
  payForPro: () => Promise<{ email: string; reference: string }>
}

/** A long timeout, because a busy machine is not a failure. */
export const expect = baseExpect.configure({ timeout: 30_000 })

const PASSWORD = 'yam and beans with stew'
let count = 0

export const test = base.extend<Fixtures>({
  paying: [
    async ({ sharedServer }, provide) => {
      const settings = { SUPPORT_EMAIL: 'help@lotto.example' }
      await provide(await sharedServer('paying', () => openServer('installed', settings, { standIns: true })))
    },
    { scope: 'test', timeout: START_MS },
  ],
  app: async ({ paying }, provide) => {
    await provide(paying.app)
    paying.app.services.clock.setOffset(0)
  },
  runJobs: ({ paying }, provide) => provide(paying.runJobs),
  complaints: async ({ complaints, app }, provide) => {
    await provide(complaints)
    const allowed = `asked ${app.sandboxUrl} for something`
    complaints.splice(0, complaints.length, ...complaints.filter((complaint) => complaint !== allowed))
  },
  newPlayer: ({ page, app }, provide) =>
    provide(async (path) => {
      const email = `payer-${process.pid}-${count++}@example.com`
      const response = await page.request.post(`${app.url}/api/auth/sign-up/email`, {
        headers: { origin: app.url, cookie: openedFormHeader(app.services.settings) },
        data: { name: 'Tola', email, password: PASSWORD, ageConfirmed: true },
      })
      expect(response.status(), await response.text()).toBe(200)
      await app.services.limits.reset('signUpAddress', '127.0.0.1')
      await app.services.db.execute(sql`update users set email_verified = true where email = ${email}`)
      if (path) await page.goto(path)
      return email
    }),
  logInAgain: ({ page, app }, provide) =>
    provide(async (email) => {
      const response = await page.request.post(`${app.url}/api/auth/sign-in/email`, {
        headers: { origin: app.url },
        data: { email, password: PASSWORD },
      })
      expect(response.status(), await response.text()).toBe(200)
    }),
  givePlan: ({ app }, provide) =>
    provide(async (email, plan) => {
      const { db, clock } = app.services
      const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = ${email}`)
      const gift = { plan, length: { months: 1 }, kind: 'gift', reason: 'test' } as const
      const now = await clock.now(db)
      const { endsAt } = await db.transaction((tx) => addGrant(tx, now, { userId: rows[0]!.id, ...gift }))
      return endsAt
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
  checkout: ({ page }, provide) => {
    const frame = page.frameLocator('iframe[id^="inline-checkout"]')
    const button = (name: string) => frame.getByRole('button', { name, exact: true })
    return provide({
      frame,
      async open(name) {
        await page.getByRole('button', { name }).click()
        await expect(button('Cancel')).toBeVisible()
      },
      pay: (way = 'Pay') => button(way).click(),
      outcome: page.getByRole('main').getByRole('alert'),
    })
  },
  payForPro: ({ newPlayer, checkout, ask }, provide) =>
    provide(async () => {
      const email = await newPlayer('/dashboard/payment-channel')
      await checkout.open('Pay for Pro')
      await checkout.pay()
      await expect(checkout.outcome).toContainText('Payment received.')
      const { payments } = (await ask('/api/payments')) as { payments: { reference: string }[] }
      return { email, reference: payments[0]!.reference }
    }),
})

export const CHANNELS = '/dashboard/payment-channel'

/** The payments of the signed-in player, the newest first. */
export const newest = async (ask: (path: string) => Promise<any>) =>
  ((await ask('/api/payments')) as { payments: { reference: string; outcome: string }[] }).payments

export { heading } from './app.ts'
