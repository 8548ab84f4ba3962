import { sql } from 'drizzle-orm'
import { addGrant } from '../../src/money/server/ledger/grant.ts'
import { expectAccessible } from './accessible.ts'
import { scrollsSideways } from './app.ts'
import { expect, fillLogin, heading, logIn, newEmail, PASSWORD, test } from './stand-ins.ts'

// Each specified message of the login, through its real cause.

test('an unverified email is refused with its message, and the mail can be resent; a mailed link opened in the browser of the sign-up verifies the account immediately', async ({
  page,
  signUp,
  mailsTo,
  linkTo,
  context,
  app,
}) => {
  const email = newEmail()
  await signUp(email, { verified: false })
  await expect(logInAgain()).resolves.toBeUndefined()
  async function logInAgain() {
    await logIn(page, email)
    await expect(page.getByRole('alert')).toHaveText(
      'Please verify your email before logging in. Check your inbox.',
    )
  }
  const resend = page.getByRole('button', { name: 'Resend Verification Email' })
  await resend.click()
  await expect(page.getByRole('alert')).toHaveText('Verification email resent. Please check your inbox.')
  expect(await mailsTo(email, 2)).toHaveLength(2)

  await test.step('too many resends show when to try again', async () => {
    await resend.click()
    await expect(page.getByRole('alert')).toContainText('resent')
    await expect(resend).toBeEnabled()
    await resend.click()
    await expect.poll(async () => (await mailsTo(email)).length).toBe(4)
    await expect(resend).toBeEnabled()
    await resend.click()
    await expect(page.getByRole('alert')).toHaveText(
      /^Failed to resend email\. Try again later\. Too many tries/,
    )
  })

  // With another e-mail in the form the page does not know whose login failed.
  await page.getByLabel('Email').fill('other@example.com')
  await resend.click()
  await expect(page.getByRole('alert')).toHaveText('Unable to resend. Please try logging in again first.')

  await logInAgain()
  await context.setOffline(true)
  await resend.click()
  await expect(page.getByRole('alert')).toHaveText('No internet connection. Please check your network.')
  await context.setOffline(false)

  // In a signed-out browser the mailed link asks for a click and then opens the login.
  await page.goto(await linkTo(email, 4))
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toHaveText(/^Your email is verified/)
  await logIn(page, email)
  await expect(heading(page, 'Games Results')).toBeVisible()

  await page.context().clearCookies()
  await test.step('a mailed link opened in the browser of the sign-up verifies the account immediately', async () => {
    const email = newEmail()
    await page.goto('/signup')
    await page.getByLabel('Username').fill('Sade')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('I am 18 or older').check()
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Verification email sent. Please check your inbox.')
    await expect(page).toHaveURL(/\/confirmation/)
    await expect(heading(page, 'Welcome, Sade')).toBeVisible()

    await page.goto('/dashboard')
    const reminder = page.locator('summary', { hasText: 'Verify your email' })
    await expect(reminder).toHaveText('Verify your email, or you cannot log in next time.')
    const { db, clock } = app.services
    const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = ${email}`)
    const days = { length: { days: 30 }, kind: 'gift', reason: 'test' } as const
    const now = await clock.now(db)
    await db.transaction((tx) => addGrant(tx, now, { userId: rows[0]!.id, plan: 'pro', ...days }))
    await page.reload()
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(reminder).toHaveText('Verify your email. Your plan is active.')
      // One line of a size that a finger hits.
      expect((await reminder.boundingBox())!.height).toBeLessThanOrEqual(46)
      expect(await scrollsSideways(page)).toBe(false)
    }
    await reminder.click()
    await expect(
      page.getByText(`Open the link in our mail to ${email}. It works for 60 minutes.`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Resend Verification Email' }).click()
    await expect(page.getByText('Verification email resent. Please check your inbox.')).toBeVisible()
    await expectAccessible(page, 'an open reminder of the verification')
    await page.goto(await linkTo(email, 2))
    expect((await mailsTo(email))[0]!.text).toContain('The link works for 1 hour.')
    await expect(page.getByRole('alert')).toContainText('Your email is verified')
    await page.goto('/dashboard')
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(reminder).toHaveCount(0)
  })
})

test('the session survives a restart of the browser, and each late failure of a login shows its message', async ({
  page,
  context,
  signUp,
  app,
}) => {
  const email = newEmail()
  await signUp(email)
  await logIn(page, email)
  await expect(heading(page, 'Games Results')).toBeVisible()
  const session = (await context.cookies()).find(({ name }) => name.endsWith('session_token'))!
  expect(session.httpOnly).toBe(true)
  expect(session.expires * 1000 - Date.now()).toBeGreaterThan(30 * 86_400_000)
  // Scripts can read nothing that gives access to the account.
  const stored = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
  )
  expect(stored).not.toContain(decodeURIComponent(session.value).split('.')[0])
  expect(stored).not.toContain('eyJ')
  await context.clearCookies()

  await page.route('**/api/setSession', async (route) => {
    const { token } = route.request().postDataJSON() as { token: string }
    await route.continue({ postData: JSON.stringify({ token: `${token}x` }) })
  })
  await logIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Session creation failed')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.unrouteAll()

  const { db } = app.services
  for (const call of ['auth/token', 'setSession', 'me'])
    await test.step(`the account is deleted before the call ${call}`, async () => {
      await context.clearCookies()
      await page.goto('/login')
      await page.route(`**/api/${call}`, async (route) => {
        await db.execute(sql`update users set deleted_at = now() where email = ${email}`)
        await route.continue()
      })
      await fillLogin(page, email)
      await expect(page.getByRole('alert')).toHaveText('User not found')
      await page.unrouteAll()
      await db.execute(sql`update users set deleted_at = null where email = ${email}`)
    })

  await context.clearCookies()
  for (let i = 0; i < 10; i++) await app.services.limits.consume('loginAccount', email)
  await logIn(page, email)
  await expect(page.getByRole('alert')).toHaveText(
    /^Login failed! Invalid credentials\. Too many tries\. Please try again in 15 minutes, or reset your password\.$/,
  )
})
