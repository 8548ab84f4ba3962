import { generateCookie } from 'hono/cookie'
import type { Call } from './endpoint.ts'
import type { Settings } from '../base/settings.ts'
import type { Person } from './visits.ts'

/** Seconds for which sibling hosts believe it; roles and plans that change act there when it is made anew. */
const GOOD_FOR = 60 * 60

/** For whom it is made out, so that it is never taken for an id token of ours. */
export const siblingAudience = ({ appUrl, cookieDomain }: Settings) => `${cookieDomain ?? appUrl}#siblings`

const nameOf = ({ appUrl }: Settings) => (appUrl.startsWith('https://') ? '__Secure-lotto' : 'lotto')

const attributes = ({ appUrl, cookieDomain }: Settings) => ({
  httpOnly: true,
  secure: appUrl.startsWith('https://'),
  sameSite: 'Lax' as const,
  path: '/',
  ...(cookieDomain && { domain: cookieDomain }),
})

/**
 * The short, read-only statement for the hosts beside ours: who it is, with which role and plan, signed with the
 * published keys. It opens nothing here.
 */
export async function siblingCookie(
  { services: { auth, settings } }: Pick<Call, 'services'>,
  { uid, role, plan }: Person,
): Promise<string> {
  const token = await auth.sign({ sub: uid, role, plan }, siblingAudience(settings), GOOD_FOR)
  return generateCookie(nameOf(settings), token, { ...attributes(settings), maxAge: GOOD_FOR })
}

/** Takes it back at logout. */
export function expiredSiblingCookie(settings: Settings): string {
  return generateCookie(nameOf(settings), '', { ...attributes(settings), maxAge: 0 })
}
