// Owners look at the money, enter the next price, make vouchers and refund a part; players see the price and use a voucher.
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { axeFindings, DESKTOP, PHONE, scrollsSideways } from './app.ts'
import { expect, heading, test } from './paying.ts'

test.describe.configure({ timeout: 180_000 })

test('an owner sees the players of each month, takes a file of all people, refunds a part, and enters the next price, which players see', async ({
  page,
  app,
  signIn,
  logInAgain,
  payForPro,
  paystackMode,
  runJobs,
}) => {
  await app.services.db.execute(
    sql`insert into foreign_payments (reference, seen_at) values ('T685312322670591', now())`,
  )
  await signIn('admin')
  await page.goto('/admin/money')
  await expect(
    page.getByText(/^Payments of another shop on the same Paystack business: 1, the last/),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Alarms' })).toHaveCount(0)

  const months = page.getByRole('region', { name: 'Players by month' }).first()
  await expect(months).toContainText(/\d+ pay now/)
  const csv = await page.request.get(
    (await months.getByRole('link', { name: 'Download CSV' }).getAttribute('href'))!,
  )
  expect(await csv.text()).toContain('signed up')
  await page.goto('/admin/users')
  await page.locator('summary', { hasText: 'Download all people' }).click()
  const form = page.getByRole('group').filter({ hasText: 'Download all people' })
  await form.getByLabel('Reason').fill('For the letter')
  const [file] = await Promise.all([page.waitForEvent('download'), form.getByRole('button').click()])
  expect(await readFile(await file.path(), 'utf8')).toContain('admin@lotto.test')

  await test.step('an owner sees the money, refunds a part, and enters the next price, which players see', async () => {
    await paystackMode({ refundAfter: 0 })
    const { email, reference } = await payForPro()

    await page.context().clearCookies()
    await signIn('admin')
    await page.setViewportSize(DESKTOP)
    await page.goto(`/admin/payments?payment=${reference}`)
    await page.locator('summary', { hasText: 'Refund up to ₦1,500' }).click()
    const refund = page.getByRole('group').filter({ hasText: 'Refund up to ₦1,500' })
    await refund.getByLabel('Reason').fill('A slow week')
    for (const [typed, problem] of [
      ['a lot', 'Enter an amount in naira'],
      ['0', 'Enter an amount in naira'],
      ['1500.01', 'At most ₦1,500 of this payment is left to refund.'],
    ] as const) {
      await refund.getByLabel('Naira').fill(typed)
      await refund.getByRole('button').click()
      await expect(refund).toContainText(problem)
      await expect(refund.getByLabel('Reason')).toHaveValue('A slow week')
    }
    await refund.getByLabel('Naira').fill('500')
    await refund.getByRole('button').click()
    await expect(page.getByText('Refund of ₦500: asked')).toBeVisible()
    await runJobs()
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Check again with Paystack' }).click()
        return page.getByRole('main').textContent()
      })
      .toContain('shortened')

    await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Money' }).click()
    await expect(heading(page, 'Money')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toContainText(/Came in₦[\d,]+/)
    await expect(main).toContainText(/Refunded₦500/)
    await expect(page.getByRole('region', { name: 'Refunds and lost disputes' })).toContainText('A slow week')
    await expect(page.getByRole('img', { name: /^Income by day, highest ₦/ })).toBeVisible()
    await page.getByText('as a table').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByText('Export CSV').click()
        await page.getByRole('link', { name: 'refunds' }).click()
      })(),
    ])
    expect(download.suggestedFilename()).toMatch(/^refunds-.*\.csv$/)

    await page.goto('/admin/money?from=2026-11-30&to=2026-11-01')
    await expect(page.getByLabel('From')).toHaveAccessibleDescription('The period ends before it begins.')
    await expect(page.getByLabel('To')).toHaveValue('2026-11-01')
    await page.goto('/admin/money')

    const prices = page.getByRole('region', { name: 'Prices' })
    await prices.locator('summary', { hasText: 'Enter the next price' }).click()
    const form = prices.getByRole('group').filter({ hasText: 'Enter the next price' })
    await form.getByLabel('Reason').fill('The dollar')
    await form.getByLabel('From').fill('2030-01-01')
    await form.getByLabel('Naira').fill('0')
    await form.getByRole('button').click()
    await expect(form).toContainText('A price is at least ₦50.')
    await form.getByLabel('Naira').fill('1800')
    await form.getByRole('button').click()
    await expect(prices).toContainText('Withdraw Pro ₦1,800 from Tue 1 Jan 2030')
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      expect(await scrollsSideways(page)).toBe(false)
    }
    expect(await axeFindings(page)).toEqual([])

    await page.context().clearCookies()
    await logInAgain(email)
    await page.goto('/dashboard/payment-channel')
    await expect(page.getByRole('region', { name: 'Pro', exact: true })).toContainText(
      '₦1,800 from Tue 1 Jan 2030',
    )
  })
})

test('Finance sees money and payments alone, and refunds up to the amount of the owners', async ({
  page,
  app,
  newPlayer,
  signIn,
  payForPro,
  runJobs,
}) => {
  const { reference } = await payForPro()
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn('admin')
  await page.goto('/admin/money')
  await page.locator('summary', { hasText: 'Finance can refund ₦0' }).click()
  const limit = page.getByRole('group').filter({ hasText: 'Finance can refund' })
  await limit.getByLabel('Naira').fill('500')
  await limit.getByLabel('Reason').fill('Small ones')
  await limit.getByRole('button').click()
  await expect(page.locator('summary', { hasText: 'Finance can refund ₦500' })).toBeVisible()

  await page.context().clearCookies()
  const email = await newPlayer()
  await app.services.db.execute(
    sql`update users set role = 'admin', staff_roles = '{finance}' where email = ${email}`,
  )
  await page.setViewportSize(DESKTOP)
  await page.goto('/admin/money')
  const sidebar = page.getByRole('navigation', { name: 'Staff', exact: true })
  expect(await sidebar.getByRole('link').allInnerTexts()).toEqual([
    'My Dashboard',
    'Money',
    'Payments',
    'Player screens',
  ])
  await expect(page.getByRole('region', { name: 'Prices' })).not.toContainText('Finance can refund')
  await page.goto(`/admin/payments?payment=${reference}`)
  await page.locator('summary', { hasText: 'Refund up to ₦500' }).click()
  const form = page.getByRole('group').filter({ hasText: 'Refund up to' })
  await form.getByLabel('Reason').fill('A slow week')
  await form.getByRole('button').click()
  await expect(page.getByText('Refund of ₦500: asked')).toBeVisible()
  await expect(page.getByText('You can refund ₦500 of one payment, with its earlier refunds.')).toBeVisible()
  await page.setViewportSize(PHONE)
  const bar = page.getByRole('navigation', { name: 'Staff, most used' })
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'Payments', 'Money'])
  await runJobs()
})

test('a browser without the Navigation API shows the vouchers too', async ({ page, signIn }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'navigation'))
  await signIn('admin')
  await page.goto('/admin/vouchers')
  expect(await page.evaluate(() => 'navigation' in globalThis)).toBe(false)
  const vouchers = page.getByRole('main')
  await vouchers.locator('summary', { hasText: 'Make a batch' }).click()
  const form = vouchers.getByRole('group').filter({ hasText: 'Make a batch' })
  await form.getByLabel('Kiosk').fill('Adaeze, Ikeja')
  await form.getByLabel('Reason').fill('Kiosk at Yaba')
  await form.getByRole('button').click()
  await expect(page.getByRole('list', { name: 'Vouchers' }).getByRole('listitem')).toHaveCount(24)
  await page.getByLabel('I have saved the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(vouchers).toContainText(/left\s*24/)
})

test('an owner prints vouchers, and a player uses one once', async ({ page, newPlayer, signIn }) => {
  await signIn('admin')
  await page.setViewportSize(DESKTOP)
  await page.goto('/admin/results')
  await page.getByRole('link', { name: 'Vouchers' }).first().click()
  const vouchers = page.getByRole('main')
  await vouchers.locator('summary', { hasText: 'Make a batch' }).click()
  const form = vouchers.getByRole('group').filter({ hasText: 'Make a batch' })
  await form.getByLabel('Kiosk').fill('Adaeze, Ikeja')
  await form.getByLabel('Reason').fill('Kiosk at Yaba')
  await form.getByLabel('Vouchers').fill('0')
  await form.getByRole('button').click()
  await expect(form).toContainText('Make at least one voucher.')
  await form.getByLabel('Vouchers').fill('3')
  await form.getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Vouchers of batch \d+$/ })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Vouchers' }).locator('strong').allTextContents()
  expect(codes).toHaveLength(3)
  // Every way of leaving asks first; here the owner stays.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type() === 'beforeunload' ? 'beforeunload' : dialog.message())
    void dialog.dismiss()
  })
  const text = expect.stringContaining('The codes do not work before you confirm that you have them')
  for (const [way, leave, said] of [
    ['a link', () => page.getByRole('link', { name: 'Results' }).first().click(), text],
    ['Back', () => page.evaluate(() => history.back()), text],
    ['keys', () => page.keyboard.type('gr'), text],
    ['another document', () => page.evaluate(() => location.assign('/results')), 'beforeunload'],
  ] as const) {
    await leave()
    await expect.poll(() => asked.splice(0), { message: way }).toEqual([said])
    await expect(page.getByRole('list', { name: 'Vouchers' }), way).toContainText(codes[2]!)
    expect(new URL(page.url()).pathname, way).toBe('/admin/vouchers')
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain(codes[2]!)
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.getByLabel('I have saved the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(vouchers).toContainText(/left\s*3/)
  await expect(vouchers).not.toContainText('do not work yet')
  expect(asked).toEqual([])
  await vouchers.locator('summary', { hasText: 'Enter what was sold' }).first().click()
  const sold = vouchers.getByRole('group').filter({ hasText: 'Enter what was sold' }).first()
  await sold.getByLabel('Sold').fill('2')
  await sold.getByLabel('Reason').fill('Friday')
  await sold.getByRole('button').click()
  await expect(vouchers).toContainText('₦3,000')
  // Nobody can show them again.
  await expect(page.getByRole('main')).not.toContainText(codes[0]!)

  await page.context().clearCookies()
  await newPlayer()
  await page.goto(`/dashboard/payment-channel?voucher=${codes[0]!.replaceAll('-', '')}`)
  const own = page.getByRole('form', { name: 'Voucher' })
  await own.getByRole('button').click()
  await expect(own.getByRole('alert')).toContainText(/^Your Pro plan is active until the end of /)
  await expect(page.getByRole('main')).toContainText('Your plan is Pro')
  await own.getByLabel('Voucher code').fill('2222-2222-2223')
  await own.getByRole('button').click()
  await expect(own).toContainText('This is not a voucher code.')

  await page.context().clearCookies()
  await newPlayer()
  await page.goto('/dashboard/payment-channel')
  await own.getByLabel('Voucher code').fill(codes[0]!.toLowerCase())
  await own.getByRole('button').click()
  await expect(own).toContainText('This voucher was used before. Each works once.')
  await expect(own.getByLabel('Voucher code')).toHaveValue(codes[0]!.toLowerCase())
  expect(await axeFindings(page)).toEqual([])
})
