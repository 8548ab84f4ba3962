import type { NotificationText, PushPayload } from '../../domain/push/notifications.ts'
import { keptPerson } from './person.ts'
import { scope } from './scope.ts'

/** The address of the icon, which the build sets. */
declare const NOTIFICATION_ICON: string

/** Shown for a message to a user who is not signed in any more: browsers require that every message shows something. */
const FOR_ANOTHER: NotificationText & { tag: string } = {
  title: 'New results',
  body: 'Log in to see them.',
  path: '/',
  tag: 'results',
}

/** TypeScript's own options lack this one, which Safari does not have. */
interface Options extends NotificationOptions {
  renotify: boolean
}

/**
 * Shows a message of the server. It replaces an earlier one with its tag, with a sound as for a new one: a correction must
 * be noticed. A repeated message is silent.
 */
export async function showMessage(message: unknown): Promise<void> {
  const payload = message as PushPayload | undefined
  const person = await keptPerson()
  const { title, body, path, tag } = payload && payload.uid === person?.uid ? payload : FOR_ANOTHER
  const shown = await scope.registration.getNotifications({ tag })
  const renotify =
    shown.length > 0 && shown.every((earlier) => earlier.title !== title || earlier.body !== body)
  const options: Options = { body, tag, icon: NOTIFICATION_ICON, renotify, data: { path } }
  await scope.registration.showNotification(title, options)
}

/** Opens the page of a notification, in its tab if there is one. */
export async function openPage(notification: Notification): Promise<void> {
  notification.close()
  const { href } = new URL((notification.data as { path: string }).path, location.origin)
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => url === href)
  await (open ? open.focus() : scope.clients.openWindow(href))
}

/** The push service has ended a subscription: makes a new one, and tells the server of it. */
export async function subscribeAgain(old: PushSubscription | null): Promise<void> {
  if (!old) return
  const { endpoint, keys } = (await scope.registration.pushManager.subscribe(old.options)).toJSON()
  await fetch('/api/push/device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, renew: true }),
  })
}
