// Predictions from the staff's form to the reader's card: uploads, edits, withdrawals, external pictures and locked plans.
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { picture } from '../support/pictures.ts'
import { expectAccessible } from './accessible.ts'
import { axeFindings, DESKTOP, expect, heading, hold, PHONE, scrollsSideways, test } from './app.ts'

test.use({ own: true })

const ELSEWHERE = 'https://pictures.example.com/forecast.png'

/** Removes the complaints about the picture hosts, which the page may use here. */
const allowPictureHosts = (complaints: string[]) => {
  const others = complaints.filter((one) => !/^asked https:\/\/(pictures|api\.images)\.example/.test(one))
  complaints.splice(0, complaints.length, ...others)
}

/** Answers for the host of external pictures. @returns the referrers of its requests */
async function pictureHost(page: Page, complaints: string[]) {
  const asked: (string | undefined)[] = []
  const content = await picture('png', { width: 300, height: 150 })
  await page.route('https://pictures.example.com/**', async (route) => {
    asked.push(route.request().headers().referer)
    allowPictureHosts(complaints)
    if (route.request().url().includes('missing')) await route.fulfill({ status: 404, body: '' })
    else await route.fulfill({ contentType: 'image/png', body: content })
  })
  return asked
}

const widthOf = (page: Page, name: RegExp) =>
  page.getByRole('img', { name }).evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth
  })

test('a prediction with a picture reaches its readers', async ({ page, visit, signIn, setClock, grant }) => {
  setClock('2026-03-16 08:00')
  await grant('pro', 'pro')
  await page.setViewportSize(DESKTOP)
  await visit('admin', '/admin/predictions')
  await expect(heading(page, 'Predictions')).toBeVisible()
  await expect(page.getByText('No predictions available.')).toBeVisible()

  // An alternative name of the game. Without a date the form shows the next open draw.
  await page.getByLabel('Game name').fill('premier diamond')
  await expect(
    page.getByText(
      'Diamond: next open draw Mon 16 Mar 2026, closes 09:30, forecasts close 09:15, in 1 h 15 min.',
    ),
  ).toBeVisible()
  // The other draws of a week can be chosen.
  await page.getByRole('button', { name: 'Thu 19 Mar, 15:30' }).click()
  await expect(page.getByLabel('Date')).toHaveValue('2026-03-19')
  await page.getByRole('button', { name: 'Mon 16 Mar, 09:30' }).click()
  await page.getByLabel('Numbers').fill('7, 12,, 45 ')
  await page.getByLabel('Image', { exact: true }).setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await picture('png', { width: 400, height: 200 }),
  })
  await expect(page.getByLabel('Image URL')).toHaveValue(/\/api\/images\/[0-9a-f]{64}\.webp$/)
  expect(await widthOf(page, /Forecast for this draw/)).toBe(400)
  await page.getByRole('button', { name: 'Upload prediction' }).click()
  await expect(page.getByRole('alert').getByText('Prediction uploaded successfully!')).toBeVisible()
  await expect(page.getByLabel('Numbers')).toHaveValue('')
  const row = page.getByRole('article', { name: 'Diamond, Mon 16 Mar 2026' })
  await expect(row).toContainText('7, 12, 45')
  await expect(row).toContainText('Closes 09:30, in 1 h 30 min. No changes after 09:15')
  expect(await axeFindings(page)).toEqual([])

  await signIn('pro')
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await page.goto('/dashboard/prediction')
    await expect(heading(page, 'Prediction / Forecast (Premium)')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText('Monday 08:00')
    const card = page.getByRole('article')
    await expect(card.getByRole('heading', { name: 'Premier Diamond', exact: true })).toBeVisible()
    await expect(card).toContainText('1 h 30 min')
    await expect(card.locator('.balls')).toHaveText('7, 12, 45')
    await card.getByRole('img').scrollIntoViewIfNeeded()
    expect(await widthOf(page, /Forecast for Diamond/)).toBe(400)
    expect(await scrollsSideways(page)).toBe(false)
  }
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/dashboard')
  // The strip at the top names Diamond already.
  await expect(page.getByRole('link', { name: 'Predictions' }).filter({ hasText: 'open' })).toHaveText(
    /1 open$/,
  )
})

test('without an open forecast the page names the draw that closes first, above the checked ones', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  setClock('2026-03-14 04:25')
  await staff.predict({ gameName: 'king', numbers: '9, 41' })
  await grant('pro', 'pro')
  setClock('2026-03-14 09:40')
  await staff.record({ game: 'king', date: '2026-03-14', winning: [9, 20, 45, 60, 80] })
  await visit('pro', '/dashboard/prediction')
  const main = page.getByRole('main')
  await expect(main).toContainText('No predictions available.')
  await expect(main).toContainText('First to close: Premier Super, today, closes 12:25, in 2 h')
  await expect(page.getByRole('region', { name: 'Checked' }).getByRole('article')).toHaveCount(1)
})

test('open forecasts come first, with the time left; each row leads to its slip', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  setClock('2026-03-15 10:00')
  await staff.predict({ gameName: 'national', numbers: '9, 41', date: '2026-03-14' })
  await staff.predict({ gameName: 'metro', numbers: '36, 66', form: 'two_sure' })
  await staff.predict({ gameName: 'aseda', numbers: '7, 12, 45' })
  await grant('pro', 'pro')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit('pro', '/dashboard/prediction')
  const names = (section: string) =>
    page.getByRole('region', { name: section }).getByRole('article').getByRole('heading')
  await expect(names('Open now')).toHaveText(['Premier Aseda', 'Premier Metro'])
  // Published after its draw: listed apart, never scored.
  await expect(names('Too late to count')).toHaveText(['Premier National'])
  const aseda = page.getByRole('article').filter({ hasText: 'Premier Aseda' })
  const metro = page.getByRole('article').filter({ hasText: 'Premier Metro' })
  await expect(aseda).toContainText('Today, closes 18:25, in 8 h')
  await expect(metro).toContainText('Tomorrow, closes 20:00')
  await expect(metro).toContainText('two sure')
  await expect(metro.getByRole('link', { name: '66' })).toHaveAttribute('href', '/dashboard/number/66')

  await metro.getByRole('button', { name: 'How two sure works' }).click()
  await expect(page.getByRole('dialog', { name: 'How two sure works' }).locator('.ball-hit')).toHaveText([
    '36',
    '66',
  ])
  await page.keyboard.press('Escape')

  // The balls are text too: a selection copies "36, 66".
  const selected = await metro.locator('.balls').evaluate((balls) => {
    getSelection()!.selectAllChildren(balls)
    return getSelection()!.toString()
  })
  expect(selected.trim()).toBe('36, 66')
  await metro.getByRole('link', { name: 'Premier Metro' }).click()
  await expect(page.getByText('Metro, Premier Lotto')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check on this phone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy numbers' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('36, 66')
  await page.goto('/dashboard/prediction')

  // Ten minutes before the close, and after it.
  setClock('2026-03-15 18:15')
  await page.reload()
  await expect(aseda).toContainText('Today, closes 18:25, in 10 min')
  setClock('2026-03-15 18:25')
  await page.reload()
  await expect(names('Open now')).toHaveText(['Premier Metro'])
  await expect(names('Waiting for the result')).toHaveText(['Premier Aseda'])
  await expect(aseda).toContainText('Today, closed 18:25')

  // After the draw: a number that came is above its ball.
  const draw = await staff.record({ game: 'aseda', date: '2026-03-15', winning: [7, 20, 45, 60, 80] })
  await page.reload()
  await expect(names('Checked')).toHaveText(['Premier Aseda'])
  const checked = page.getByRole('region', { name: 'Checked' }).getByRole('article')
  await expect(checked).toContainText('Forecast 7, 12, 45; draw 7 - 20 - 45 - 60 - 80')
  await expect(checked).toContainText('2 of 3')
  await expect(checked.locator('.pair-came')).toHaveText(['77', '4545'])
  expect(await axeFindings(page)).toEqual([])

  // The slip: when it was sealed, its fingerprint computed here, and after a correction both scores.
  await checked.getByRole('link').click()
  const slip = page.getByRole('article')
  await expect(slip).toContainText('10:00, 8 h 25 min before the close')
  await expect(slip.locator('.balls-listed .ball-miss')).toHaveText(['12'])
  await page.getByRole('button', { name: 'Check on this phone' }).click()
  await expect(page.getByText('It matches')).toBeVisible()
  await expectAccessible(page, 'a checked slip')
  await staff.correct(draw, { date: '2026-03-15', winning: [8, 20, 45, 60, 80] })
  await page.reload()
  await expect(page.getByText('1 of 3 came')).toBeVisible()
  await expect(slip).toContainText('Corrected. Before: 7 - 20 - 45 - 60 - 80. 2 of 3 came.')
})

test('players without Pro see the price, the number of open forecasts and the checked ones of the day before', async ({
  page,
  visit,
  staff,
  setClock,
}) => {
  setClock('2026-03-15 10:00')
  await staff.predict({ gameName: 'aseda', numbers: '7, 12', form: 'two_sure' })
  await staff.predict({ gameName: 'diamond', numbers: '77, 78, 79', image: ELSEWHERE })
  setClock('2026-03-15 19:00')
  await staff.record({ game: 'aseda', date: '2026-03-15', winning: [1, 20, 45, 60, 80] })
  setClock('2026-03-16 08:00')
  await visit('free', '/dashboard/prediction')
  const locked = page.getByRole('region', { name: 'Locked' })
  await expect(locked).toContainText('1 forecast is open now')
  await expect(locked).toContainText('₦1,500 per month')
  const day = page.getByRole('region', { name: 'Yesterday, checked' })
  await expect(day.getByRole('article')).toHaveCount(1)
  await expect(day).toContainText('Aseda')
  await expect(day).toContainText('0 of 2')
  expect(await page.content()).not.toMatch(/>77<|77, 78|\[77,|pictures\.example/)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Predictions' }).click()
  await expect(locked).toBeVisible()
  expect(await page.content()).not.toMatch(/77, 78/)
  // The row leads to the public slip, which keeps the frame.
  await day.getByRole('link', { name: /Aseda/ }).click()
  await expect(page).toHaveURL(/\/record\/\d+$/)
  await expect(page.getByRole('banner').getByText('Welcome')).toBeVisible()
  await expect(page.getByText('0 of 2 came')).toBeVisible()
  await page.goto('/dashboard/prediction')
  for (const viewport of [{ width: 320, height: 640 }, DESKTOP]) {
    await page.setViewportSize(viewport)
    expect(await scrollsSideways(page)).toBe(false)
  }
  expect(await axeFindings(page)).toEqual([])
})

test('an external picture loads from its host without a referrer, and a missing one shows a message', async ({
  page,
  visit,
  staff,
  complaints,
}) => {
  const asked = await pictureHost(page, complaints)
  await staff.predict({ gameName: 'diamond', numbers: '7', image: ELSEWHERE })
  await visit('pro', '/dashboard')
  await expect(heading(page, 'Overview')).toBeVisible()
  // Navigation inside the app: the overview's policy allows no external pictures, so the page loads its own document.
  await page.getByRole('link', { name: 'Predictions' }).click()
  await expect(heading(page, 'Prediction / Forecast (Premium)')).toBeVisible()
  await page.getByRole('article').scrollIntoViewIfNeeded()
  await expect.poll(() => widthOf(page, /Forecast for Diamond/)).toBe(300)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((referer) => referer === undefined)).toBe(true)
  allowPictureHosts(complaints)

  await staff.predict({ gameName: 'gold', numbers: '8', image: 'https://pictures.example.com/missing.png' })
  await page.reload()
  await expect(page.getByText('The picture could not be loaded.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  allowPictureHosts(complaints)
})

test('errors appear at their fields and the input is kept, and the current outcome is visible at the button', async ({
  page,
  visit,
  ask,
}) => {
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
})

test('a forecast for a draw that is already drawn is an error at its date', async ({
  page,
  visit,
  staff,
  setClock,
  ask,
}) => {
  setClock('2026-03-15 19:00')
  await staff.record({ game: 'aseda', date: '2026-03-15', winning: [7, 12, 45, 60, 80] })
  await visit('admin', '/admin/predictions')
  await page.getByLabel('Game name').fill('Aseda')
  await page.getByLabel('Numbers').fill('7, 12')
  await page.getByLabel('Date').fill('2026-03-15')
  await page.getByRole('button', { name: 'Upload prediction' }).click()
  await expect(page.getByText('Failed to upload prediction.')).toBeVisible()
  await expect(page.getByLabel('Date')).toHaveAccessibleDescription(
    /Aseda of Sun 15 Mar 2026 is already drawn\. A forecast for it can no longer be saved\./,
  )
  expect((await ask('/api/admin/predictions')).predictions).toEqual([])
})

test('a session that ends is no lost right: the login leads back with what was typed; a demoted admin sees it', async ({
  page,
  visit,
  app,
}) => {
  const checked = page.waitForResponse('**/api/me')
  await visit('admin', '/admin/predictions')
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

test('a failed upload shows the reason and can be repeated; an upload shows its progress, and the form waits for it', async ({
  page,
  visit,
}) => {
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
})

test('a simultaneous edit shows the other version, and a withdrawal shows its reason to readers', async ({
  page,
  visit,
  staff,
  setClock,
  grant,
}) => {
  setClock('2026-03-16 08:00')
  await grant('pro', 'pro')
  const { id } = await staff.predict({ gameName: 'diamond', numbers: '7, 9' })
  await page.setViewportSize(DESKTOP)
  await visit('admin', '/admin/predictions')
  await page.getByRole('button', { name: /^Edit/ }).click()
  const row = page.getByRole('article')
  await row.getByLabel('Numbers').fill('11, 12')
  await row.getByLabel('Reason for the change').fill('Misread')
  await staff.changePrediction(id, { version: 1, numbers: '50', reason: 'faster' })
  await row.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('It now says: Diamond, Mon 16 Mar 2026, 50 (version 2)')
  await expect(row.getByLabel('Numbers')).toHaveValue('11, 12')
  await row.getByRole('button', { name: 'Save changes' }).click()
  await expect(row.getByLabel('Numbers')).toHaveCount(0)
  await expect(row).toContainText('11, 12')
  await row.getByRole('button', { name: 'All 3 versions' }).click()
  await expect(row.getByRole('listitem')).toHaveText([
    /Version 3.*11, 12/,
    /Version 2.*50.*faster/,
    /Version 1.*7, 9/,
  ])
  await row.getByRole('button', { name: /^Edit/ }).click()
  await row.getByLabel('Numbers').fill('21, 22')
  await row.getByLabel('Reason for the change').fill('Once more')
  await row.getByRole('button', { name: 'Save changes' }).click()
  await expect(row.getByRole('listitem')).toHaveCount(4)
  await expect(row.getByRole('listitem').first()).toContainText(/Version 4.*21, 22/)

  await row.getByRole('button', { name: /^Withdraw/ }).click()
  await row.getByRole('button', { name: 'Withdraw prediction' }).click()
  await expect(row.getByLabel('Reason')).toHaveAccessibleDescription(/Say why\./)
  await row.getByLabel('Reason').fill('The draw was moved')
  await row.getByRole('button', { name: 'Withdraw prediction' }).click()
  await expect(row).toContainText('Withdrawn on Mon 16 Mar 2026: The draw was moved')
  await expect(row.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  await visit('pro', '/dashboard/prediction')
  await expect(page.getByRole('article')).toContainText('Withdrawn on Mon 16 Mar 2026: The draw was moved')
})

test('long lists and hostile texts fit the smallest phone', async ({ page, visit, staff }) => {
  const numbers = Array.from({ length: 20 }, (_, i) => 90 - i).join()
  const reasons = `${'W'.repeat(200)}\n<img src=x onerror=window.ran=1> ${'😀'.repeat(50)}`
  for (let i = 0; i < 21; i++) await staff.predict({ gameName: 'king', numbers, reasons })
  await page.setViewportSize({ width: 320, height: 640 })
  await visit('pro', '/dashboard/prediction')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByRole('heading', { name: 'Premier King', exact: true })).toHaveCount(20)
  expect(await scrollsSideways(page)).toBe(false)
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  await page.getByRole('link', { name: 'Older predictions' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: 'Newest predictions' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await visit('admin', '/admin/predictions')
  await expect(page.getByRole('article')).toHaveCount(20)
  expect(await scrollsSideways(page)).toBe(false)
})

test.describe('with an image host', () => {
  test.use({
    settings: { IMAGE_UPLOAD_URL: 'https://api.images.example/v1/upload', IMAGE_UPLOAD_PRESET: 'lotto' },
  })

  test('the browser uploads there, also after navigation inside the app', async ({
    page,
    signIn,
    complaints,
  }) => {
    let form = ''
    await page.route('https://api.images.example/**', async (route) => {
      allowPictureHosts(complaints)
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
      form = route.request().postDataBuffer()?.toString('latin1') ?? ''
      await route.fulfill({ headers, json: { secure_url: ELSEWHERE, width: 100 } })
    })
    await pictureHost(page, complaints)
    await page.setViewportSize(DESKTOP)
    await signIn('admin')
    await page.goto('/admin')
    await page.getByRole('link', { name: 'My Predictions' }).click()
    await expect(heading(page, 'Predictions')).toBeVisible()
    await page.waitForFunction(() =>
      performance.getEntriesByType('navigation')[0]?.name.endsWith('predictions'),
    )
    const buffer = await picture('png', { width: 100, height: 60 })
    await page
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(page.getByLabel('Image URL')).toHaveValue(ELSEWHERE)
    expect(form).toMatch(/name="upload_preset"\r\n\r\nlotto/)
    expect(form).toMatch(/name="file"; filename="a\.png"/)
    await page.getByLabel('Game name').fill('Diamond')
    await page.getByLabel('Numbers').fill('7')
    await page.getByRole('button', { name: 'Upload prediction' }).click()
    await expect(page.getByText('Prediction uploaded successfully!')).toBeVisible()
    expect(await widthOf(page, /Forecast for Diamond/)).toBe(300)
    allowPictureHosts(complaints)
  })
})

test('staff see the record by standing, choose a pen name and add a multiplier', async ({
  page,
  visit,
  staff,
  setClock,
  signIn,
  grant,
}) => {
  setClock('2026-03-15 10:00')
  await grant('pro', 'pro')
  await staff.predict({ gameName: 'aseda', numbers: '7, 12', form: 'two_sure' })
  await page.setViewportSize(PHONE)
  await visit('admin', '/admin/record')
  await expect(heading(page, 'Forecast record')).toBeVisible()
  await expect(page.getByRole('row', { name: /^All/ })).toHaveText(/^All1100000$/)
  await page.getByLabel('Pen name', { exact: true }).fill('Author 7')
  await page.getByRole('button', { name: 'Save pen name' }).click()
  await expect(page.getByLabel('Pen name', { exact: true })).toHaveAccessibleDescription(
    /Another author has this pen name/,
  )
  await page.getByLabel('Pen name', { exact: true }).fill('Mama Ngozi')
  await page.getByRole('button', { name: 'Save pen name' }).click()
  await expect(page.getByRole('row', { name: /^Mama Ngozi/ })).toBeVisible()

  await page.getByRole('combobox', { name: 'Operator' }).selectOption('Ghana NLA')
  await page.getByRole('combobox', { name: 'Bet' }).selectOption('Two sure')
  await page.getByLabel('Naira back for ₦1').fill('240')
  await page.getByLabel('Valid from').fill('2026-01-01')
  await page.getByRole('button', { name: 'Add multiplier' }).click()
  await expect(page.getByRole('row', { name: 'Ghana NLA Two sure × 240 Thu 1 Jan 2026' })).toBeVisible()
  expect(await scrollsSideways(page)).toBe(false)
  expect(await axeFindings(page)).toEqual([])

  await signIn('pro')
  await page.goto('/dashboard/prediction')
  await page.getByRole('link', { name: 'Premier Aseda' }).click()
  await expect(page.getByRole('article')).toContainText('Mama Ngozi')
  await expect(page.getByRole('article')).toContainText(/Commitment([0-9a-f]{4} ?){16}/)
})

test('the time at which a draw was seen is entered at the desk, and an early one voids its forecasts', async ({
  page,
  visit,
  staff,
  setClock,
}) => {
  setClock('2026-03-15 10:00')
  setClock('2026-03-15 17:50')
  await staff.predict({ gameName: 'aseda', numbers: '7, 12', form: 'two_sure' })
  setClock('2026-03-15 19:00')
  await staff.record({ game: 'aseda', date: '2026-03-15', winning: [7, 12, 45, 60, 80] })
  await visit('admin', '/admin/results')
  await page.getByRole('button', { name: 'More about Aseda, Sun 15 Mar 2026' }).click()
  const time = page.getByLabel('When the draw was seen')
  await expect(time).toHaveAccessibleDescription(/do not count, for any author/)
  await time.fill('20:00')
  await page.getByRole('button', { name: 'Save the time' }).click()
  await expect(time).toHaveAccessibleDescription(/has not come yet/)
  await time.fill('18:00')
  await page.getByRole('button', { name: 'Save the time' }).click()
  await expect(
    page.getByText('Forecasts that were published too late for this time no longer count.'),
  ).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/admin/predictions')
  await expect(page.getByRole('article')).toContainText(
    'Does not count for any author: the draw was earlier than we knew.',
  )
})
