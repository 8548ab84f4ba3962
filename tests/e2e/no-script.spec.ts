// Pages without script, as a slow phone shows them first. Their forms are tested in plain-forms.test.ts.
import { expect, heading, test } from './app.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every screen of the dashboard is readable', async ({ page, signIn }) => {
    for (const [person, screens] of Object.entries({
      free: [
        ['', 'Overview', ' draws'],
        ['/day-result', 'Day Result', 'W Winning'],
        ['/classification?number=7', 'Lotto Classification Chart', 'Enquivalent'],
        ['/number/7', 'Number 7', 'Counterpart'],
        ['/payment-channel', 'Payment Channels', '₦1,500'],
        ['/ai?chosen=ask%3Dcount%26numbers%3D45.first_box', 'AI Assistant', 'times in'],
        ['/ticket', 'Ticket Checker', '₦60'],
        ['/frequent-numbers', 'Frequent Numbers (Premium)', 'Upgrade to Basic'],
      ],
      pro: [
        ['/prediction', 'Prediction / Forecast (Premium)', 'Checked'],
        ['/frequent-numbers?window=30', 'Frequent Numbers (Premium)', '30 draws'],
        ['/moving-numbers', 'Moving Numbers', 'draws that repeat a number in the next draw'],
        ['/statistics', 'Statistics', 'No column of the chart helps to guess the next draw.'],
      ],
    } as const)) {
      await signIn(person as 'free' | 'pro')
      for (const [path, title, content] of screens) {
        await page.goto(`/dashboard${path}`)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByRole('main')).toContainText(content)
        await expect(page.getByRole('main')).not.toContainText('Loading...')
        // What needs script is not shown: sharing, and the countdown, which would stop.
        await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0)
        if (title === 'Overview') await expect(page.getByRole('timer')).toHaveCount(0)
      }
    }
    // A form that needs script says so.
    await page.goto('/dashboard/slip/add')
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('noscript p')).toHaveText(/^To save numbers, switch on JavaScript/)

    // The menus open.
    await page.getByText('Menu', { exact: true }).click()
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('link', { name: 'Day Result', exact: true }).click()
    await expect(heading(page, 'Day Result')).toBeVisible()
    await page.getByText('Pick a date').click()
    await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
    await page.getByRole('banner').getByLabel('Account').click()
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
  })
})

test('only the build’s script files run', async ({ page, visit, complaints }) => {
  await visit('free', '/dashboard/ai?question=%3C/script%3E%3Cscript%3Ewindow.ran=1%3C/script%3E')
  await expect(heading(page, 'AI Assistant')).toBeVisible()
  const scripts = await page
    .locator('script')
    .evaluateAll((all) => all.map((script) => [script.getAttribute('type'), script.hasAttribute('src')]))
  expect(scripts.filter(([type, file]) => type !== 'application/json' && !file)).toEqual([])
  // The policy refuses an injected script.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = 1'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="window.ran = 1">')
  })
  await expect.poll(() => complaints.length).toBe(2)
  expect(complaints.splice(0).join()).toMatch(/Content Security Policy/)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})
