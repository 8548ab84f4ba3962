import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
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

// Google's pop-up on both screens: each specified message of external logins, through its real cause.
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

test('an account created on the sign-up screen has the name from Google', async ({ page }) => {
  await page.goto('/signup')
  await throughGoogle(page, SIGN_UP, { email: newEmail('google'), name: 'Ngozi <b>G</b>' })
  await expect(heading(page, 'Welcome, Ngozi <b>G</b>')).toBeVisible()
})

const BLOCKED = 'Your browser did not open the window of Google. Allow pop-ups for this site.'

for (const way of ['cancelled', 'closed', 'blocked'] as const) {
  test(`a window that is ${way}`, async ({ page }) => {
    test.setTimeout(60_000)
    if (way === 'blocked') await page.addInitScript(() => (window.open = () => null))
    for (const [path, button, sentence, blocked] of [
      ['/login', LOGIN, 'Google login failed. Try again.', `Google login failed. Try again. ${BLOCKED}`],
      ['/signup', SIGN_UP, 'Google sign-in was canceled.', `Google sign-up failed: ${BLOCKED}`],
    ] as const) {
      await page.goto(path)
      if (way === 'blocked') await page.getByRole('button', { name: button }).click()
      else {
        const google = await openGoogle(page, button)
        if (way === 'cancelled') await google.getByRole('button', { name: 'Cancel' }).click()
        else {
          await google.close()
          // The outcome may still be on its way.
          await page.waitForTimeout(7000)
          await expect(page.getByRole('alert')).toHaveCount(0)
        }
      }
      await expect(page.getByRole('alert')).toHaveText(way === 'blocked' ? blocked : sentence, {
        timeout: 10_000,
      })
      await expect(page.getByLabel('Email')).toBeVisible()
    }
  })
}

test.describe('on a slow network, from a pop-up that looks closed before its end', () => {
  test.beforeEach(async ({ context, app }) => {
    test.setTimeout(60_000)
    await slowGoogle(context, app)
  })

  test('a new account goes on to its plan', async ({ page }) => {
    await page.goto('/signup')
    await throughGoogle(page, SIGN_UP, { email: newEmail('google') })
    await expect(page).toHaveURL(/\/confirmation$/, { timeout: 15_000 })
  })

  test('an account with a password is named, and a cancel is one', async ({ page, signUp }) => {
    const email = newEmail()
    await signUp(email, { verified: false })
    await page.goto('/login')
    await throughGoogle(page, LOGIN, { email })
    await expect(page.getByRole('alert')).toContainText('already registered with a password', {
      timeout: 15_000,
    })
    await page.goto('/signup')
    const google = await openGoogle(page, SIGN_UP)
    await google.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveText('Google sign-in was canceled.', { timeout: 15_000 })
  })

  test('the profile links Google', async ({ page, signUp }) => {
    const email = newEmail()
    await signUp(email)
    await logIn(page, email)
    await expect(heading(page, 'Games Results')).toBeVisible()
    await page.goto('/dashboard/profile')
    await throughGoogle(page, 'Link Google', { email: newEmail('mine') })
    await expect(page.getByText('Google is linked.')).toBeVisible({ timeout: 15_000 })
  })
})

test('an email that already has a password', async ({ page, signUp }) => {
  const email = newEmail()
  await signUp(email, { verified: false })
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email })
  await expect(page.getByRole('alert')).toHaveText(
    'This email is already registered with a password. Please log in using your email and password first. Then you can link Google login from your profile.',
  )
  await page.goto('/signup')
  await throughGoogle(page, SIGN_UP, { email })
  await expect(page.getByRole('alert')).toHaveText('Email already in use. Try logging in instead.')
})

test('an email of another Google account', async ({ page, context }) => {
  const email = newEmail('google')
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email, sub: `first-${email}` })
  await expect(page).toHaveURL(/\/confirmation$/)
  await forgetSession(context)
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email, sub: `second-${email}` })
  await expect(page.getByRole('alert')).toHaveText(
    'This email is linked with a different sign-in method: another Google account. Please use that method to log in.',
  )
})

test('a record that staff added is not claimed by Google', async ({ page, app }) => {
  const email = newEmail('added')
  await app.services.db.execute(
    sql`insert into users (id, username, email, role) values (${randomUUID()}, 'Added', ${email}, 'admin')`,
  )
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email })
  await expect(page.getByRole('alert')).toHaveText('Login failed due to an account conflict.')
})

test('a failure at Google, and no network', async ({ page, context, googleMode }) => {
  await googleMode({ status: 500, only: '/token' })
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email: newEmail('google') })
  await expect(page.getByRole('alert')).toHaveText('Google login failed. Try again.')
  await page.goto('/signup')
  await throughGoogle(page, SIGN_UP, { email: newEmail('google') })
  await expect(page.getByRole('alert')).toHaveText(
    'Google sign-up failed: Google did not confirm who you are. Please try again.',
  )
  await googleMode({})
  for (const [path, button] of [
    ['/login', LOGIN],
    ['/signup', SIGN_UP],
  ] as const) {
    await page.goto(path)
    await context.setOffline(true)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert')).toHaveText('No internet connection. Please check your network.')
    expect(context.pages()).toHaveLength(1)
    await context.setOffline(false)
  }
})

test('Google linked in the profile logs in, and can be unlinked', async ({
  page,
  context,
  signUp,
  mailsTo,
}) => {
  const email = newEmail()
  await signUp(email)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Account').click()
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await expect(heading(page, 'Profile')).toBeVisible()
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

test('Google cannot be unlinked until the account has a password', async ({ page }) => {
  const email = newEmail('google')
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email, name: 'Ife' })
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Continue with Free' })).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByText('Google is your only login method.')).toBeVisible()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
})

test('a closed window links nothing and shows a message', async ({ page, signUp }) => {
  const email = newEmail()
  await signUp(email)
  await logIn(page, email)
  await expect(heading(page, 'Games Results')).toBeVisible()
  await page.goto('/dashboard/profile')
  const google = await openGoogle(page, 'Link Google')
  await google.close()
  await expect(page.getByText('Google sign-in was canceled.')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Google is linked.')).toBeHidden()
})

test('another Google account does not confirm the identity, and neither account changes', async ({
  page,
  app,
}) => {
  const [email, other] = [newEmail('mine'), newEmail('other')]
  await page.goto('/login')
  await throughGoogle(page, LOGIN, { email, name: 'Ife' })
  await page.getByLabel('I am 18 or older').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Continue with Free' })).toBeVisible()
  const { db } = app.services
  await db.execute(
    sql`update sessions set proven_at = now() - interval '11 minutes'
        where user_id = (select id from users where email = ${email})`,
  )
  await page.goto('/dashboard/profile')
  await page.getByLabel('I want to delete my account for good').check()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await throughGoogle(page, 'Confirm with Google', { email: other, name: 'Another' })
  await expect(page.getByRole('alert')).toContainText('That was another account. Nothing was changed')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('main').getByText(other)).toBeVisible()
  const { rows } = await db.execute(sql`select 1 from users where email in (${email}, ${other})`)
  expect(rows).toHaveLength(2)
})
