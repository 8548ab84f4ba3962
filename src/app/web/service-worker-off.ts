// The worker of OFFLINE_APP=off: it replaces the other one, and removes everything kept and itself.
import { logoutIsOver } from './worker/logout.ts'
import { scope } from './worker/scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener('activate', (event) => event.waitUntil(removeAll()))

// A page that registers again before the worker is gone brings it back, and then sends its message.
scope.addEventListener('message', (event) => event.waitUntil(removeAll()))

async function removeAll(): Promise<void> {
  await logoutIsOver()
  for (const name of await caches.keys()) await caches.delete(name)
  await scope.registration.unregister()
}
