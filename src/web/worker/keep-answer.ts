import {
  OFFLINE_LIMITS,
  type Account,
  ACCOUNT_HEADER,
  FOLLOWS_HEADER,
  keptClassOf,
  readAccount,
} from '../../domain/offline/offline.ts'
import { currentEpoch, keptPerson } from './person.ts'
import { jsonAt, PERSON_CACHE, PUBLIC_CACHE, put, remove, removeOldest } from './stores.ts'

/** The cache of a call's answer; null if it is not kept. */
export function cacheOf(address: string): string | null {
  const kept = keptClassOf(address)
  return kept && (kept === 'public' ? PUBLIC_CACHE : PERSON_CACHE)
}

interface Kept {
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
  const at = Number(response.headers.get('server-time'))
  const account = readAccount(response.headers.get(ACCOUNT_HEADER))
  const followsDraws = response.headers.has(FOLLOWS_HEADER)
  if (response.ok && at > 0 && cacheOf(address))
    await keepBody(address, { at, body: await response.text(), followsDraws, account, epoch })
}

/** Keeps the body of an answer. An answer of one person is kept only for the person whose data is kept. */
export async function keepBody(
  address: string,
  { at, body, followsDraws, account, epoch }: Kept,
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
