import type { ErrorCode } from '../../domain/errors.ts'
import type { Services } from '../services.ts'
import { Refusal } from '../http/refusal.ts'

/** What the identity library says, in our codes. Anything else is an error that nobody expected. */
const CODES: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credentials',
  INVALID_EMAIL: 'invalid-credentials',
  USER_ALREADY_EXISTS: 'email-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-in-use',
  // Two sign-ups of one address at once: the loser's row is refused by the database.
  FAILED_TO_CREATE_USER: 'email-in-use',
  UNAUTHORIZED: 'not-signed-in',
}

const PASSED_ON = ['cookie', 'user-agent']

/**
 * Hands a call over to the identity library and reads its answer.
 * @returns the answer's value and the cookies that it sets
 * @throws Refusal in our codes
 */
export async function forward(
  { auth, settings, log }: Pick<Services, 'auth' | 'settings' | 'log'>,
  request: Request,
  path: string,
  body?: unknown,
): Promise<{ value: unknown; cookies: Headers }> {
  const headers = new Headers({ origin: settings.appUrl })
  for (const name of PASSED_ON) if (request.headers.has(name)) headers.set(name, request.headers.get(name)!)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await auth.handle(
    new Request(`${settings.appUrl}/api/auth${path}`, {
      method: request.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const value: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusalFor(response.status, (value as { code?: string } | null)?.code, log)
  const cookies = new Headers()
  for (const cookie of response.headers.getSetCookie()) cookies.append('set-cookie', cookie)
  return { value, cookies }
}

function refusalFor(status: number, code: string | undefined, log: Services['log']): Refusal {
  const known = code && CODES[code]
  if (known) return new Refusal(known)
  log[status >= 500 ? 'error' : 'warn']({ status, code }, 'the identity library refused')
  return new Refusal(status === 401 ? 'not-signed-in' : status < 500 ? 'bad-request' : 'internal')
}
