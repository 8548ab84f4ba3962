import type { ErrorCode } from '../../platform/rules/base/messages.ts'
import { signAgain } from '../../platform/server/base/auth-secrets.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Log } from '../../platform/server/base/log.ts'
import { cookieName } from '../../platform/rules/base/cookies.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { CACHE } from '../../platform/server/http/reply.ts'
import type { Call } from '../../platform/server/api/endpoint.ts'
import type { Actor } from '../../platform/server/audit/context.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import type { Settings } from '../../platform/server/base/settings.ts'

/** What the identity library's hooks record about a request. */
export type AuthRequest = Parameters<Services['auth']['handle']>[1]

/** The identity library's error codes and ours. Other codes are unexpected. */
const CODES: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credentials',
  INVALID_EMAIL: 'invalid-credentials',
  EMAIL_NOT_VERIFIED: 'email-not-verified',
  USER_ALREADY_EXISTS: 'email-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-in-use',
  // Two sign-ups with one email at the same time: the database refuses the second row.
  FAILED_TO_CREATE_USER: 'email-in-use',
  INVALID_TOKEN: 'invalid-link',
  USER_NOT_FOUND: 'invalid-link',
  PROVIDER_NOT_FOUND: 'google-off',
  UNAUTHORIZED: 'not-signed-in',
  INVALID_CODE: 'invalid-input',
  INVALID_BACKUP_CODE: 'invalid-input',
  TOTP_NOT_ENABLED: 'not-found',
  INVALID_TWO_FACTOR_COOKIE: 'login-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'login-expired',
}

interface LibraryCall {
  method?: 'GET' | 'POST'
  body?: unknown
  /** Forwards only this cookie; the name has no prefix. */
  onlyCookie?: string
}

/**
 * Calls the identity library.
 * @param path below `/api/auth`
 * @returns its response, and the values that its hooks recorded
 */
export async function callLibrary(
  { services: { auth, settings }, now, browser: { address, cookies, userAgent } }: Attempt,
  path: string,
  { method = 'POST', body, onlyCookie }: LibraryCall = {},
): Promise<{ response: Response; context: AuthRequest }> {
  const headers = new Headers({ origin: settings.appUrl })
  if (userAgent !== null) headers.set('user-agent', userAgent)
  const passed = onlyCookie ? pickCookie(cookies, cookieName(settings.appUrl, onlyCookie)) : cookies
  if (passed !== '') headers.set('cookie', signAgain(passed, settings))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const context: AuthRequest = { now, address }
  const request = new Request(`${settings.appUrl}/api/auth${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { response: await auth.handle(request, context), context }
}

export interface Forwarded {
  value: unknown
  cookies: Headers
  session: string | undefined
}

/** One cookie of a Cookie header. */
const pickCookie = (cookies: string, name: string) =>
  cookies
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(`${name}=`))
    .join('; ')

/**
 * Calls the identity library and reads its answer.
 * @returns the answer's value, the cookies that it sets, and the id of the session that it created
 * @throws Refusal with one of our codes
 */
export async function forward(attempt: Attempt, path: string, call: LibraryCall = {}): Promise<Forwarded> {
  const { response, context } = await callLibrary(attempt, path, call)
  const value: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusalFor(response.status, value, attempt.services.log)
  return { value, cookies: cookiesOf(response), session: context.created?.id }
}

/** The cookies of a response, as headers for an answer that no cache keeps. */
export function cookiesOf(response: Response): Headers {
  const headers = new Headers({ 'cache-control': CACHE.none })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return headers
}

/** Our own hook writes the message of a suspended account. */
function refusalFor(status: number, answer: unknown, log: Log): Refusal {
  const { code, message } = (answer ?? {}) as { code?: string; message?: string }
  if (code === 'ACCOUNT_SUSPENDED') return new Refusal('suspended', message)
  const known = code && CODES[code]
  if (known) return new Refusal(known)
  log[status >= 500 ? 'error' : 'warn']({ status, code }, 'unexpected error of the identity library')
  if (status === 409) return new Refusal('conflict')
  return new Refusal(status === 401 ? 'not-signed-in' : status < 500 ? 'bad-request' : 'internal')
}

/** The browser behind a call: the actor, and what the browser sends with each request. */
interface Browser extends Actor {
  /** The network address. */
  address: string
  /** The Cookie header; empty without cookies. */
  cookies: string
  userAgent: string | null
  /** The session of the cookie; null for a visitor who is not signed in. */
  sessionId: string | null
}

/** What a visitor asks of an account: the time, the browser, and what it takes to answer. */
export interface Attempt {
  services: Services
  now: number
  browser: Browser
}

type Asked = Pick<Call<'anyone'>, 'services' | 'now' | 'actor' | 'address' | 'request' | 'person'>

export function attemptOf({ services, now, actor, address, request, person }: Asked): Attempt {
  const cookies = request.headers.get('cookie') ?? ''
  const userAgent = request.headers.get('user-agent')
  const browser = { ...actor, address, cookies, userAgent, sessionId: person?.session?.id ?? null }
  return { services, now, browser }
}

/** An actor without cookies, for calls of the identity library that must not depend on the session. */
export const withoutCookies = (actor: Actor): Browser => ({
  ...actor,
  address: actor.address ?? '',
  cookies: '',
  userAgent: null,
  sessionId: null,
})

/**
 * Minimum response time with NEUTRAL_MESSAGES, against account enumeration. Start it before the work and await it after
 * the work. Without NEUTRAL_MESSAGES it ends at once.
 */
export async function minimumResponseTime({ neutralMessages }: Settings): Promise<void> {
  if (neutralMessages) await sleep(LOGIN_LIMITS.neutralMs)
}
