import { sql } from 'drizzle-orm'
import {
  expect,
  forgetSession,
  heading,
  logIn,
  newEmail,
  openGoogle,
  PASSWORD,
  slowGoogle,
  test,
  throughGoogle,
} from './stand-ins.ts'

// Google's pop-up on both screens. Its outcomes are tested in google-sign-in.test.ts, their messages in google.test.ts.
const LOGIN = 'Sign in with Google'
const SIGN_UP = 'Sign Up with Google'

test('the first sign-in creates an account, asks for the age and opens the plans; the next one logs in', async ({
  page,
  context,
  ask,
}) => {
  const email = newEmail('google')
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email })
  await expect(heading(page, 'Welcome, No name')).toBeVisible()
  await expect(page).toHaveURL(/\/confirmation$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/confirmation$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('I am 18 or older')).toHaveAccessibleDescription(
    'You must be 18 or older to use Lotto Forecast.',
  )
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Continue with Free' })).toBeVisible()
  expect(await ask('/api/me')).toMatchObject({
    email,
    username: 'No name',
    role: 'user',
    admin: false,
    subscription: 'free',
  })

  await forgetSession(context)
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email })
  await expect(heading(page, 'Games Results')).toBeVisible()
})

const BLOCKED = 'Your browser did not open the window of Google. Allow pop-ups for this site.'

test('a cancelled, closed or blocked window and a lost network each show the message of the screen', async ({
  page,
  context,
}) => {
  for (const [path, button, cancelled, blocked] of [
    ['/login', LOGIN, 'Google login failed. Try again.', `Google login failed. Try again. ${BLOCKED}`],
    ['/signup', SIGN_UP, 'Google sign-in was canceled.', `Google sign-up failed: ${BLOCKED}`],
  ] as const) {
    await page.goto(path)
    const alert = page.getByRole('alert')
    const google = await openGoogle(page, button)
    await google.getByRole('button', { name: 'Cancel' }).click()
    await expect(alert).toHaveText(cancelled)

    await context.setOffline(true)
    await page.getByRole('button', { name: button }).click()
    await expect(alert).toHaveText('No internet connection. Please check your network.')
    expect(context.pages()).toHaveLength(1)
    await context.setOffline(false)

    await page.evaluate(() => void (window.open = () => null))
    await page.getByRole('button', { name: button }).click()
    await expect(alert).toHaveText(blocked)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
})

test.describe('on a slow network, from a pop-up that looks closed before its end', () => {
  test.beforeEach(({ context, app }) => slowGoogle(context, app))

  test('an account with a password is named, a cancel is one, and a new account goes on to its plan', async ({
    page,
    signUp,
  }) => {
    const email = newEmail()
    await signUp(email, { verified: false })
    await page.goto('/login')
    await throughGoogle(page, LOGIN, { email })
    await expect(page.getByRole('alert')).toContainText('already registered with a password')
    await page.goto('/signup')
    const google = await openGoogle(page, SIGN_UP)
    await google.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveText('Google sign-in was canceled.')
    await throughGoogle(page, SIGN_UP, { email: newEmail('google'), name: 'Ngozi <b>G</b>' })
    await expect(page).toHaveURL(/\/confirmation$/)
    await expect(heading(page, 'Welcome, Ngozi <b>G</b>')).toBeVisible()
  })

  test('the profile links Google, and a closed window links nothing; Google then logs in, and can be unlinked', async ({
    page,
    context,
    signUp,
    mailsTo,
  }) => {
    const email = newEmail()
    await signUp(email)
    await logIn(page, email)
    await page.getByLabel('Account').click()
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
    await (await openGoogle(page, 'Link Google')).close()
    await expect(page.getByText('Google sign-in was canceled.')).toBeVisible()
    await expect(page.getByText('Google is linked.')).toBeHidden()
    const google = newEmail('mine')
    await throughGoogle(page, 'Link Google', { email: google })
    await expect(page.getByText('Google is linked.')).toBeVisible()
    expect((await mailsTo(email, 2))[0]!.subject).toContain('Google sign-in was added')

    await forgetSession(context)
    await page.goto('/login')
    await throughGoogle(page, LOGIN, { email: google })
    await expect(heading(page, 'Games Results')).toBeVisible()
    await page.goto('/dashboard/profile')
    await page.getByRole('button', { name: 'Unlink Google' }).click()
    await expect(page.getByText('Google is unlinked.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible()
  })
})

test('another Google account does not confirm the identity, and Google stays until there is a password', async ({
  page,
  app,
}) => {
  const [email, other] = [newEmail('mine'), newEmail('other')]
  const confirmAge = async () => {
    await page.getByLabel('I am 18 or older').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Continue with Free' })).toBeVisible()
    await page.goto('/dashboard/profile')
  }
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email, name: 'Ife' })
  await confirmAge()
  const { db } = app.services
  await db.execute(
    sql`update sessions set proven_at = now() - interval '11 minutes'
        where user_id = (select id from users where email = ${email})`,
  )
  await page.getByLabel('I want to delete my account for good').check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await throughGoogle(page, 'Confirm with Google', { email: other, name: 'Another' })
  await expect(page.getByRole('alert')).toContainText('That was another account. Nothing was changed')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('main').getByText(other)).toBeVisible()
  const { rows } = await db.execute(sql`select 1 from users where email in (${email}, ${other})`)
  expect(rows).toHaveLength(2)

  await page.goto('/confirmation')
  await confirmAge()
  await expect(page.getByText('Google is your only login method.')).toBeVisible()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
})
