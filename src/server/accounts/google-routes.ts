import { z } from 'zod'
import type { GoogleOutcome } from '../../domain/google.ts'
import { PATHS } from '../../domain/paths.ts'
import { type Call, endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import type { Services } from '../api/services.ts'
import { endBrowserSession, userByEmail, userById, loginMethods } from './queries.ts'
import type { AuthRequest } from './auth.ts'
import { trustDevice } from './device-cookie.ts'
import { type Caller, cookiesOf, forward, callLibrary } from './forward.ts'
import { requireProof } from './proof.ts'
import { waitsForCode } from './sign-in.ts'

const provider = z.strictObject({ provider: z.literal('google') })
const where = z.strictObject({ url: z.string() })

/** Where the pop-up ends. It is on our own origin and tells the page that opened it. */
const done = ({ settings }: Services, outcome: GoogleOutcome) =>
  `${settings.appUrl}${PATHS.popupDone}?outcome=${outcome}`

/** Begins a trip to Google: the address to go to; state and nonce stay in a cookie of this browser. */
async function begin(call: Caller, path: string, callbacks: Record<string, string>): Promise<Response> {
  const { services } = call
  if (!services.settings.google) throw new Refusal('google-off')
  const body = {
    provider: 'google',
    disableRedirect: true,
    errorCallbackURL: done(services, 'failed'),
    ...callbacks,
  }
  const { value, cookies } = await forward(call, path, { body })
  return Response.json({ url: (value as { url: string }).url }, { headers: cookies })
}

export const googleRoutes = {
  'POST /api/auth/sign-in/social': endpoint({
    summary: 'Begin to sign in or up with Google: the address to open in a pop-up',
    access: 'anyone',
    body: provider,
    answer: where,
    handle: (call) =>
      begin(call, '/sign-in/social', {
        callbackURL: done(call.services, 'in'),
        newUserCallbackURL: done(call.services, 'new'),
      }),
  }),

  'POST /api/auth/link-social': endpoint({
    summary: 'Begin to link Google to the account: the address to open in a pop-up',
    access: 'signed-in',
    beforeAge: true,
    body: provider,
    answer: where,
    handle(call) {
      requireProof(call)
      return begin(call, '/link-social', { callbackURL: done(call.services, 'linked') })
    },
  }),

  'GET /api/auth/callback/google': endpoint({
    summary: 'Where Google sends the pop-up back to',
    access: 'anyone',
    // Google's to choose; the identity library checks state, nonce, issuer and the rest.
    query: z.record(z.string(), z.string()),
    answer: { media: 'text/html' },
    status: 302,
    async handle(call) {
      const { search } = new URL(call.request.url)
      const { outcome, headers, user } = await comeBack(call, search)
      if (outcome === 'code') await endBrowserSession(call)
      if (user) {
        await endBrowserSession(call)
        headers.append('set-cookie', await trustDevice(call.request, call.services, user.email))
      }
      call.log.info({ event: 'google', outcome }, 'google sign-in')
      headers.set('location', done(call.services, outcome))
      return new Response(null, { status: 302, headers })
    },
  }),
} satisfies Routes

interface Return {
  outcome: GoogleOutcome
  headers: Headers
  /** The person who is signed in now. */
  user?: { email: string } | null
}

/** Ends a trip to Google. A fault of ours ends it too: otherwise the page that opened the pop-up would wait for ever. */
async function comeBack(call: Call, search: string): Promise<Return> {
  const { services, log } = call
  try {
    const { response, context } = await callLibrary(call, `/callback/google${search}`, { method: 'GET' })
    // A challenge keeps the address of the redirect that it replaced.
    const waits = waitsForCode(await response.json().catch(() => null))
    const outcome = waits ? 'code' : await outcomeOf(services, response.headers.get('location'), context)
    const isIn = (outcome === 'in' || outcome === 'new') && context.created !== undefined
    const user = isIn ? await userById(services.db, context.created!.userId) : null
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

/** How the trip ended, read from where the identity library would send the browser. */
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
  // Which way in the e-mail has is told only to somebody who has just proven that mailbox.
  if (!google?.verified) return 'conflict'
  const user = await userByEmail(db, google.email)
  const ways = user ? await loginMethods(db, user.id) : []
  if (ways.includes('credential')) return 'password'
  return ways.length > 0 ? 'other' : 'conflict'
}
