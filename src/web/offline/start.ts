import { rightsOf } from '../../domain/offline/offline.ts'
import type { Answers } from '../api/answers.ts'
import { ME, type Me } from '../accounts/me.ts'
import { meterData } from '../site/data-use.ts'
import { savesData } from '../site/saves-data.ts'
import { FILES_CACHE, post } from './messages.ts'
import { startNote, noteUpdate } from './network-note.tsx'

const WORKER = '/sw.js'

/**
 * Prepares a signed-in page for the loss of the network: installs the service worker and gives it the page's answers.
 * A browser that has no worker, or refuses it, works as before.
 */
export default async function startOffline(answers: Answers): Promise<void> {
  startNote()
  meterData('page')
  const workers = navigator.serviceWorker
  if (!workers) return
  const isFirst = !workers.controller
  try {
    await keepSheet()
    const registration = await workers.register(WORKER)
    offerUpdates(registration)
    const { active } = await workers.ready
    const me = answers.calls[ME]?.body as Me | undefined
    if (!me || !active) return
    const account = { uid: me.uid, rights: rightsOf({ plan: me.subscription, role: me.role }) }
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    post(active, { kind: 'opened', account, answers, loaded, isFirst, savesData: savesData() })
  } catch {
    // Private windows and full disks refuse workers.
  }
}

/** Keeps the page's style sheet for the document without a network, so that the worker does not fetch it. */
async function keepSheet(): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>('meta[name=sheet]')?.content
  const css = document.querySelector('style')?.textContent
  if (!address || !css) return
  const kept = await caches.open(FILES_CACHE)
  const headers = { 'content-type': 'text/css' }
  if (!(await kept.match(address))) await kept.put(address, new Response(css, { headers }))
}

/** A new version waits until the reader wants it: a reload could discard what is typed. */
function offerUpdates(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    const { waiting } = registration
    if (!waiting || !navigator.serviceWorker.controller) return
    noteUpdate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      post(waiting, { kind: 'update' })
    })
  }
  offer()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offer),
  )
}
