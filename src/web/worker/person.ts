import { type Account, keptClassOf, ACCOUNT_HEADER, readAccount } from '../../domain/offline/offline.ts'
import { post, type ToPage } from '../offline/messages.ts'
import { scope } from './scope.ts'
import { addressesIn, PERSON_CACHE, put, read, remove } from './stores.ts'

/** Who the kept data belongs to. */
const WHO = '/kept/who'

/** Changes with each removal, so that an answer that was on its way is not kept. */
let epoch = 0

export const currentEpoch = (): number => epoch

/** Only this worker writes it, so it is read once. */
let person: Promise<Account | null> | undefined

/** The person whose data is kept; null if there is none. */
export const keptPerson = (): Promise<Account | null> => (person ??= readPerson())

async function readPerson(): Promise<Account | null> {
  const found = await read(PERSON_CACHE, WHO)
  return found ? ((await found.json()) as Account) : null
}

/** Begins to keep data of a person, after the server has confirmed who is signed in. */
export async function adoptPerson(account: Account): Promise<void> {
  const isKept = await put(PERSON_CACHE, WHO, new Response(JSON.stringify(account)))
  person = Promise.resolve(isKept ? account : null)
}

/** Removes everything of the person, also the notifications that are shown. */
export async function forgetPerson(): Promise<void> {
  epoch++
  person = Promise.resolve(null)
  await caches.delete(PERSON_CACHE)
  for (const notification of await scope.registration.getNotifications()) notification.close()
}

/** Removes what only higher rights open, and the documents, which may contain it. */
async function forgetPaid(): Promise<void> {
  epoch++
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
