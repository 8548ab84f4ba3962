import { CLIENT_VERSION, keptClassOf, MINIMUM_CLIENT_HEADER } from '../../domain/offline/offline.ts'
import { post, type ToPage } from '../offline/messages.ts'
import { keptAnswer } from './answers.ts'
import { fetchYear, yearPath } from './history.ts'
import { keepAnswer } from './keep-answer.ts'
import { logoutIsOver } from './logout.ts'
import { currentEpoch, noticeAccount } from './person.ts'
import { type FetchEvent, scope } from './scope.ts'
import { KEPT_AT, pathAndQuery } from './stores.ts'

const REFUSED: ReadonlySet<number> = new Set([402, 403])

/**
 * Answers a call from the network, and from the phone if there is none. A page that starts without a network asks for
 * what is kept only.
 */
export async function answerCall(event: FetchEvent): Promise<Response> {
  const address = pathAndQuery(event.request.url)
  if (event.request.cache === 'only-if-cached')
    return (await keptAnswer(address, true)) ?? new Response(null, { status: 504 })
  if (!(await logoutIsOver())) return new Response(null, { status: 401 })
  const epoch = currentEpoch()
  const path = yearPath(address)
  let response: Response
  try {
    response = await (path === null ? fetch(event.request) : fetchYear(path, address))
  } catch {
    const kept = await keptAnswer(address)
    if (kept) event.waitUntil(tellPage(event, path ?? address, Number(kept.headers.get(KEPT_AT))))
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
  const path = yearPath(address)
  await tellPage(event, path ?? address, null)
  if (path === null) await keepAnswer(address, response, epoch)
}

let hasUpdated = false

/** Fetches the new version when the server no longer knows this one. The page then offers it, without a navigation. */
async function updateIfTooOld({ headers }: Response): Promise<void> {
  if (hasUpdated || Number(headers.get(MINIMUM_CLIENT_HEADER)) <= CLIENT_VERSION) return
  hasUpdated = true
  await scope.registration.update().catch(() => (hasUpdated = false))
}

/** Tells the page how old the answer is, for its note. */
async function tellPage({ clientId }: FetchEvent, address: string, keptAt: number | null): Promise<void> {
  const page = await scope.clients.get(clientId)
  if (page) post(page, { kind: 'answered', address, keptAt } satisfies ToPage)
}
