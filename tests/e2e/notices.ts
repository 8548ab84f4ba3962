// Notifications in a browser without a push service: the stand-in replaces it, and a list replaces the phone's notices.
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { newSubscription } from '../support/push.ts'

type App = Parameters<typeof newSubscription>[0]

/** Replaces the browser's push service by the stand-in. */
export async function usePushService(page: Page, app: App): Promise<void> {
  await page.exposeFunction('subscribeAtStandIn', (key: string) => newSubscription(app, key))
  await page.addInitScript(() => {
    const given = globalThis as unknown as { subscribeAtStandIn(key: unknown): Promise<object> }
    const known = (): PushSubscription | null => {
      const kept = localStorage.getItem('subscription')
      if (kept === null) return null
      const json = JSON.parse(kept) as PushSubscriptionJSON & { endpoint: string; serverKey?: string }
      const key = json.serverKey?.replaceAll('-', '+').replaceAll('_', '/')
      const unsubscribe = () => Promise.resolve(localStorage.removeItem('subscription') === undefined)
      return {
        endpoint: json.endpoint,
        toJSON: () => json,
        unsubscribe,
        options: {
          applicationServerKey: key ? Uint8Array.from(atob(key), (c) => c.charCodeAt(0)).buffer : null,
        },
      } as unknown as PushSubscription
    }
    const permission = () => (localStorage.getItem('asked') === null ? 'default' : 'granted')
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = () => {
      localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}.`)
      return Promise.resolve('granted')
    }
    PushManager.prototype.getSubscription = () => Promise.resolve(known())
    PushManager.prototype.subscribe = async (options) => {
      const serverKey = options?.applicationServerKey
      if (known() || localStorage.getItem('refuses')) throw new DOMException('', 'InvalidStateError')
      const made = await given.subscribeAtStandIn(serverKey)
      localStorage.setItem('subscription', JSON.stringify({ ...made, serverKey }))
      return known()!
    }
  })
}

/** Hands messages to the browser's worker, as its push service would. */
export async function startDelivery(context: BrowserContext, page: Page, origin: string) {
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
export const listNotifications = (worker: Worker) =>
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

/** What the phone shows: title and body. */
export const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body }) => [title, body])
  })
