import { expect, newEmail, PASSWORD, test } from './stand-ins.ts'
import type { Page } from '@playwright/test'

// Each specified message of the sign-up, through its real cause.

async function fill(page: Page, email: string, password = PASSWORD) {
  await page.goto('/signup')
  await page.getByLabel('Username').fill('Sade')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('I am 18 or older').check()
}
const press = (page: Page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click()

test('the rules of the fields are visible; no network, an email in use, a common password and a failure show their messages and keep the input', async ({
  page,
  context,
  signUp,
}) => {
  await page.goto('/signup')
  await expect(page.getByLabel('I am 18 or older')).not.toBeChecked()
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(password).toHaveAccessibleDescription(/At least 8 characters.*common passwords are refused/)
  await password.fill('shown?')
  await page.getByLabel('Show password').check()
  await expect(password).toHaveAttribute('type', 'text')

  await test.step('each failure shows its message and keeps the input', async () => {
    const taken = newEmail()
    await signUp(taken)
    await fill(page, taken)
    await context.setOffline(true)
    await press(page)
    await expect(page.getByRole('alert')).toHaveText('No internet connection. Please check your network.')
    await context.setOffline(false)
    await press(page)
    await expect(page.getByRole('alert')).toHaveText('Email already in use. Try logging in.')
    await expect(page.getByLabel('Username')).toHaveValue('Sade')

    for (const [password, words] of [
      ['password1', /commonly used/],
      ['lottoforecast1', /too easy to guess/],
    ] as const) {
      await page.getByLabel('Password', { exact: true }).fill(password)
      await press(page)
      await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(words)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })
})
