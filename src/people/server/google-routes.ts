import { present } from '../../platform/rules/base/lists.ts'
import { z } from 'zod'
import { generateCookie } from 'hono/cookie'
import { type GoogleOutcome, OUTCOME_COOKIE } from '../rules/google.ts'
import { cookieName } from '../../platform/rules/base/cookies.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { type Call, endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { CACHE } from '../../platform/server/http/reply.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { attemptOf, forward, callLibrary, cookiesOf, type AuthRequest } from './forward.ts'
import { needsCode } from './sign-in.ts'
import { trustDevice } from './known-device.ts'
import { endBrowserSession } from './sessions.ts'
import { loginMethods, userByEmail, userById } from './queries.ts'

const provider = z.strictObject({ provider: z.literal('google') })
const target = z.strictObject({ url: z.string() })

/**
 * The Set-Cookie header that leaves the outcome to the page that opened the pop-up: the pop-up may close, or be cut off
 * from that page, before a script of it runs. It is a word that the page shows, so scripts may read it. Null removes it.
 */
const outcomeCookie = ({ settings: { appUrl } }: Services, outcome: GoogleOutcome | null) =>
  generateCookie(cookieName(appUrl, OUTCOME_COOKIE), outcome ?? '', {
    secure: appUrl.startsWith('https://'),
    sameSite: 'Lax',
    path: '/',
    maxAge: outcome === null ? 0 : 10 * 60,
  })

/** The last page of the pop-up, on our origin. */
const donePage = ({ settings }: Services, outcome: GoogleOutcome) =>
  `${settings.appUrl}${PATHS.popupDone}?outcome=${outcome}`

/**
 * Starts a login at Google. State and nonce stay in a cookie of this browser.
 * @returns the address to open
 */
async function startGoogle(call: Call, path: string, callbacks: Record<string, string>): Promise<Response> {
  const { services } = call
  if (!services.settings.google) throw new Refusal('google-off')
  const body = {
    provider: 'google',
    disableRedirect: true,
    errorCallbackURL: donePage(services, 'failed'),
    ...callbacks,
  }
  const { value, cookies } = await forward(attemptOf(call), path, { body })
  cookies.append('set-cookie', outcomeCookie(services, null))
  return Response.json({ url: (value as { url: string }).url }, { headers: cookies })
}

export const googleRoutes = {
  'POST /api/auth/sign-in/social': endpoint({
    summary: 'Start a sign-in or sign-up with Google: the address to open in a pop-up',
    access: 'anyone',
    body: provider,
    answer: target,
    handle: (call) =>
      startGoogle(call, '/sign-in/social', {
        callbackURL: donePage(call.services, 'in'),
        newUserCallbackURL: donePage(call.services, 'new'),
      }),
  }),

  'POST /api/auth/link-social': endpoint({
    summary: 'Start to link Google to the account: the address to open in a pop-up',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    body: provider,
    answer: target,
    handle(call) {
      return startGoogle(call, '/link-social', { callbackURL: donePage(call.services, 'linked') })
    },
  }),

  'GET /api/auth/callback/google': endpoint({
    summary: 'The address that Google redirects the pop-up to',
    access: 'anyone',
    // Google chooses the parameters; the identity library checks state, nonce, issuer and the rest.
    query: z.record(z.string(), z.string()),
    answer: { media: 'text/html' },
    status: 302,
    async handle(call) {
      const { search } = new URL(call.request.url)
      const attempt = attemptOf(call)
      const { outcome, headers, user } = await finishGoogle(call, search)
      if (user || outcome === 'code') await endBrowserSession(call.services.db, attempt.browser)
      if (user) headers.append('set-cookie', await trustDevice(attempt, user.email))
      call.log.info({ event: 'google', outcome }, 'google sign-in')
      headers.append('set-cookie', outcomeCookie(call.services, outcome))
      headers.set('location', donePage(call.services, outcome))
      return new Response(null, { status: 302, headers })
    },
  }),
} satisfies Routes

interface GoogleResult {
  outcome: GoogleOutcome
  headers: Headers
  /** The user who is signed in now. */
  user?: { email: string } | null
}

/** Finishes a login at Google. Our own errors end it too: the page that opened the pop-up must not wait forever. */
async function finishGoogle(call: Call, search: string): Promise<GoogleResult> {
  const { services, log } = call
  try {
    const path = `/callback/google${search}`
    const { response, context } = await callLibrary(attemptOf(call), path, { method: 'GET' })
    // A challenge keeps the location header of the redirect that it replaced.
    const isChallenge = needsCode(await response.json().catch(() => null))
    const outcome = isChallenge
      ? 'code'
      : context.isSuspended
        ? 'suspended'
        : await outcomeOf(services, response.headers.get('location'), context)
    const isSignedIn = (outcome === 'in' || outcome === 'new') && context.created !== undefined
    const user = isSignedIn ? await userById(services.db, present(context.created).userId) : null
    return { outcome, headers: cookiesOf(response), user }
  } catch (error) {
    log.error({ error }, 'google sign-in failed')
    return { outcome: 'failed', headers: new Headers({ 'cache-control': CACHE.none }) }
  }
}

const OUTCOMES: Record<string, GoogleOutcome> = {
  access_denied: 'cancelled',
  second_google: 'other',
  account_already_linked_to_different_user: 'taken',
}

/** The outcome of a login at Google, read from the identity library's redirect. */
async function outcomeOf(
  { db }: Services,
  location: string | null,
  { google }: AuthRequest,
): Promise<GoogleOutcome> {
  if (!location) return 'failed'
  const query = new URL(location, 'http://localhost').searchParams
  const error = query.get('error')
  if (error === null) return query.get('outcome') as GoogleOutcome
  if (error !== 'account_not_linked') return OUTCOMES[error.toLowerCase()] ?? 'failed'
  // Only a user whose email Google has verified learns the login method of the account.
  if (!google?.verified) return 'conflict'
  const user = await userByEmail(db, google.email)
  const methods = user ? await loginMethods(db, user.id) : []
  if (methods.includes('credential')) return 'password'
  return methods.length > 0 ? 'other' : 'conflict'
}
