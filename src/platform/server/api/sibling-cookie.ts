import { generateCookie } from 'hono/cookie'
import type { Call } from './endpoint.ts'
import type { Settings } from '../base/settings.ts'
import type { Person } from './visits.ts'

/** Sibling hosts see a changed role or plan when the cookie is renewed. */
const LIFETIME_S = 60 * 60

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
  const token = await auth.sign({ sub: uid, role, plan }, siblingAudience(settings), LIFETIME_S)
  return generateCookie(nameOf(settings), token, { ...attributes(settings), maxAge: LIFETIME_S })
}

/** Deletes the cookie at logout. */
export const expiredSiblingCookie = (settings: Settings): string =>
  generateCookie(nameOf(settings), '', { ...attributes(settings), maxAge: 0 })
