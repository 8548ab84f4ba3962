// Logins and sign-ups behind an address that many people share.
import type { Page } from '@playwright/test'
import { RATE_LIMITS, type RateLimit } from '../../src/platform/rules/access/rate-limits.ts'
import type { Running } from '../../src/app/server/server.ts'
import { expect, heading, newEmail, PASSWORD, test } from './stand-ins.ts'

const ADDRESS = '127.0.0.1'
async function crowd({ services: { limits } }: Running, limit: RateLimit, key = ADDRESS): Promise<void> {
  for (let i = 0; i < RATE_LIMITS[limit].points; i++) await limits.take(limit, key)
}
test.afterEach(async ({ app }) => {
  const { limits } = app.services
  for (const limit of ['signUpAddress', 'signUpHasty', 'loginAddress'] as const)
    await limits.reset(limit, ADDRESS)
  for (const purpose of ['login', 'sign-up']) await limits.reset('checkedAddress', `${purpose} ${ADDRESS}`)
})

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Username').fill('Sade')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('I am 18 or older').check()
}
const pressSignUp = (page: Page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click()
async function fillLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('the hidden field is not displayed and not reached; the browser computes a proof of work, whose code it fetches only then', async ({
  page,
  app,
}) => {
  await page.goto('/signup')
  await expect(page.locator('input[name=trap]')).toBeHidden()
  const reached: (string | null)[] = []
  for (let i = 0; i < 15; i++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement!.getAttribute('name')))
  }
  expect(reached).toEqual(expect.arrayContaining(['username', 'email', 'password']))
  expect(reached).not.toContain('trap')

  await test.step('the browser computes a proof of work, whose code it fetches only then', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await page.goto('/signup')
    await fillSignUp(page, newEmail())
    await crowd(app, 'signUpAddress')
    expect(scripts.filter((path) => path.includes('compute-work'))).toEqual([])
    await pressSignUp(page)
    await expect(page).toHaveURL(/\/confirmation/)
    expect(scripts.filter((path) => path.includes('compute-work'))).toHaveLength(1)
  })
})

test('beyond what proofs of work open, a mailed link opens the login', async ({
  page,
  app,
  signUp,
  linkTo,
}) => {
  const email = newEmail()
  await signUp(email)
  await crowd(app, 'loginAddress')
  await crowd(app, 'checkedAddress', `login ${ADDRESS}`)
  await page.goto('/login')
  await fillLogin(page, email)
  await expect(page.getByRole('alert')).toHaveText(/^Many people use your network at the moment\. /)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^If this email has an account, we email it a link\. /)
  await page.goto(await linkTo(email, 2))
  await expect(page.getByRole('alert')).toContainText('You can continue in this browser now.')
  await fillLogin(page, email)
  await expect(heading(page, 'Games Results')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a mailed link opens the sign-up', async ({ page, app, linkTo }) => {
    const email = newEmail()
    await crowd(app, 'signUpAddress')
    await page.goto('/signup')
    await fillSignUp(page, email)
    await pressSignUp(page)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^We email you a link\. /)
    await page.goto(await linkTo(email))
    await fillSignUp(page, email)
    await pressSignUp(page)
    await expect(page).toHaveURL(/\/confirmation/)
  })
})
