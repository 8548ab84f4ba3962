// Fixtures of identity tests: one server per worker with its job runner and the stand-ins for Google and mail.
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { openedFormHeader } from '../support/opened-form.ts'
import type { Running } from '../../src/app/server/server.ts'
import { openServer, START_MS, test as base } from './app.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

interface Fixtures {
  /** The mails to an address, newest first. Waits until there are `count`. */
  mailsTo: (to: string, count?: number) => Promise<Mail[]>
  /** The link in the newest mail to an address. */
  linkTo: (to: string, count?: number) => Promise<string>
  /** Sets a fault of Google for the rest of the test. */
  googleMode: (mode: object) => Promise<void>
  /** Creates an account from another browser. */
  signUp: (email: string, options?: { verified?: boolean }) => Promise<void>
}

export const PASSWORD = 'yam and beans with stew'
let count = 0
/** An e-mail that is unique in this run. */
export const newEmail = (name = 'player') => `${name}-${process.pid}-${count++}@example.com`

export const test = base.extend<Fixtures>({
  app: [
    async ({ sharedServer }, provide) => {
      const open = () => openServer('installed', {}, { standIns: true, jobs: true })
      await provide((await sharedServer('stand-ins', open)).app)
    },
    { scope: 'test', timeout: START_MS },
  ],
  mailsTo: ({ app }, provide) =>
    provide(async (to, wanted = 1) => {
      let mails: Mail[] = []
      await expect
        .poll(
          async () => {
            mails = await fetchMails(app, to)
            return mails.length
          },
          { timeout: 20_000 },
        )
        .toBeGreaterThanOrEqual(wanted)
      return mails
    }),
  linkTo: ({ mailsTo }, provide) =>
    provide(async (to, wanted) => /https?:\/\/\S+/.exec((await mailsTo(to, wanted))[0]!.text)![0]),
  googleMode: async ({ app }, provide) => {
    const set = async (mode: object) => {
      const body = JSON.stringify(mode)
      await fetch(`${app.sandboxUrl}/google/mode`, { method: 'PUT', body })
    }
    await provide(set)
    await set({})
  },
  signUp: ({ app, playwright }, provide) =>
    provide(async (email, { verified = true } = {}) => {
      const cookie = openedFormHeader(app.services.settings)
      const request = await playwright.request.newContext({ extraHTTPHeaders: { origin: app.url, cookie } })
      const data = { name: 'Tola', email, password: PASSWORD, ageConfirmed: true }
      const response = await request.post(`${app.url}/api/auth/sign-up/email`, { data })
      expect(response.status(), await response.text()).toBe(200)
      const { db, limits } = app.services
      await limits.reset('signUpAddress', '127.0.0.1')
      if (verified) await db.execute(sql`update users set email_verified = true where email = ${email}`)
      await request.dispose()
    }),
})

async function fetchMails({ sandboxUrl }: Running, to: string): Promise<Mail[]> {
  const response = await fetch(`${sandboxUrl}/mailbox.json?${new URLSearchParams({ to }).toString()}`)
  return (await response.json()) as Mail[]
}

/** Presses a Google button and chooses an identity at Google. */
export async function throughGoogle(
  page: Page,
  button: string,
  { email, name, verified = true, sub }: { email: string; name?: string; verified?: boolean; sub?: string },
): Promise<void> {
  const google = await openGoogle(page, button)
  await google.getByLabel('Email', { exact: true }).fill(email)
  if (name !== undefined) await google.getByLabel('Name', { exact: true }).fill(name)
  await google.getByLabel('Email verified').setChecked(verified)
  if (sub !== undefined) {
    await google.getByText('Advanced').click()
    await google.getByLabel('Subject').fill(sub)
  }
  await google.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Presses a Google button. @returns Google's window */
export async function openGoogle(page: Page, button: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const google = await opening
  await google.getByLabel('Email', { exact: true }).waitFor()
  return google
}

/**
 * A slow network that ends every sign-in three seconds late, at a Google whose pages cut off their opener: the pop-up looks
 * closed from then on.
 */
export async function slowGoogle(context: BrowserContext, { sandboxUrl }: Running): Promise<void> {
  if (!sandboxUrl) throw new Error('There is no stand-in of Google.')
  await context.route(`${sandboxUrl}/google/**`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // The stand-in may close a kept connection just then.
    let response = await route.fetch({ maxRedirects: 0, maxRetries: 1 })
    let to = new URL(response.headers().location!, response.url()).href
    while (to.startsWith(sandboxUrl)) {
      response = await context.request.get(to, { maxRedirects: 0, maxRetries: 1 })
      to = new URL(response.headers().location!, to).href
    }
    await route.fulfill({
      contentType: 'text/html',
      headers: { 'cross-origin-opener-policy': 'same-origin' },
      body: `<meta http-equiv="refresh" content="3; url=${to.replaceAll('&', '&amp;')}">`,
    })
  })
}

/** Logs in on the login screen. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, email, password)
}

/** Logs in by the form that the page shows. */
export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Deletes the session cookie only. */
export const forgetSession = (context: BrowserContext) => context.clearCookies({ name: /session_token/ })

export { expect } from '@playwright/test'
export { heading } from './app.ts'
