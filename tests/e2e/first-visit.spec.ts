// What a first visit costs and keeps, with all that it starts in the background. The bench measures its bytes.
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { freePort } from '../support/programs.ts'
import { openCountedSocket } from '../support/socket.ts'
import { bareTest as test, expect, openServer } from './app.ts'
import { readyAfterFirst, readyForOffline } from './kept.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 90_000 })

const MOST_REQUESTS = 45

test('a first visit makes few requests, and opens the results and the chart without a network', async ({
  page,
  context,
}) => {
  const port = await freePort()
  const { app, close } = await openServer('blank', { SAMPLE_DATA: 'on', APP_URL: `http://localhost:${port}` })
  const socket = await openCountedSocket(port, () => app.services.settings.port)
  const path = '/dashboard/past-results?game=metro'
  const login = { email: 'free@lotto.test', password: DEMO_PASSWORD }
  await page.request.post(`${app.url}/api/auth/sign-in/email`, {
    headers: { origin: socket.url },
    data: login,
  })
  await page.goto(socket.url + path)
  await readyAfterFirst(page)
  const keptPaths = () =>
    page.evaluate(async () => {
      const kept: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname)
      return kept
    })
  const years = async () => (await keptPaths()).filter((kept) => kept.startsWith('/api/history/years/'))
  await expect.poll(async () => (await years()).length, { timeout: 25_000 }).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(socket.requests()).toBeLessThanOrEqual(MOST_REQUESTS)
  // The page gave the worker its sheet and its document. The server sends only the headers a second time.
  expect(await keptPaths()).toContain('/dashboard/past-results')
  expect(socket.paths().filter((sent) => /^\/dashboard|\.css$/.test(sent))).toEqual([path, path])

  await context.setOffline(true)
  for (const address of [path, '/dashboard/classification']) {
    await page.goto(socket.url + address)
    await expect(page.getByRole('table').first()).toBeVisible()
  }
  await page.goto(`${socket.url}/dashboard/moving-numbers`)
  await expect(page.getByText('This screen needs a network.')).toBeVisible()
  // A browser refuses the rules of a sheet that was kept with another type.
  expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(0)
  await context.setOffline(false)

  // The second visit keeps the rest, but the document and its files are here.
  const before = socket.received()
  const second = await page.goto(socket.url + path, { waitUntil: 'commit' })
  const headers = await second!.allHeaders()
  expect(headers['content-security-policy']).toContain("style-src 'self' 'sha256-")
  expect(headers.etag).toBeTruthy()
  await expect(page.getByRole('table').first()).toBeVisible()
  expect(socket.received() - before).toBeLessThanOrEqual(3000)
  await readyForOffline(page, false)
  await expect.poll(async () => (await years()).length).toBeGreaterThan(4)
  socket.stop()
  await close()
})
