// Predictions with pictures, from the staff’s form to the reader’s card: uploads, edits, withdrawals, external pictures.
import type { Page } from '@playwright/test'
import { picture } from '../support/pictures.ts'
import { axeFindings, DESKTOP, expect, heading, PHONE, scrollsSideways, test } from './app.ts'

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

test('a prediction with a picture reaches its readers, and so do its change and its withdrawal', async ({
  page,
  visit,
  signIn,
  staff,
  setClock,
  grant,
  ask,
}) => {
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
  await page.setViewportSize(PHONE)
  await page.goto('/dashboard/prediction')
  await expect(heading(page, 'Prediction / Forecast (Premium)')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText('Monday 08:00')
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { name: 'Premier Diamond', exact: true })).toBeVisible()
  await expect(card).toContainText('1 h 30 min')
  await expect(card.locator('.balls')).toHaveText('7, 12, 45')
  await card.getByRole('img').scrollIntoViewIfNeeded()
  expect(await widthOf(page, /Forecast for Diamond/)).toBe(400)
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    expect(await scrollsSideways(page)).toBe(false)
  }
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  // The strip at the top names Diamond already.
  await expect(page.getByRole('link', { name: 'Predictions' }).filter({ hasText: 'open' })).toHaveText(
    /1 open$/,
  )

  await test.step('a simultaneous edit shows the other version, and a withdrawal shows its reason to readers', async () => {
    await visit('admin', '/admin/predictions')
    const [{ id }] = (await ask('/api/admin/predictions')).predictions
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
      /Version 1.*7, 12, 45/,
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
})

test('an external picture loads from its host without a referrer, a missing one shows a message, and long lists fit', async ({
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

  await test.step('long lists and hostile texts fit the smallest phone', async () => {
    const numbers = Array.from({ length: 20 }, (_, i) => 90 - i).join()
    const reasons = `${'W'.repeat(200)}\n<img src=x onerror=window.ran=1> ${'😀'.repeat(50)}`
    for (let i = 0; i < 21; i++) await staff.predict({ gameName: 'king', numbers, reasons })
    await page.setViewportSize({ width: 320, height: 640 })
    await visit('pro', '/dashboard/prediction')
    await expect(page.getByRole('article')).toHaveCount(20)
    expect(await scrollsSideways(page)).toBe(false)
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    await page.getByRole('link', { name: 'Older predictions' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    allowPictureHosts(complaints)
    await page.getByRole('link', { name: 'Newest predictions' }).click()
    await expect(page.getByRole('article')).toHaveCount(20)
    await visit('admin', '/admin/predictions')
    await expect(page.getByRole('article')).toHaveCount(20)
    expect(await scrollsSideways(page)).toBe(false)
  })
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
