import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, heading, logIn, newEmail, PASSWORD, test } from './stand-ins.ts'

test('a player renames, changes the password and logs out another device', async ({
  page,
  browser,
  app,
  signUp,
}) => {
  const email = newEmail()
  await signUp(email)
  const phone = await browser.newPage({ baseURL: app.url })
  await logIn(phone, email)
  await expect(heading(phone, 'Games Results')).toBeVisible()
  await logIn(page, email)
  await page.getByLabel('Account').click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(heading(page, 'Profile')).toBeVisible()

  await page.getByLabel('Username').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Choose a username.')
  await page.getByLabel('Username').fill('Tola of Ibadan')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('Tola of Ibadan')

  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByText('(this device)')).toHaveCount(1)
  await devices
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .click()
  await expect(devices.getByText('The device is logged out.')).toBeVisible()

  await page.getByLabel('Current password').fill('not mine')
  const changed = 'moin moin on sunday'
  await page.getByLabel('New password').fill(changed)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your password.')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is saved.')).toBeVisible()
  await phone.goto('/dashboard')
  await expect(phone).toHaveURL(/\/login$/)
  await phone.close()

  await test.step('my data can be downloaded, and deleting the account needs the checkbox and, without a recent login, the password', async () => {
    await page.goto('/dashboard/profile')
    for (const kind of ['JSON', 'CSV']) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: `Download as ${kind}` }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe(`lotto-forecast-my-data.${kind.toLowerCase()}`)
      expect(await readFile(await file.path(), 'utf8')).toContain(email)
    }

    await test.step('deleting the account needs the checkbox and the password', async () => {
      const { db } = app.services
      await db.execute(
        sql`update sessions set proven_at = now() - interval '11 minutes'
          where user_id = (select id from users where email = ${email})`,
      )
      const remove = page.getByRole('button', { name: 'Delete my account' })
      await remove.click()
      await expect(page.getByText('Tick the box first.')).toBeVisible()
      await page.getByLabel('I want to delete my account for good').check()
      await remove.click()
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await dialog.getByLabel('Your password').fill('wrong')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(
        'This is not your password.',
      )
      await page.keyboard.press('Escape')
      await expect(page.getByText('Nothing was changed.')).toBeVisible()
      await remove.click()
      await dialog.getByLabel('Your password').fill(changed)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('alert')).toContainText('Your account is deleted.')
      await logIn(page, email, changed)
      await expect(page.getByRole('alert')).toHaveText('Login failed! Invalid credentials.')
      const { rows } = await db.execute(sql`select 1 from users where email = ${email}`)
      expect(rows).toHaveLength(0)
    })
  })
})
