import { FOLLOWS_HEADER } from '../../domain/offline/offline.ts'

/** Public data only, so it survives a logout. The screens show it to signed-in users only. */
export const PUBLIC_CACHE = 'lotto-public-2'
/** Everything that belongs to one person. It is deleted as a whole. */
export const PERSON_CACHE = 'lotto-person-1'

/** The server's time of a kept answer, in milliseconds. The phone's clock may be wrong. */
export const KEPT_AT = 'kept-at'

/** Stores a response. A full or forbidden storage stores nothing, and the app works as without this worker. */
export async function put(cacheName: string, address: string, response: Response): Promise<boolean> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(address, response)
    return true
  } catch {
    return false
  }
}

/** Reads a response without creating the cache. */
export const read = async (cacheName: string, address: string): Promise<Response | undefined> =>
  (await caches.has(cacheName)) ? (await caches.open(cacheName)).match(address) : undefined

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

/**
 * An answer as of a time of the server, in milliseconds, and whether it follows the draws, as the server said. The oldest supported browsers lack `Response.json`.
 */
export const jsonAt = (at: number, body: string, followsDraws: boolean): Response =>
  new Response(body, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [KEPT_AT]: String(at),
      ...(followsDraws && { [FOLLOWS_HEADER]: 'yes' }),
    },
  })
