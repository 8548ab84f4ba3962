import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { cookieName } from '../../domain/cookies.ts'
import { readSignedCookie } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'

/** Reads the token of a request's session cookie; null without a cookie that this server has signed. */
export type SessionTokens = (c: Context) => string | null

const MAX_REMEMBERED = 10_000
/** A Cookie header has some 300 characters. Longer ones would only cost memory. */
const LONGEST_REMEMBERED = 600

/**
 * Cookie headers with a verified session cookie are remembered, because its signature took a twentieth of the time of a page,
 * and its parsing a twentieth of a small answer. They say nothing about the session, which is read from the database for
 * each request.
 */
export function createSessionTokens(settings: Settings): SessionTokens {
  const verified = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  const name = cookieName(settings.appUrl, 'session_token')
  return (c) => {
    const cookies = c.req.header('cookie')
    if (!cookies) return null
    const known = verified.get(cookies)
    if (known !== undefined) return known
    const token = readSignedCookie(cookies, settings, name)
    if (token && cookies.length <= LONGEST_REMEMBERED) verified.set(cookies, token)
    return token
  }
}
