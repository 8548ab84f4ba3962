// Payments by players, with the checkout library in the app's page and Paystack's stand-in.
import type { Locator, Page } from '@playwright/test'
import { formatDate, DAY } from '../../src/platform/rules/base/calendar.ts'
import { lastDay } from '../../src/platform/rules/access/plans.ts'
import { hold } from './app.ts'
import { expect, heading, test } from './paying.ts'

test.describe.configure({ timeout: 120_000 })

const CHANNELS = '/dashboard/payment-channel'
const NOT_SAVED = 'Payment succeeded but saving subscription failed.'
const NOT_SYNCED = 'Payment was successful, but we couldn’t sync your subscription. Please contact support.'

/** The screen that was bought has the receipt one tap away. */
async function expectReceipt(page: Page, outcome: Locator, plan: string): Promise<void> {
  await expect(outcome).toContainText('Payment received. Your plan is active.')
  await outcome.getByRole('link', { name: 'Receipt' }).click()
  await expect(heading(page, 'Receipt')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(plan)
}
const newest = async (ask: (path: string) => Promise<any>) =>
  ((await ask('/api/payments')) as { payments: { reference: string; outcome: string }[] }).payments

test('Pro is paid by card, and the checkout library loads only after the click', async ({
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
})

test('Basic opens the classification chart; Pro then shows what it adds and that Basic continues', async ({
  page,
  newPlayer,
  checkout,
  ask,
}) => {
  await newPlayer('/confirmation')
  await checkout.open('Select Basic')
  await checkout.pay()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  await expectReceipt(page, checkout.outcome, 'ANNUAL PLAN')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'basic' })

  await page.goto('/confirmation')
  await expect(page.getByRole('list', { name: 'Your paid time' })).toContainText('Basic: ')
  await expect(page.getByRole('region', { name: 'Pro' })).toContainText(', next to your Basic.')
})

test('Payment Channels reloads after a payment, with links to what it bought and to its receipt', async ({
  page,
  newPlayer,
  checkout,
}) => {
  await newPlayer(CHANNELS)
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
  await expect(history.getByRole('listitem')).toHaveText(/Pro, ₦1,500Paid/)
  await history.getByRole('link', { name: 'Receipt' }).click()
  await expect(heading(page, 'Receipt')).toBeVisible()
})

test('a payment is cancelled, declined, waits for a transfer, and is then paid; each outcome scrolls into view', async ({
  page,
  newPlayer,
  checkout,
  ask,
  paystackMode,
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
  await checkout.open('Select Pro')
  await checkout.pay()
  await expect(checkout.outcome).toContainText('Payment received.')
  expect((await newest(ask)).filter((one) => one.outcome === 'active')).toHaveLength(1)
})

test('the checkout opens after navigation inside the app; Back closes it, otherwise leaves the page, and so does a link', async ({
  page,
  newPlayer,
  checkout,
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
})

test('a pending transfer is not shown as cancelled, and settles without the tab', async ({
  page,
  newPlayer,
  checkout,
  ask,
  paystackMode,
  paystackDeed,
}) => {
  await paystackMode({ transferAfter: null })
  await newPlayer(CHANNELS)
  await checkout.open('Pay for Pro')
  const confirmed = page.waitForResponse('**/confirm')
  await checkout.pay('Pay by transfer')
  const waiting = 'We are waiting for Paystack to confirm your payment.'
  await expect(checkout.outcome).toContainText(waiting)
  // Another page shows the payment as soon as the server has asked Paystack about it.
  await confirmed
  await expect(checkout.outcome).toContainText('You can leave this page')
  await expect(page.getByText('Payment was cancelled.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Your payments' })).toContainText('Nothing received yet')

  await page.goto('/dashboard')
  await page.goto('/confirmation')
  await expect(checkout.outcome).toContainText(waiting)
  const [{ reference } = { reference: '' }] = await newest(ask)
  await paystackDeed(reference, 'settle')
  await expect(checkout.outcome).toContainText('Payment received. Your Pro plan is active')
  await expect(heading(page, 'Overview')).toBeVisible()
})

test('help finds an answer, checks the last payment of the account, and names it in the message', async ({
  page,
  newPlayer,
  checkout,
  ask,
  paystackMode,
  paystackDeed,
  context,
}) => {
  await paystackMode({ transferAfter: null })
  await newPlayer(CHANNELS)
  await checkout.open('Pay for Pro')
  await checkout.pay('Pay by transfer')
  await expect(checkout.outcome).toContainText('You can leave this page')
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
})

const toPaystack = (page: Page) => page.getByRole('link', { name: 'Pay on Paystack’s page' })

/** Presses the button of a checkout that does not load, and advances the page's clock past its timeout. */
async function payWithoutCheckout(page: Page): Promise<void> {
  const opened = page.waitForResponse('**/api/initializeTransaction')
  await page.getByRole('button', { name: 'Pay for Basic' }).click()
  await opened
  // The broken frame stays invisible behind the library's loading indicator.
  await expect(page.locator('iframe[id^="inline-checkout"]')).toHaveCSS('opacity', '0')
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(toPaystack(page)).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
}

test('a checkout that does not load can be paid on Paystack’s own page', async ({
  page,
  newPlayer,
  checkout,
  ask,
  paystackMode,
}) => {
  await page.clock.install()
  await newPlayer()
  await paystackMode({ checkout: 'down' })
  await page.goto(CHANNELS)
  await payWithoutCheckout(page)
  await expect(checkout.outcome).toContainText('The checkout did not open here. You have not been charged.')
  await expect(page.locator('iframe[id^="inline-background"]')).toBeHidden()

  // The same page opens the checkout when it works again.
  await paystackMode({})
  await checkout.open('Pay for Basic')
  await checkout.pay('Cancel')
  await expect(checkout.outcome).toContainText('Payment was cancelled.')

  await paystackMode({ checkout: 'silent' })
  await payWithoutCheckout(page)
  await paystackMode({})
  await toPaystack(page).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(checkout.outcome).toContainText('Payment received. Your Basic plan is active')
  await expect(page.getByRole('link', { name: 'Open frequent numbers' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your plan is Basic until ')
  await page.clock.runFor(5000)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Receipt', exact: true }).first(),
  ).toBeVisible()
  expect(await newest(ask)).toHaveLength(1)
})

test('a failed settlement shows the message of its page with the reference, and settles later', async ({
  page,
  newPlayer,
  checkout,
  ask,
}) => {
  await newPlayer()
  for (const [path, button, plan, sentence] of [
    ['/confirmation', 'Select Basic', 'Basic', NOT_SAVED],
    [CHANNELS, 'Pay for Pro', 'Pro', NOT_SYNCED],
  ] as const) {
    await page.goto(path)
    await page.route('**/confirm', (route) => route.fulfill({ status: 500, json: {} }))
    await checkout.open(button)
    await checkout.pay()
    await expect(checkout.outcome).toContainText(sentence)
    const [{ reference } = { reference: '' }] = await newest(ask)
    await expect(checkout.outcome).toContainText(`Reference: ${reference}`)
    await expect(page.getByRole('link', { name: 'help@lotto.example' })).toHaveAttribute(
      'href',
      `mailto:help@lotto.example?subject=Payment%20${reference}`,
    )
    await expect(page.getByRole('button', { name: button })).toBeDisabled()
    await page.unrouteAll()
    await expect(checkout.outcome).toContainText(`Payment received. Your ${plan} plan is active`)
    await expect(checkout.outcome.getByRole('link', { name: 'Receipt' })).toBeVisible()
  }
})

test('without a network Pay shows a message and a link keeps the app; both work once the network returns', async ({
  page,
  newPlayer,
  checkout,
  context,
  complaints,
}) => {
  const uncaught: Error[] = []
  page.on('pageerror', (error) => uncaught.push(error))
  const payOffline = async () => {
    await expect(heading(page, 'Payment Channels')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/me'))
    await page.getByRole('button', { name: 'Pay for Pro' }).click()
    await expect(checkout.outcome).toContainText('No internet connection. Please check your network.')
    await asked
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(uncaught).toEqual([])
    // The specification requires this log entry.
    complaints.splice(0)
    await context.setOffline(false)
    await checkout.open('Pay for Pro')
  }
  const followLink = async () => {
    await page.goto('/dashboard')
    await page.waitForLoadState('networkidle')
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('link', { name: 'Payment Channel' }).click()
  }
  await newPlayer(CHANNELS)
  await payOffline()
  await followLink()
  await payOffline()

  await page.goto('/dashboard')
  await page.waitForLoadState('networkidle')
  await page.getByText('Menu', { exact: true }).click()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Payment Channel' }).click()
  await expect(page.getByRole('banner')).toContainText('Free plan')
  await expect(page.getByText('No internet connection. Please check your network.')).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await context.setOffline(false)
  await reloaded
  await expect(heading(page, 'Payment Channels')).toBeVisible()
  await checkout.open('Pay for Pro')
})

test('a bought plan is confirmed while a transfer for another plan is pending', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
}) => {
  await newPlayer()
  await paystackMode({ transferAfter: null })
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

test('while the server does not confirm a payment, the page waits, and it says when the network is lost', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
}) => {
  await newPlayer(CHANNELS)
  let asked = 0
  await test.step('a pending transfer is not shown as paid when the server fails', async () => {
    await paystackMode({ transferAfter: null })
    await checkout.open('Pay for Pro')
    await page.route('**/confirm', async (route) => {
      asked += 1
      await route.fulfill({ status: 500, json: {} })
    })
    await checkout.pay('Pay by transfer')
    await expect(() => expect(asked).toBeGreaterThan(2)).toPass()
    await expect(checkout.outcome).toContainText('We are waiting for Paystack')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'I did not pay' }).click()
  })
  await test.step('the network is lost after paying', async () => {
    await checkout.open('Pay for Pro')
    asked = 0
    await page.route('**/confirm', async (route) => {
      asked += 1
      await route.abort()
    })
    await checkout.pay()
    await expect(checkout.outcome).toContainText('No internet connection. Please check your network.')
    await expect(() => expect(asked).toBeGreaterThan(2)).toPass()
    await expect(checkout.outcome).toContainText('We are waiting for Paystack')
    await page.unrouteAll()
    await expect(checkout.outcome).toContainText('Payment received. Your Pro plan is active')
  })
})

test('neither an address nor a forged message of the checkout makes a payment', async ({
  page,
  app,
  newPlayer,
  checkout,
  ask,
}) => {
  await newPlayer(`/dashboard?notice=paid&paid=${'0'.repeat(27)}`)
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(checkout.outcome).toBeHidden()
  await page.goto(`${CHANNELS}?reference=${'0'.repeat(27)}`)
  await expect(checkout.outcome).toHaveText('You have no such payment.Close')

  await checkout.open('Pay for Pro')
  const frame = page.frames().find((one) => one.url().startsWith(app.sandboxUrl!))!
  await frame.evaluate(() =>
    window.parent.postMessage({ event: 'success', data: { status: 'success', reference: 'x' } }, '*'),
  )
  await expect(checkout.outcome).toContainText('We are waiting for Paystack')
  await page.waitForResponse((response) => response.url().endsWith('/confirm'))
  await page.waitForResponse((response) => response.url().endsWith('/confirm'))
  await expect(checkout.outcome).toContainText('We are waiting for Paystack')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'free' })
  await page.getByRole('button', { name: 'I did not pay' }).click()
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
})

test('a double click and two tabs open one payment', async ({ page, newPlayer, checkout, ask, context }) => {
  await newPlayer(CHANNELS)
  const other = await context.newPage()
  await other.goto('/confirmation')
  await page.getByRole('button', { name: 'Pay for Pro' }).dblclick()
  await expect(checkout.frame.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Select Pro' }).click()
  const second = other.frameLocator('iframe[id^="inline-checkout"]')
  await expect(second.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  expect(await newest(ask)).toHaveLength(1)
  await checkout.pay()
  await expect(checkout.outcome).toContainText('Payment received.')
  await other.close()
})

test('pressing Pay after an unseen settlement shows it and refreshes the plan', async ({
  page,
  app,
  newPlayer,
  checkout,
  complaints,
}) => {
  await newPlayer(CHANNELS)
  await expect(page.getByRole('banner')).toContainText('Free plan')
  const opened = await page.request.post(`${app.url}/api/initializeTransaction`, {
    headers: { origin: app.url },
    data: { plan: 'pro' },
  })
  const { data } = (await opened.json()) as { data: { access_code: string } }
  const paid = await fetch(`${app.sandboxUrl}/checkout/attempt/${data.access_code}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'pay', number: '4084084084084081' }),
  })
  expect(paid.status).toBe(200)
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  const sentence = 'Your payment has already arrived, and your plan is active. You were charged once.'
  await expect(checkout.outcome).toContainText(sentence)
  await expect(page.getByRole('banner')).toContainText('Pro plan')
  expect(complaints.splice(0)).toEqual([`Server error: 409 - ${sentence}`])
})

test('a plan that ends soon is renewed without losing a day, and an expired one can be bought again', async ({
  page,
  newPlayer,
  logInAgain,
  givePlan,
  checkout,
  setClock,
}) => {
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
  await expect(page.getByRole('main')).toContainText(`Your Pro plan ended on ${formatDate(lastDay(second))}.`)
  await checkout.open('Pay for Pro')
  await checkout.pay()
  await expect(checkout.outcome).toContainText('Your Pro plan is active')
})

test('an account without a valid e-mail cannot pay, and a pay button without its id is logged as a fault', async ({
  page,
  newPlayer,
  checkout,
  complaints,
}) => {
  const email = await newPlayer()
  const pay = page.getByRole('button', { name: 'Pay for Pro' })
  for (const [wrong, sentence] of [
    ['', 'Please ensure your account has a valid email.'],
    ['tola at home', 'Invalid email format.'],
  ] as const) {
    await page.route(`**${CHANNELS}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(`"email":"${email}"`, `"email":"${wrong}"`)
      await route.fulfill({ response, body })
    })
    await page.goto(CHANNELS)
    await pay.click()
    await expect(checkout.outcome).toContainText(sentence)
    await page.unrouteAll()
  }
  await page.waitForLoadState('networkidle')
  await pay.evaluate((element) => element.removeAttribute('id'))
  await pay.click()
  await expect
    .poll(() => complaints.splice(0))
    .toEqual(['Please make sure the buttonId is an element available in the DOM'])
})

test('a payment that cannot be opened shows a message, logs the details, and the next try is paid by Apple Pay', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
  complaints,
}) => {
  await newPlayer(CHANNELS)
  const pay = page.getByRole('button', { name: 'Pay for Pro' })
  await paystackMode({ answers: 'bad-gateway' })
  await pay.click()
  const sentence = 'The payment service does not answer. You have not been charged.'
  await expect(checkout.outcome).toContainText(sentence)
  await paystackMode({})
  await page.route('**/api/initializeTransaction', (route) => route.fulfill({ json: {} }))
  await pay.click()
  await expect(checkout.outcome).toContainText('The payment could not be opened. You have not been charged.')
  expect(complaints.splice(0)).toEqual([
    expect.stringMatching(`^Server error: 503 - ${sentence}`),
    'Transaction init failed',
  ])
  await page.unrouteAll()
  await paystackMode({ checkout: 'setup' })
  await pay.click()
  await expect(checkout.outcome).toContainText('The checkout reported a problem.')
  await paystackMode({})
  await checkout.open('Pay for Pro')
  await checkout.pay('Apple Pay')
  await expect(checkout.outcome).toContainText('Payment received.')
  await expect(checkout.outcome).toContainText('ByApple Pay')

  await test.step('the library first offers a saved card', async () => {
    await paystackMode({ instruments: true })
    await page.goto(CHANNELS)
    await page.getByRole('button', { name: 'Pay for Basic' }).click()
    const step = page.locator('.pre-checkout-modal')
    await expect(step).toHaveCSS('position', 'fixed')
    await step.locator('#pay-with-vault-button').click()
    await expect(checkout.frame.getByText('Saved card: visa ending in 4081')).toBeVisible()
    await checkout.pay()
    await expect(checkout.outcome).toContainText('Payment received.')
  })
})
