// What the app says that it used this month on this phone.
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { expect, test } from './app.ts'
import { readyAfterFirst } from './kept.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

test('Profile adds up the bytes of pages and of the service worker, month by month', async ({
  page,
  app,
}) => {
  await page.request.post(`${app.url}/api/auth/sign-in/email`, {
    headers: { origin: app.url },
    data: { email: 'free@lotto.test', password: DEMO_PASSWORD },
  })
  const used = async () => {
    await page.goto('/dashboard/profile')
    const figure = page.getByRole('region', { name: 'Data this month' }).getByText(/ kB$/)
    await expect(figure).toBeVisible()
    return parseInt((await figure.textContent()) ?? '')
  }
  const kept = (place: string) =>
    page.evaluate(async (at) => (await caches.match(at))?.json() as Promise<{ bytes: number }>, place)

  await page.goto('/dashboard')
  await readyAfterFirst(page)
  // The document and its scripts, before there was a worker.
  await expect.poll(async () => (await kept('/meter/page'))?.bytes ?? 0).toBeGreaterThan(50_000)
  await expect.poll(async () => (await kept('/meter/worker'))?.bytes ?? 0).toBeGreaterThan(10_000)
  const first = await used()
  expect(first).toBeGreaterThan(60)
  await page.goto('/dashboard/classification')
  await expect.poll(used).toBeGreaterThan(first)

  await page.evaluate(async () => {
    const old = new Response(JSON.stringify({ month: '2020-01', bytes: 9_000_000 }))
    await (await caches.open('lotto-meter-1')).put('/meter/page', old)
  })
  expect(await used()).toBeLessThan(9000)
})
