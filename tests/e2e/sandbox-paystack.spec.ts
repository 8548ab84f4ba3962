// The original checkout library in a separate shop page. The sandbox answers the requests to Paystack's three hosts: these
// tests are about the sandbox, not about how the app redirects the library.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  type BrowserContext,
  expect as baseExpect,
  type FrameLocator,
  type Page,
  test as base,
} from '@playwright/test'
import { redirectPaystack } from '../../scripts/paystack-hosts.ts'
import { startWithApp } from '../support/paystack.ts'
import { axeFindings } from './app.ts'

// A long timeout, because a busy machine is not a failure.
const expect = baseExpect.configure({ timeout: 20_000 })

const HOSTS = ['https://checkout.paystack.com', 'https://standard.paystack.co', 'https://api.paystack.co']
const LIBRARY = readFileSync(
  fileURLToPath(new URL('../es/inline.js', import.meta.resolve('@paystack/inline-js'))),
  'utf8',
)

const SHOP = `<!doctype html><meta charset="utf-8" /><title>Shop</title><h1>Shop</h1>
<script type="module">
  import PaystackPop from '/library.js'
  window.PaystackPop = PaystackPop
  window.pop = new PaystackPop()
  window.heard = []
  const hear = (name) => (data) => void window.heard.push(data === undefined ? [name] : [name, data])
  const callbacks = Object.fromEntries(
    ['onLoad', 'onSuccess', 'onCancel', 'onError', 'onBankTransferConfirmationPending'].map((name) => [name, hear(name)]),
  )
  window.pay = (more) => pop.checkout({ ...more, ...callbacks }).then((made) => void (window.made = made), hear('rejected'))
</script>`

type Paystack = Awaited<ReturnType<typeof startWithApp>>
interface Shop {
  page: Page
  /** The page's own requests to Paystack: method and path. */
  asked: string[]
  /** The checkout in the library's frame. */
  checkout: FrameLocator
  /** The library's calls to the shop: callback and argument. */
  heard(): Promise<[string, any?][]>
  /** Opens the checkout of a new transaction and waits for it. */
  open(more?: object): Promise<{ reference: string; access_code: string }>
}

const test = base.extend<{ paystack: Paystack; shop: Shop }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture must destructure what it takes, and this one takes nothing
  paystack: async ({}, provide) => {
    const paystack = await startWithApp()
    await provide(paystack)
    await paystack.stop()
  },
  shop: async ({ page, context, paystack }, provide) => {
    const asked: string[] = []
    await answerFor(context, paystack.sandbox.url, asked)
    const server = createServer((request, response) => {
      const isLibrary = request.url === '/library.js'
      response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html')
      response.end(isLibrary ? LIBRARY : SHOP)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    const shop: Shop = {
      page,
      asked,
      checkout: page.frameLocator('iframe[id^="inline-checkout"]'),
      heard: () => page.evaluate('heard'),
      async open(more) {
        const made = await paystack.initialize(more)
        await page.evaluate(`void pay({ accessCode: '${made.access_code}' })`)
        await expect(shop.checkout.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
        return made
      },
    }
    await provide(shop)
    expect(errors).toEqual([])
    server.closeAllConnections()
    server.close()
  },
})

test.describe.configure({ timeout: 90_000 })

async function answerFor(context: BrowserContext, url: string, asked: string[]): Promise<void> {
  for (const host of HOSTS)
    await context.route(`${host}/**`, async (route) => {
      const request = route.request()
      const path = request.url().slice(host.length)
      if (host === 'https://api.paystack.co') asked.push(`${request.method()} ${path}`)
      await route
        .fetch({ url: url + path, maxRedirects: 0 })
        .then((response) => route.fulfill({ response }))
        .catch(() => route.abort().catch(() => undefined))
    })
}

/** Waits until every frame has loaded and the shop has handled the messages that the frames posted until then. */
async function messagesDelivered(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.waitForLoadState('load')
    await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

const press = (shop: Shop, name: string) => shop.checkout.getByRole('button', { name, exact: true }).click()
const overlay = ({ page }: Shop) => page.locator('iframe[id^="inline-background"]')

test('a card pays: the library makes its calls, the shop gets its callbacks, the transaction succeeds', async ({
  shop,
  paystack,
}) => {
  const { reference, access_code: code } = await shop.open()
  await expect(shop.checkout.getByRole('heading')).toHaveText('Pay Lotto Forecast ₦2,000.00')
  const { id } = await paystack.verify(reference)
  expect(shop.asked).toEqual([
    `GET /transaction/verify_access_code/${code}`,
    `POST /transaction/set_ip/${id}`,
  ])
  await press(shop, 'Pay')
  await expect.poll(shop.heard).toEqual([
    ['onLoad', { id, customer: expect.objectContaining({ email: 'ada@lotto.test' }), accessCode: code }],
    ['onSuccess', expect.objectContaining({ reference, trxref: reference, status: 'success' })],
  ])
  await expect(overlay(shop)).toBeHidden()
  expect(await paystack.verify(reference)).toMatchObject({ status: 'success', channel: 'card' })
  await expect.poll(() => paystack.received.map(({ event }) => event)).toEqual(['charge.success'])
})

for (const [name, button] of [
  ['cancelled', 'Cancel'],
  ['closed', 'Close checkout'],
] as const)
  test(`a ${name} checkout can be opened again and paid`, async ({ shop, paystack }) => {
    const { reference, access_code: code } = await shop.open()
    await press(shop, button)
    await expect
      .poll(async () => (await shop.heard()).map(([event]) => event))
      .toEqual(['onLoad', 'onCancel'])
    await expect(overlay(shop)).toBeHidden()
    expect((await paystack.verify(reference)).status).toBe('abandoned')

    // The library treats equal values as the same attempt, see the next test.
    await shop.page.evaluate(`void pay({ accessCode: '${code}', attempt: 2 })`)
    await press(shop, 'Pay')
    await expect
      .poll(async () => (await shop.heard()).map(([event]) => event))
      .toEqual(['onLoad', 'onCancel', 'onLoad', 'onSuccess'])
    expect((await paystack.verify(reference)).status).toBe('success')
  })

test('after a cancel, a second opening with the same values makes no callback, even when it is paid', async ({
  shop,
  paystack,
}) => {
  const { reference, access_code: code } = await shop.open()
  await press(shop, 'Cancel')
  await expect(overlay(shop)).toBeHidden()
  await shop.page.evaluate(`void pay({ accessCode: '${code}' })`)
  await press(shop, 'Pay')
  await expect(overlay(shop)).toBeHidden()
  expect((await paystack.verify(reference)).status).toBe('success')
  expect((await shop.heard()).map(([event]) => event)).toEqual(['onLoad', 'onCancel'])
})

test('a declined card causes no callback, and another card can follow', async ({ shop, paystack }) => {
  const { reference } = await shop.open()
  await press(shop, 'Decline')
  await expect(shop.checkout.getByRole('alert')).toHaveText('Declined')
  expect((await paystack.verify(reference)).status).toBe('failed')
  expect((await shop.heard()).map(([event]) => event)).toEqual(['onLoad'])
  expect(await shop.page.evaluate('made.errors')).toEqual([{ type: 'transaction', message: 'Declined' }])
  await press(shop, 'Pay')
  await expect.poll(async () => (await shop.heard()).map(([event]) => event)).toContain('onSuccess')
  expect((await paystack.verify(reference)).status).toBe('success')
})

test('a failure is reported as a set-up error', async ({ shop, paystack }) => {
  const { reference } = await shop.open()
  await press(shop, 'Fail')
  const error = { type: 'setup', message: 'Unable to process transaction' }
  await expect.poll(shop.heard).toEqual([
    ['onLoad', expect.anything()],
    ['onError', error],
  ])
  expect((await paystack.verify(reference)).status).toBe('failed')
})

test('a transfer calls back cancelled first, then pending, and arrives later', async ({ shop, paystack }) => {
  await paystack.setMode({ transferAfter: null })
  const { reference } = await shop.open()
  await press(shop, 'Pay by transfer')
  await expect
    .poll(async () => (await shop.heard()).map(([event]) => event))
    .toEqual(['onLoad', 'onCancel', 'onBankTransferConfirmationPending'])
  expect((await paystack.verify(reference)).status).toBe('pending')
  expect(paystack.received).toEqual([])
  await paystack.act(reference, 'settle')
  await expect.poll(() => paystack.received.map(({ data }) => data.reference)).toEqual([reference])
})

test('a checkout that does not load causes no callback until the shop cancels it', async ({
  shop,
  paystack,
}) => {
  await paystack.setMode({ checkout: 'down' })
  await shop.page.reload()
  const { access_code: code } = await paystack.initialize()
  await shop.page.evaluate(`pay({ accessCode: '${code}' })`)
  await expect(overlay(shop)).toBeVisible()
  await expect(shop.checkout.locator('h1')).toHaveText('502 Bad Gateway')
  await messagesDelivered(shop.page)
  expect(await shop.heard()).toEqual([])
  await shop.page.evaluate('pop.cancelTransaction(made)')
  await expect(overlay(shop)).toBeHidden()
  expect(await shop.heard()).toEqual([['onCancel']])

  // When it works again, the same page opens the same code.
  await paystack.setMode({})
  await shop.page.reload()
  await shop.page.evaluate(`void pay({ accessCode: '${code}' })`)
  await press(shop, 'Pay')
  await expect.poll(async () => (await shop.heard()).map(([event]) => event)).toEqual(['onLoad', 'onSuccess'])
})

test('a silent checkout causes no callback, and a failed set-up an error', async ({ shop, paystack }) => {
  await paystack.setMode({ checkout: 'silent' })
  await shop.open()
  await messagesDelivered(shop.page)
  expect(await shop.heard()).toEqual([])
  await shop.page.evaluate('pop.cancelTransaction(made)')
  await paystack.setMode({ checkout: 'setup-error' })
  const { access_code: code } = await paystack.initialize()
  await shop.page.evaluate(`pay({ accessCode: '${code}' })`)
  const error = { type: 'setup', message: 'The transaction could not be set up' }
  await expect.poll(async () => (await shop.heard()).slice(1)).toEqual([['onError', error]])
})

test('an unknown access code both rejects and calls onError', async ({ shop }) => {
  await shop.page.evaluate(`pay({ accessCode: '${'0'.repeat(15)}' })`)
  expect((await shop.heard()).map(([event]) => event)).toEqual(['onError', 'rejected'])
})

test('a forged success from the checkout’s origin reaches the shop, but not the transaction', async ({
  shop,
  paystack,
}) => {
  const { reference } = await shop.open()
  const frame = shop.page.frames().find((frame) => frame.url().startsWith('https://checkout.paystack.com'))!
  const forged = { reference, trans: '1', status: 'success', message: 'Approved' }
  await frame.evaluate((data) => window.parent.postMessage({ event: 'success', data }, '*'), forged)
  await expect.poll(async () => (await shop.heard()).at(-1)).toEqual(['onSuccess', forged])
  expect((await paystack.verify(reference)).status).toBe('abandoned')
  expect(paystack.received).toEqual([])
})

test('the library first offers a saved card', async ({ shop, paystack }) => {
  await paystack.setMode({ instruments: true })
  const { access_code: code, reference } = await paystack.initialize()
  await shop.page.evaluate(`void pay({ accessCode: '${code}' })`)
  const step = shop.page.locator('.pre-checkout-modal')
  await expect(step).toContainText('ada@lotto.test')
  await step.locator('#pay-with-vault-button').click()
  await expect(shop.checkout.getByText('Saved card: visa ending in 4081')).toBeVisible()
  await expect(shop.checkout.getByLabel('Card number')).toBeHidden()
  await press(shop, 'Pay')
  await expect.poll(async () => (await shop.heard()).at(-1)![0]).toBe('onSuccess')
  expect((await paystack.verify(reference)).authorization.last4).toBe('4081')
})

test('a card with PIN and one-time password can be paid by keyboard', async ({ shop, paystack }) => {
  const { reference } = await shop.open()
  const { keyboard } = shop.page
  await shop.checkout.getByLabel('Card number').fill('5060 6666 6666 6666 666')
  await shop.checkout.getByLabel('CVV').fill('123')
  await keyboard.press('Enter')
  await expect(shop.checkout.getByLabel('Card PIN')).toBeFocused()
  await keyboard.type('1234')
  await keyboard.press('Enter')
  await expect(shop.checkout.getByLabel('One-time password')).toBeFocused()
  await keyboard.type('123456')
  await keyboard.press('Enter')
  await expect.poll(async () => (await shop.heard()).at(-1)![0]).toBe('onSuccess')
  expect((await paystack.verify(reference)).authorization).toMatchObject({ brand: 'verve', last4: '6666' })
})

test('Escape closes it', async ({ shop }) => {
  await shop.open()
  await shop.checkout.getByLabel('CVV').press('Escape')
  await expect.poll(async () => (await shop.heard()).at(-1)).toEqual(['onCancel'])
})

test('the checkout offers exactly the requested channels', async ({ shop, paystack }) => {
  for (const [channel, name] of [
    ['bank', 'Bank account'],
    ['ussd', 'USSD'],
    ['qr', 'QR code'],
  ] as const) {
    const { reference } = await shop.open({ channels: [channel] })
    await expect(shop.checkout.getByLabel('Card number')).toBeHidden()
    await expect(shop.checkout.getByRole('button', { name: 'Pay by transfer' })).toBeHidden()
    await press(shop, name)
    await expect(overlay(shop)).toBeHidden()
    expect(await paystack.verify(reference)).toMatchObject({ status: 'success', channel })
  }
})

test('without an access code the library checks the parameters and begins a transaction', async ({
  shop,
  paystack,
}) => {
  const issues = (parameters: object) =>
    shop.page.evaluate(
      `try { pop.newTransaction(${JSON.stringify(parameters)}) } catch ({ message, issues }) { [message, ...issues.map(({ message }) => message)] }`,
    )
  expect(await issues({ key: 'pk_test_x', email: 'a@b.ng' })).toEqual([
    'Invalid transaction parameters',
    'Required parameter missing: amount',
  ])
  expect(await issues({ key: 'pk_test_x', email: 'a@b.ng', amount: 1, channels: 'card' })).toEqual([
    'Invalid transaction parameters',
    'Invalid parameter type: channels',
  ])
  const parameters = {
    key: paystack.sandbox.paystack.publicKey,
    email: 'a@b.ng',
    amount: 150_000,
    reference: 'own1',
  }
  await shop.page.evaluate(`void pay(${JSON.stringify(parameters)})`)
  await press(shop, 'Pay')
  await expect.poll(async () => (await shop.heard()).at(-1)![0]).toBe('onSuccess')
  expect(shop.asked[0]).toBe('POST /checkout/request_inline')
  expect(await paystack.verify('own1')).toMatchObject({ status: 'success', amount: 150_000 })
})

test('the page outside a frame pays and redirects to the shop with the reference', async ({
  page,
  paystack,
}) => {
  const back = `${paystack.sandbox.url}/paystack/logo.svg?kept=1`
  for (const button of ['Pay', 'Cancel', 'Pay by transfer']) {
    const { authorization_url: address, reference } = await paystack.initialize({ callback_url: back })
    await page.goto(address)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.waitForURL(`${back}&trxref=${reference}&reference=${reference}`)
  }
  const { authorization_url: address } = await paystack.initialize()
  await page.goto(address)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Payment successful.')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('This transaction is completed')
})

test('the page is legible on a phone and accessible', async ({ page, paystack }) => {
  const { authorization_url: address } = await paystack.initialize({
    email: `${'long'.repeat(15)}@lotto.test`,
  })
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4084 0840 8408 4081')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await axeFindings(page)).toEqual([])
})

test('the dashboard changes a payment by keyboard and sends every event', async ({ page, paystack }) => {
  await paystack.setMode({ transferAfter: null, refundAfter: null })
  const { access_code: code, reference } = await paystack.initialize()
  await paystack.attempt(code, { action: 'transfer' })
  const events = () => paystack.received.map(({ event }) => event)
  const item = page.getByRole('listitem').filter({ hasText: `Reference ${reference}` })
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: false })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.waitForLoadState()
  }

  await page.goto(`${paystack.sandbox.url}/paystack`)
  await expect(item).toContainText('₦2,000.00: pending')
  const stale = await page.context().newPage()
  await stale.goto(`${paystack.sandbox.url}/paystack`)
  await press('The transfer arrives')
  await expect(item).toContainText('₦2,000.00: success')
  await press('Open a dispute')
  await expect(item).toContainText('Dispute: awaiting-merchant-feedback')
  await press('Win the dispute')
  await expect(item).toContainText('Dispute: declined')
  await press('Refund from the dashboard')
  await press('Advance the refund')
  await press('Advance the refund')
  await expect(item).toContainText('₦2,000.00: reversed')
  await expect.poll(events).toHaveLength(6)
  await press('Send again: charge.success')
  await expect
    .poll(events)
    .toEqual([
      'charge.success',
      'charge.dispute.create',
      'charge.dispute.resolve',
      'refund.pending',
      'refund.processing',
      'refund.processed',
      'charge.success',
    ])

  await stale.getByRole('button', { name: 'The transfer arrives' }).click()
  await expect(stale.getByRole('alert')).toHaveText('This transaction is completed')
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await axeFindings(page)).toEqual([])
})

test('the library as our build changes it finds the sandbox by itself', async ({ shop, paystack }) => {
  const { page } = shop
  const { url } = paystack.sandbox
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.addInitScript(`globalThis.paystackStandIn = '${url}/'`)
  await page.route('**/library.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: redirectPaystack(LIBRARY) }),
  )
  await page.reload()
  const { reference } = await shop.open()
  await press(shop, 'Pay')
  await expect.poll(async () => (await shop.heard()).at(-1)![0]).toBe('onSuccess')
  expect((await paystack.verify(reference)).status).toBe('success')
  expect([...hosts].sort()).toEqual([url, new URL(page.url()).origin].sort())
})
