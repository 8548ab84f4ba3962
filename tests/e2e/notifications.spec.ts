// Notifications: turned on by the player, sent by the server, shown by the service worker.
// The browser has no push service here, and the headless shell has no notifications: their interfaces are replaced, by the
// stand-in and by a list. The messages that the stand-in has decrypted are handed to the real worker.
import type { Page } from '@playwright/test'
import { lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { createECDH } from 'node:crypto'
import { clearReceived, newSubscription, pushMode, received } from '../support/push.ts'
import { expectAccessible } from './accessible.ts'
import { expect, logOut, PHONE } from './app.ts'
import { readyForOffline } from './kept.ts'
import { listNotifications, shown, startDelivery, usePushService } from './notices.ts'
import { test } from './stand-ins.ts'

test.use({ serviceWorkers: 'allow', viewport: PHONE })
test.describe.configure({ timeout: 90_000 })

/** A day on which Gold draws. Its result is not recorded. */
const GAME = '/dashboard/day-result?date=2026-03-17'
const bellOf = (page: Page, game = 'Gold') =>
  page.getByRole('button', { name: `Tell me the result of ${game}` }).first()
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^Tell me about / })

test('one tap on a bell turns a game on, and its result and correction arrive until the logout', async ({
  page,
  context,
  app,
  visit,
  grant,
  staff,
}) => {
  await grant('pro', 'pro')
  await usePushService(page, app)
  await visit('pro', GAME)
  await readyForOffline(page)
  const asked = () => page.evaluate(() => localStorage.getItem('asked'))
  // The browser asks after a tap, never when a page loads.
  expect(await asked()).toBeNull()
  await expect(bellOf(page)).toHaveAttribute('aria-pressed', 'false')
  await bellOf(page).click()
  await expect(bellOf(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await asked()).toBe('.')
  await expect(sheetOf(page)).toBeHidden()

  // The second tap opens the choices. Without a change they stay as they are.
  await bellOf(page).click()
  await expect(sheetOf(page).getByLabel('Every result')).toBeChecked()
  await expect(sheetOf(page)).toContainText('Tue 09:30, Fri 15:30')
  await expect(sheetOf(page)).toContainText('Notifications are on in this browser.')
  await expectAccessible(page, 'the sheet of a bell')
  await page.keyboard.press('Escape')
  await expect(bellOf(page)).toBeFocused()

  await page.goto('/dashboard/profile')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByRole('list', { name: 'Followed games' })).toHaveText(/^GoldEvery result/)
  await expect(section.getByText('Notifications are on in this browser.')).toBeVisible()
  await section.getByLabel('Quiet hours (Lagos time)').check()
  await section.getByLabel('Until').fill('22:00')
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('Choose two different times.')).toBeVisible()
  await section.getByLabel('Quiet hours (Lagos time)').uncheck()
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('Saved.')).toBeVisible()
  await expectAccessible(page, 'notifications that are on')
  expect(await asked()).toBe('.')

  const worker = context.serviceWorkers()[0]!
  await listNotifications(worker)
  const deliver = await startDelivery(context, page, app.url)
  const messages = async (count: number) => {
    await expect.poll(async () => (await received(app)).length, { timeout: 20_000 }).toBe(count)
    return (await received(app)).at(-1)!
  }
  const date = lagosDate(Date.now())
  const draw = await staff.record({ game: 'gold', date, winning: [1, 2, 3, 4, 5] })
  await deliver(await messages(1))
  await expect
    .poll(() => shown(worker))
    .toEqual([[expect.stringMatching(/^New result: Gold/), '1 - 2 - 3 - 4 - 5']])
  await staff.correct(draw, { date, winning: [1, 2, 3, 4, 6] })
  const correction = await messages(2)
  await deliver(correction)
  const corrected = [
    expect.stringMatching(/^Corrected: Gold/),
    expect.stringMatching(/4 - 6, was 1 - 2 - 3 - 4 - 5$/),
  ]
  await expect.poll(() => shown(worker)).toEqual([corrected])
  await section.getByRole('button', { name: 'Send a test notification' }).click()
  expect((await messages(3)).title).toBe('Notifications work')

  await logOut(page)
  await page.waitForURL('**/login*')
  await expect.poll(() => shown(worker)).toEqual([])
  // A message that was on its way shows nothing of its user.
  await deliver(correction)
  await expect.poll(() => shown(worker)).toEqual([['New results', 'Log in to see them.']])
})

test('after a change of the server’s key a visit renews the subscription, and the profile says what holds', async ({
  page,
  app,
  visit,
  grant,
}) => {
  await grant('pro', 'pro')
  await usePushService(page, app)
  await visit('pro', GAME)
  if ((await bellOf(page).getAttribute('aria-pressed')) === 'false') await bellOf(page).click()
  await expect(bellOf(page)).toHaveAttribute('aria-pressed', 'true')
  const section = page.getByRole('region', { name: 'Notifications' })
  const subscribed = () => page.evaluate(() => localStorage.getItem('subscription'))
  /** Gives the browser a subscription of an earlier key, and opens the profile. */
  const openWithEarlierKey = async ({ named = true, refuses = false }) => {
    const pair = createECDH('prime256v1')
    const serverKey = pair.generateKeys('base64url')
    const earlier = { ...(await newSubscription(app, serverKey)), ...(named && { serverKey }) }
    await page.evaluate(
      ([kept, refused]) => {
        localStorage.setItem('asked', '.')
        localStorage.setItem('subscription', kept!)
        localStorage.setItem('refuses', refused!)
      },
      [JSON.stringify(earlier), refuses ? 'yes' : ''],
    )
    await page.goto('/dashboard/profile')
    return earlier.endpoint
  }

  const replaced = await openWithEarlierKey({})
  await expect(section.getByText('Notifications are on in this browser.')).toBeVisible()
  expect(await subscribed()).not.toContain(replaced)
  await section.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(section.getByText('It appears in a moment.')).toBeVisible()
  const [message, ...more] = await received(app)
  expect(more).toEqual([])
  expect(await subscribed()).toContain(message!.browser)

  await pushMode(app, { status: 400 })
  await section.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(
    section.getByText(/^Notifications are on, but the push service of this browser refuses/),
  ).toBeVisible()
  await expectAccessible(page, 'notifications that fail')
  await pushMode(app, {})
  await section.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(section.getByText('Notifications are on in this browser.', { exact: true })).toBeVisible()

  // The browser makes no new subscription.
  await openWithEarlierKey({ refuses: true })
  await expect(section.getByText('Notifications are off on this phone.')).toBeVisible()
  expect(await subscribed()).toBeNull()

  // The browser does not tell the key, and the push service does.
  await openWithEarlierKey({ named: false })
  await expect(section.getByText('Notifications are on in this browser.')).toBeVisible()
  await section.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(section.getByText('Notifications stopped in this browser')).toBeVisible()
  await expect(section.getByText('Notifications are off on this phone.')).toBeVisible()
  expect(await subscribed()).toBeNull()
  await section.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(section.getByText('Notifications are on in this browser.')).toBeVisible()
  await clearReceived(app)
})

test('a bell says plainly why nothing can arrive in this browser', async ({
  page,
  visit,
  grant,
  ask,
  complaints,
}) => {
  await grant('basic', 'pro')
  await page.addInitScript(() => {
    const answer = () => (localStorage.getItem('answer') ?? 'denied') as NotificationPermission
    Object.defineProperty(Notification, 'permission', { get: answer })
    Notification.requestPermission = () => Promise.resolve(answer())
  })
  await visit('basic', GAME)
  await bellOf(page).click()
  await expect(sheetOf(page)).toContainText('are blocked in this browser')
  // The choice is kept for other browsers.
  await expect(bellOf(page)).toHaveAttribute('aria-pressed', 'true')
  await sheetOf(page).getByLabel('Off').check()
  await sheetOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(bellOf(page)).toHaveAttribute('aria-pressed', 'false')
  expect((await ask('/api/me')).follows).toEqual({})

  // The browser of the tests has no push service.
  await page.evaluate(() => localStorage.setItem('answer', 'granted'))
  await bellOf(page).click()
  await expect(sheetOf(page)).toContainText('This browser could not turn notifications on.')
  // Chromium says why.
  complaints.splice(0)
  await sheetOf(page).getByLabel('Off').check()
  await sheetOf(page).getByRole('button', { name: 'Done' }).click()

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
  await page.reload()
  await bellOf(page).click()
  await expect(sheetOf(page)).toContainText('On an iPhone, add Lotto Forecast to the home screen')
  await page.goto('/dashboard/profile')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByText(/^This browser cannot show notifications/)).toBeVisible()
})

test('Free follows one game live, and can change it once a day', async ({ page, visit, ask }) => {
  await visit('free', GAME)
  await bellOf(page).click()
  await expect(sheetOf(page)).toContainText('With Free you follow one game, live while the app is open.')
  await expect(sheetOf(page)).toContainText('You can change it once a day.')
  await expect(sheetOf(page).getByRole('link')).toHaveText(/notifications, ₦1,500 per month/)
  await sheetOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(bellOf(page)).toHaveAttribute('aria-pressed', 'true')

  // Another bell asks before it takes the place of the first.
  await page.goto('/dashboard/day-result?date=2026-03-16')
  await bellOf(page, 'Diamond').click()
  await expect(sheetOf(page)).toContainText('Now it is Gold.')
  await expect(bellOf(page, 'Diamond')).toHaveAttribute('aria-pressed', 'false')
  await sheetOf(page).getByLabel('Live in the app').check()
  await sheetOf(page).getByRole('button', { name: 'Done' }).click()
  await expect(bellOf(page, 'Diamond')).toHaveAttribute('aria-pressed', 'true')
  expect(await ask('/api/me')).toMatchObject({ follows: { diamond: 'every' }, liveGame: 'Diamond' })

  await page.goto(GAME)
  await bellOf(page).click()
  await expect(sheetOf(page)).toContainText('You have changed it today, and can change it again tomorrow.')
  await expect(sheetOf(page).getByLabel('Live in the app')).toBeDisabled()
  await page.goto('/dashboard/profile')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByRole('list', { name: 'Followed games' })).toHaveText(/^DiamondLive in the app/)
  await expect(section.getByText('Notifications are part of Pro, ₦1,500 per month.')).toBeVisible()
})
