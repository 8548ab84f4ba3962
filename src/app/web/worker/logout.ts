// No script can delete the session's cookie, and the browser sends it with every page. So from a logout until the server
// has ended the session, this worker sends nothing else for any tab.
import { ACCOUNT_HEADER, OFFLINE_LIMITS, CALL_LIMITS } from '../../../platform/rules/offline/offline.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { fetchWithin } from '../../../platform/web/api/call.ts'
import { put, read } from '../../../platform/web/api/kept.ts'
import { KEPT_LOGOUT } from '../../../platform/web/offline/messages.ts'
import { shell } from './files.ts'
import { forgetPerson, keptPerson, reloadTabs } from './stores.ts'
import { type FetchEvent, scope } from './scope.ts'

/** A cache of its own, because a kept logout outlives the person's data. */
const LOGOUT_CACHE = 'lotto-logout-1'
const SIGN_OUT = '/api/auth/sign-out'

/** The request on its way: whether the session has ended, and the same after a short wait at most. */
interface LogoutRequest {
  ended: Promise<boolean>
  endedSoon: Promise<boolean>
}

/** The logout of this phone. Only this worker writes it, so it is read once. */
const logout: { kept?: Promise<boolean>; request: LogoutRequest | null } = { request: null }

/** Whether a person has logged out here, and the server does not know it yet. */
export const isLogoutKept = (): Promise<boolean> =>
  (logout.kept ??= read(LOGOUT_CACHE, KEPT_LOGOUT).then((found) => found !== undefined))

/** Whether no logout is kept any more. Sends a kept one, and waits a moment for the answer. */
export const logoutIsOver = async (): Promise<boolean> => !(await isLogoutKept()) || sendLogout().endedSoon

/** Sends a request after a kept logout, and fails while the server does not know that logout. */
export const afterLogout = async ({ request }: FetchEvent): Promise<Response> =>
  (await logoutIsOver()) ? fetch(request) : Response.error()

/** Answers a logout when this phone has forgotten the person, even if the server has not. */
export async function answerLogout(event: FetchEvent): Promise<Response> {
  const isOver = keepLogout().then(logoutIsOver)
  event.waitUntil(isOver.then(() => reloadTabs(event.clientId)))
  event.waitUntil(isOver.then(sendWithNetwork))
  if (event.request.mode !== 'navigate') return isOver.then(() => new Response('{"success":true}'))
  return (await isOver) ? Response.redirect(PATHS.login, 303) : shell()
}

/** The browser's own word that the network is back, also when no page is open. Not every browser has it. */
export async function sendInBackground(): Promise<void> {
  if ((await isLogoutKept()) && !(await sendLogout().ended)) throw new Error('the logout is not sent')
}

const sendWithNetwork = async (isOver: boolean) => {
  if (!isOver) await scope.registration.sync?.register('logout').catch(() => undefined)
}

/** Keeps the logout before it removes the person's data, which may free the place that a full disk lacks. */
async function keepLogout(): Promise<void> {
  logout.kept = Promise.resolve(true)
  const person = await keptPerson()
  const write = () => put(LOGOUT_CACHE, KEPT_LOGOUT, new Response(person?.uid))
  const isWritten = await write()
  await forgetPerson()
  if (!isWritten) await write()
}

function sendLogout(): LogoutRequest {
  if (logout.request) return logout.request
  const ended = endSession().finally(() => (logout.request = null))
  const wait = new Promise<false>((resolve) => setTimeout(resolve, OFFLINE_LIMITS.logoutMs, false))
  return (logout.request = { ended, endedSoon: Promise.race([ended, wait]) })
}

/** Ends the session of the person who logged out, and of no other person who has signed in since. */
async function endSession(): Promise<boolean> {
  const uid = await (await read(LOGOUT_CACHE, KEPT_LOGOUT))?.text()
  try {
    const headers: HeadersInit = uid ? { [ACCOUNT_HEADER]: uid } : {}
    const { ok } = await fetchWithin(CALL_LIMITS.callMs, SIGN_OUT, { method: 'POST', headers })
    if (!ok) return false
  } catch {
    return false
  }
  await caches.delete(LOGOUT_CACHE)
  logout.kept = Promise.resolve(false)
  return true
}
