import type { Context, Hono } from 'hono'
import { destinationOf } from '../../domain/destinations.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { FormAnswer } from '../../web/render.tsx'
import type { Problem } from '../../domain/errors.ts'
import { PATHS } from '../../domain/paths.ts'
import type { Build } from '../http/build.ts'
import { readForm } from '../http/body.ts'
import type { Env } from '../api/env.ts'
import { findVisit } from '../api/mount.ts'
import { destinationsOf, respondWithPage } from '../api/pages.ts'
import type { Services } from '../api/services.ts'
import { openedToken, tokenCookie } from './mailed-links.ts'
import { siblingCookie } from '../api/sibling-cookie.ts'

/**
 * Login, sign-up, reset and the rest of identity as plain forms, for phones on which no script has run (yet). Each goes through the same
 * call as the script's JSON and comes back as a redirect, or as the page again with its messages and what was typed.
 */
export function accountForms(app: Hono<Env>, services: Services, build: Build): void {
  /** Calls the API as the visitor would, with the visitor's own request headers. */
  async function callApi(c: Context<Env>, path: string, body: unknown): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json', origin: services.settings.appUrl })
    for (const name of ['cookie', 'user-agent'])
      if (c.req.header(name)) headers.set(name, c.req.header(name)!)
    const request = new Request(new URL(path, services.settings.appUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return app.fetch(request, c.env)
  }

  /** Goes on signed in, with what the login screen's script gets by a call of its own: the cookie for the hosts beside ours. */
  async function leaveSignedIn(response: Response, userId: string, to?: string): Promise<Response> {
    const { person } = await services.visits.byUser(userId)
    if (!person) return leave(response, PATHS.login)
    const left = leave(response, to ?? destinationOf(person, destinationsOf(services)))
    left.headers.append('set-cookie', await siblingCookie({ services }, person))
    return left
  }

  /** The page again, with the status of the call's answer and its word on when to try again. */
  async function again(
    c: Context<Env>,
    { status, headers }: Response,
    answer: FormAnswer,
    path = c.req.path,
  ): Promise<Response> {
    const visit = await findVisit(c, services, false)
    const page = await respondWithPage(c, app, services, build, visit, { answer, status, path })
    const pause = headers.get('retry-after')
    if (pause) page.headers.set('retry-after', pause)
    return page
  }

  app.post(PATHS.login, async (c) => {
    const { email = '', password = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/sign-in/email', { email, password })
    if (response.ok) {
      const { user } = (await response.json()) as { user?: { id: string } }
      return user ? leaveSignedIn(response, user.id) : leave(response, PATHS.loginCode)
    }
    const { code, title } = (await response.json()) as Problem
    const unverified = code === 'email-not-verified'
    const message = unverified ? MESSAGES.notVerified : MESSAGES.invalidCredentials
    return again(c, response, {
      message: code === 'too-many' ? `${message} ${title}` : message,
      fields: {},
      values: { email, ...(unverified && { unverified: email }) },
    })
  })

  app.post(PATHS.loginCode, async (c) => {
    const { code: typed = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/two-factor', { code: typed })
    if (response.ok) {
      const { user } = (await response.json()) as { user: { id: string } }
      return leaveSignedIn(response, user.id)
    }
    const { code, title, fields = {} } = (await response.json()) as Problem
    if (code === 'login-expired') return leave(response, `${PATHS.login}?notice=login-expired`)
    return again(c, response, { message: fields.code ? null : title, fields, values: {} })
  })

  app.post(PATHS.resendVerification, async (c) => {
    const { email = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/send-verification-email', { email })
    const good = response.ok
    const message = good ? MESSAGES.resent : `${MESSAGES.resendFailed}${await pauseOf(response)}`
    const values = { email, ...(!good && { unverified: email }) }
    return again(c, response, { message, good, fields: {}, values }, PATHS.login)
  })

  app.post(PATHS.signUp, async (c) => {
    const { username = '', email = '', password = '', ageConfirmed } = await readForm(c.req.raw)
    const body = { name: username, email, password, ageConfirmed: ageConfirmed !== undefined }
    const response = await callApi(c, '/api/auth/sign-up/email', body)
    if (response.ok) {
      const { user } = (await response.json()) as { user: { id: string } | null }
      return user
        ? leaveSignedIn(response, user.id, `${PATHS.confirmation}?notice=verification-sent`)
        : leave(response, `${PATHS.login}?notice=verification-sent`)
    }
    const { code, title, fields: named = {} } = (await response.json()) as Problem
    const { name, ...others } = named
    const fields = name ? { ...others, username: name } : others
    const sentence = code === 'too-many' ? `${MESSAGES.signUpFailed}. ${title}` : MESSAGES.signUpFailed
    const message =
      code === 'email-in-use' ? MESSAGES.emailInUse : Object.keys(fields).length > 0 ? null : sentence
    return again(c, response, { message, fields, values: { username, email } })
  })

  app.post(PATHS.forgotPassword, async (c) => {
    const { email = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/request-password-reset', { email })
    const fields = {}
    if (response.ok)
      return again(c, response, { message: MESSAGES.resetSent, good: true, fields, values: {} })
    const { code, title } = (await response.json()) as Problem
    const known = code === 'no-account' || code === 'invalid-email'
    const message = known ? title : `${MESSAGES.resetFailed}${code === 'too-many' ? ` ${title}` : ''}`
    return again(c, response, { message, fields, values: { email } })
  })

  app.post(PATHS.resetPassword, async (c) => {
    const { link = '', newPassword = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/reset-password', { link, newPassword })
    if (response.ok) return leave(response, `${PATHS.login}?notice=password-changed`)
    const { code, title, fields = {} } = (await response.json()) as Problem
    if (code === 'invalid-link')
      return again(c, response, { message: null, fields, values: { link: 'refused' } })
    const message = Object.keys(fields).length > 0 ? null : title
    return again(c, response, { message, fields, values: { link } })
  })

  // The mail's link shows a button, because programs that look into mail follow links too. The browser that signed up
  // is known by its session, and there the link itself is enough.
  app.get(PATHS.verifyEmail, async (c, next) => {
    const token = c.req.query('token')
    const { person } = await findVisit(c, services, false)
    if (!token || !person || person.emailVerified) return next()
    return leaveVerified(await callApi(c, '/api/auth/verify-email', { token }), '/')
  })

  app.post(PATHS.verifyEmail, async (c) => {
    const { settings } = services
    const token = openedToken(c.req.raw, settings, 'verify') ?? ''
    const left = await leaveVerified(await callApi(c, '/api/auth/verify-email', { token }), PATHS.login)
    left.headers.append('set-cookie', tokenCookie(settings, 'verify', null))
    return left
  })

  app.post(PATHS.confirmation, async (c) => {
    const { ageConfirmed } = await readForm(c.req.raw)
    const body = { ageConfirmed: ageConfirmed !== undefined }
    const response = await callApi(c, '/api/profile/age', body)
    if (response.ok || response.status === 401) return leave(response, PATHS.confirmation)
    const { fields = {} } = (await response.json()) as Problem
    return again(c, response, { message: null, fields, values: {} })
  })

  app.post(PATHS.logout, async (c) => leave(await callApi(c, '/api/auth/sign-out', undefined), PATHS.login))
}

/** When to try again, where that is why. */
async function pauseOf(response: Response): Promise<string> {
  const { code, title } = (await response.json()) as Problem
  return code === 'too-many' ? ` ${title}` : ''
}

async function leaveVerified(response: Response, to: string): Promise<Response> {
  if (response.ok) return leave(response, `${to}?notice=verified`)
  const { code } = (await response.json()) as Problem
  return leave(response, `${PATHS.login}?notice=${code === 'expired-link' ? 'link-expired' : 'link-invalid'}`)
}

/** A redirect that takes along the cookies of an API answer. */
function leave(response: Response, location: string): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
