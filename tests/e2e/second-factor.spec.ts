// A second factor: its set-up, its code at each login, and again before sensitive changes.
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import type { Running } from '../../src/app/server/server.ts'
import { AuthenticatorApp } from '../support/second-factor.ts'
import { axeFindings, logOut, PHONE, scrollsSideways, test as ownTest } from './app.ts'
import {
  expect,
  heading,
  fillLogin,
  logIn,
  newEmail,
  PASSWORD,
  slowGoogle,
  test,
  throughGoogle,
} from './stand-ins.ts'

/** The findings of axe, and whether the screen is too wide. */
async function flawsOf(page: Page): Promise<string[]> {
  const found = await axeFindings(page)
  return (await scrollsSideways(page)) ? [...found, 'too wide'] : found
}

/** Sets up a second factor on its screen. @returns the app and the recovery codes */
async function setUp(page: Page): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = await page.getByText(/^([A-Z2-7]{4} ){9}[A-Z2-7]{4}$/).textContent()
  const app = new AuthenticatorApp(key!.replaceAll(' ', ''))
  await page.getByLabel('Code', { exact: true }).fill(await app.code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return { app, codes: await list.getByRole('listitem').allTextContents() }
}
/** Makes the proof of identity of an account older than ten minutes. */
const expireProof = (app: Running, email: string) =>
  app.services.db.execute(
    sql`update sessions set proven_at = now() - interval '11 minutes'
        where user_id = (select id from users where email = ${email})`,
  )

test('a player sets up a second factor on a phone, and each login asks for its code', async ({
  page,
  signUp,
}) => {
  const email = newEmail()
  await signUp(email)
  await logIn(page, email)
  await expect(heading(page, 'Games Results')).toBeVisible()
  await page.goto('/dashboard/profile')
  await page.getByRole('link', { name: 'Set up second factor' }).click()
  await expect(heading(page, 'Second factor')).toBeVisible()
  await page.setViewportSize(PHONE)

  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the app' })).toHaveAttribute(
    'href',
    /^otpauth:\/\/totp\//,
  )
  expect(await flawsOf(page)).toEqual([])
  await page.getByLabel('Code', { exact: true }).fill('123')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong\.$/)
  await page.reload()
  const { app } = await setUp(page)
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.goto('/dashboard')
  await logOut(page)
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/dashboard/slip')
  await fillLogin(page, email)
  await expect(page).toHaveURL('/login/code?from=%2Fdashboard%2Fslip')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(app.wrong())
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong\.$/)
  await page.getByLabel('Code', { exact: true }).fill(await app.code())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'My slip')).toBeVisible()
})

test('new recovery codes and turning it off ask for password and code; a login by Google asks for it too and accepts a recovery code', async ({
  page,
  signUp,
  context,
  app: server,
}) => {
  const email = newEmail()
  await signUp(email)
  await logIn(page, email)
  await expect(heading(page, 'Games Results')).toBeVisible()
  await page.goto('/dashboard/second-factor')
  const { app, codes } = await setUp(page)
  await context.clearCookies()
  await slowGoogle(context, server)
  await page.goto('/login')
  await throughGoogle(page, 'Sign in with Google', { email })
  await expect(page).toHaveURL(/\/login\/code$/)
  await page.getByLabel('Code', { exact: true }).fill(codes[0]!)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Games Results')).toBeVisible()

  await test.step('new recovery codes and turning it off ask for password and code', async () => {
    await page.goto('/dashboard/second-factor')
    await expireProof(server, email)
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByLabel('Code', { exact: true }).fill(app.wrong())
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
      /This code is wrong\.$/,
    )
    expect(await flawsOf(page)).toEqual([])
    await dialog.getByLabel('Code', { exact: true }).fill(await app.code())
    await page.keyboard.press('Enter')
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await expect(list.getByRole('listitem')).toHaveCount(10)
    expect(await list.getByRole('listitem').allTextContents()).not.toContain(codes[0])
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  })
})

ownTest.describe('where admins need one', () => {
  ownTest.use({ own: true, settings: { adminFactor: 'on' } })

  ownTest('the admin area redirects to the set-up and opens after it', async ({ page }) => {
    await logIn(page, 'admin@lotto.test', DEMO_PASSWORD)
    await expect(heading(page, 'Second factor')).toBeVisible()
    await expect(page.getByText('The admin area opens when your account has a second factor.')).toBeVisible()
    await page.goto('/admin/users')
    await expect(page).toHaveURL(/\/dashboard\/second-factor$/)
    await setUp(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('link', { name: 'Admin area' }).click()
    await expect(heading(page, 'My Dashboard')).toBeVisible()
  })
})

ownTest.describe('staff', () => {
  ownTest.use({ own: true })

  ownTest(
    'confirm their identity in a dialog, which keeps their input',
    async ({ page, visit, app, browser }) => {
      await visit('admin', '/admin/users')
      const row = page.getByRole('article', { name: 'Funmi Free' })
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await expireProof(app, 'admin@lotto.test')
      await row.getByRole('link', { name: 'Funmi Free' }).click()
      await row.getByRole('button', { name: 'Promote' }).click()
      const promotion = page.getByRole('dialog', { name: 'Promote Funmi Free?' })
      await promotion.getByRole('checkbox', { name: /^Owner/ }).check()
      await promotion.getByRole('button', { name: 'Promote' }).click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(promotion.getByRole('alert')).toHaveText(
        'The role was not changed. You did not confirm that it is you. Nothing was changed.',
      )
      await promotion.getByRole('button', { name: 'Promote' }).click()
      await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await expect(
        row.getByRole('status').filter({ hasText: 'Funmi Free is an admin now: Owner.' }),
      ).toBeVisible()

      await expireProof(app, 'admin@lotto.test')
      await row.getByRole('button', { name: 'Demote' }).click()
      const demotion = page.getByRole('dialog', { name: 'Demote Funmi Free?' })
      await demotion.getByLabel('Reason').fill('left the desk')
      await page.keyboard.press('Enter')
      await dialog.getByLabel('Your password').fill('wrong')
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
        'This is not your password.',
      )
      await page.keyboard.press('Escape')
      await expect(demotion.getByLabel('Reason')).toHaveValue('left the desk')
      await expect(demotion.getByRole('alert')).toContainText('You did not confirm that it is you.')
      await demotion.getByRole('button', { name: 'Demote' }).click()
      await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await expect(row.getByRole('status').filter({ hasText: 'no longer an admin' })).toBeVisible()

      await page.goto('/admin/payments')
      await expireProof(app, 'admin@lotto.test')
      await page.getByText('Compensate an outage', { exact: true }).first().click()
      const form = page.getByRole('region', { name: 'Outage compensation' })
      await form.getByLabel('Day of the outage').fill('2026-01-02')
      await form.getByLabel('Reason').fill('the site was down')
      await form.getByRole('button', { name: 'Compensate an outage' }).click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(form.getByLabel('Reason')).toHaveValue('the site was down')
      await form.getByRole('button', { name: 'Compensate an outage' }).click()
      await dialog.getByLabel('Your password').fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await expect(form.getByText(/(person gets|people get) extra days\./)).toBeVisible()

      await test.step('they reset a user’s lost second factor', async () => {
        const player = await browser.newPage({ baseURL: app.url })
        await logIn(player, 'free@lotto.test', DEMO_PASSWORD)
        await expect(heading(player, 'Games Results')).toBeVisible()
        await player.goto('/dashboard/second-factor')
        await setUp(player)
        await page.goto('/admin/users')
        const row = page.getByRole('article', { name: 'Funmi Free' })
        await row.getByRole('link', { name: 'Funmi Free' }).click()
        await expect(row.getByText('Has a second factor.')).toBeVisible()
        await row.getByRole('button', { name: 'Reset second factor' }).click()
        const question = page.getByRole('dialog', { name: 'Reset the second factor of Funmi Free?' })
        await question.getByLabel('Reason').fill('lost the phone')
        await question.getByRole('button', { name: 'Reset' }).click()
        await expect(row.getByText('The second factor was reset, and every session ended.')).toBeVisible()
        await expect(row.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0)
        await player.goto('/dashboard')
        await expect(player).toHaveURL(/\/login$/)
        await logIn(player, 'free@lotto.test', DEMO_PASSWORD)
        await expect(heading(player, 'Games Results')).toBeVisible()
        await player.close()
      })
    },
  )
})
