// The fixtures of browser tests: a shared or own server, its clock, signed-in accounts, and a list of complaints that must
// stay empty.
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { instantAt, parseDate, SECOND } from '../../src/platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../../src/draws/rules/desk.ts'
import { GAME_SEEDS, type SeedGameKey } from '../../src/draws/rules/games.ts'
import type { PaidPlan } from '../../src/platform/rules/access/plans.ts'
import { publishHeld } from '../../src/draws/server/desk/publish-held.ts'
import { heldResults } from '../../src/draws/server/tables.ts'
import { addGrant } from '../../src/money/server/ledger/grant.ts'
import { runDueJobs } from '../../src/app/server/jobs/run.ts'
import { type Running, startServer } from '../../src/app/server/server.ts'
import { newDatabase, type TestPostgres, type Template } from '../support/postgres.ts'
import { BUILT_THREAD, testSettings } from '../support/settings.ts'

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
  form?: string
  image?: string
  reasons?: string
}

interface Staff {
  /** Records a draw through the API and confirms the server's warnings. */
  record(draw: NewDraw): Promise<{ id: number; version: number }>
  /** Corrects a draw through the API. */
  correct(
    known: { id: number; version: number },
    draw: Omit<NewDraw, 'game'>,
  ): Promise<{ id: number; version: number }>
  /** Publishes a prediction through the API. */
  predict(prediction: NewPrediction): Promise<{ id: number; version: number }>
  /** Changes a prediction through the API, like a colleague at another desk. */
  changePrediction(id: number, change: object): Promise<void>
}

interface WorkerFixtures {
  /** A server that the tests of a worker share, by its name. `open` starts it for the first of them. */
  sharedServer: (name: string, open: () => Promise<Opened>) => Promise<Opened>
}

interface Fixtures {
  /**
   * Whether the test has its own server, with games and accounts but without draws. By default tests share one with five
   * years of sample draws, and only read.
   */
  own: boolean
  /** Settings of the test's own server. */
  settings: Record<string, string>
  /** The test's server. */
  app: Running
  /** Sets the server's running clock to a Lagos time, such as `2026-03-16 12:10`, or to milliseconds. */
  setClock: (time: string | number) => void
  /** Signs the browser in to a demo account without the form. */
  signIn: (person: Person) => Promise<void>
  /** Signs in to a demo account and opens a path. */
  visit: (person: Person, path: string) => Promise<void>
  /** The API's answer to the signed-in browser. */
  ask: (path: string) => Promise<any>
  staff: Staff
  /** Publishes the results that are held, before their ten seconds are over. */
  publish: () => Promise<void>
  /** Grants a demo account a month of a plan, by the server's clock. */
  grant: (person: Person, plan: PaidPlan) => Promise<void>
  /** Console errors, policy violations and requests to other hosts. The test fails if any remain at its end. */
  complaints: string[]
}

/** Starts a server on its own database. `E2E_LOG` sets its log level. */
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
    threadProgram: BUILT_THREAD,
  })
  return {
    app,
    /** Runs the due jobs, if the server has no runner. */
    runJobs: () => runDueJobs(app.services, app.database),
    async close() {
      await app.stop({ lingerMs: 0 })
      await database.drop()
    },
  }
}

export type Opened = Awaited<ReturnType<typeof openServer>>

/** Milliseconds in which a shared server must start: a busy machine is no failure of a test. */
export const START_MS = 300_000

/**
 * Tests that open their own pages and servers. Tests with other worker fixtures than these would need other workers, and
 * each start of a worker takes seven seconds.
 */
export const bareTest = base.extend<{}, WorkerFixtures>({
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
    async ({}, provide) => {
      const servers = new Map<string, Promise<Opened>>()
      await provide((name, open) => {
        const server = servers.get(name) ?? open()
        servers.set(name, server)
        return server
      })
      for (const server of servers.values()) await (await server).close()
    },
    { scope: 'worker', timeout: START_MS },
  ],
})

export const test = bareTest.extend<Fixtures>({
  own: [false, { option: true }],
  settings: [{}, { option: true }],
  app: [
    async ({ own, settings, sharedServer }, provide) => {
      if (!own) {
        const { app } = await sharedServer('samples', () => openServer('samples', { SAMPLE_DATA: 'on' }))
        await provide(app)
        app.services.clock.setOffset(0)
        return
      }
      const { app, close } = await openServer('installed', settings)
      await provide(app)
      await close()
    },
    { scope: 'test', timeout: START_MS },
  ],
  baseURL: ({ app }, provide) => provide(app.url),
  setClock: ({ app }, provide) =>
    provide((time) =>
      app.services.clock.setOffset((typeof time === 'number' ? time : instantOf(time)) - Date.now()),
    ),
  complaints: [
    async ({ page, app }, provide) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        // Tests provoke error statuses on purpose. Hydration warnings and refused scripts are complaints.
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
  publish: ({ app }, provide) =>
    provide(async () => {
      const { db, clock, draws } = app.services
      await expect.poll(() => db.$count(heldResults)).toBeGreaterThan(0)
      const end = (await clock.now(db)) + DESK_LIMITS.publishSeconds * SECOND
      await publishHeld(db, end, draws.current().games)
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
        // The game's name publishes a result before its close.
        const data = { name: GAME_SEEDS[draw.game as SeedGameKey].name, ...draw }
        let response = await request.post('/api/admin/draws', { data })
        if (response.status() === 409) {
          const { fields = {} } = (await response.json()) as { fields?: Record<string, string> }
          response = await request.post('/api/admin/draws', {
            data: { ...data, seen: Object.values(fields) },
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

/** The milliseconds of a Lagos time such as `2026-03-16 12:10` or `2026-03-16 12:10:30`. */
export function instantOf(time: string): number {
  const [date, clock] = time.split(' ') as [string, string]
  const [hours, minutes, seconds = 0] = clock.split(':').map(Number)
  return instantAt(parseDate(date)!, hours! * 60 + minutes!) + seconds * 1000
}

export const PHONE = { width: 360, height: 640 }
export const DESKTOP = { width: 1280, height: 800 }

/**
 * The findings of axe, as rule and element. The legacy mode leaves out frames of other hosts, which our screens do not
 * have, and takes half the time.
 */
export async function axeFindings(
  page: Page,
  { rules, exclude }: { rules?: string[]; exclude?: string } = {},
): Promise<string[]> {
  // The script is half a megabyte, and stays in the page.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations', 'incomplete'] })
  if (exclude) axe.exclude(exclude)
  if (rules) axe.withRules(rules)
  const { violations, incomplete } = await axe.analyze()
  // Text in the colour of its ground: axe leaves the judgement to people.
  const unseen = incomplete.flatMap((finding) => {
    const nodes = finding.nodes.filter(({ any }) =>
      any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'equalRatio'),
    )
    return nodes.length > 0 ? [{ ...finding, nodes }] : []
  })
  return [...violations, ...unseen].flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  )
}

/** Presses Logout, which on a phone is in the account menu. */
export async function logOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Logout' })
  if (!(await button.isVisible())) await page.getByLabel('Account', { exact: true }).click()
  await button.click()
}

/** The level-one heading, which names the screen. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Whether the page scrolls sideways, which it must not. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })

export { expect } from '@playwright/test'

/** Holds the requests for an address. @returns what lets them go on */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
