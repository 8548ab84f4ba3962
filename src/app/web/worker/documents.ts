import {
  OFFLINE_LIMITS,
  ACCOUNT_HEADER,
  isAppPath,
  keepsDocument,
  readAccount,
} from '../../../platform/rules/offline/offline.ts'
import { PERSON_CACHE, put, read } from '../../../platform/web/api/kept.ts'
import { shell } from './files.ts'
import { isLogoutKept, logoutIsOver } from './logout.ts'
import type { OpenedDocument } from '../../../platform/web/offline/messages.ts'
import { pathAndQuery, remove, removeOldest, currentEpoch, keptPerson, noticeAccount } from './stores.ts'
import type { FetchEvent } from './scope.ts'

/**
 * Answers a navigation from the network. Without one, and for a page of the app that takes too long, the shell opens,
 * which shows what is kept. After a logout that the server does not know yet, the shell opens, too.
 */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  if (!(await logoutIsOver())) return shell()
  const response = await answerDocument(event)
  // The person may have logged out in another tab meanwhile.
  return (await isLogoutKept()) ? shell() : response
}

async function answerDocument(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const person = isAppPath(pathname) ? await keptPerson() : null
  const network = fetchDocument(event, person !== null && keepsDocument(pathname))
  const offline = () => openFromPhone(person && pathAndQuery(event.request.url))
  if (!person) return network.catch(offline)
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, OFFLINE_LIMITS.navigationMs, null))
  const response = await Promise.race([network.catch(() => null), timeout])
  if (response) return response
  event.waitUntil(network.catch(() => undefined))
  return offline()
}

const EMPTY_ROOT = '<div id="root"></div>'
const ROOT = /<div id="root">(.*)<\/div>\n<script type="application\/json" id="answers">/s

/**
 * The shell. A kept document of the address can be read at once: its content is there until the app has started from the
 * kept answers, which may be newer, and replaces it.
 * @param address of a page whose person's data is kept; null for other pages
 */
async function openFromPhone(address: string | null): Promise<Response> {
  const empty = await shell()
  const kept = address === null ? undefined : await read(PERSON_CACHE, address)
  const content = kept && ROOT.exec(await kept.text())?.[1]
  if (!content) return empty
  const { headers } = empty
  // A function, because the content may contain replacement patterns.
  return new Response(
    (await empty.text()).replace(EMPTY_ROOT, () => `<div id="root">${content}</div>`),
    { headers },
  )
}

/**
 * Fetches a document. With a kept one, the server sends only whether it is still the same: a repeat visit of 5 kB is not
 * possible without.
 */
async function fetchDocument(event: FetchEvent, isKeepable: boolean): Promise<Response> {
  const address = pathAndQuery(event.request.url)
  const epoch = currentEpoch()
  const kept = isKeepable ? await read(PERSON_CACHE, address) : undefined
  const etag = kept?.headers.get('etag')
  const response = etag
    ? await fetch(address, {
        headers: { 'if-none-match': etag },
        redirect: 'manual',
        referrer: ownReferrer(event),
      })
    : await fetch(event.request)
  event.waitUntil(noticeAccount(response.clone(), null))
  if (kept && response.status === 304) return unchanged(kept, response)
  if (isKeepable) event.waitUntil(keepDocument(address, response.clone(), epoch))
  return response
}

/** The kept document with the headers of the server's answer, which have its time. */
function unchanged(kept: Response, answer: Response): Response {
  const headers = new Headers(kept.headers)
  answer.headers.forEach((value, name) => headers.set(name, value))
  return new Response(kept.body, { headers })
}

/** The page that the navigation comes from, if it is ours: a request made here can name no other. */
const ownReferrer = ({ request: { referrer } }: FetchEvent): string =>
  referrer.startsWith(`${location.origin}/`) ? referrer : ''

/** Keeps the document of a first visit, which no worker fetched, with its headers, unless the server has another one by now. */
export async function keepGivenDocument({ address, etag, html }: OpenedDocument): Promise<void> {
  if (!keepsDocument(address)) return
  const epoch = currentEpoch()
  const asked = { 'if-none-match': etag }
  const answer = await fetch(address, { method: 'HEAD', headers: asked, redirect: 'manual' })
  if (answer.status !== 304) return
  const headers = new Headers(answer.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  await keepDocument(address, new Response(html, { headers }), epoch)
}

async function keepDocument(address: string, response: Response, epoch: number): Promise<void> {
  const account = readAccount(response.headers.get(ACCOUNT_HEADER))
  const person = await keptPerson()
  if (!response.ok || !response.headers.has('etag') || !person || account?.uid !== person.uid) return
  const text = await response.text()
  if (text.length > OFFLINE_LIMITS.documentBytes || epoch !== currentEpoch()) return
  await put(PERSON_CACHE, address, new Response(text, { headers: response.headers }))
  // The person may have left while it was written.
  if (epoch !== currentEpoch()) await remove(PERSON_CACHE, [address])
  await removeOldest(PERSON_CACHE, keepsDocument, OFFLINE_LIMITS.documents)
}
