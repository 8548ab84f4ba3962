// Paying as players do it, with the checkout library in the app's own page and Paystack's stand-in behind it.
import { expect, heading, openCheckout, test } from './paying.ts'

test.describe.configure({ timeout: 90_000 })

test('Pro is chosen and paid: the plan is active, and the dashboard opens', async ({
  page,
  newPlayer,
  checkout,
  ask,
}) => {
  const email = await newPlayer()
  await page.goto('/confirmation')
  await expect(heading(page, 'Welcome, Tola')).toBeVisible()
  await openCheckout(page, checkout, 'Select Pro')
  await expect(checkout.getByRole('heading')).toHaveText('Pay Lotto Forecast ₦1,500.00')
  await expect(checkout.getByText(email)).toBeVisible()
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Payment received. Your Pro plan is active', {
    timeout: 20_000,
  })
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Pro plan')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'pro' })
})
