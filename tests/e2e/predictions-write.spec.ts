// The staff’s form of a prediction: its errors, its uploads, and what ends meanwhile.
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { picture } from '../support/pictures.ts'
import { DESKTOP, expect, hold, PHONE, test } from './app.ts'

test.use({ own: true })
test.describe.configure({ timeout: 120_000 })

test('errors appear at their fields and the input is kept, and the current outcome is visible at the button; a failed upload shows the reason and can be repeated; an upload shows its progress, and the form waits for it', async ({
  page,
  visit,
  staff,
  setClock,
  ask,
  app,
}) => {
  setClock('2026-03-15 19:00')
  await staff.record({ game: 'aseda', date: '2026-03-15', winning: [7, 12, 45, 60, 80] })
  let before = 0
  await page.setViewportSize(DESKTOP)
  await visit('admin', '/admin/predictions')
  await page.getByRole('button', { name: 'Upload prediction' }).click()
  await expect(page.getByText('Failed to upload prediction.')).toBeVisible()
  await expect(page.getByLabel('Game name')).toBeFocused()
  await expect(page.getByLabel('Game name')).toHaveAccessibleDescription(/Choose a game\./)
  await expect(page.getByLabel('Numbers')).toHaveAccessibleDescription(/Enter at least one number\./)

  // An ambiguous name offers a choice.
  await page.getByLabel('Game name').fill('inter or gold')
  await page.getByLabel('Numbers').fill('7, 91')
  await page.getByLabel('Reasons').fill('Because of the turning number')
  await page.getByLabel('Image URL').fill('http://example.com/a.png')
  await page.getByRole('button', { name: 'Gold', exact: true }).click()
  await expect(page.getByLabel('Game name')).toHaveValue('Gold')
  await page.getByRole('button', { name: 'Upload prediction' }).click()
  await expect(page.getByLabel('Numbers')).toHaveAccessibleDescription(/"91" is not one/)
  await expect(page.getByLabel('Image URL')).toHaveAccessibleDescription(/starts with https/)

  // The same without a network.
  await page.getByLabel('Numbers').fill('7, 9')
  await page.getByLabel('Image URL').fill('')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Upload prediction' }).click()
  await expect(page.getByText('No internet connection. Please check your network.')).toBeVisible()
  await expect(page.getByLabel('Reasons')).toHaveValue('Because of the turning number')
  await expect(page.getByLabel('Numbers')).toHaveValue('7, 9')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Upload prediction' }).click()
  await expect(page.getByText('Prediction uploaded successfully!')).toBeVisible()

  await test.step('the current outcome is visible at the button, and a duplicate must be confirmed', async () => {
    await page.setViewportSize(PHONE)
    await page.goto('/admin/predictions')
    const button = page.getByRole('button', { name: 'Upload prediction' })
    const outcome = page.getByRole('region', { name: 'Upload prediction' }).getByRole('alert')
    const upload = async (numbers: string) => {
      await page.getByLabel('Game name').fill('Diamond')
      await page.getByLabel('Numbers').fill(numbers)
      await button.click()
    }
    await upload('7, 9')
    await expect(outcome).toHaveText('Prediction uploaded successfully!')
    await expect(outcome).toBeInViewport({ ratio: 1 })

    await upload('7, 91')
    await expect(outcome).toContainText('Failed to upload prediction.')
    await expect(outcome).not.toContainText('successfully')
    await expect(outcome).toBeInViewport({ ratio: 1 })

    await upload('9, 7')
    await expect(outcome).toHaveText(
      'The same numbers are already published for this draw: 9, 7. Press the button again to publish them twice.',
    )
    await expect(outcome).toBeInViewport({ ratio: 1 })
    before = (await ask('/api/admin/predictions')).predictions.length
    await button.click()
    await expect(outcome).toHaveText('Prediction uploaded successfully!')
    expect((await ask('/api/admin/predictions')).predictions).toHaveLength(before + 1)
  })

  await test.step('a repeat after a lost answer is not saved twice', async () => {
    await page.goto('/admin/predictions')
    let lost = 0
    await page.route('**/api/admin/predictions', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost++
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('Game name').fill('Diamond')
    await page.getByLabel('Numbers').fill('31, 32')
    const button = page.getByRole('button', { name: 'Upload prediction' })
    await button.click()
    await expect(page.getByText('Failed to upload prediction.')).toBeVisible()
    await button.click()
    await expect(page.getByText('Prediction uploaded successfully!')).toBeVisible()
    expect(lost).toBe(1)
    expect((await ask('/api/admin/predictions')).predictions).toHaveLength(before + 2)
  })

  await test.step('a forecast for a draw that is already drawn is an error at its date', async () => {
    await page.goto('/admin/predictions')
    await page.getByLabel('Game name').fill('Aseda')
    await page.getByLabel('Numbers').fill('7, 12')
    await page.getByLabel('Date').fill('2026-03-15')
    await page.getByRole('button', { name: 'Upload prediction' }).click()
    await expect(page.getByText('Failed to upload prediction.')).toBeVisible()
    await expect(page.getByLabel('Date')).toHaveAccessibleDescription(
      /Aseda of Sun 15 Mar 2026 is already drawn\. A forecast for it can no longer be saved\./,
    )
    expect((await ask('/api/admin/predictions')).predictions).toHaveLength(before + 2)
  })

  await page.unrouteAll()
  setClock(Date.now())
  await test.step('a failed upload shows the reason and can be repeated; an upload shows its progress, and the form waits for it', async () => {
    await page.setViewportSize(DESKTOP)
    await visit('admin', '/admin/predictions')
    const file = page.getByLabel('Image', { exact: true })
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(file).toHaveAccessibleDescription(/This picture cannot be read/)
    await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(9_000_000) })
    await expect(file).toHaveAccessibleDescription(/the limit is 8 MB/)

    let broken = true
    await page.route('**/api/admin/images', (route) => (broken ? route.abort() : route.continue()))
    const good = await picture('png', { width: 100, height: 60 })
    await file.setInputFiles({ name: 'good.png', mimeType: 'image/png', buffer: good })
    await expect(file).toHaveAccessibleDescription(/No internet connection/)
    broken = false
    await page.getByRole('button', { name: 'Try the upload again' }).click()
    await expect(page.getByLabel('Image URL')).toHaveValue(/\.webp$/)

    await test.step('an upload shows its progress, and the form waits for it', async () => {
      await page.goto('/admin/predictions')
      await page.unrouteAll()
      const letGo = await hold(page, '**/api/admin/images')
      const buffer = await picture('png', { width: 100, height: 60 })
      await page
        .getByLabel('Image', { exact: true })
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
      await expect(page.getByRole('progressbar', { name: 'Upload of the picture' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Waiting for the picture...' })).toBeDisabled()
      letGo()
      await expect(page.getByRole('button', { name: 'Upload prediction' })).toBeEnabled()
    })

    await test.step('a picture chosen before the script arrives is uploaded too', async () => {
      const letGo = await hold(page, '**/predictions-page*.js')
      await page.goto('/admin/predictions', { waitUntil: 'commit' })
      const buffer = await picture('png', { width: 100, height: 60 })
      await page
        .getByLabel('Image', { exact: true })
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
      letGo()
      await expect(page.getByLabel('Image URL')).toHaveValue(/\/images\//)
    })

    await test.step('a session that ends is no lost right: the login leads back with what was typed', async () => {
      const checked = page.waitForResponse('**/api/me')
      await page.goto('/admin/predictions')
      await checked
      await page.getByLabel('Game name').fill('diamond')
      await page.getByLabel('Numbers', { exact: true }).fill('7, 12')
      await app.services.db.execute('delete from sessions')
      await page.getByRole('button', { name: 'Upload prediction' }).click()
      await expect(page.getByText('Your session has ended.')).toBeVisible()
      await expect(page.getByText('Access Denied')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Upload prediction' })).toBeHidden()
      await page.getByRole('link', { name: 'Login' }).click()
      await page.getByLabel('Email').fill('admin@lotto.test')
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL(/\/admin\/predictions$/)
      await expect(page.getByLabel('Game name')).toHaveValue('diamond')
      await expect(page.getByLabel('Numbers', { exact: true })).toHaveValue('7, 12')

      await test.step('a demoted admin sees it when an upload is refused', async () => {
        // The screen checks the role when it opens; that check must be over before the role changes.
        const checked = page.waitForResponse('**/api/me')
        await visit('admin', '/admin/predictions')
        await checked
        await page.getByLabel('Game name').fill('diamond')
        await page.getByLabel('Numbers', { exact: true }).fill('7')
        await app.services.db.execute(`update users set role = 'user' where email = 'admin@lotto.test'`)
        await page.getByRole('button', { name: 'Upload prediction' }).click()
        await expect(page.getByText('Access Denied. You are not an admin.')).toBeVisible()
      })
    })
  })
})
