// The fixtures of browser tests: a server with draws for each worker or one of its own for a test, its clock, people who
// arrive signed in, and a list of complaints that must stay empty.
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { instantAt, parseDate } from '../../src/domain/calendar.ts'
import type { PaidPlan } from '../../src/domain/plans.ts'
import { addGrant } from '../../src/server/billing/ledger/grant.ts'
import { runDueJobs } from '../../src/server/jobs/run.ts'
import { type Running, startServer } from '../../src/server/server.ts'
import { newDatabase, type TestPostgres, type Template } from '../support/postgres.ts'
import { testSettings } from '../support/settings.ts'

export type Person = 'admin' | 'pro' | 'basic' | 'free'

export interface NewDraw {
  game: string
  date: string
  serial?: number
  status?: 'no_draw'
  winning?: number[]
  machine?: number[]
}

export interface NewPrediction {
  gameName: string
  numbers: string
  date?: string
  image?: string
  reasons?: string
}

interface Staff {
  /** Records a draw through the API, and confirms it when the server asks about an early result. */
  record(draw: NewDraw): Promise<{ id: number; version: number }>
  /** Corrects a draw through the API. */
  correct(
    known: { id: number; version: number },
    draw: Omit<NewDraw, 'game'>,
  ): Promise<{ id: number; version: number }>
  /** Publishes a prediction through the API. */
  predict(prediction: NewPrediction): Promise<{ id: number; version: number }>
  /** Changes one through the API, as somebody else at another desk. */
  changePrediction(id: number, change: object): Promise<void>
}

interface WorkerFixtures {
  /** The worker's server: five years of sample draws. Tests only read it; those that write take one of their own. */
  sampleApp: Running
}

interface Fixtures {
  /** Whether the test has a server of its own, with games and accounts but without any draw. */
  own: boolean
  /** What is set for a server of its own. */
  settings: Record<string, string>
  /** The test's server. */
  app: Running
  /** Sets the server's clock to a time in Lagos: `2026-03-16 12:10`, or an instant; it goes on from there. */
  setClock: (time: string | number) => void
  /** Puts a session of a demo account into the browser without going through the form. */
  signIn: (person: Person) => Promise<void>
  /** Opens a path as a demo account that is signed in already. */
  visit: (person: Person, path: string) => Promise<void>
  /** What the API answers to the browser's person. */
  ask: (path: string) => Promise<any>
  staff: Staff
  /** Gives a demo account a month of a plan from now on, by the server's clock. */
  grant: (person: Person, plan: PaidPlan) => Promise<void>
  /** Console errors, policy violations and requests to other hosts; the test fails when any are left at its end. */
  complaints: string[]
}

/** A server on a database of its own; `E2E_LOG` shows its log. */
export async function openServer(
  template: Template,
  settings: Record<string, string>,
  { standIns = false, jobs = false } = {},
) {
  const postgres = JSON.parse(process.env.TEST_POSTGRES!) as TestPostgres
  const database = await newDatabase(postgres, template)
  const log = { LOG_LEVEL: process.env.E2E_LOG ?? 'silent' }
  const app = await startServer(testSettings({ ...log, ...settings }), {
    address: database.address,
    jobs,
    standIns,
  })
  return {
    app,
    /** Runs the jobs that are due, where the server does not do that by itself. */
    runJobs: () => runDueJobs(app.services, app.database),
    async close() {
      await app.stop({ lingerMs: 0 })
      await database.drop()
    },
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sampleApp: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
    async ({}, provide) => {
      const { app, close } = await openServer('blank', { SAMPLE_DATA: 'on' })
      await provide(app)
      await close()
    },
    { scope: 'worker' },
  ],
  own: [false, { option: true }],
  settings: [{}, { option: true }],
  app: async ({ own, settings, sampleApp }, provide) => {
    if (!own) {
      await provide(sampleApp)
      sampleApp.services.clock.setOffset(0)
      return
    }
    const { app, close } = await openServer('installed', settings)
    await provide(app)
    await close()
  },
  baseURL: ({ app }, provide) => provide(app.url),
  setClock: ({ app }, provide) =>
    provide((time) =>
      app.services.clock.setOffset((typeof time === 'number' ? time : instantOf(time)) - Date.now()),
    ),
  complaints: [
    async ({ page, app }, provide) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // A status that a test provokes is no complaint; a hydration warning or a refused script is.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== app.url)
          complaints.push(`asked ${origin} for something`)
      })
      await provide(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  signIn: ({ page, app }, provide) => provide((person) => enter(page.request, app, person)),
  visit: ({ page, signIn }, provide) =>
    provide(async (person, path) => {
      await signIn(person)
      await page.goto(path)
    }),
  ask: ({ page }, provide) =>
    provide(async (path) => {
      const response = await page.request.get(path)
      expect(response.status()).toBe(200)
      return response.json() as Promise<unknown>
    }),
  grant: ({ app }, provide) => provide((person, plan) => give(app, person, plan)),
  staff: async ({ app, playwright }, provide) => {
    const request = await playwright.request.newContext({
      baseURL: app.url,
      extraHTTPHeaders: { origin: app.url },
    })
    await enter(request, app, 'admin')
    await provide({
      async record(draw) {
        let response = await request.post('/api/admin/draws', { data: draw })
        if (response.status() === 409) {
          const { fields = {} } = (await response.json()) as { fields?: Record<string, string> }
          response = await request.post('/api/admin/draws', {
            data: { ...draw, seen: Object.values(fields) },
          })
        }
        expect(response.status(), await response.text()).toBe(201)
        return (await response.json()) as { id: number; version: number }
      },
      async correct({ id, version }, draw) {
        const data = { ...draw, version, reason: 'misread' }
        const response = await request.put(`/api/admin/draws/${id}`, { data })
        expect(response.status(), await response.text()).toBe(200)
        return (await response.json()) as { id: number; version: number }
      },
      async predict(prediction) {
        const response = await request.post('/api/admin/predictions', { data: prediction })
        expect(response.status(), await response.text()).toBe(201)
        return (await response.json()) as { id: number; version: number }
      },
      async changePrediction(id, change) {
        const response = await request.patch(`/api/admin/predictions/${id}`, { data: change })
        expect(response.status(), await response.text()).toBe(200)
      },
    })
    await request.dispose()
  },
})

async function give(app: Running, person: Person, plan: PaidPlan): Promise<void> {
  const { db, clock } = app.services
  const email = `${person}@lotto.test`
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = ${email}`)
  const month = { userId: rows[0]!.id, plan, length: { months: 1 }, kind: 'gift', reason: 'test' } as const
  const now = await clock.now(db)
  await db.transaction((tx) => addGrant(tx, now, month))
}

async function enter(request: APIRequestContext, app: Running, person: Person): Promise<void> {
  const response = await request.post(`${app.url}/api/auth/sign-in/email`, {
    headers: { origin: app.url },
    data: { email: `${person}@lotto.test`, password: DEMO_PASSWORD },
  })
  expect(response.status()).toBe(200)
}

/** The instant of `2026-03-16 12:10` or `2026-03-16 12:10:30` in Lagos. */
export function instantOf(time: string): number {
  const [date, clock] = time.split(' ') as [string, string]
  const [hours, minutes, seconds = 0] = clock.split(':').map(Number)
  return instantAt(parseDate(date)!, hours! * 60 + minutes!) + seconds * 1000
}

export const PHONE = { width: 360, height: 640 }
export const DESKTOP = { width: 1280, height: 800 }

/** The level-one heading: which screen this is. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Whether the page as a whole can be scrolled sideways, which it never may. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })

export { expect } from '@playwright/test'
