// Without script: from a public result to a paid forecast.
import { sql } from 'drizzle-orm'
import { expect, heading, test } from './paying.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })

test('a stranger reads a public result, signs up, pays and reads the forecast', async ({
  page,
  app,
  staff,
  paystackMode,
}) => {
  await paystackMode({ transferAfter: null })
  await staff.record({ game: 'metro', date: '2023-10-02', winning: [1, 2, 3, 4, 5] })
  await staff.predict({ gameName: 'metro', numbers: '36, 66', form: 'two_sure' })
  await page.goto('/d/metro.2023-10-02')
  await expect(page.getByRole('main')).toContainText('2 Oct 2023')
  await page.getByText('Sign up here').click()
  const email = `stranger-${process.pid}-${Date.now()}@example.com`
  await page.getByLabel('Username').fill('Ngozi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('yam and beans with stew')
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(heading(page, 'Welcome, Ngozi')).toBeVisible()
  await app.services.db.execute(sql`update users set email_verified = true where email = ${email}`)

  // A cancelled payment leads back to the plans.
  await page.getByRole('button', { name: 'Select Pro' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Payment was cancelled.')
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  await page.getByRole('button', { name: 'Pay by transfer' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('We are waiting for Paystack to confirm your payment.')
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeDisabled()
  await page.getByRole('button', { name: 'I did not pay' }).click()

  // The same payment is still open, and is paid by card.
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  // The server asks Paystack again after some seconds.
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Check again' })
    if (await again.isVisible()) await again.click()
    await expect(main).toContainText('Payment received. Your Pro plan is active', { timeout: 2000 })
  }).toPass()
  await page.getByRole('link', { name: 'Open predictions' }).click()
  await expect(heading(page, 'Prediction / Forecast (Premium)')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the previous page' })).toHaveAttribute(
    'href',
    '/d/metro.2023-10-02',
  )
  await expect(main).toContainText('36')
  await expect(main).not.toContainText('Upgrade to Pro')

  await page.goto('/dashboard/profile')
  await page.getByLabel('Username').fill('Ada')
  await page.locator('#username').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Saved.')
  await page.getByLabel('Current password').fill('wrong it is')
  await page.getByLabel('New password').fill('jollof rice on sunday')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your password.')
  await expect(page.getByLabel('Current password')).toBeInViewport()
  await expect(page.getByLabel('Username')).toHaveValue('Ada')
})
