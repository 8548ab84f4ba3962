import { generateCookie } from 'hono/cookie'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import type { Call } from './endpoint.ts'
import type { Settings } from '../base/settings.ts'
import type { Person } from './visits.ts'

/** The audience of the cookie's token, which makes it invalid as an id token. */
const siblingAudience = ({ appUrl, cookieDomain }: Settings) => `${cookieDomain ?? appUrl}#siblings`

const nameOf = ({ appUrl }: Settings) => (appUrl.startsWith('https://') ? '__Secure-lotto' : 'lotto')

const attributes = ({ appUrl, cookieDomain }: Settings) => ({
  httpOnly: true,
  secure: appUrl.startsWith('https://'),
  sameSite: 'Lax' as const,
  path: '/',
  ...(cookieDomain && { domain: cookieDomain }),
})

/**
 * The cookie for sibling hosts: a short-lived token with the user's id, role and plan, signed with the published keys. This
 * server does not accept it.
 */
export async function siblingCookie(
  { services: { auth, settings } }: Pick<Call, 'services'>,
  { uid, role, plan }: Person,
): Promise<string> {
  const token = await auth.sign(
    { sub: uid, role, plan },
    siblingAudience(settings),
    SERVER_LIMITS.siblingCookieSeconds,
  )
  return generateCookie(nameOf(settings), token, {
    ...attributes(settings),
    maxAge: SERVER_LIMITS.siblingCookieSeconds,
  })
}

/** Deletes the cookie at logout. */
export const expiredSiblingCookie = (settings: Settings): string =>
  generateCookie(nameOf(settings), '', { ...attributes(settings), maxAge: 0 })
