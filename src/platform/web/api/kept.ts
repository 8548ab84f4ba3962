// The caches of this phone, which the pages and the service worker share.
import { type Account, FOLLOWS_HEADER } from '../../rules/offline/offline.ts'

/** Public data only, so it survives a logout. The screens show it to signed-in users only. */
export const PUBLIC_CACHE = 'lotto-public-2'
/** Everything that belongs to one person. It is deleted as a whole. */
export const PERSON_CACHE = 'lotto-person-1'
/** The app's files, by their hashed addresses. */
export const FILES_CACHE = 'lotto-files-1'

/** Who the data of {@link PERSON_CACHE} belongs to. */
export const WHO = '/kept/who'

/** The server's time of a kept answer, in milliseconds. The phone's clock may be wrong. */
const KEPT_AT = 'kept-at'

/** When the server gave an answer that may be kept, in milliseconds. */
export const timeOf = ({ headers }: Response): number =>
  Number(headers.get('server-time') ?? headers.get(KEPT_AT))

/** Stores a response. A full or forbidden storage stores nothing, and the app works as without it. */
export async function put(cacheName: string, address: string, response: Response): Promise<boolean> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(address, response)
    return true
  } catch {
    return false
  }
}

/** Reads a response without creating the cache. Nothing where storage is forbidden. */
export async function read(cacheName: string, address: string): Promise<Response | undefined> {
  try {
    return (await caches.has(cacheName)) ? await (await caches.open(cacheName)).match(address) : undefined
  } catch {
    return undefined
  }
}

/** The person whose data this phone keeps; null if there is none. */
export async function readPerson(): Promise<Account | null> {
  const found = await read(PERSON_CACHE, WHO)
  return found ? ((await found.json()) as Account) : null
}

/** An answer as of a time of the server, in milliseconds, and whether it follows the draws, as the server said. */
export const jsonAt = (at: number, body: string, followsDraws: boolean): Response =>
  new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [KEPT_AT]: String(at),
      ...(followsDraws && { [FOLLOWS_HEADER]: 'yes' }),
    },
  })
