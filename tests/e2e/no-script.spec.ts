// Pages without script, as a slow phone shows them first.
import { sql } from 'drizzle-orm'
import { VISITOR_CHECK } from '../../src/domain/accounts/visitor-check.ts'
import { expect, heading, logOut, test } from './app.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a player signs up, logs out and logs in by plain forms, which keep the input', async ({
    page,
    app,
  }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await expect(page.getByRole('heading', { name: 'Sign Up Page' })).toBeVisible()
    await page.getByLabel('Username').fill('Ngozi')
    await page.getByLabel('Email').fill('free@lotto.test')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('I am 18 or older').check()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /At least 8 characters\.$/,
    )
    await expect(page.getByLabel('Username')).toHaveValue('Ngozi')
    await page.getByLabel('Password', { exact: true }).fill('long enough it is')
    await page.getByLabel('I am 18 or older').check()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toHaveText('Email already in use. Try logging in.')
    await expect(page.getByLabel('Email')).toHaveValue('free@lotto.test')

    const email = `ngozi-${Date.now()}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('long enough it is')
    await page.getByLabel('I am 18 or older').check()
    // A form that is sent faster than a person types gets a check by mail.
    await page.waitForTimeout(VISITOR_CHECK.fastestFormMs)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL(/\/confirmation\?notice=verification-sent$/)
    await expect(page.getByRole('alert')).toContainText('Verification email sent. Please check your inbox.')
    await expect(heading(page, 'Welcome, Ngozi')).toBeVisible()

    await page.goto('/dashboard')
    await logOut(page)
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong it is')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed! Invalid credentials.')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    const logIn = async () => {
      await page.getByLabel('Password', { exact: true }).fill('long enough it is')
      await page.getByRole('button', { name: 'Login' }).click()
    }
    await logIn()
    await expect(page.getByRole('alert')).toHaveText(
      'Please verify your email before logging in. Check your inbox.',
    )
    await page.getByRole('button', { name: 'Resend Verification Email' }).click()
    await expect(page.getByRole('alert')).toHaveText('Verification email resent. Please check your inbox.')
    await app.services.db.execute(sql`update users set email_verified = true where email = ${email}`)
    await logIn()
    await expect(heading(page, 'Games Results')).toBeVisible()
  })

  test('results can be read and searched by a plain form, and every year has a page', async ({
    page,
    visit,
    ask,
  }) => {
    await visit('free', '/dashboard/past-results')
    const bare = (await ask('/api/results')) as { table: { game: string; rows: unknown[] } }
    const rows = page.getByRole('table').getByRole('rowheader')
    await expect(rows).toHaveCount(bare.table.rows.length)
    await expect(page.getByLabel('Game', { exact: true })).toHaveValue(bare.table.game)

    // A number and Search are enough.
    const answers = page.getByRole('status', { name: 'Answer' }).locator('b')
    const countOf = async (query: string) =>
      ((await ask(`/api/results?${query}`)) as { found: { findings: { count: number }[] } }).found
        .findings[0]!.count
    const number = page.getByLabel('Number', { exact: true })
    await number.fill('07')
    await page.getByLabel('Game', { exact: true }).selectOption('Diamond')
    await page.getByRole('button', { name: 'Search' }).click()
    const any = await countOf('number=7&type=winning&position=any_box&game=diamond')
    await expect(answers).toHaveText(`"7" in Any box (winning) is found ${any} time(s).`)
    await expect(number).toHaveValue('07')

    // Rows can be added, and each keeps its own choices.
    await page.getByRole('button', { name: 'Add a row' }).click()
    const second = page.getByRole('group', { name: 'Search 2' })
    await second.getByLabel('Number', { exact: true }).fill('8')
    await second.getByText('Machine', { exact: true }).click()
    await second.getByText('Last', { exact: true }).click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(answers).toHaveCount(2)
    const last = await countOf('number=8&type=machine&position=last_box&game=diamond')
    await expect(answers.filter({ hasText: '"8"' })).toContainText(
      last > 0
        ? `"8" in Last box (machine) is found ${last} time(s).`
        : 'No "8" found in Last box (machine) yet.',
    )
    await expect(second.getByRole('radio', { name: 'Machine' })).toBeChecked()
    await expect(
      page.getByRole('group', { name: 'Search 1' }).getByRole('radio', { name: 'Any box' }),
    ).toBeChecked()

    const { table } = (await ask('/api/results?game=diamond')) as {
      table: { years: [number, number]; draws: number }
    }
    const before = table.years[1]
    await page
      .getByRole('main')
      .getByRole('link', { name: String(before), exact: true })
      .click()
    const year = (await ask(`/api/results?game=diamond&year=${before}`)) as { table: { draws: number } }
    await page.getByRole('link', { name: `All of ${before}` }).click()
    await expect(page.getByRole('table', { name: `Diamond ${before}` })).toBeVisible()
    await expect(rows).toHaveCount(year.table.draws)
  })

  for (const [person, path, title, content] of [
    ['free', '', 'Overview', 'draws to search'],
    ['pro', '/prediction', 'Prediction / Forecast (Premium)', 'Checked'],
    ['pro', '/frequent-numbers?window=30', 'Frequent Numbers (Premium)', '30 draws'],
    ['pro', '/moving-numbers', 'Moving Numbers', 'draws sharing a number with the next'],
    ['pro', '/statistics', 'Statistics', 'No column has shown that it tells the next draw.'],
    ['free', '/day-result', 'Day Result', 'W Winning'],
    ['free', '/classification?number=7', 'Lotto Classification Chart', 'Enquivalent'],
    ['free', '/payment-channel', 'Payment Channels', '₦1,500'],
    ['free', '/ai?question=how+many+times+45+first+box', 'AI Assistant', 'times in'],
    ['free', '/ticket', 'Ticket Checker', '₦60'],
    ['free', '/frequent-numbers', 'Frequent Numbers (Premium)', 'Upgrade to Basic'],
  ] as const) {
    test(`/dashboard${path} is readable for ${person}`, async ({ page, visit }) => {
      await visit(person, `/dashboard${path}`)
      await expect(heading(page, title)).toBeVisible()
      await expect(page.getByRole('main')).toContainText(content)
      await expect(page.getByRole('main')).not.toContainText('Loading...')
    })
  }
})

test('only the build’s script files run', async ({ page, visit, complaints }) => {
  await visit('free', '/dashboard/ai?question=%3C/script%3E%3Cscript%3Ewindow.ran=1%3C/script%3E')
  await expect(heading(page, 'AI Assistant')).toBeVisible()
  const scripts = await page
    .locator('script')
    .evaluateAll((all) => all.map((script) => [script.getAttribute('type'), script.hasAttribute('src')]))
  expect(scripts.filter(([type, file]) => type !== 'application/json' && !file)).toEqual([])
  // The policy refuses an injected script.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = 1'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="/nothing" onerror="window.ran = 1">')
  })
  await expect.poll(() => complaints.length).toBe(2)
  expect(complaints.splice(0).join()).toMatch(/Content Security Policy/)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})
