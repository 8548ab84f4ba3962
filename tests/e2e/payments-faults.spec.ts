// Payments by players when the checkout, the network or the server fails.
import type { Page } from '@playwright/test'
import { CHANNELS, expect, heading, newest, test } from './paying.ts'

test.describe.configure({ timeout: 120_000 })

const NOT_SAVED = 'Payment succeeded but saving subscription failed.'
const NOT_SYNCED = 'Payment was successful, but we couldn’t sync your subscription. Please contact support.'

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

test('while the server does not confirm a payment, the page waits, and it says when the network is lost', async ({
  page,
  newPlayer,
  checkout,
  ask,
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

  await test.step('a failed settlement shows the message of its page with the reference, and settles later', async () => {
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
})

test('without a network Pay shows a message and a link keeps the app; both work once the network returns; neither an address nor a forged message of the checkout makes a payment', async ({
  page,
  newPlayer,
  checkout,
  context,
  complaints,
  app,
  ask,
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

  await page.goto('about:blank')
  await page.context().clearCookies()
  await test.step('neither an address nor a forged message of the checkout makes a payment', async () => {
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

    await test.step('a double click and two tabs open one payment', async () => {
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
  })
})

test('an account without a valid e-mail cannot pay, and a pay button without its id is logged as a fault; a payment that cannot be opened shows a message, logs the details, and the next try is paid by Apple Pay', async ({
  page,
  app,
  newPlayer,
  checkout,
  complaints,
  paystackMode,
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

  await test.step('pressing Pay after an unseen settlement shows it and refreshes the plan', async () => {
    await page.goto(CHANNELS)
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

  await page.goto('about:blank')
  await page.context().clearCookies()
  await test.step('a payment that cannot be opened shows a message, logs the details, and the next try is paid by Apple Pay', async () => {
    await newPlayer(CHANNELS)
    const pay = page.getByRole('button', { name: 'Pay for Pro' })
    await paystackMode({ answers: 'bad-gateway' })
    await pay.click()
    const sentence = 'The payment service does not answer. You have not been charged.'
    await expect(checkout.outcome).toContainText(sentence)
    await paystackMode({})
    await page.route('**/api/initializeTransaction', (route) => route.fulfill({ json: {} }))
    await pay.click()
    await expect(checkout.outcome).toContainText(
      'The payment could not be opened. You have not been charged.',
    )
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
})
