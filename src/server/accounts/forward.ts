import type { ErrorCode } from '../../domain/errors.ts'
import type { Call } from '../api/endpoint.ts'
import { cookieName } from '../http/cookies.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import type { AuthRequest } from './auth.ts'

/** What the identity library says, in our codes. Anything else is an error that nobody expected. */
const CODES: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credentials',
  INVALID_EMAIL: 'invalid-credentials',
  EMAIL_NOT_VERIFIED: 'email-not-verified',
  USER_ALREADY_EXISTS: 'email-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-in-use',
  // Two sign-ups of one address at once: the loser's row is refused by the database.
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

/** The parts of a call that the identity library needs to know of. */
export type Caller = Pick<Call, 'services' | 'request' | 'now' | 'address'>

interface LibraryCall {
  method?: 'GET' | 'POST'
  body?: unknown
  /** Leave out who is signed in. */
  anonymous?: boolean
  /** Pass on this cookie of ours alone, by its name without prefix. */
  onlyCookie?: string
}

/** Hands a call over to the identity library; its answer as it is, and what its hooks found out. */
export async function callLibrary(
  { services: { auth, settings }, request, now, address }: Caller,
  path: string,
  { method = 'POST', body, anonymous = false, onlyCookie }: LibraryCall = {},
): Promise<{ response: Response; context: AuthRequest }> {
  const headers = new Headers({ origin: settings.appUrl })
  const agent = request.headers.get('user-agent')
  if (agent !== null) headers.set('user-agent', agent)
  const cookies = request.headers.get('cookie')
  if (cookies !== null && !anonymous)
    headers.set('cookie', onlyCookie ? pick(cookies, cookieName(settings.appUrl, onlyCookie)) : cookies)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const context: AuthRequest = { now, address }
  const inner = new Request(`${settings.appUrl}/api/auth${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { response: await auth.handle(inner, context), context }
}

export interface Forwarded {
  value: unknown
  cookies: Headers
  session: string | undefined
}

/** One cookie of a Cookie header. */
const pick = (cookies: string, name: string) =>
  cookies
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(`${name}=`))
    .join('; ')

/**
 * Hands a call over to the identity library and reads its answer.
 * @returns the answer's value, the cookies that it sets, and the id of a session that it made
 * @throws Refusal in our codes
 */
export async function forward(call: Caller, path: string, errand: LibraryCall = {}): Promise<Forwarded> {
  const { response, context } = await callLibrary(call, path, errand)
  const value: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    throw refusalFor(response.status, (value as { code?: string } | null)?.code, call.services.log)
  }
  return { value, cookies: cookiesOf(response), session: context.created?.id }
}

/** The cookies of an answer, as headers of another that nobody keeps. */
export function cookiesOf(response: Response): Headers {
  const headers = new Headers({ 'cache-control': CACHE.none })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return headers
}

function refusalFor(status: number, code: string | undefined, log: Caller['services']['log']): Refusal {
  const known = code && CODES[code]
  if (known) return new Refusal(known)
  log[status >= 500 ? 'error' : 'warn']({ status, code }, 'the identity library refused')
  if (status === 409) return new Refusal('conflict')
  return new Refusal(status === 401 ? 'not-signed-in' : status < 500 ? 'bad-request' : 'internal')
}
