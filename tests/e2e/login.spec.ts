import { expect, test } from './app.ts'

test('a player logs in, reads real tables and logs out again', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill('free@lotto.test')
  await page.getByLabel('Password').fill('wrong-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed! Invalid credentials.')
  await expect(page.getByLabel('Email')).toHaveValue('free@lotto.test')

  await page.getByLabel('Password').fill('lotto-forecast-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard\/past-results$/)
  await expect(page.getByRole('heading', { name: 'Games Results' })).toBeVisible()
  await expect(page.getByText('Welcome, Funmi Free')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})
