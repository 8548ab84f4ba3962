import { expect, heading, hold, logOut, test } from './app.ts'

test('a player logs in, reads results and logs out; a new player signs up, sees what is missing, and chooses a plan', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  expect((await page.getByRole('heading', { name: 'Login' }).boundingBox())!.height).toBeGreaterThan(16)
  await page.getByLabel('Email').fill('free@lotto.test')
  await page.getByLabel('Password').fill('wrong-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed! Invalid credentials.')
  await expect(page.getByLabel('Email')).toHaveValue('free@lotto.test')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('No internet connection. Please check your network.')
  await context.setOffline(false)

  const letGo = await hold(page, '**/api/auth/sign-in/email')
  await page.getByLabel('Password').fill('lotto-forecast-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('status')).toHaveText('Please wait...')
  await expect(page.getByLabel('Email')).toBeHidden()
  const screen = { x: 0, y: 0, ...page.viewportSize()! }
  expect(await page.getByRole('status').boundingBox()).toEqual(screen)
  letGo()
  await expect(page).toHaveURL(/\/dashboard\/past-results$/)
  await expect(heading(page, 'Games Results')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Welcome, Funmi Free')

  await logOut(page)
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)

  await test.step('a new player signs up, sees what is missing, and chooses a plan', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign up here' }).click()
    await expect(page.getByRole('heading', { name: 'Sign Up Page' })).toBeVisible()
    const signUp = page.getByRole('button', { name: 'Sign Up', exact: true })
    await signUp.click()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Choose a username.')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email.')
    await expect(page.getByLabel('I am 18 or older')).toHaveAccessibleDescription(
      'You must be 18 or older to use Lotto Forecast.',
    )
    await page.getByLabel('Username').fill('  Ebele  ')
    await page.getByLabel('Email').fill('FREE@lotto.test')
    await page.getByLabel('Password', { exact: true }).fill('long enough it is')
    await page.getByLabel('I am 18 or older').check()
    await signUp.click()
    await expect(page.getByRole('alert')).toHaveText('Email already in use. Try logging in.')
    await page.getByLabel('Email').fill(`ebele-${Date.now()}@example.com`)
    await signUp.click()
    await expect(heading(page, 'Welcome, Ebele')).toBeVisible()
    await expect(page).toHaveURL(/\/confirmation$/)
    await page.getByRole('button', { name: 'Continue with Free' }).click()
    await expect(heading(page, 'Games Results')).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Free plan')
  })
})
