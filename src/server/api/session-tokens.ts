import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { LRUCache } from 'lru-cache'
import { cookieName } from '../../domain/cookies.ts'
import { readSignedCookie } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'

/** Reads the token of a request's session cookie; null without a cookie that this server has signed. */
export type SessionTokens = (c: Context) => string | null

const MAX_REMEMBERED = 10_000

/**
 * A verified cookie is remembered, because its signature took a twentieth of the time of a page. It says nothing about
 * the session, which is read from the database for each request.
 */
export function createSessionTokens(settings: Settings): SessionTokens {
  const verified = new LRUCache<string, string>({ max: MAX_REMEMBERED })
  const name = cookieName(settings.appUrl, 'session_token')
  return (c) => {
    const signed = getCookie(c, name)
    if (!signed) return null
    const known = verified.get(signed)
    if (known !== undefined) return known
    const token = readSignedCookie(c.req.header('cookie') ?? '', settings, name)
    if (token) verified.set(signed, token)
    return token
  }
}
