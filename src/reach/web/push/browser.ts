import type { TEST_OUTCOMES } from '../../rules/push/notifications.ts'
import { get, send } from '../../../platform/web/api/call.ts'
import { register, subscribe } from './subscribe.ts'

/** Whether notifications can be shown and are on in this browser. */
export type Here = 'unsupported' | 'blocked' | 'refused' | 'no-server' | 'off' | 'failing' | 'on'

export const STATES: Record<Here, string> = {
  unsupported:
    'This browser cannot show notifications. On an iPhone, add Lotto Forecast to the home screen and open it from there.',
  blocked:
    'Notifications of Lotto Forecast are blocked in this browser. Allow them in the settings of this site, then open this page again.',
  refused:
    'This browser could not turn notifications on. Results appear live while the app is open. Try again later.',
  'no-server': 'This server does not send notifications.',
  off: 'Notifications are off on this phone.',
  failing: 'Notifications are on, but the push service of this browser refuses them.',
  on: 'Notifications are on in this browser.',
}

export const PUSH = '/api/push'

/** Whether this browser can show notifications. On iPhones only installed apps can. */
const isSupported = (): boolean =>
  'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator

/** This browser's subscription; null without one. */
async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** @param renew only for a user who follows a game */
async function report(known: PushSubscription, renew: boolean): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready
  return register(pushManager, known, (body) => send('PUT /api/push/device', { ...body, renew }))
}

/**
 * Tells the server of this browser's subscription, which ends with each session.
 * @returns whether notifications are on here
 */
export async function renewSubscription(): Promise<boolean> {
  if (Notification.permission !== 'granted') return false
  const known = await subscription()
  return known !== null && report(known, true)
}

/** Finds out whether notifications are on here, without asking for permission. */
export async function findState(): Promise<Here> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await renewSubscription().catch(() => false)) ? 'on' : 'off'
}

/** Asks for permission. Call it within a tap, before anything is awaited: some browsers refuse the question later. */
export const askPermission = async (): Promise<boolean> =>
  'Notification' in globalThis && (await Notification.requestPermission()) === 'granted'

/** Subscribes this browser, once it is known whether the player allows it. */
export async function turnOn(isAllowed: Promise<boolean>): Promise<Here> {
  if (!isSupported()) return 'unsupported'
  if (!(await isAllowed)) return Notification.permission === 'denied' ? 'blocked' : 'off'
  const { publicKey } = await get<'GET /api/push'>(PUSH)
  if (publicKey === null) return 'no-server'
  const { pushManager } = await navigator.serviceWorker.ready
  // The browser refuses a second subscription with another key: the server has a new one.
  const fresh = await subscribe(pushManager, publicKey).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return subscribe(pushManager, publicKey).catch(() => null)
  })
  // A private window, or a phone without a push service.
  if (!fresh) return 'refused'
  return (await report(fresh, false)) ? 'on' : 'off'
}

/** Ends this browser's subscription, at the server first. */
export async function turnOff(): Promise<void> {
  const known = await subscription()
  if (!known) return
  await send('DELETE /api/push/device', { endpoint: known.endpoint })
  await known.unsubscribe()
}

/** Sends a test notification to this browser. A subscription that has ended is removed here, too. */
export async function test(): Promise<(typeof TEST_OUTCOMES)[number]> {
  const known = await subscription()
  if (!known) return 'gone'
  const { outcome } = await send('POST /api/push/test', { endpoint: known.endpoint })
  if (outcome === 'gone' || outcome === 'other-key') await known.unsubscribe()
  return outcome
}
