// The fixtures of browser tests: each worker has its own server, database and clock; a person can arrive signed in.
import { test as base, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { type Running, startServer } from '../../src/server/server.ts'
import { newDatabase, type TestPostgres, type Template } from '../support/postgres.ts'
import { testSettings } from '../support/settings.ts'

export type Person = 'admin' | 'pro' | 'basic' | 'free'

interface WorkerFixtures {
  /** The worker's server. */
  app: Running
  /** What the database starts with. */
  template: Template
  sampleData: 'on' | 'off'
}

interface Fixtures {
  /** Opens a path as a demo account that is signed in already. */
  visit: (person: Person, path: string) => Promise<void>
  /** Console errors and policy violations; the test fails when any are left at its end. */
  complaints: string[]
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  template: ['blank', { option: true, scope: 'worker' }],
  sampleData: ['on', { option: true, scope: 'worker' }],
  app: [
    async ({ template, sampleData }, provide) => {
      const postgres = JSON.parse(process.env.TEST_POSTGRES!) as TestPostgres
      const database = await newDatabase(postgres, template)
      const app = await startServer(testSettings({ SAMPLE_DATA: sampleData }), {
        address: database.address,
        jobs: false,
      })
      await provide(app)
      await app.stop()
      await database.drop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ app }, provide) => provide(app.url),
  complaints: [
    async ({ page }, provide) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // A status that a test provokes is no complaint; a hydration warning or a refused script is.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await provide(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  visit: ({ page, app }, provide) =>
    provide(async (person, path) => {
      await signIn(page, app, person)
      await page.goto(path)
    }),
})

/** Puts a session of a demo account into the browser without going through the form. */
async function signIn(page: Page, app: Running, person: Person): Promise<void> {
  const response = await page.request.post(`${app.url}/api/auth/sign-in/email`, {
    headers: { origin: app.url },
    data: { email: `${person}@lotto.test`, password: DEMO_PASSWORD },
  })
  expect(response.status()).toBe(200)
}

export { expect } from '@playwright/test'
