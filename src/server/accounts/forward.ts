import type { ErrorCode } from '../../domain/base/messages.ts'
import { signAgain } from '../base/auth-secrets.ts'
import type { Services } from '../api/services.ts'
import type { Log } from '../base/log.ts'
import { cookieName } from '../../domain/base/cookies.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import type { Browser } from './browser.ts'

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

type Library = Pick<Services, 'auth' | 'settings'>
type Client = Pick<Browser, 'address' | 'cookies' | 'userAgent'>

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
  { auth, settings }: Library,
  now: number,
  { address, cookies, userAgent }: Client,
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
export async function forward(
  services: Library & { log: Log },
  now: number,
  client: Client,
  path: string,
  call: LibraryCall = {},
): Promise<Forwarded> {
  const { response, context } = await callLibrary(services, now, client, path, call)
  const value: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    throw refusalFor(response.status, value as { code?: string; message?: string } | null, services.log)
  }
  return { value, cookies: cookiesOf(response), session: context.created?.id }
}

/** The cookies of a response, as headers for an answer that no cache keeps. */
export function cookiesOf(response: Response): Headers {
  const headers = new Headers({ 'cache-control': CACHE.none })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return headers
}

/** Our own hook writes the message of a suspended account. */
function refusalFor(status: number, answer: { code?: string; message?: string } | null, log: Log): Refusal {
  const code = answer?.code
  if (code === 'ACCOUNT_SUSPENDED') return new Refusal('suspended', answer?.message)
  const known = code && CODES[code]
  if (known) return new Refusal(known)
  log[status >= 500 ? 'error' : 'warn']({ status, code }, 'unexpected error of the identity library')
  if (status === 409) return new Refusal('conflict')
  return new Refusal(status === 401 ? 'not-signed-in' : status < 500 ? 'bad-request' : 'internal')
}
