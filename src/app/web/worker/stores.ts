import {
  FOLLOWS_HEADER,
  type Account,
  keptClassOf,
  ACCOUNT_HEADER,
  readAccount,
  OFFLINE_LIMITS,
} from '../../../platform/rules/offline/offline.ts'
import {
  jsonAt,
  PERSON_CACHE,
  PUBLIC_CACHE,
  put,
  read,
  readPerson,
  timeOf,
  WHO,
} from '../../../platform/web/api/kept.ts'
import { post, type ToPage } from '../../../platform/web/offline/messages.ts'
import { scope } from './scope.ts'

/** The addresses of a cache as path and query, the oldest first. */
export async function addressesIn(cacheName: string): Promise<string[]> {
  if (!(await caches.has(cacheName))) return []
  const requests = await (await caches.open(cacheName)).keys()
  return requests.map(({ url }) => pathAndQuery(url))
}

export async function remove(cacheName: string, addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(addresses.map((address) => cache.delete(address)))
}

/** Removes the oldest entries of those that match, beyond a number. */
export async function removeOldest(
  cacheName: string,
  isMeant: (address: string) => boolean,
  most: number,
): Promise<void> {
  const found = (await addressesIn(cacheName)).filter(isMeant)
  if (found.length > most) await remove(cacheName, found.slice(0, found.length - most))
}

export function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const memory: { epoch: number; person?: Promise<Account | null> } = {
  /** Changes with each removal, so that an answer that was on its way is not kept. */
  epoch: 0,
}

export const currentEpoch = (): number => memory.epoch

/** The person whose data is kept; null if there is none. Only this worker writes it, so it is read once. */
export const keptPerson = (): Promise<Account | null> => (memory.person ??= readPerson())

/** Begins to keep data of a person, after the server has confirmed who is signed in. */
export async function adoptPerson(account: Account): Promise<void> {
  const isKept = await put(PERSON_CACHE, WHO, new Response(JSON.stringify(account)))
  memory.person = Promise.resolve(isKept ? account : null)
}

/** Removes everything of the person, also the notifications that are shown. */
export async function forgetPerson(): Promise<void> {
  memory.epoch++
  memory.person = Promise.resolve(null)
  await caches.delete(PERSON_CACHE)
  for (const notification of await scope.registration.getNotifications()) notification.close()
}

/** Removes what only higher rights open, and the documents, which may contain it. */
async function forgetPaid(): Promise<void> {
  memory.epoch++
  const kept = await addressesIn(PERSON_CACHE)
  await remove(
    PERSON_CACHE,
    kept.filter((address) => address !== WHO && keptClassOf(address) !== 'person'),
  )
}

/**
 * Every tab reloads: its memory may hold what its user may no longer see.
 * @param except the id of a page that leaves by itself
 */
export async function reloadTabs(except?: string): Promise<void> {
  for (const page of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    if (page.id !== except) post(page, { kind: 'left' } satisfies ToPage)
}

/**
 * Compares an answer of the server with the person whose data is kept.
 *
 * @param refused the call that the server refused for want of a plan or of rights; null for another answer
 */
export async function noticeAccount(response: Response, refused: string | null): Promise<void> {
  const account = readAccount(response.headers.get(ACCOUNT_HEADER))
  const known = await keptPerson()
  if (account === undefined) return
  if (account === null || (known && account.uid !== known.uid)) {
    if (!known) return
    await forgetPerson()
    await reloadTabs()
  } else if (known && account.rights < known.rights) {
    await forgetPaid()
    await adoptPerson(account)
    await reloadTabs()
  } else if (known && refused !== null && (await read(PERSON_CACHE, refused))) {
    // The page of a plan that the person never had is refused at each visit. It has nothing to lose.
    await forgetPaid()
    await reloadTabs()
  } else if (known && account.rights > known.rights) await adoptPerson(account)
}

/** The cache of a call's answer; null if it is not kept. */
export function cacheOf(address: string): string | null {
  const kept = keptClassOf(address)
  return kept && (kept === 'public' ? PUBLIC_CACHE : PERSON_CACHE)
}

interface KeptAnswer {
  /** The server's time, in milliseconds. */
  at: number
  body: string
  followsDraws: boolean
  /** Whose answer it is. */
  account: Account | null | undefined
  /** The epoch in which it was asked for. */
  epoch: number
}

/** Keeps the answer of a call, unless its person has left meanwhile. */
export async function keepAnswer(address: string, response: Response, epoch = currentEpoch()): Promise<void> {
  const at = timeOf(response)
  const account = readAccount(response.headers.get(ACCOUNT_HEADER))
  const followsDraws = response.headers.has(FOLLOWS_HEADER)
  if (response.ok && at > 0 && cacheOf(address))
    await keepBody(address, { at, body: await response.text(), followsDraws, account, epoch })
}

/** Keeps the body of an answer. An answer of one person is kept only for the person whose data is kept. */
export async function keepBody(
  address: string,
  { at, body, followsDraws, account, epoch }: KeptAnswer,
): Promise<void> {
  const cacheName = cacheOf(address)
  if (!cacheName || body.length > OFFLINE_LIMITS.answerBytes) return
  if (cacheName === PERSON_CACHE) {
    const person = await keptPerson()
    if (!person || person.uid !== account?.uid || epoch !== currentEpoch()) return
  }
  await put(cacheName, address, jsonAt(at, body, followsDraws))
  // The person may have left while it was written.
  if (cacheName === PERSON_CACHE && epoch !== currentEpoch()) await remove(cacheName, [address])
  await removeOldest(cacheName, isPassing, OFFLINE_LIMITS.answers)
}

/** What every screen needs, and the draws. */
const STAYING = /^\/api\/(me|site|history.*)$/
const isPassing = (address: string) => address.startsWith('/api/') && !STAYING.test(address)
