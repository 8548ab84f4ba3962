// Notifications: turned on by the player, sent by the server, shown by the service worker.
// The browser has no push service here, and the headless shell has no notifications: their interfaces are replaced, by the
// stand-in and by a list. The messages that the stand-in has decrypted are handed to the real worker.
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { lagosDate } from '../../src/domain/base/calendar.ts'
import { newSubscription, received } from '../support/push.ts'
import { expectAccessible } from './accessible.ts'
import { expect, logOut, PHONE } from './app.ts'
import { readyForOffline } from './kept.ts'
import { test } from './stand-ins.ts'

test.use({ serviceWorkers: 'allow', viewport: PHONE })
test.describe.configure({ timeout: 90_000 })

type App = Parameters<typeof received>[0]

/** Replaces the browser's push service by the stand-in. */
async function usePushService(page: Page, app: App): Promise<void> {
  await page.exposeFunction('subscribeAtStandIn', (key: string) => newSubscription(app, key))
  await page.addInitScript(() => {
    const given = globalThis as unknown as { subscribeAtStandIn(key: unknown): Promise<object> }
    const known = (): PushSubscription | null => {
      const kept = localStorage.getItem('subscription')
      if (kept === null) return null
      const json = JSON.parse(kept) as PushSubscriptionJSON & { endpoint: string }
      const unsubscribe = () => Promise.resolve(localStorage.removeItem('subscription') === undefined)
      return { endpoint: json.endpoint, toJSON: () => json, unsubscribe } as unknown as PushSubscription
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    PushManager.prototype.getSubscription = () => Promise.resolve(known())
    PushManager.prototype.subscribe = async (options) => {
      const made = await given.subscribeAtStandIn(options?.applicationServerKey)
      localStorage.setItem('subscription', JSON.stringify(made))
      return known()!
    }
  })
}

/** Hands messages to the browser's worker, as its push service would. */
async function startDelivery(context: BrowserContext, page: Page, origin: string) {
  const devtools = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const id = await registrationId
  return (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: id,
      data: JSON.stringify(message),
    })
}

type Shown = { title: string; body: string; tag: string; close(): void }

/** Keeps what the worker shows in a list, in which a tag is unique, as in a phone's. */
const listNotifications = (worker: Worker) =>
  worker.evaluate(() => {
    const list = new Map<string, Shown>()
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const replaced = {
      showNotification(title: string, { body = '', tag = '' }: NotificationOptions) {
        list.set(tag, { title, body, tag, close: () => void list.delete(tag) })
        return Promise.resolve()
      },
      getNotifications: ({ tag }: GetNotificationOptions = {}) =>
        Promise.resolve([...list.values()].filter((one) => tag === undefined || one.tag === tag)),
    }
    Object.assign(registration, replaced)
  })

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body }) => [title, body])
  })

test('a player gets a result and its correction, and nothing after the logout', async ({
  page,
  context,
  app,
  visit,
  grant,
  staff,
}) => {
  await grant('pro', 'pro')
  await usePushService(page, app)
  await visit('pro', '/dashboard/profile')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByText('Off in this browser.')).toBeVisible()
  await section.getByText('Games: all chosen').click()
  await section.getByLabel('All games').uncheck()
  await section.getByLabel('Gold').check()
  await expect(section.getByText(/^Off in this browser. Your choice is kept when you turn/)).toBeVisible()
  await section.getByLabel('Quiet hours (Lagos time)').check()
  await section.getByLabel('Until').fill('22:00')
  await section.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(section.getByText('Choose two different times.')).toBeVisible()
  await section.getByLabel('Quiet hours (Lagos time)').uncheck()
  await section.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(section.getByText('On in this browser.')).toBeVisible()
  await expectAccessible(page, 'notifications that are on')
  await readyForOffline(page)

  // The page renews the subscription, and shows the saved choice.
  await page.reload()
  await expect(section.getByText('On in this browser.')).toBeVisible()
  await expect(section.getByText('Games: 1 chosen')).toBeVisible()
  await section.getByLabel('Quiet hours (Lagos time)').check()
  await expect(section.getByText('On in this browser. Your change is not saved yet.')).toBeVisible()
  await section.getByRole('button', { name: 'Save notifications' }).click()
  await expect(section.getByRole('status').first()).toHaveText('On in this browser.')
  await section.getByLabel('Quiet hours (Lagos time)').uncheck()
  await section.getByRole('button', { name: 'Save notifications' }).click()
  await expect(section.getByText('Saved.')).toBeVisible()

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

test('the section says what Pro adds, and what this browser cannot do', async ({ page, visit, grant }) => {
  await visit('free', '/dashboard/profile')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByText('Part of Pro, ₦1,500 per month.')).toBeVisible()
  await grant('basic', 'pro')
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await visit('basic', '/dashboard/profile')
  await expect(section.getByText(/are blocked in this browser/)).toBeVisible()
  await expect(section.getByRole('checkbox')).toHaveCount(0)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
  await page.reload()
  await expect(section.getByText(/^This browser cannot show notifications/)).toBeVisible()
  await expectAccessible(page, 'notifications that are not possible')
})
