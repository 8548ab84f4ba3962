import { DESKTOP, expect, heading, hold, PHONE, scrollsSideways, test } from './app.ts'

// The frame of the pages before the login.

test('the login shows the latest result, marked as sample data, and the plans, and fits a phone', async ({
  page,
  ask,
}) => {
  const { latest } = await ask('/api/public/latest-draw')
  await page.goto('/login')
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size)
    const head = page.getByRole('banner')
    await expect(head).toContainText(`Winning numbers: ${latest.winning.join(' - ')}`)
    await expect(head.getByText('Sample data')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Plans' }).getByRole('listitem')).toHaveText([
      'FreeResults, chart of numbers₦0',
      'BasicFrequent numbers, chart₦2,000 a year',
      'ProForecasts, live results₦1,500 a month',
    ])
    await expect(page.getByText('18+')).toBeVisible()
  }

  await test.step('the link for a forgotten password follows the fields', async () => {
    await page.setViewportSize(PHONE)
    await expect(heading(page, 'LOTTO FORECAST')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Login' })).toBeVisible()
    const foot = (await page.getByRole('link', { name: 'Sign up here' }).boundingBox())!
    expect(foot.y + foot.height).toBeLessThanOrEqual(PHONE.height)
    const password = (await page.getByLabel('Password').boundingBox())!
    const forgot = page.getByRole('link', { name: 'Forgot your password?' })
    expect((await forgot.boundingBox())!.y).toBeLessThan(password.y)

    await page.getByLabel('Email').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(forgot).toBeFocused()
    await page.getByRole('link', { name: 'All results' }).click()
    await expect(page.getByRole('main')).toContainText(latest.winning.join(' - '))
  })

  await test.step('with text of twice the size, a message does not make it scroll sideways', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/login?notice=link-invalid')
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await scrollsSideways(page)).toBe(false)
  })
})

test('a form that is sent before its script has run is answered by a page that works', async ({ page }) => {
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  // The answer to a resend is the login, at another address than the form's.
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/resend-verification'
    form.innerHTML = '<input name="email" value="nobody@example.com">'
    document.body.append(form)
    form.submit()
  })
  await expect(page.getByRole('alert')).toContainText('Verification email resent')
  letGo()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill('free@lotto.test')
  await page.getByLabel('Password').fill('not it')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed! Invalid credentials.')
})
