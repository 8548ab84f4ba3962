import { createHash } from 'node:crypto'
import { z } from 'zod'
import { minuteOf } from '../../platform/rules/base/calendar.ts'
import { ACCOUNT_LIMITS } from '../../platform/rules/access/limits.ts'
import { ACCOUNT_HEADER } from '../../platform/rules/offline/offline.ts'
import { CHECK_PURPOSES, LINK_PURPOSES } from '../../platform/rules/access/visitor-check.ts'
import { DONE, done, endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { CACHE, json } from '../../platform/server/http/reply.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { attemptOf, forward } from './forward.ts'
import {
  fingerprintOf,
  openedToken,
  tokenCookie,
  mailEmailLink,
  resendVerification,
  verifyEmail,
} from './mailed-links.ts'
import { endBrowserSession } from './sessions.ts'
import { createWork, pageTime } from './check-visitor.ts'
import { requestReset, resetPassword } from './reset-password.ts'
import { expiredSiblingCookie, siblingCookie } from '../../platform/server/api/sibling-cookie.ts'
import { needsCode, signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { typedEmail as email } from '../../platform/server/api/form-fields.ts'

/** The user of the library's answers. Their session token is left out: it belongs in the cookie only. */
export const signedIn = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string(), emailVerified: z.boolean() }),
})

const status = z.strictObject({ status: z.literal(true) })
const accepted = { status: true as const }

/** The proof of work that a refusal `check-needed` asks for: JSON of the challenge and its solution. */
const work = z.string().max(2000).optional()

/** The password was right; `POST /api/auth/two-factor` with a code must follow. */
const codeNeeded = z.strictObject({ codeNeeded: z.literal(true) })

export function signedInAnswer({ value, cookies }: { value: unknown; cookies: Headers }): Response {
  const { user } = value as z.infer<typeof signedIn>
  const { id, name, email, emailVerified } = user
  return Response.json({ user: { id, name, email, emailVerified } }, { headers: cookies })
}

/**
 * The token of the reset link that this browser opened; empty when it has opened another link since.
 * @param link the fingerprint of the link that the page was rendered for
 */
function resetTokenOf(request: Request, settings: Settings, link = ''): string {
  const token = openedToken(request.headers.get('cookie') ?? '', settings, 'reset')
  return token !== null && fingerprintOf(token) === link ? token : ''
}

export const accountRoutes = {
  'GET /api/auth/form-time': endpoint({
    summary: 'The minute, signed, for a public page with the sign-up form',
    access: 'anyone',
    fresh: true,
    answer: z.strictObject({ opened: z.string() }),
    version: (_services, { now }) => String(minuteOf(now)),
    handle: async ({ services, now }) => ({ opened: pageTime(services.settings, minuteOf(now)) }),
  }),

  'POST /api/auth/sign-up/email': endpoint({
    summary: 'Create an account and sign in; with NEUTRAL_MESSAGES there is no sign-in and `user` is null',
    access: 'anyone',
    body: z.strictObject({
      name: z.string(),
      email,
      password: z.string(),
      ageConfirmed: z.boolean().default(false),
      /** The hidden field of the form; only programs fill it in. */
      trap: z.string().max(200).optional(),
      /** The time of a public page with the form. */
      opened: z.string().max(200).optional(),
      work,
    }),
    answer: z.strictObject({ user: signedIn.shape.user.nullable() }),
    async handle(call) {
      const { name: username, ...others } = call.body
      const answer = await signUp(attemptOf(call), { username, ...others })
      return answer.value
        ? signedInAnswer(answer)
        : Response.json({ user: null }, { headers: answer.cookies })
    },
  }),

  'POST /api/auth/sign-in/email': endpoint({
    summary: 'Sign in with email and password; an account with a second factor then needs a code',
    access: 'anyone',
    body: z.strictObject({ email, password: z.string().max(ACCOUNT_LIMITS.passwordLongest), work }),
    answer: z.union([signedIn, codeNeeded]),
    async handle(call) {
      const answer = await signIn(attemptOf(call), call.body)
      return needsCode(answer.value)
        ? Response.json({ codeNeeded: true }, { headers: answer.cookies })
        : signedInAnswer(answer)
    },
  }),

  'POST /api/auth/sign-out': endpoint({
    summary:
      'Sign out: the session ends on the server. With the header `account`, only if it belongs to that user',
    access: 'anyone',
    endsSeeing: true,
    answer: z.strictObject({ success: z.literal(true) }),
    async handle(call) {
      // A phone may send a logout late, when another person has signed in.
      const only = call.request.headers.get(ACCOUNT_HEADER)
      if (only !== null && call.person && call.person.uid !== only) return { success: true as const }
      const { cookies } = await forward(attemptOf(call), '/sign-out', { body: {} })
      // The library reports success even if the database refused to end the session.
      const { session, seeing } = call.visit.person ?? {}
      await endBrowserSession(call.services.db, { sessionId: session?.id ?? seeing?.sessionId ?? null })
      cookies.append('set-cookie', expiredSiblingCookie(call.services.settings))
      return Response.json({ success: true }, { headers: cookies })
    },
  }),

  'POST /api/auth/send-verification-email': endpoint({
    summary: 'Mail the verification link again; the answer is the same for every email',
    access: 'anyone',
    body: z.strictObject({ email, work }),
    answer: status,
    async handle(call) {
      await resendVerification(attemptOf(call), call.body)
      return accepted
    },
  }),

  'POST /api/auth/challenge': endpoint({
    summary: 'A proof of work (ALTCHA) for one try that was refused with check-needed',
    access: 'anyone',
    body: z.strictObject({ purpose: z.enum(CHECK_PURPOSES), email }),
    answer: z.strictObject({ parameters: z.record(z.string(), z.unknown()), signature: z.string() }),
    async handle({ services, now, body }) {
      const { parameters, signature = '' } = await createWork(services.settings, now, body)
      return { parameters: { ...parameters }, signature }
    },
  }),

  'POST /api/auth/email-link': endpoint({
    summary:
      'Mail a link that lets a browser log in or sign up without a check; the answer is always the same',
    access: 'anyone',
    body: z.strictObject({ purpose: z.enum(LINK_PURPOSES), email }),
    answer: status,
    async handle(call) {
      await mailEmailLink(attemptOf(call), call.body)
      return accepted
    },
  }),

  'POST /api/auth/verify-email': endpoint({
    summary: 'Verify an email with a mailed token',
    access: 'anyone',
    body: z.strictObject({ token: z.string().max(2000) }),
    answer: status,
    async handle(call) {
      await verifyEmail(attemptOf(call), call.body.token)
      return accepted
    },
  }),

  'POST /api/auth/request-password-reset': endpoint({
    summary: 'Mail a link to set a new password',
    access: 'anyone',
    body: z.strictObject({ email, work }),
    answer: status,
    async handle(call) {
      await requestReset(attemptOf(call), call.body)
      return accepted
    },
  }),

  'POST /api/auth/reset-password': endpoint({
    summary: 'Set a new password with a mailed token; all sessions end',
    access: 'anyone',
    body: z.strictObject({
      /** Left out by our page: the token of the link that this browser opened is used. */
      token: z.string().max(200).optional(),
      /** The fingerprint of the link that the page was rendered for. */
      link: z.string().max(200).optional(),
      newPassword: z.string(),
    }),
    answer: status,
    async handle(call) {
      const { settings } = call.services
      const { token = resetTokenOf(call.request, settings, call.body.link), newPassword } = call.body
      const device = await resetPassword(attemptOf(call), { token, newPassword })
      const headers = new Headers({ 'cache-control': CACHE.none })
      headers.append('set-cookie', device)
      headers.append('set-cookie', tokenCookie(settings, 'reset', null))
      return Response.json(accepted, { headers })
    },
  }),

  'POST /api/setSession': endpoint({
    summary: 'Exchange an id token for the short-lived cookie for sibling hosts',
    access: 'anyone',
    body: z.strictObject({ token: z.string().max(4000) }),
    answer: done,
    async handle(call) {
      const { auth, visits } = call.services
      const session = await auth.readIdToken(call.body.token)
      const { person } = session ? await visits.byToken(session) : { person: null }
      if (!person) throw new Refusal('not-signed-in')
      const headers = new Headers({ 'cache-control': CACHE.none })
      headers.append('set-cookie', await siblingCookie(call, person))
      return Response.json(DONE, { headers })
    },
  }),

  'GET /api/auth/get-session': endpoint({
    summary: 'The signed-in user, or null',
    access: 'anyone',
    answer: signedIn.nullable(),
    handle({ person }) {
      if (!person) return null
      const { uid, username, email, emailVerified } = person
      return { user: { id: uid, name: username, email, emailVerified } }
    },
  }),

  'GET /api/auth/token': endpoint({
    summary: 'A short-lived id token (ES256) of the signed-in user; it ends with the session',
    access: 'signed-in',
    answer: z.strictObject({ token: z.string() }),
    beforeAge: true,
    async handle({ services, person, now }) {
      if (!person.session) throw new Refusal('not-signed-in')
      const session = { userId: person.uid, sessionId: person.session.id }
      return { token: await services.auth.idToken(now, session) }
    },
  }),

  'GET /api/auth/jwks': endpoint({
    summary: 'The public keys of the id tokens',
    access: 'anyone',
    answer: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }),
    async handle(call) {
      const { value } = await forward(attemptOf(call), '/jwks', { method: 'GET' })
      const etag = `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`
      return json(value, { cache: CACHE.publicMinutes, etag })
    },
  }),
} satisfies Routes
