// Releases and faults around the offline app: a worker of an older build, the switch, a full disk.
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { CLIENT_VERSION, OFFLINE_LIMITS } from '../../src/platform/rules/offline/offline.ts'
import { type Build, loadBuild } from '../../src/platform/server/http/build.ts'
import { CACHE, Reply } from '../../src/platform/server/http/reply.ts'
import { type Running, startServer } from '../../src/app/server/server.ts'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { newDatabase, type TestPostgres } from '../support/postgres.ts'
import { BUILT_THREAD, testSettings } from '../support/settings.ts'
import { bareTest, expect, heading } from './app.ts'
import { readyForOffline } from './kept.ts'

interface Site {
  /** Replaces the running release by another one on the same address and database. */
  release(options?: { build?: Build; settings?: Record<string, string> }): Promise<Running>
}

const test = bareTest.extend<{ site: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  site: async ({}, provide) => {
    const database = await newDatabase(JSON.parse(process.env.TEST_POSTGRES!) as TestPostgres, 'installed')
    let running: Running | null = null
    await provide({
      async release({ build, settings = {} } = {}) {
        const port = running?.services.settings.port
        await running?.stop({ lingerMs: 0 })
        running = await startServer(testSettings({ ...(port && { PORT: String(port) }), ...settings }), {
          address: database.address,
          jobs: false,
          standIns: false,
          threadProgram: BUILT_THREAD,
          ...(build && { build }),
        })
        return running
      },
    })
    await running!.stop({ lingerMs: 0 })
    await database.drop()
  },
})
test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 90_000 })

/** A connection to a release that decides what becomes of each request. */
async function openProxy(onRequest: (request: string, send: () => void, cut: () => void) => void) {
  let target = 0
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('data', (bytes) =>
      onRequest(
        bytes.toString('latin1'),
        () => void onward.write(bytes),
        () => void socket.destroy(),
      ),
    )
    onward.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connectTo: ({ services }: Running) => void (target = services.settings.port),
    stop: () => void server.close(),
  }
}

async function visit(page: Page, { url }: Running, path: string): Promise<void> {
  const response = await page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email: 'free@lotto.test', password: DEMO_PASSWORD },
  })
  expect(response.status()).toBe(200)
  await page.goto(url + path)
}

const OLD_FILE = '/assets/old-screen-AbCd1234.js'

/** The build as an earlier release had it: with a script that the present one lacks, in the list of its worker. */
async function olderBuild(): Promise<Build> {
  const build = await loadBuild()
  const worker = build.files.get('/sw.js')!
  const text = worker.body.toString().replace('"needed":[', `"needed":["${OLD_FILE}",`)
  expect(text).toContain(OLD_FILE)
  const type = 'text/javascript; charset=utf-8'
  const files = new Map(build.files)
  files.set('/sw.js', new Reply(text, { type, cache: CACHE.publicRevalidate, etag: '"older"' }))
  files.set(OLD_FILE, new Reply('export {}', { type, cache: CACHE.publicForever, etag: '"old"' }))
  return { ...build, files }
}

/** Records a draw of Metro as staff do. */
async function recordMetro(page: Page, { url }: Running, date: string, winning: number[]): Promise<void> {
  const desk = await page
    .context()
    .browser()!
    .newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const login = { email: 'admin@lotto.test', password: DEMO_PASSWORD }
  await desk.request.post('/api/auth/sign-in/email', { data: login })
  const saved = await desk.request.post('/api/admin/draws', { data: { game: 'metro', date, winning } })
  expect(saved.status(), await saved.text()).toBe(201)
  await desk.close()
}

const fileCount = (page: Page, name: string) =>
  page.evaluate(async (wanted) => ((await caches.match(wanted)) ? 1 : 0), name)

test('a worker of an older build works until the reader wants the new version, which loads once, and leaves nothing once it is off', async ({
  page,
  context,
  site,
}) => {
  await visit(page, await site.release({ build: await olderBuild() }), '/dashboard/classification')
  await readyForOffline(page)
  expect(await fileCount(page, OLD_FILE)).toBe(1)
  const note = page.getByText('A new version is ready.')

  await test.step('a tab that stays open offers the update when the server no longer knows its version', async () => {
    await site.release({ build: { ...(await loadBuild()), minimumClient: CLIENT_VERSION + 1 } })
    await page.evaluate(() => fetch('/api/site'))
    await expect(note).toBeVisible({ timeout: 20_000 })
  })

  await test.step('the older worker still opens the app', async () => {
    await site.release()
    await page.reload()
    await expect(note).toBeVisible({ timeout: 20_000 })
    await context.setOffline(true)
    await page.reload()
    await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(note).toBeVisible({ timeout: 20_000 })
  })

  await test.step('the new version loads once', async () => {
    let loads = 0
    page.on('load', () => loads++)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update' }).click()
    await loaded
    await readyForOffline(page, false)
    await expect(note).toHaveCount(0)
    expect([loads, await fileCount(page, OLD_FILE)]).toEqual([1, 0])
  })

  await test.step('with OFFLINE_APP=off no cache and no worker is left', async () => {
    await site.release({ settings: { OFFLINE_APP: 'off' } })
    await page.reload()
    const left = () =>
      page.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ])
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    await page.reload()
    await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
  })
})

test('a slow network opens the kept page, and what does not arrive or has no place leaves the last kept draws with their time', async ({
  page,
  context,
  site,
}) => {
  let isStalled = false
  let isRefused = false
  let refusals = 0
  const held: (() => void)[] = []
  const proxy = await openProxy((request, send, cut) => {
    if (isStalled) return void held.push(send)
    if (!isRefused || !/^GET \/api\/history\/(years|changes)/.test(request)) return send()
    refusals++
    cut()
  })
  const app = await site.release({ settings: { APP_URL: proxy.url } })
  proxy.connectTo(app)
  const { clock } = app.services
  const at = (time: string) => clock.setOffset(Date.parse(`${time}+01:00`) - Date.now())
  const results = `${app.url}/dashboard/past-results?game=metro`
  const first = page.locator('table.year tbody tr').first()
  const asOf = page.locator('.offline-note')
  at('2023-10-02T22:00')
  await recordMetro(page, app, '2023-10-02', [1, 2, 3, 4, 5])
  await visit(page, app, '/dashboard')
  await expect(page.locator('.draw-row').first()).toBeVisible()
  await readyForOffline(page)

  await test.step('a page that the network does not answer within three seconds opens from the phone', async () => {
    isStalled = true
    await page.addInitScript(() => {
      let wasShown = false
      new MutationObserver(() => {
        const isShown = document.querySelector('.draw-row') !== null
        if (wasShown && !isShown) document.documentElement.dataset.blank = 'true'
        wasShown = isShown
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('.draw-row').first()).toBeVisible()
    const note = page.getByText(/^The network does not answer. This screen is as of /)
    await expect(note).toBeVisible()
    isStalled = false
    for (const send of held) send()
    await expect(note).toHaveCount(0)
    await expect(page.locator('html[data-blank]')).toHaveCount(0)
  })

  await test.step('a year whose newer file did not arrive stays as it was, with its time', async () => {
    isRefused = true
    at('2023-10-09T22:00')
    await recordMetro(page, app, '2023-10-09', [6, 7, 8, 9, 10])
    await page.goto(results)
    await expect(first).toContainText('9 Oct')
    await expect.poll(() => refusals, { timeout: 20_000 }).toBeGreaterThan(0)
    await page.evaluate(async () => (await fetch('/api/history')).text())
    await context.setOffline(true)
    await page.goto(results)
    await expect(asOf).toContainText('as of Mon 2 Oct 2023, 22:0')
    await expect(first).toContainText('2 Oct')
    isRefused = false
    await context.setOffline(false)
    const year = () => page.evaluate(async () => (await caches.match('/api/history/years/2023'))?.text())
    const before = await year()
    await page.goto(results)
    await expect.poll(year).not.toBe(before)
  })

  await test.step('on a full disk the app works, and the last kept draws stay with their time', async () => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 })
    at('2023-10-16T22:00')
    await recordMetro(page, app, '2023-10-16', [11, 12, 13, 14, 15])
    await page.goto(results)
    await expect(first).toContainText('16 Oct')
    await page.getByLabel('Number', { exact: true }).fill('11')
    await expect(page.getByText(/is found 1 time/)).toBeVisible()
    await page.goto(`${app.url}/dashboard/number/11`)
    await expect(page.getByRole('img', { name: /Luck gives about/ }).first()).toBeVisible()
    await context.setOffline(true)
    await page.goto(results)
    await expect(first).toContainText('9 Oct')
    await expect(asOf).toContainText('as of Mon 9 Oct 2023, 22:0')
  })
  proxy.stop()
})

test('the phone keeps a limited number of answers and of documents, the newest ones', async ({
  page,
  site,
}) => {
  const app = await site.release()
  await visit(page, app, '/dashboard/number/1')
  await readyForOffline(page)
  const { answers, documents } = OFFLINE_LIMITS
  const [dates, numbers] = [
    Array.from({ length: answers + 10 }, (_, i) =>
      new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10),
    ),
    Array.from({ length: documents + 2 }, (_, i) => i + 2),
  ]
  const newest = numbers.pop()!
  // As if the player had opened them before.
  await page.evaluate(
    async ([days, opened]) => {
      const [person, everyone] = [await caches.open('lotto-person-1'), await caches.open('lotto-public-2')]
      for (const number of opened) await person.put(`/dashboard/number/${number}`, new Response('kept'))
      for (const day of days.slice(0, -1)) await everyone.put(`/api/days/${day}`, new Response('{}'))
      await (await fetch(`/api/days/${days.at(-1)}`)).text()
    },
    [dates, numbers] as const,
  )
  await page.goto(`${app.url}/dashboard/number/${newest}`)
  const kept = (cache: string, part: string) =>
    page.evaluate(
      async ([name, wanted]) =>
        (await (await caches.open(name!)).keys())
          .map(({ url }) => new URL(url).pathname)
          .filter((path) => path.startsWith(wanted!)),
      [cache, part],
    )
  await expect
    .poll(() => kept('lotto-person-1', '/dashboard'))
    .toEqual([...numbers, newest].slice(-documents).map((number) => `/dashboard/number/${number}`))
  const days = await kept('lotto-public-2', '/api/days/2')
  expect(days.length).toBeLessThanOrEqual(answers)
  expect(days).toContain(`/api/days/${dates.at(-1)}`)
  expect(days).not.toContain(`/api/days/${dates[0]}`)
})
