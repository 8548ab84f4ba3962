import { PATHS } from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { register, subscribe } from '../../reach/web/push/subscribe.ts'
import { meterData } from '../../platform/web/site/data-use.ts'
import { post, type ToWorker } from '../../platform/web/offline/messages.ts'
import { answerCall } from './worker/calls.ts'
import { answerNavigation, keepGivenDocument } from './worker/documents.ts'
import { answerFile, keepNeededFiles, removeOldFiles, keepLaterFiles } from './worker/files.ts'
import { afterLogout, answerLogout, logoutIsOver, sendInBackground } from './worker/logout.ts'
import { type Client, type FetchEvent, scope } from './worker/scope.ts'
import { type Account, ACCOUNT_HEADER, readAccount } from '../../platform/rules/offline/offline.ts'
import { read } from '../../platform/web/api/kept.ts'
import {
  adoptPerson,
  currentEpoch,
  forgetPerson,
  keptPerson,
  reloadTabs,
  cacheOf,
  keepAnswer,
  keepBody,
} from './worker/stores.ts'
import type { NotificationText, PushPayload } from '../../reach/rules/push/notifications.ts'

// The service worker: the app without a network, and repeat visits that transfer only what changed (docs/decisions).

meterData('worker')

scope.addEventListener('install', (event) => event.waitUntil(keepNeededFiles()))

scope.addEventListener('activate', (event) =>
  event.waitUntil(removeOldFiles().then(() => scope.clients.claim())),
)

interface Row {
  method: 'GET' | 'POST'
  /** Of the address; null for a navigation to any page. */
  path: RegExp | null
  /** Null leaves the request to the browser. */
  answer: ((event: FetchEvent) => Promise<Response>) | null
}

/** Which strategy answers which request of this site: the first row that fits. All others go to the network alone. */
const TABLE: readonly Row[] = [
  // Kept until the server knows it.
  { method: 'POST', path: new RegExp(`^(/api/auth/sign-out|${PATHS.logout})$`), answer: answerLogout },
  // Calls that may start another session wait for a kept logout.
  { method: 'POST', path: /^\/api\/auth\//, answer: afterLogout },
  // A stream ends when the browser stops the worker, so the worker must not answer it.
  { method: 'GET', path: /^\/api\/live$/, answer: null },
  // Network first, for three seconds; then the shell, which shows what is kept.
  { method: 'GET', path: null, answer: answerNavigation },
  // Network first, and without one as it was kept (`domain/offline`).
  { method: 'GET', path: /^\/api\//, answer: answerCall },
  // Cache first: a hashed file never changes.
  { method: 'GET', path: /^\/assets\//, answer: ({ request }) => answerFile(request) },
]

scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== scope.location.origin) return
  const fits = ({ path }: Row) => (path ? path.test(pathname) : mode === 'navigate')
  const answer = TABLE.find((row) => row.method === method && fits(row))?.answer
  if (answer) event.respondWith(answer(event))
})

scope.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.json())))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPage(event.notification)))
scope.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(subscribeAgain(event.newSubscription)),
)

scope.addEventListener('sync', (event) => event.waitUntil(sendInBackground()))

scope.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  // Without a network, or on a full disk, the phone keeps what it has.
  if (message.kind === 'opened') event.waitUntil(opened(message, event.source).catch(() => undefined))
  else event.waitUntil(scope.skipWaiting())
})

type Opened = Extract<ToWorker, { kind: 'opened' }>

/** Answers that a second visit keeps even if the person has not seen them: the first screens of the app. */
const FIRST = ['/api/overview', '/api/days/today', '/api/chart-result']

/**
 * A signed-in page was opened: keeps its answers and files, and fetches what the phone needs without a network. A player may
 * never come back, so the first visit fetches nothing more, as does a browser that saves data. The server says who is
 * signed in: the page may be older than a logout or a demotion.
 */
async function opened(
  { account: shown, answers, loaded, isFirst, document: given, savesData }: Opened,
  page: Client | null,
): Promise<void> {
  if (!(await logoutIsOver())) return
  const known = await keptPerson()
  const isKnown = known?.uid === shown.uid && known.rights >= shown.rights
  if (!isKnown && !(await adoptSignedIn(shown))) return
  if (page) post(page, { kind: 'adopted' })
  const account = await keptPerson()
  const epoch = currentEpoch()
  for (const [call, { status, body, followsDraws = false }] of Object.entries(answers.calls))
    if (status === 200 && cacheOf(call))
      await keepBody(call, { at: answers.now, body: JSON.stringify(body), followsDraws, account, epoch })
  if (given) await keepGivenDocument(given)
  // The browser still has these, so they need no request.
  const paths = new Set(loaded.map((url) => new URL(url).pathname))
  await keepLaterFiles((path) => paths.has(path))
  if (isFirst || savesData) return
  for (const call of FIRST) if (!(await read(cacheOf(call)!, call))) await keepAnswer(call, await fetch(call))
  await keepLaterFiles(() => true)
}

/** Begins to keep the data of the signed-in person. The tabs of another one, or of one with higher rights, reload. */
async function adoptSignedIn(shown: Account): Promise<boolean> {
  const response = await fetch('/api/me')
  const account = readAccount(response.headers.get(ACCOUNT_HEADER))
  if (account?.uid !== shown.uid || account.rights < shown.rights) {
    await reloadTabs()
    return false
  }
  if ((await keptPerson())?.uid !== account.uid) await forgetPerson()
  await adoptPerson(account)
  await keepAnswer('/api/me', response)
  return true
}

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
async function showMessage(message: unknown): Promise<void> {
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
async function openPage(notification: Notification): Promise<void> {
  notification.close()
  const { href } = new URL((notification.data as { path: string }).path, location.origin)
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => url === href)
  await (open ? open.focus() : scope.clients.openWindow(href))
}

/**
 * The push service has ended a subscription: makes a new one with the server's key, and tells the server of it.
 * @param made the new one; Firefox names neither the old nor the new one
 */
async function subscribeAgain(made: PushSubscription | null | undefined): Promise<void> {
  const { pushManager } = scope.registration
  const answer = await fetch('/api/push')
  const { publicKey } = answer.ok ? ((await answer.json()) as AnswerOf<'GET /api/push'>) : { publicKey: null }
  if (publicKey === null) return
  const known = made ?? (await pushManager.getSubscription()) ?? (await subscribe(pushManager, publicKey))
  await register(pushManager, known, async (subscription) => {
    const response = await fetch('/api/push/device', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...subscription, renew: true }),
    })
    return response.ok
      ? ((await response.json()) as AnswerOf<'PUT /api/push/device'>)
      : { on: false, newKey: null }
  })
}
