// The service worker: the app without a network, and repeat visits that transfer only what changed (docs/decisions).
import { PATHS } from '../domain/site/paths.ts'
import { meterData } from './site/data-use.ts'
import type { ToWorker } from './offline/messages.ts'
import { answerCall } from './worker/calls.ts'
import { answerNavigation } from './worker/documents.ts'
import { answerFile, keepNeededFiles, removeOldFiles } from './worker/files.ts'
import { openPage, showMessage, subscribeAgain } from './worker/notifications.ts'
import { answerLogout, logoutIsOver, sendInBackground } from './worker/logout.ts'
import { opened } from './worker/opened.ts'
import { scope } from './worker/scope.ts'

meterData('worker')

scope.addEventListener('install', (event) => event.waitUntil(keepNeededFiles()))

scope.addEventListener('activate', (event) =>
  event.waitUntil(removeOldFiles().then(() => scope.clients.claim())),
)

const LOGOUTS: ReadonlySet<string> = new Set(['/api/auth/sign-out', PATHS.logout])
/** Calls that may start another session: those of the account are sent after a kept logout. */
const ACCOUNT_CALLS = '/api/auth/'
/** A stream ends when the browser stops the worker, so the worker must not answer it. */
const STREAM = '/api/live'

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  if (request.method === 'POST' && LOGOUTS.has(pathname)) event.respondWith(answerLogout(event))
  else if (request.method === 'POST' && pathname.startsWith(ACCOUNT_CALLS))
    event.respondWith(logoutIsOver().then((isOver) => (isOver ? fetch(request) : Response.error())))
  if (request.method !== 'GET' || pathname === STREAM) return
  if (request.mode === 'navigate') event.respondWith(answerNavigation(event))
  else if (pathname.startsWith('/api/')) event.respondWith(answerCall(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
})

scope.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.json())))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPage(event.notification)))
scope.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(subscribeAgain(event.oldSubscription)),
)

scope.addEventListener('sync', (event) => event.waitUntil(sendInBackground()))

scope.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  // Without a network, or on a full disk, the phone keeps what it has.
  if (message.kind === 'opened') event.waitUntil(opened(message).catch(() => undefined))
  else event.waitUntil(scope.skipWaiting())
})
