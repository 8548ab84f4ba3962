// Hostile names and addresses.
import { openedFormHeader } from '../support/opened-form.ts'
import { expect, PHONE, scrollsSideways, test } from './app.ts'

// That the server escapes more names is in hostile-input.test.ts, and more addresses in page-content.test.ts.
const NAMES = [
  '</script><script>window.ran=1</script>',
  '"><img src=/x onerror=window.ran=1> محمد Ọlámìdé Z̷a̸l̵g̶o̷',
  'W'.repeat(60),
  '😀👍🏽🇳🇬'.repeat(5),
]

test('usernames with scripts, long words and other writings are shown as text, and the layout holds; scripts, direction marks and long words in addresses are shown as text', async ({
  page,
  app,
  visit,
}) => {
  for (const name of NAMES) {
    const email = `hostile-${Math.random()}@example.com`
    const response = await page.request.post('/api/auth/sign-up/email', {
      headers: { origin: app.url, cookie: openedFormHeader(app.services.settings) },
      data: { name, email, password: 'long enough it is', ageConfirmed: true },
    })
    expect(response.status()).toBe(200)
    await app.services.limits.reset('signUpAddress', '127.0.0.1')
    for (const path of name.startsWith('W') ? ['/confirmation', '/dashboard'] : ['/dashboard']) {
      await page.goto(path)
      await expect(
        page.getByText(`Welcome, ${name}`, { exact: true }).filter({ visible: true }).first(),
      ).toBeVisible()
      expect(await scrollsSideways(page), `${name} ${path}`).toBe(false)
    }
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    const account = (await page.getByLabel('Account').boundingBox())!
    expect(account.x + account.width).toBeLessThanOrEqual(PHONE.width)
    expect(account.width).toBeGreaterThanOrEqual(44)
    await page.getByLabel('Account').click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await page.context().clearCookies()
  }

  await test.step('scripts, direction marks and long words in addresses are shown as text', async () => {
    const evil = `</script><script>window.ran=1</script><img src=x onerror=window.ran=1>‮ ${'9'.repeat(200)}`
    await visit('pro', '/dashboard')
    for (const address of [
      `past-results?number=${encodeURIComponent(evil)}&type=winning&position=${encodeURIComponent(evil)}`,
      `day-result?date=${encodeURIComponent(evil)}`,
      `ai?question=${encodeURIComponent(evil)}`,
    ]) {
      await page.goto(`/dashboard/${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await scrollsSideways(page), address).toBe(false)
      expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    }
  })
})
