import { send } from '../api/call.ts'

/** Whether this browser can show notifications. On iPhones only installed apps can. */
export const isSupported = (): boolean =>
  'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator

/** This browser's subscription; null without one. */
async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** @param renew only for a user who has made a choice before */
async function report(known: PushSubscription, renew: boolean): Promise<boolean> {
  const { endpoint, keys } = known.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  return (await send('PUT /api/push/device', { endpoint, keys, renew })).on
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

/**
 * Subscribes this browser. Call it from a tap: it asks for permission.
 * @param publicKey the server's key, in base64url
 * @returns false if the permission was denied
 */
export async function turnOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // The browser refuses a second subscription with another key: the server has a new one.
  const fresh = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  return report(fresh, false)
}

/** Ends this browser's subscription, at the server first. */
export async function turnOff(): Promise<void> {
  const known = await subscription()
  if (!known) return
  await send('DELETE /api/push/device', { endpoint: known.endpoint })
  await known.unsubscribe()
}
