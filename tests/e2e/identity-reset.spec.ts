import { expect, heading, logIn, newEmail, test } from './stand-ins.ts'

// Each specified message of the password reset, through its real cause, and the whole way by the mailed link.

test('the mailed link sets a new password once and ends every session; an unknown or invalid email and no network each show their message', async ({
  page,
  browser,
  app,
  signUp,
  linkTo,
  mailsTo,
  context,
}) => {
  const email = newEmail()
  await signUp(email)
  const elsewhere = await browser.newPage({ baseURL: app.url })
  await logIn(elsewhere, email)
  await expect(heading(elsewhere, 'Games Results')).toBeVisible()

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible()
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(page.getByRole('alert')).toHaveText('Password reset email sent! Check your inbox.')

  const link = await linkTo(email, 2)
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password$/)
  const field = page.getByLabel('New password')
  await field.fill('short')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(field).toHaveAccessibleDescription(/At least 8 characters\.$/)
  await field.fill('moin moin on sunday')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toContainText('Your password is changed.')
  expect((await mailsTo(email, 3))[0]!.subject).toContain('Your password was changed')

  await elsewhere.goto('/dashboard')
  await expect(elsewhere).toHaveURL(/\/login$/)
  await logIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Login failed! Invalid credentials.')
  await logIn(page, email, 'moin moin on sunday')
  await expect(heading(page, 'Games Results')).toBeVisible()

  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('alert')).toHaveText(/^This link is not valid/)
  await expect(elsewhere.getByLabel('New password')).toHaveCount(0)
  await elsewhere.getByRole('link', { name: 'Send a new link' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible()
  await expect(elsewhere.getByRole('alert')).toHaveCount(0)
  await elsewhere.close()

  await page.context().clearCookies()
  await test.step('an unknown or invalid email and no network each show their message', async () => {
    await page.goto('/forgot-password')
    const alert = page.getByRole('alert')
    const ask = async (email: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send Reset Email' }).click()
    }
    await ask('not an email')
    await expect(alert).toHaveText('Please enter a valid email.')
    await ask(newEmail('unknown'))
    await expect(alert).toHaveText('No account found with that email.')
    const email = newEmail()
    await signUp(email)
    await context.setOffline(true)
    await ask(email)
    await expect(alert).toHaveText('No internet connection. Please check your network.')
    await context.setOffline(false)
    for (let i = 0; i < 4; i++) {
      await ask(email)
      await expect(alert).toHaveText('Password reset email sent! Check your inbox.')
    }
    expect(await mailsTo(email, 2)).toHaveLength(2)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByRole('link', { name: 'Go back to login' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})
