import { formatDate } from '../../src/platform/rules/base/calendar.ts'
import { lastDay } from '../../src/platform/rules/access/plans.ts'
import { expect, heading, instantOf, test } from './app.ts'

test.describe('on a phone in another zone with a wrong clock', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('the forecast clock shows Lagos time and passes midnight', async ({ page, visit, setClock }) => {
    await page.clock.install({ time: instantOf('2026-03-18 12:00') })
    setClock('2026-03-15 23:57')
    await visit('free', '/dashboard/prediction')
    await expect(heading(page, 'Prediction / Forecast (Premium)')).toBeVisible()
    const clock = page.getByRole('timer')
    await expect(clock).toContainText('Sunday 23:5')
    await page.clock.fastForward('03:00')
    await expect(clock).toContainText('Monday 00:0')
    await expect(page.getByRole('region', { name: 'Locked' })).toContainText('Part of Pro')
  })
})

test('a Pro player reads the forecasts and sees when the plan ends; the plans show price and period, and a new player can choose Free', async ({
  page,
  visit,
  ask,
}) => {
  await visit('pro', '/dashboard/prediction')
  await expect(page.getByRole('heading', { name: 'Checked' })).toBeVisible()
  await expect(page.getByText('Past draws do not change the odds.')).toBeVisible()
  await page.goto('/dashboard/payment-channel')
  await expect(heading(page, 'Payment Channels')).toBeVisible()
  const { subscriptionExpiry } = (await ask('/api/me')) as { subscriptionExpiry: string }
  const until = formatDate(lastDay(Date.parse(subscriptionExpiry)))
  await expect(page.getByRole('main')).toContainText(`Your plan is Pro until ${until}.`)

  await test.step('the plans show price and period; a new player can choose Free', async () => {
    await visit('free', '/dashboard/payment-channel')
    await expect(page.getByText('Your plan is Free.')).toBeVisible()
    const expectPlans = async () => {
      await expect(page.getByRole('region', { name: 'Basic' })).toContainText('₦2,000 per year')
      await expect(page.getByRole('region', { name: 'Pro' })).toContainText('₦1,500 per month')
      const found = page.getByRole('region', { name: 'Pro' }).getByRole('link')
      await expect(found).toHaveText(/^((not )?better than luck|too early to say)$/)
      await expect(found).toHaveAttribute('href', '/record')
      await expect(page.getByRole('region', { name: 'Pro' })).toContainText(
        'Also statistics and notifications.',
      )
      await expect(page.getByRole('region', { name: 'Pro' }).getByRole('listitem')).toHaveText([
        `Prediction / forecast ${await found.textContent()}`,
        'Real-time results',
        'Frequent numbers',
        'Moving numbers',
        'Games results',
        'Classification chart',
      ])
    }
    const expectOrder = (names: string[]) =>
      expect(page.locator('.plans').getByRole('heading', { level: 2 })).toHaveText(names)
    await expectPlans()
    await expectOrder(['Pro', 'Basic'])

    await page.goto('/confirmation')
    await expect(heading(page, 'Welcome, Funmi Free')).toBeVisible()
    await expectPlans()
    await expectOrder(['Free', 'Basic', 'Pro'])
    const freePlan = page.getByRole('region', { name: 'Free' })
    await expect(freePlan).toContainText('₦0 per year')
    await freePlan.getByText('More').click()
    await expect(freePlan.getByText('Also Day Result, My slip')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Pro' })).toContainText('Everything')
    const free = page.getByRole('button', { name: 'Continue with Free' })
    await page.route('**/api/plans/free', (route) => route.abort())
    await free.click()
    await expect(page.getByRole('alert')).toHaveText('Failed to save your plan. Please try again.')
    await page.unrouteAll()
    await free.click()
    await expect(heading(page, 'Games Results')).toBeVisible()

    await test.step('the plan choice has a Logout button', async () => {
      await page.goto('/confirmation')
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/login$/)
      await page.goto('/confirmation')
      await expect(page).toHaveURL(/\/login$/)
    })
  })
})
