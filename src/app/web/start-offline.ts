import { OFFLINE_LIMITS, rightsOf } from '../../platform/rules/offline/offline.ts'
import { noteUpdate } from '../../platform/web/api/answer-age.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import { withoutNetwork } from '../../platform/web/api/call.ts'
import { FILES_CACHE } from '../../platform/web/api/kept.ts'
import { documentTime } from '../../platform/web/api/server-time.ts'
import { keepYears } from '../../draws/web/kept-years.ts'
import { ME, type Me } from '../../platform/web/access/me.ts'
import { meterData } from '../../platform/web/site/data-use.ts'
import { savesData } from '../../platform/web/site/saves-data.ts'
import { type OpenedDocument, post, type ToPage } from '../../platform/web/offline/messages.ts'
import { NotKept } from '../../platform/web/offline/not-kept.tsx'
import { startNote } from '../../platform/web/offline/network-note.tsx'

const WORKER = '/sw.js'

/**
 * Prepares a signed-in page for the loss of the network: installs the service worker and gives it the page's answers, and the document
 * of a first visit.
 * A browser that has no worker, or refuses it, works as before.
 */
export default async function startOffline(answers: Answers, given: OpenedDocument | null): Promise<void> {
  startNote()
  withoutNetwork.answer = async (address) => (await import('./kept-draws.ts')).answerFromDraws(address)
  withoutNetwork.NotKept = NotKept
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
    const now = documentTime() ?? answers.now
    const keep = () => keepYears(now, isFirst ? 1 : OFFLINE_LIMITS.years).catch(() => undefined)
    workers.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
      // A player may never come back, so the first visit fetches only the newest year.
      if (data.kind === 'adopted' && !savesData()) void keep()
    })
    post(active, {
      kind: 'opened',
      account,
      answers: { ...answers, now },
      loaded,
      isFirst,
      document: given,
      savesData: savesData(),
    })
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
