// The page of a draw, its public page, and sharing.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, heading, test } from './app.ts'

test.use({ own: true })
test.describe.configure({ timeout: 120_000 })

const publicId = 'diamond.2025-06-23'
const WINNING = [20, 42, 89, 13, 49]
const MACHINE = [1, 2, 3, 4, 5]
const TEXT = ['Diamond, Mon 23 Jun 2025', 'Winning: 20 - 42 - 89 - 13 - 49', 'Machine: 1 - 2 - 3 - 4 - 5']

test.beforeEach(async ({ staff, signIn }) => {
  const date = '2025-06-23'
  await staff.record({ game: 'diamond', date: '2024-06-24', winning: [71, 72, 73, 74, 75] })
  const first = { date, winning: [20, 42, 89, 13, 50], machine: MACHINE }
  const draw = await staff.record({ game: 'diamond', ...first })
  await staff.correct(draw, { ...first, winning: WINNING })
  await signIn('free')
})

/** Replaces the device's share sheet and clipboard, which a test cannot see. */
const stubDevice = (
  page: Page,
  device: { share?: 'done' | 'cancelled' | 'refused'; files?: boolean; clipboard?: 'refused' },
) =>
  page.evaluate(({ share, files, clipboard }) => {
    const taken: string[] = []
    const refuse = (name: string) => Promise.reject(new DOMException('stub', name))
    const stub = (name: string, value: unknown) =>
      Object.defineProperty(navigator, name, { value, configurable: true })
    if (!share) stub('share', undefined)
    else {
      stub('canShare', ({ files: some }: ShareData) => !some?.length || files === true)
      stub('share', ({ text, files: some = [] }: ShareData) => {
        // A share needs a tap, which a fetch between the tap and the share would lose.
        if (!navigator.userActivation.isActive) return refuse('NotAllowedError')
        taken.push([`shared: ${text}`, ...some.map(({ name, type }) => `${name} ${type}`)].join('\n'))
        if (share === 'done') return Promise.resolve()
        return refuse(share === 'cancelled' ? 'AbortError' : 'NotAllowedError')
      })
    }
    stub('clipboard', {
      writeText(text: string) {
        if (clipboard === 'refused') return refuse('NotAllowedError')
        taken.push(`copied: ${text}`)
        return Promise.resolve()
      },
    })
    Object.assign(window, { taken })
  }, device)
const takenBy = (page: Page) => page.evaluate(() => (window as unknown as { taken: string[] }).taken)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' })

/** Opens the share dialog of the draw on a device and waits for the picture. */
async function openDialog(page: Page, device: Parameters<typeof stubDevice>[1]) {
  await stubDevice(page, device)
  await page.getByRole('button', { name: 'Share this draw' }).click()
  await expect(
    dialog(page).getByRole('img', { name: /^Diamond, Mon 23 Jun 2025\. Corrected on/ }),
  ).toBeVisible()
}
const share = (page: Page) => dialog(page).getByRole('button', { name: 'Share' }).click()

test('a draw is shared as the device allows: copied, shown, or passed to the share sheet with its picture; the public page is open to everyone, and its balls are no links; a draw leads to the draw before it, and Back returns', async ({
  page,
  app,
  browser,
}) => {
  const text = [...TEXT, `${app.url}/d/diamond.2025-06-23`].join('\n')
  const said = dialog(page).getByRole('status')
  const close = () => dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.goto(`/dashboard/draw/${publicId}`)
  await test.step('the text is shown where nothing can be copied', async () => {
    await openDialog(page, { clipboard: 'refused' })
    await expectAccessible(page, 'the share dialog')
    await dialog(page).getByRole('button', { name: 'Copy text' }).click()
    await expect(page.getByLabel('Text to copy')).toHaveValue(text)
    await close()
  })
  for (const device of [{}, { share: 'refused' }] as const)
    await test.step(`it is copied where the share sheet is ${'share' in device ? 'refused' : 'missing'}`, async () => {
      await openDialog(page, device)
      await dialog(page)
        .getByRole('button', { name: 'share' in device ? 'Share' : 'Copy text' })
        .click()
      await expect(said).toHaveText('Copied.')
      expect((await takenBy(page)).at(-1)).toBe(`copied: ${text}`)
      await close()
    })
  await test.step('a closed share sheet shows nothing and copies nothing', async () => {
    await openDialog(page, { share: 'cancelled' })
    await share(page)
    await expect.poll(() => takenBy(page)).toEqual([`shared: ${text}`])
    await expect(said).toBeEmpty()
    await close()
  })
  await test.step('a share sheet takes the text, and the picture if it takes files', async () => {
    await openDialog(page, { share: 'done' })
    await share(page)
    await expect.poll(() => takenBy(page)).toEqual([`shared: ${text}`])
    await close()
    await openDialog(page, { share: 'done', files: true })
    await share(page)
    await expect.poll(() => takenBy(page)).toEqual([`shared: ${text}\nlotto-forecast.png image/png`])
    await expect(said).toBeEmpty()
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('link', { name: 'Save picture' }).click()
    expect((await download).suggestedFilename()).toBe('lotto-forecast.png')
    await close()
    await expect(page.getByRole('button', { name: 'Share this draw' })).toBeFocused()
  })
  await test.step('without a network the dialog says that the picture is missing, and the text is shared', async () => {
    await page.route('**/api/public/draws/*', (route) => route.abort())
    await page.goto(`/dashboard/draw/${publicId}`)
    await stubDevice(page, { share: 'done', files: true })
    await page.getByRole('button', { name: 'Share this draw' }).click()
    await expect(dialog(page)).toContainText('The picture could not be loaded.')
    await share(page)
    await expect.poll(() => takenBy(page)).toEqual([`shared: ${text}`])
    await page.unroute('**/api/public/draws/*')
    await dialog(page).getByRole('button', { name: 'Try the picture' }).click()
    await expect(dialog(page).getByRole('img', { name: /^Diamond/ })).toBeVisible()
  })

  await test.step('the public page is open to everyone, and its balls are no links; a draw leads to the draw before it, and Back returns', async () => {
    const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
    await visitor.goto(`/d/${publicId}`)
    await expect(heading(visitor, 'Diamond')).toBeVisible()
    await expect(visitor).toHaveTitle(/^Premier Lotto \(Baba Ijebu\) Diamond result, Monday 23 June 2025/)
    await expect(visitor.getByText('Winning numbers: 20 - 42 - 89 - 13 - 49')).toBeVisible()
    await expect(visitor.getByRole('link', { name: '20', exact: true })).toHaveCount(0)
    await visitor.getByText('Sign up here').click()
    await visitor.getByLabel('Username').fill('Ngozi')
    await visitor.getByLabel('Email').fill('nobody')
    await visitor.getByRole('button', { name: 'Sign Up' }).click()
    // The browser checks the fields before it sends them.
    await expect(visitor).toHaveURL(`/d/${publicId}`)
    await visitor.context().close()

    await page.goto(`/d/${publicId}`)
    await page.getByRole('link', { name: 'Open in the app' }).click()
    await expect(page).toHaveURL('/dashboard/draw/diamond.2025-06-23')
    await expect(page).toHaveTitle('Diamond, Mon 23 Jun 2025 | Lotto Forecast')

    const around = page.getByRole('navigation', { name: 'Draws of Diamond' })
    await around.getByRole('link', { name: 'Mon 24 Jun' }).click()
    await expect(page).toHaveTitle('Diamond, Mon 24 Jun 2024 | Lotto Forecast')
    // Its next draw is the first one, and it has none before it.
    await expect(around.getByRole('link')).toHaveText('Mon 23 Jun')
    await page.goBack()
    await expect(page).toHaveTitle('Diamond, Mon 23 Jun 2025 | Lotto Forecast')

    await test.step('the pages of draws and numbers are accessible and fit', async () => {
      for (const [name, path] of [
        ['the public page of a draw', `/d/${publicId}`],
        ['the page of a number', '/dashboard/number/81'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, name)
      }
    })
  })
})
