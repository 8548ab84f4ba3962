// The staff's payment screens with Paystack's stand-in.
import { axeFindings, DESKTOP, PHONE, scrollsSideways } from './app.ts'
import { expect, heading, test } from './paying.ts'

test.describe.configure({ timeout: 120_000 })

test('staff find a payment, read its story, check it, add days and refund it', async ({
  page,
  payForPro,
  signIn,
  paystackMode,
  runJobs,
}) => {
  await paystackMode({ refundAfter: 0 })
  const { email, reference } = await payForPro()

  await page.context().clearCookies()
  await signIn('admin')
  await page.setViewportSize(DESKTOP)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Payments' }).click()
  await expect(heading(page, 'Payments')).toBeVisible()
  const all = page.getByRole('region', { name: 'All payments' })
  await all.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/email=payer/)
  const rows = page.getByRole('list', { name: 'Payments, newest first' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Pro, ₦1,500, Paid')
  await expect(rows).toContainText('Paystack: success')
  const target = (await rows.boundingBox())!
  expect(target.height).toBeGreaterThanOrEqual(44)
  // The whole row is the link.
  await page.mouse.click(target.x + target.width - 5, target.y + 5)

  await expect(heading(page, `Payment ${reference}`)).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('checkout: opened')
  await expect(history).toContainText('amount: ₦1,500; plan: Pro')
  await expect(history).toContainText(/amount: ₦1,500; paid at: \w+ \d+ \w+ \d+, \d\d:\d\d;/)
  await page.getByRole('button', { name: 'Check again with Paystack' }).click()
  await expect(page.getByText('Checked with Paystack just now.')).toBeVisible()

  await page.locator('summary', { hasText: 'Add days' }).click()
  const grant = page.getByRole('group').filter({ hasText: 'Add days' })
  await grant.getByRole('button').click()
  await expect(grant.getByText('Say why.')).toBeVisible()
  await grant.getByLabel('Days').fill('400')
  await grant.getByLabel('Reason').fill('Late results')
  await grant.getByRole('button').click()
  await expect(grant.getByRole('alert')).toBeVisible()
  await expect(grant.getByLabel('Reason')).toHaveValue('Late results')
  await grant.getByLabel('Days').fill('3')
  await grant.getByRole('button').click()
  await expect(grant.getByRole('alert')).toContainText(
    /^Pro now runs until the end of \w{3} \d+ \w{3} \d{4}\.$/,
  )

  await page.locator('summary', { hasText: 'Refund up to ₦1,500' }).click()
  const refund = page.getByRole('group').filter({ hasText: 'Refund up to ₦1,500' })
  await refund.getByLabel('Reason').fill('Asked within a day')
  await refund.getByRole('button').click()
  await expect(history).toContainText('Refund of ₦1,500: asked')
  await runJobs()
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Check again with Paystack' }).click()
      return page.getByRole('main').textContent()
    })
    .toContain('Refunded')

  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    expect(await scrollsSideways(page)).toBe(false)
  }
  expect(await axeFindings(page)).toEqual([])
})

test('an alarm is closed with a reason; an outage is compensated once per day', async ({
  page,
  newPlayer,
  checkout,
  signIn,
  paystackMode,
}) => {
  await newPlayer()
  await paystackMode({ overrides: { amount: 100 } })
  await page.goto('/dashboard/payment-channel')
  await checkout.open('Pay for Pro')
  await checkout.pay()
  await expect(checkout.outcome).toContainText('Please contact support.')

  await page.context().clearCookies()
  await signIn('admin')
  await page.goto('/admin/payments')
  const alarm = page
    .getByRole('region', { name: 'Alarms' })
    .getByRole('listitem')
    .filter({ hasText: 'The payment differs from the request. Nothing was granted.' })
  await expect(alarm).toContainText('₦1 arrived, ₦1,500 is due.')
  await alarm.getByText('Close this alarm').first().click()
  await alarm.getByLabel('Reason').fill('The rest was sent back by hand')
  await alarm.getByRole('button', { name: 'Close this alarm' }).click()
  await expect(alarm).toHaveCount(0)

  const back = page.getByRole('region', { name: 'Outage compensation' })
  await back.locator('summary').click()
  await back.getByLabel('Day of the outage').fill('2024-03-16')
  await back.getByLabel('Reason').fill('Results came late')
  await back.getByRole('button').click()
  await expect(back.getByRole('alert')).toHaveText(/gets? extra days\.$/)
  await back.getByLabel('Day of the outage').fill('2024-03-16')
  await back.getByLabel('Reason').fill('Results came late')
  await back.getByRole('button').click()
  await expect(back.getByRole('alert')).toHaveText(/^Days for 2024-03-16 were already added/)
})
