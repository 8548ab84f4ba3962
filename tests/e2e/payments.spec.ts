// Paying as players do it, with the checkout library in the app's own page and Paystack's stand-in behind it.
import type { FrameLocator, Page } from '@playwright/test'
import { formatDate } from '../../src/domain/calendar.ts'
import { lastDay } from '../../src/domain/plans.ts'
import { DAY } from '../../src/domain/calendar.ts'
import { expect, heading, openCheckout, test } from './paying.ts'

test.describe.configure({ timeout: 120_000 })

const CHANNELS = '/dashboard/payment-channel'
const NOT_SAVED = 'Payment succeeded but saving subscription failed.'
const NOT_SYNCED = 'Payment was successful, but we couldn’t sync your subscription. Please contact support.'

const pay = (checkout: FrameLocator, way = 'Pay') =>
  checkout.getByRole('button', { name: way, exact: true }).click()
const told = (page: Page) => page.getByRole('main').getByRole('alert')
const newest = async (ask: (path: string) => Promise<any>) =>
  ((await ask('/api/payments')) as { payments: { reference: string; outcome: string }[] }).payments

test('Pro is chosen and paid by card: nothing of the library is loaded before the click, its own calls are made', async ({
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

  await openCheckout(page, checkout, 'Select Pro')
  await expect(checkout.getByRole('heading')).toHaveText('Pay Lotto Forecast ₦1,500.00')
  await expect(checkout.getByText(email)).toBeVisible()
  expect(
    asked.some((line) => line.includes('GET') && line.includes('/transaction/verify_access_code/')),
  ).toBe(true)
  expect(asked.some((line) => line.includes('POST') && line.includes('/transaction/set_ip/'))).toBe(true)
  await pay(checkout)
  await expect(told(page)).toContainText('Payment received. Your Pro plan is active')
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Pro plan')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'pro' })
})

test('Basic leads to the classification page; Pro on top says what it adds and that Basic keeps running', async ({
  page,
  newPlayer,
  checkout,
  ask,
}) => {
  await newPlayer()
  await page.goto('/confirmation')
  await openCheckout(page, checkout, 'Select Basic')
  await pay(checkout)
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
  expect(await ask('/api/me')).toMatchObject({ subscription: 'basic' })

  await page.goto('/confirmation')
  await expect(page.getByRole('list', { name: 'Your paid time' })).toContainText('Basic: ')
  await expect(page.getByRole('region', { name: 'Pro' })).toContainText(
    'No automatic renewal. Your Basic plan keeps running at the same time.',
  )
  await expect(page.getByRole('region', { name: 'Basic' })).toContainText('Adds Basic from')
})

test('on Payment Channels: paid, reloaded after a moment; the history has it, the receipt can be printed', async ({
  page,
  newPlayer,
  checkout,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Pro')
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  await pay(checkout)
  await expect(told(page)).toContainText('Payment received. Your Pro plan is active')
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeHidden()
  await page.waitForEvent('load')
  await expect(page).toHaveURL(/payment-channel\?paid=[0-9a-z]+$/)
  await expect(page.getByRole('main')).toContainText('Your plan is Pro, paid to the end of')
  for (const load of ['after a moment', 'by hand']) {
    await expect(told(page), load).toContainText(
      /Payment received\. Your Pro plan is active until the end of \w{3} \d+ \w{3} \d{4}\./,
    )
    await expect(told(page)).toContainText('You bought one month of Pro for ₦1,500.')
    await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Pay for Basic' })).toBeEnabled()
    await page.reload()
  }
  await page.getByRole('link', { name: 'Open predictions' }).click()
  await expect(heading(page, 'Prediction / Forecast (Premium)')).toBeVisible()
  await page.goBack()
  await told(page).getByRole('button', { name: 'Close' }).click()
  await expect(told(page)).toBeHidden()
  await expect(page).toHaveURL(/payment-channel$/)
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
  const history = page.getByRole('region', { name: 'Your payments' })
  await expect(history.getByRole('listitem')).toHaveText(/Pro, ₦1,500Paid/)
  await history.getByRole('link', { name: 'Receipt' }).click()
  await expect(heading(page, 'Receipt')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('MONTHLY PLAN')
  await expect(page.getByRole('main')).toContainText('Paid withcard')
})

for (const [path, button] of [
  ['/confirmation', 'Select Pro'],
  [CHANNELS, 'Pay for Pro'],
] as const)
  test(`cancelled at ${path}, and paid at the second try; declined in between`, async ({
    page,
    newPlayer,
    checkout,
    ask,
  }) => {
    await newPlayer()
    await page.goto(path)
    await openCheckout(page, checkout, button)
    await pay(checkout, 'Cancel')
    await expect(told(page)).toContainText('Payment was cancelled.')
    await expect(page.getByRole('button', { name: button })).toBeFocused()
    expect(await ask('/api/me')).toMatchObject({ subscription: 'free' })

    await openCheckout(page, checkout, button)
    await expect(told(page)).toBeHidden()
    await pay(checkout, 'Decline')
    await expect(checkout.getByRole('alert')).toHaveText('Declined')
    expect(await ask('/api/me')).toMatchObject({ subscription: 'free' })
    await pay(checkout)
    await expect(told(page)).toContainText('Payment received.')
    expect((await newest(ask)).filter(({ outcome }) => outcome === 'active')).toHaveLength(1)
  })

test('what became of a payment comes into view, however far below the plan was chosen', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
}) => {
  await newPlayer()
  await page.goto('/confirmation')
  await openCheckout(page, checkout, 'Select Pro')
  await pay(checkout, 'Cancel')
  await expect(told(page)).toContainText('Payment was cancelled.')
  await expect(told(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Select Pro' })).toBeFocused()

  await paystackMode({ transferAfter: null })
  await openCheckout(page, checkout, 'Select Pro')
  await pay(checkout, 'Pay by transfer')
  await expect(told(page)).toContainText('We are waiting for Paystack')
  await expect(told(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'I did not pay' })).toBeFocused()
})

test('the browser’s Back closes the checkout and stays on the page; then it goes back as ever', async ({
  page,
  newPlayer,
  checkout,
}) => {
  await newPlayer()
  await page.goto('/dashboard/classification')
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Pro')
  await page.goBack()
  await expect(told(page)).toContainText('Payment was cancelled.')
  await expect(page.locator('iframe[id^="inline-checkout"]')).toBeHidden()
  await expect(heading(page, 'Payment Channels')).toBeVisible()

  await openCheckout(page, checkout, 'Pay for Pro')
  await pay(checkout, 'Cancel')
  await expect(told(page)).toContainText('Payment was cancelled.')
  await page.goBack()
  await expect(heading(page, 'Lotto Classification Chart')).toBeVisible()
})

test('whoever leaves the page while a payment is being opened meets no checkout elsewhere', async ({
  page,
  newPlayer,
  checkout,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  let answer = () => {}
  const left = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/initializeTransaction', async (route) => {
    await left
    await route.continue()
  })
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
  const answered = page.waitForResponse('**/api/initializeTransaction')
  answer()
  await answered

  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Payment Channel' }).click()
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
  await openCheckout(page, checkout, 'Pay for Pro')
})

test('a transfer that is on its way: no word of cancelling, the tab may be closed, it settles by itself', async ({
  page,
  newPlayer,
  checkout,
  ask,
  paystackMode,
  paystackDeed,
}) => {
  await paystackMode({ transferAfter: null })
  await newPlayer()
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Pro')
  const confirmed = page.waitForResponse('**/confirm')
  await pay(checkout, 'Pay by transfer')
  const waiting = 'We are waiting for Paystack to confirm your payment.'
  await expect(told(page)).toContainText(waiting)
  // Another page shows the payment as soon as the server has asked Paystack about it.
  await confirmed
  await expect(told(page)).toContainText('You can leave this page')
  await expect(page.getByText('Payment was cancelled.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Your payments' })).toContainText('Nothing received yet')

  await page.goto('/dashboard')
  await page.goto('/confirmation')
  await expect(told(page)).toContainText(waiting)
  const [{ reference } = { reference: '' }] = await newest(ask)
  await paystackDeed(reference, 'settle')
  await expect(told(page)).toContainText('Payment received. Your Pro plan is active')
  await expect(heading(page, 'Overview')).toBeVisible()
})

const toPaystack = (page: Page) => page.getByRole('link', { name: 'Pay on Paystack’s page' })

/** Presses the button of a checkout that will not appear, and lets the page's time pass until it gives up. */
async function payInVain(page: Page): Promise<void> {
  const opened = page.waitForResponse('**/api/initializeTransaction')
  await page.getByRole('button', { name: 'Pay for Basic' }).click()
  await opened
  // Nothing that a broken host sends is to be seen; the library's own sign of loading is.
  await expect(page.locator('iframe[id^="inline-checkout"]')).toHaveCSS('opacity', '0')
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(toPaystack(page)).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [0] })
}

test('a checkout that does not load: told after a while, paid on Paystack’s own page, and back', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
  ask,
}) => {
  await page.clock.install()
  await newPlayer()
  await paystackMode({ checkout: 'down' })
  await page.goto(CHANNELS)
  await payInVain(page)
  await expect(told(page)).toContainText('The checkout did not open here. You have not been charged.')
  await expect(page.locator('iframe[id^="inline-background"]')).toBeHidden()

  // The same page opens it once it is there again.
  await paystackMode({})
  await openCheckout(page, checkout, 'Pay for Basic')
  await pay(checkout, 'Cancel')
  await expect(told(page)).toContainText('Payment was cancelled.')

  await paystackMode({ checkout: 'silent' })
  await payInVain(page)
  await paystackMode({})
  await toPaystack(page).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(told(page)).toContainText('Payment received. Your Basic plan is active')
  await expect(page).toHaveURL(/payment-channel\?paid=[0-9a-z]+$/)
  await expect(page.getByRole('link', { name: 'Open frequent numbers' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your plan is Basic, paid to the end of')
  expect(await newest(ask)).toHaveLength(1)
})

for (const [path, button, sentence] of [
  ['/confirmation', 'Select Pro', NOT_SAVED],
  [CHANNELS, 'Pay for Pro', NOT_SYNCED],
] as const)
  test(`settling fails at ${path}: its own sentence with the reference, and it settles later`, async ({
    page,
    newPlayer,
    checkout,
    ask,
  }) => {
    await newPlayer()
    await page.goto(path)
    await page.route('**/confirm', (route) => route.fulfill({ status: 500, json: {} }))
    await openCheckout(page, checkout, button)
    await pay(checkout)
    await expect(told(page)).toContainText(sentence)
    const [{ reference } = { reference: '' }] = await newest(ask)
    await expect(told(page)).toContainText(`Reference: ${reference}`)
    await expect(page.getByRole('link', { name: 'help@lotto.example' })).toHaveAttribute(
      'href',
      `mailto:help@lotto.example?subject=Payment%20${reference}`,
    )
    await expect(page.getByRole('button', { name: button })).toBeDisabled()
    await page.unrouteAll()
    await expect(told(page)).toContainText('Payment received. Your Pro plan is active')
  })

for (const way of ['opened by its address', 'reached by a link'])
  test(`Pay without a network, on a page ${way}: told so, nothing is lost, and it works again`, async ({
    page,
    newPlayer,
    checkout,
    context,
    complaints,
  }) => {
    await newPlayer()
    await page.goto(way === 'reached by a link' ? '/dashboard' : CHANNELS)
    if (way === 'reached by a link') {
      await page.getByText('Menu', { exact: true }).click()
      await page.getByRole('link', { name: 'Payment Channel' }).click()
    }
    await expect(heading(page, 'Payment Channels')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    await context.setOffline(true)
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/me'))
    await page.getByRole('button', { name: 'Pay for Pro' }).click()
    await expect(told(page)).toContainText('No internet connection. Please check your network.')
    await asked
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(uncaught).toEqual([])
    // The specification has it logged.
    complaints.splice(0)
    await context.setOffline(false)
    await openCheckout(page, checkout, 'Pay for Pro')
  })

test('a plan that was bought is confirmed although a transfer for another plan is on its way', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
}) => {
  await newPlayer()
  await paystackMode({ transferAfter: null })
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Basic')
  await pay(checkout, 'Pay by transfer')
  await expect(told(page)).toContainText('We are waiting for Paystack')
  await openCheckout(page, checkout, 'Pay for Pro')
  await pay(checkout)
  await expect(told(page)).toContainText('Payment received. Your Pro plan is active')
  await page.waitForEvent('load')
  await expect(told(page)).toContainText([
    'Payment received. Your Pro plan is active',
    'We are waiting for Paystack',
  ])
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay for Basic' })).toBeDisabled()
})

test('a payment of another person in the address claims nothing', async ({ page, newPlayer }) => {
  await newPlayer()
  await page.goto(`${CHANNELS}?paid=${'0'.repeat(27)}`)
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
  await expect(told(page)).toBeHidden()
})

test('a phone that loses the network after paying is told that, not that something failed', async ({
  page,
  newPlayer,
  checkout,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Pro')
  let asked = 0
  await page.route('**/confirm', async (route) => {
    asked += 1
    await route.abort()
  })
  await pay(checkout)
  await expect(told(page)).toContainText('No internet connection. Please check your network.')
  await expect(() => expect(asked).toBeGreaterThan(2)).toPass()
  await expect(told(page)).toContainText('We are waiting for Paystack')
  await page.unrouteAll()
  await expect(told(page)).toContainText('Payment received. Your Pro plan is active')
})

test('a transfer on its way is not called paid when the server fails', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
}) => {
  await paystackMode({ transferAfter: null })
  await newPlayer()
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Pro')
  let asked = 0
  await page.route('**/confirm', async (route) => {
    asked += 1
    await route.fulfill({ status: 500, json: {} })
  })
  await pay(checkout, 'Pay by transfer')
  await expect(() => expect(asked).toBeGreaterThan(2)).toPass()
  await expect(told(page)).toContainText('We are waiting for Paystack')
})

test('a success that somebody made up opens nothing', async ({ page, app, newPlayer, checkout, ask }) => {
  await newPlayer()
  await page.goto(CHANNELS)
  await openCheckout(page, checkout, 'Pay for Pro')
  const frame = page.frames().find((one) => one.url().startsWith(app.sandboxUrl!))!
  await frame.evaluate(() =>
    window.parent.postMessage({ event: 'success', data: { status: 'success', reference: 'x' } }, '*'),
  )
  await expect(told(page)).toContainText('We are waiting for Paystack')
  await page.waitForResponse((response) => response.url().endsWith('/confirm'))
  await page.waitForResponse((response) => response.url().endsWith('/confirm'))
  await expect(told(page)).toContainText('We are waiting for Paystack')
  expect(await ask('/api/me')).toMatchObject({ subscription: 'free' })
  await page.getByRole('button', { name: 'I did not pay' }).click()
  await expect(page.getByRole('button', { name: 'Pay for Pro' })).toBeEnabled()
})

test('an address that names somebody else’s payment, or none, claims nothing', async ({
  page,
  newPlayer,
}) => {
  await newPlayer()
  await page.goto(`${CHANNELS}?reference=${'0'.repeat(27)}`)
  await expect(told(page)).toHaveText('There is no such payment.Close')
})

test('two quick clicks, and two tabs, are one payment', async ({
  page,
  newPlayer,
  checkout,
  ask,
  context,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  const other = await context.newPage()
  await other.goto('/confirmation')
  await page.getByRole('button', { name: 'Pay for Pro' }).dblclick()
  await expect(checkout.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  await openCheckout(other, other.frameLocator('iframe[id^="inline-checkout"]'), 'Select Pro')
  expect(await newest(ask)).toHaveLength(1)
  await pay(checkout)
  await expect(told(page)).toContainText('Payment received.')
  await other.close()
})

test('a payment that arrived unseen is told to whoever presses again, and the page knows the plan', async ({
  page,
  app,
  newPlayer,
  complaints,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  await expect(page.getByRole('banner')).toContainText('Free plan')
  const opened = await page.request.post(`${app.url}/api/initializeTransaction`, {
    headers: { origin: app.url },
    data: { plan: 'pro' },
  })
  const { data } = (await opened.json()) as { data: { access_code: string } }
  const card = { number: '4084084084084081', cvv: '408', expiry: '12/40' }
  const paid = await fetch(`${app.sandboxUrl}/checkout/attempt/${data.access_code}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'pay', card }),
  })
  expect(paid.status).toBe(200)
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  const sentence = 'Your payment has already arrived, and your plan is active. You were charged once.'
  await expect(told(page)).toContainText(sentence)
  await expect(page.getByRole('banner')).toContainText('Pro plan')
  expect(complaints.splice(0)).toEqual([`Server error: 409 - ${sentence}`])
})

test('a plan that ends soon is renewed without losing a day; one that has ended is bought anew', async ({
  page,
  newPlayer,
  givePlan,
  logInAgain,
  setClock,
  checkout,
}) => {
  const email = await newPlayer()
  const endsAt = await givePlan(email, 'basic')
  setClock(endsAt - 2 * DAY)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Renew' }).click()
  await expect(heading(page, 'Payment Channels')).toBeVisible()
  const basic = page.getByRole('region', { name: 'Basic', exact: true })
  await expect(basic).toContainText(`Adds Basic from ${formatDate(lastDay(endsAt + 1))} to the end of`)
  await openCheckout(page, checkout, 'Pay for Basic')
  await pay(checkout)
  await expect(told(page)).toContainText('Your Basic plan is active')

  const second = await givePlan(email, 'pro')
  setClock(second + DAY)
  await logInAgain(email)
  await page.goto('/dashboard/prediction')
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('main')).toContainText('Your plan is Basic')
  await expect(page.getByRole('main')).toContainText(`Your Pro plan ended on ${formatDate(lastDay(second))}.`)
  await openCheckout(page, checkout, 'Pay for Pro')
  await pay(checkout)
  await expect(told(page)).toContainText('Your Pro plan is active')
})

for (const [wrong, sentence] of [
  ['', 'Please ensure your account has a valid email.'],
  ['tola at home', 'Invalid email format.'],
] as const)
  test(`the e-mail "${wrong}" cannot pay`, async ({ page, newPlayer }) => {
    const email = await newPlayer()
    await page.route(`**${CHANNELS}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(`"email":"${email}"`, `"email":"${wrong}"`)
      await route.fulfill({ response, body })
    })
    await page.goto(CHANNELS)
    await page.getByRole('button', { name: 'Pay for Pro' }).click()
    await expect(told(page)).toContainText(sentence)
  })

test('a pay button that the page does not know by its name is a fault', async ({
  page,
  newPlayer,
  complaints,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  await page.waitForLoadState('networkidle')
  const button = page.getByRole('button', { name: 'Pay for Pro' })
  await button.evaluate((element) => element.removeAttribute('id'))
  await button.click()
  await expect
    .poll(() => complaints.splice(0))
    .toEqual(['Please make sure the buttonId is an element available in the DOM'])
})

test('a payment that cannot be opened: a plain sentence, the log has the rest, and the next try works', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
  complaints,
}) => {
  await newPlayer()
  await page.goto(CHANNELS)
  await paystackMode({ answers: 'bad-gateway', calls: ['initialize'] })
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  const sentence = 'The payment service does not answer. You have not been charged.'
  await expect(told(page)).toContainText(sentence)
  await paystackMode({})
  await page.route('**/api/initializeTransaction', (route) => route.fulfill({ json: {} }))
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  await expect(told(page)).toContainText('The payment could not be opened. You have not been charged.')
  expect(complaints.splice(0)).toEqual([
    expect.stringMatching(`^Server error: 503 - ${sentence}`),
    'Transaction init failed',
  ])
  await page.unrouteAll()
  await openCheckout(page, checkout, 'Pay for Pro')
})

test('people with a saved card are offered it first, in the library’s own step', async ({
  page,
  newPlayer,
  checkout,
  paystackMode,
}) => {
  await newPlayer()
  await paystackMode({ instruments: true })
  await page.goto(CHANNELS)
  await page.getByRole('button', { name: 'Pay for Pro' }).click()
  const step = page.locator('.pre-checkout-modal')
  await expect(step).toHaveCSS('position', 'fixed')
  await step.locator('#pay-with-vault-button').click()
  await expect(checkout.getByText('Saved card: visa ending in 4081')).toBeVisible()
  await pay(checkout)
  await expect(told(page)).toContainText('Payment received.')
})

test('a link without a network keeps the app, and the checkout opens once the network returns', async ({
  page,
  newPlayer,
  checkout,
  context,
}) => {
  await newPlayer()
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
  await openCheckout(page, checkout, 'Pay for Pro')
})

test('coming by a link inside the app, the checkout may open too', async ({ page, newPlayer, checkout }) => {
  await newPlayer()
  await page.goto('/dashboard')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('link', { name: 'Payment Channel' }).click()
  await expect(heading(page, 'Payment Channels')).toBeFocused()
  await openCheckout(page, checkout, 'Pay for Pro')
})
