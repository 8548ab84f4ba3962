// Payments by players, with the checkout library in the app’s page and Paystack’s stand-in.
import type { Locator, Page } from '@playwright/test'
import { formatDate, DAY } from '../../src/platform/rules/base/calendar.ts'
import { lastDay } from '../../src/platform/rules/access/plans.ts'
import { hold } from './app.ts'
import { CHANNELS, expect, heading, newest, test } from './paying.ts'

test.describe.configure({ timeout: 120_000 })

/** The screen that was bought has the receipt one tap away. */
async function expectReceipt(page: Page, outcome: Locator, plan: string): Promise<void> {
  await expect(outcome).toContainText('Payment received. Your plan is active.')
  await outcome.getByRole('link', { name: 'Receipt' }).click()
  await expect(heading(page, 'Receipt')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(plan)
}

test('Pro is paid by card, and the checkout library loads only after the click; Basic opens the classification chart; Pro then shows what it adds and that Basic continues', async ({
  page,
  app,
  newPlayer,
  checkout,
  ask,
}) => {
  const email = await newPlayer()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await page.goto('/confirmation')
  await expect(heading(page, 'Welcome, Tola')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((line) => line.includes('/inline') || line.includes(app.sandboxUrl!))).toEqual([])

  await checkout.open('Select Pro')
  await expect(checkout.frame.getByRole('heading')).toHaveText('Pay Lotto Forecast ₦1,500.00')
  await expect(checkout.frame.getByText(email)).toBeVisible()
  expect(
    asked.some((line) => line.includes('GET') && line.includes('/transaction/verify_access_code/')),
  ).toBe(true)
  expect(asked.some((line) => line.includes('POST') && line.includes('/transaction/set_ip/'))).toBe(true)
  await checkout.pay()
  await expect(checkout.outcome).toContainText('Payment received. Your Pro plan is active')
  const slip = checkout.outcome.getByRole('term')
  await expect(slip).toHaveText(['Paid', 'By', 'When', 'Reference'])
  await expect(checkout.outcome.getByRole('definition').first()).toHaveText('₦1,500')
  await expect(checkout.outcome.getByRole('link', { name: 'Continue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select Basic' })).toHaveCount(0)
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Predictions', exact: true }),
  ).toHaveAttribute('href', '/dashboard/prediction')
  await expect(page.getByRole('banner')).toContainText('Pro plan')
  await expectReceipt(page, checkout.outcome, 'MONTHLY PLAN')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'pro' })

  await page.goto('about:blank')
  await page.context().clearCookies()
  await test.step('Basic opens the classification chart; Pro then shows what it adds and that Basic continues', async () => {
    await newPlayer('/confirmation')
    await checkout.open('Select Basic')
    await checkout.pay()
    await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
    await expectReceipt(page, checkout.outcome, 'ANNUAL PLAN')
    expect(await ask('/api/me')).toMatchObject({ subscription: 'basic' })

    await page.goto('/confirmation')
    await expect(page.getByRole('list', { name: 'Your paid time' })).toContainText('Basic: ')
    await expect(page.getByRole('region', { name: 'Pro' })).toContainText(', next to your Basic.')

    await test.step('Payment Channels reloads after a payment, with links to what it bought and to its receipt', async () => {
      await page.goto(CHANNELS)
      await checkout.open('Pay for Pro')
      await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
      await checkout.pay()
      await expect(checkout.outcome).toContainText(
        /Payment received\. Your Pro plan is active until the end of \w{3} \d+ \w{3} \d{4}\./,
      )
      await expect(checkout.outcome).toContainText('You bought one month of Pro for ₦1,500.')
      await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeHidden()
      await expect(page.getByRole('button', { name: 'Pay for Basic' })).toBeEnabled()
      await page.waitForEvent('load')
      await expect(heading(page, 'Payment Channels')).toBeVisible()
      await expect(checkout.outcome.getByRole('link', { name: 'Predictions' })).toHaveAttribute(
        'href',
        '/dashboard/prediction',
      )
      await expectReceipt(page, checkout.outcome, 'MONTHLY PLAN')
      await expect(page.getByRole('main')).toContainText('Paid withcard')
      await page.goto(CHANNELS)
      await expect(page.getByRole('main')).toContainText('Your plan is Pro until ')
      await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
      const history = page.getByRole('region', { name: 'Your payments' })
      await expect(history.getByRole('listitem')).toHaveText([/Pro, ₦1,500Paid/, /Basic, ₦2,000Paid/])
      await history.getByRole('link', { name: 'Receipt' }).first().click()
      await expect(heading(page, 'Receipt')).toBeVisible()
    })
  })
})

test('a payment is cancelled, declined, waits for a transfer, and is then paid; each outcome scrolls into view; help finds an answer, checks the last payment of the account, and names it in the message', async ({
  page,
  newPlayer,
  checkout,
  ask,
  paystackMode,
  paystackDeed,
  context,
}) => {
  const select = page.getByRole('button', { name: 'Select Pro' })
  await newPlayer('/confirmation')
  await checkout.open('Select Pro')
  await checkout.pay('Cancel')
  await expect(checkout.outcome).toContainText('Payment was cancelled.')
  await expect(checkout.outcome).toBeInViewport({ ratio: 1 })
  await expect(select).toBeFocused()

  await checkout.open('Select Pro')
  await expect(checkout.outcome).toBeHidden()
  await checkout.pay('Decline')
  await expect(checkout.frame.getByRole('alert')).toHaveText('Declined')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'free' })
  await paystackMode({ transferAfter: null })
  await checkout.pay('Pay by transfer')
  await expect(checkout.outcome).toContainText('We are waiting for Paystack')
  await expect(checkout.outcome).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Check again' })).toBeFocused()

  await page.getByRole('button', { name: 'I did not pay' }).click()

  await test.step('a pending transfer is not shown as cancelled, and settles without the tab', async () => {
    await checkout.open('Select Pro')
    await checkout.pay('Pay by transfer')
    const waiting = 'We are waiting for Paystack to confirm your payment.'
    await expect(checkout.outcome).toContainText(waiting)
    await expect(page.getByText('Payment was cancelled.')).toBeHidden()
    // Another page shows the payment once the server has asked Paystack about it again, a few seconds later.
    await expect.poll(async () => (await ask('/api/plan')).pending).toHaveLength(1)
    await page.goto('/dashboard')
    await page.goto('/confirmation')
    await expect(checkout.outcome).toContainText(waiting)
    const [{ reference } = { reference: '' }] = await newest(ask)
    await paystackDeed(reference, 'settle')
    await expect(checkout.outcome).toContainText('Payment received. Your Pro plan is active')
    await expect(heading(page, 'Overview')).toBeVisible()
    expect((await newest(ask)).filter((one) => one.outcome === 'active')).toHaveLength(1)
  })

  await page.goto('about:blank')
  await page.context().clearCookies()
  await test.step('help finds an answer, checks the last payment of the account, and names it in the message', async () => {
    await paystackMode({ transferAfter: null })
    await newPlayer(CHANNELS)
    await checkout.open('Pay for Pro')
    await checkout.pay('Pay by transfer')
    await expect(checkout.outcome).toContainText('You can leave this page')
    await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeDisabled()
    await expect(page.getByRole('region', { name: 'Your payments' })).toContainText('Nothing received yet')
    const [{ reference } = { reference: '' }] = await newest(ask)

    await page.goto('/help?from=/dashboard/payment-channel')
    await page.getByLabel('Search help').fill('ussd')
    await expect(page.getByRole('status')).toContainText(['1 answer with “ussd”'])
    await expect(page.getByText('then enter your bank PIN')).toBeVisible()
    await page.getByLabel('Search help').fill('')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Check my payment now' }).click()
    await expect(main).toContainText('Paystack has not got it yet.We ask Paystack again by ')
    await paystackDeed(reference, 'settle')
    await expect(async () => {
      await main.getByRole('button', { name: 'Check again' }).click()
      await expect(main).toContainText('Paid, your plan runs until ', { timeout: 2000 })
    }).toPass()
    await expect(main.getByRole('button', { name: 'Check again' })).toBeHidden()
    const mail = await main.getByRole('link', { name: 'Mail', exact: true }).getAttribute('href')
    expect(decodeURIComponent(mail!)).toMatch(new RegExp(`^mailto:help@lotto.example.*${reference}`, 's'))
    // Without a network the contact is text.
    await context.setOffline(true)
    await expect(main).toContainText('Mail: help@lotto.example')
    await expect(main.getByRole('link', { name: 'Mail', exact: true })).toBeHidden()

    await test.step('a bought plan is confirmed while a transfer for another plan is pending', async () => {
      await context.setOffline(false)
      await page.goto(CHANNELS)
      await checkout.open('Pay for Basic')
      await checkout.pay('Pay by transfer')
      await expect(checkout.outcome).toContainText('We are waiting for Paystack')
      await checkout.open('Pay for Pro')
      await checkout.pay()
      await expect(checkout.outcome).toContainText('Payment received. Your Pro plan is active')
      await expect(
        page.getByRole('main').getByRole('link', { name: 'Receipt', exact: true }).first(),
      ).toBeVisible()
      await page.goto(CHANNELS)
      await expect(checkout.outcome).toContainText('We are waiting for Paystack')
      await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
      await expect(page.getByRole('button', { name: 'Pay for Basic' })).toBeDisabled()
    })
  })
})

test('the checkout opens after navigation inside the app; Back closes it, otherwise leaves the page, and so does a link; a plan that ends soon is renewed without losing a day, and an expired one can be bought again', async ({
  page,
  newPlayer,
  checkout,
  logInAgain,
  givePlan,
  setClock,
}) => {
  const openChannels = async () => {
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('link', { name: 'Payment Channel' }).click()
    await expect(heading(page, 'Payment Channels')).toBeFocused()
  }
  await newPlayer('/dashboard')
  await openChannels()
  await checkout.open('Pay for Pro')
  await page.goBack()
  await expect(checkout.outcome).toContainText('Payment was cancelled.')
  await expect(page.locator('iframe[id^="inline-checkout"]')).toBeHidden()
  await expect(heading(page, 'Payment Channels')).toBeVisible()

  await checkout.open('Pay for Pro')
  await checkout.pay('Cancel')
  await expect(checkout.outcome).toContainText('Payment was cancelled.')
  await page.goBack()
  await expect(heading(page, 'Overview')).toBeVisible()

  await test.step('a checkout that opens late is not shown on another page', async () => {
    await openChannels()
    const letGo = await hold(page, '**/api/initializeTransaction')
    await page.getByRole('button', { name: 'Pay for Pro' }).click()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(heading(page, 'Overview')).toBeVisible()
    const answered = page.waitForResponse('**/api/initializeTransaction')
    letGo()
    await answered
    await openChannels()
    await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
    await checkout.open('Pay for Pro')
  })

  await page.goto('about:blank')
  await page.context().clearCookies()
  await test.step('a plan that ends soon is renewed without losing a day, and an expired one can be bought again', async () => {
    const email = await newPlayer()
    const endsAt = await givePlan(email, 'basic')
    setClock(endsAt - 2 * DAY)
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Renew' }).click()
    await expect(heading(page, 'Payment Channels')).toBeVisible()
    const basic = page.getByRole('region', { name: 'Basic', exact: true })
    const [, day, month, year] = formatDate(lastDay(endsAt)).split(' ')
    await expect(basic).toContainText(new RegExp(`runs until \\w{3} ${day} ${month} ${Number(year) + 1}\\.`))
    await checkout.open('Pay for Basic')
    await checkout.pay()
    await expect(checkout.outcome).toContainText('Your Basic plan is active')

    const second = await givePlan(email, 'pro')
    // An open page would notice the expired session and go to the login page by itself.
    await page.goto('about:blank')
    setClock(second + DAY)
    await logInAgain(email)
    await page.goto('/dashboard/prediction')
    await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
    await expect(page.getByRole('main')).toContainText('Your plan is Basic')
    await expect(page.getByRole('main')).toContainText(
      `Your Pro plan ended on ${formatDate(lastDay(second))}.`,
    )
    await checkout.open('Pay for Pro')
    await checkout.pay()
    await expect(checkout.outcome).toContainText('Your Pro plan is active')
  })
})
