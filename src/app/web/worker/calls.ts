import {
  CLIENT_VERSION,
  keptClassOf,
  MINIMUM_CLIENT_HEADER,
} from '../../../platform/rules/offline/offline.ts'
import { read, timeOf } from '../../../platform/web/api/kept.ts'
import { post, type ToPage } from '../../../platform/web/offline/messages.ts'
import { logoutIsOver } from './logout.ts'
import { type FetchEvent, scope } from './scope.ts'
import { cacheOf, currentEpoch, keepAnswer, keptPerson, noticeAccount, pathAndQuery } from './stores.ts'

const REFUSED: ReadonlySet<number> = new Set([402, 403])

/**
 * Network first: answers a call from the network, and without one as it was kept. A page that starts without a network asks for
 * what is kept only.
 */
export async function answerCall(event: FetchEvent): Promise<Response> {
  const address = pathAndQuery(event.request.url)
  if (event.request.cache === 'only-if-cached')
    return (await keptAnswer(address)) ?? new Response(null, { status: 504 })
  if (!(await logoutIsOver())) return new Response(null, { status: 401 })
  const epoch = currentEpoch()
  let response: Response
  try {
    response = await fetch(event.request)
  } catch {
    const kept = await keptAnswer(address)
    if (kept) event.waitUntil(tellPage(event, address, timeOf(kept)))
    return kept ?? Response.error()
  }
  event.waitUntil(afterAnswer(event, address, response.clone(), epoch))
  return response
}

async function afterAnswer(event: FetchEvent, address: string, response: Response, epoch: number) {
  const isKept = keptClassOf(address) !== null
  await updateIfTooOld(response)
  await noticeAccount(response, isKept && REFUSED.has(response.status) ? address : null)
  if (!isKept) return
  await tellPage(event, address, null)
  await keepAnswer(address, response, epoch)
}

/** Nothing without a kept person, because the draws are shown to signed-in users only. */
async function keptAnswer(address: string): Promise<Response | undefined> {
  const cacheName = (await keptPerson()) && cacheOf(address)
  return cacheName ? read(cacheName, address) : undefined
}

const update = { isAsked: false }

/** Fetches the new version when the server no longer knows this one. The page then offers it, without a navigation. */
async function updateIfTooOld({ headers }: Response): Promise<void> {
  if (update.isAsked || Number(headers.get(MINIMUM_CLIENT_HEADER)) <= CLIENT_VERSION) return
  update.isAsked = true
  await scope.registration.update().catch(() => (update.isAsked = false))
}

/** Tells the page how old the answer is, for its note. */
async function tellPage({ clientId }: FetchEvent, address: string, keptAt: number | null): Promise<void> {
  const page = await scope.clients.get(clientId)
  if (page) post(page, { kind: 'answered', address, keptAt } satisfies ToPage)
}
