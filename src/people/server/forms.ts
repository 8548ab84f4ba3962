import type { Context, Hono } from 'hono'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import {
  carriedQuery,
  choiceOfPlan,
  destinationOf,
  withNotice,
} from '../../platform/rules/site/destinations.ts'
import { linkSentText } from '../../platform/rules/access/visitor-check.ts'
import { type AccountForm, needsLink, refusalText } from '../rules/refusal-text.ts'
import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { type Notice, type Problem, ERRORS } from '../../platform/rules/base/messages.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { readForm } from '../../platform/server/http/body.ts'
import type { Env } from '../../platform/server/api/env.ts'
import { createFormCall, redirectAfter, renderAgain } from '../../platform/server/api/plain-forms.ts'
import { findVisit } from '../../platform/server/api/find-visit.ts'
import { type PageTools, respondWithPage } from '../../platform/server/api/pages.ts'
import { destinationsOf } from '../../platform/server/api/page-redirects.ts'
import { formCookie } from './check-visitor.ts'
import { openedToken, tokenCookie, type MailedLink, fingerprintOf } from './mailed-links.ts'
import { siblingCookie } from '../../platform/server/api/sibling-cookie.ts'
import { CACHE } from '../../platform/server/http/reply.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { userOfResetLink } from './reset-password.ts'

/** What all of the forms need. */
function createFormTools(app: Hono<Env>, tools: PageTools) {
  const { services } = tools
  const callApi = createFormCall(app, services.settings)

  /** Redirects a signed-in visitor, with the cookie for sibling hosts that the login page's script gets by a call. */
  async function redirectSignedIn(
    c: Context<Env>,
    response: Response,
    userId: string,
    to?: string,
  ): Promise<Response> {
    const { person } = await services.visits.byUser(userId)
    if (!person) return redirectAfter(response, PATHS.login)
    const redirected = redirectAfter(
      response,
      to ?? destinationOf(person, destinationsOf(services), queryOf(c)),
    )
    redirected.headers.append('set-cookie', await siblingCookie({ services }, person))
    return redirected
  }

  /** The form's page again, with what was typed and the message. @param done the message of a form that succeeded */
  async function showAgain(
    c: Context<Env>,
    form: AccountForm,
    response: Response,
    typed: Record<string, string>,
    { path, done }: { path?: string; done?: string } = {},
  ): Promise<Response> {
    const { email = '' } = typed
    if (response.ok) {
      const answer = { message: done!, good: true, fields: {}, values: { email } }
      return renderAgain(c, tools, response, answer, path)
    }
    const problem = (await response.json()) as Problem
    const { code, fields = {} } = problem
    const values = {
      ...typed,
      ...(code === 'email-not-verified' && { unverified: email }),
      // Strangers may have used up the tries of the account too.
      ...((needsLink(code) || (form === 'login' && code === 'too-many')) && { linkFor: email }),
      ...(code === 'invalid-link' && { link: 'refused' }),
    }
    const answer = { message: refusalText(form, problem) || null, fields, values }
    return renderAgain(c, tools, response, answer, path)
  }

  return { services, callApi, redirectSignedIn, showAgain }
}
type FormTools = ReturnType<typeof createFormTools>

/**
 * The plain forms of login, sign-up and reset, for browsers without (or before) script. Each form makes the same API call
 * as the script. The answer is a redirect, or the page with its messages and the typed values.
 */
export function addAccountForms(app: Hono<Env>, tools: PageTools): void {
  const forms = createFormTools(app, tools)
  addLoginForms(app, forms)
  addSignUpForms(app, forms)
  addPasswordForms(app, forms)
}

function addLoginForms(app: Hono<Env>, { callApi, redirectSignedIn, showAgain }: FormTools): void {
  app.post(PATHS.login, async (c) => {
    const { email = '', password = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/sign-in/email', { email, password })
    if (response.ok) {
      const { user } = (await response.json()) as { user?: { id: string } }
      return user
        ? redirectSignedIn(c, response, user.id)
        : redirectAfter(response, PATHS.loginCode + carriedQuery(queryOf(c)))
    }
    return showAgain(c, 'login', response, { email })
  })

  app.post(PATHS.loginCode, async (c) => {
    const { code: typed = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/two-factor', { code: typed })
    if (response.ok) {
      const { user } = (await response.json()) as { user: { id: string } }
      return redirectSignedIn(c, response, user.id)
    }
    const { code } = (await response.clone().json()) as Problem
    if (code === 'login-expired') return redirectAfter(response, `${PATHS.login}?notice=login-expired`)
    return showAgain(c, 'change', response, {})
  })

  app.post(PATHS.resendVerification, async (c) => {
    const { email = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/send-verification-email', { email })
    const typed = { email, unverified: email }
    return showAgain(c, 'resend', response, typed, { path: PATHS.login, done: ACCOUNT_MESSAGES.resent })
  })

  app.post(PATHS.emailLink, async (c) => {
    const { email = '', purpose = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/email-link', { purpose, email })
    const path = purpose === 'sign-up' ? PATHS.signUp : PATHS.login
    return showAgain(c, 'email-link', response, { email }, { path, done: linkSentText(purpose) })
  })

  app.post(PATHS.logout, async (c) =>
    redirectAfter(await callApi(c, '/api/auth/sign-out', undefined), PATHS.login),
  )
}

function addSignUpForms(app: Hono<Env>, { services, callApi, redirectSignedIn, showAgain }: FormTools): void {
  app.post(PATHS.signUp, async (c) => {
    const { username = '', email = '', password = '', ageConfirmed, trap, opened } = await readForm(c.req.raw)
    const body = { name: username, email, password, ageConfirmed: ageConfirmed !== undefined, trap, opened }
    const response = await callApi(c, '/api/auth/sign-up/email', body)
    if (response.ok) {
      const { user } = (await response.json()) as { user: { id: string } | null }
      return user
        ? redirectSignedIn(c, response, user.id, choiceOfPlan(queryOf(c), 'verification-sent'))
        : redirectAfter(response, withNotice(PATHS.login + carriedQuery(queryOf(c)), 'verification-sent'))
    }
    const typed = { username, email, ...(ageConfirmed !== undefined && { ageConfirmed }) }
    const page = await showAgain(c, 'sign-up', response, typed)
    // A form of a public page leads here, where the page again has the form.
    const { settings, clock, db } = services
    const cookie = formCookie(c.req.header('cookie') ?? '', settings, await clock.now(db))
    if (cookie) page.headers.append('set-cookie', cookie)
    return page
  })

  // The mailed link shows a button, because mail scanners follow links too. In the browser that signed up, the session
  // identifies the user, so the link alone is enough.
  app.get(PATHS.verifyEmail, async (c, next) => {
    const token = c.req.query('token')
    const { person } = await findVisit(c, services)
    if (!token || !person || person.emailVerified) return next()
    return redirectVerified(await callApi(c, '/api/auth/verify-email', { token }), '/')
  })

  app.post(PATHS.verifyEmail, async (c) => {
    const { settings } = services
    const token = openedToken(c.req.header('cookie') ?? '', settings, 'verify') ?? ''
    const redirected = await redirectVerified(
      await callApi(c, '/api/auth/verify-email', { token }),
      PATHS.login,
    )
    redirected.headers.append('set-cookie', tokenCookie(settings, 'verify', null))
    return redirected
  })
}

function addPasswordForms(app: Hono<Env>, { callApi, showAgain }: FormTools): void {
  app.post(PATHS.forgotPassword, async (c) => {
    const { email = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/request-password-reset', { email })
    return showAgain(c, 'forgot-password', response, { email }, { done: ACCOUNT_MESSAGES.resetSent })
  })

  app.post(PATHS.resetPassword, async (c) => {
    const { link = '', newPassword = '' } = await readForm(c.req.raw)
    const response = await callApi(c, '/api/auth/reset-password', { link, newPassword })
    if (response.ok) return redirectAfter(response, `${PATHS.login}?notice=password-changed`)
    return showAgain(c, 'reset-password', response, { link })
  })
}

/** The notices of refused links. */
const LINK_NOTICES: Partial<Record<Problem['code'], Notice>> = {
  'expired-link': 'link-expired',
  'email-in-use': 'email-taken',
}

async function redirectVerified(response: Response, to: string): Promise<Response> {
  if (response.ok) return redirectAfter(response, `${to}?notice=verified`)
  const { code } = (await response.json()) as Problem
  return redirectAfter(response, `${PATHS.login}?notice=${LINK_NOTICES[code] ?? 'link-invalid'}`)
}

const queryOf = (c: Context<Env>): string => new URL(c.req.url).search

/** Routes of the pages that mailed links open. They run before the pages themselves. */
export function addLinkPages(app: Hono<Env>, tools: PageTools): void {
  const { services } = tools
  const { settings } = services

  app.get(PATHS.resetPassword, async (c) => {
    const moved = moveToken(c, services, 'reset')
    if (moved) return moved
    const visit = await findVisit(c, services)
    const token = openedToken(c.req.header('cookie') ?? '', settings, 'reset')
    const user = token === null ? null : await userOfResetLink(services, visit.now, token)
    const link = user ? fingerprintOf(token!) : token === null ? 'none' : 'refused'
    const status = link === 'refused' ? ERRORS['invalid-link'].status : 200
    const message = link === 'refused' ? ERRORS['invalid-link'].title : null
    const answer = { message, fields: {}, values: { link } }
    const page = await respondWithPage(c, tools, visit, { answer, status })
    if (link === 'refused') page.headers.append('set-cookie', tokenCookie(settings, 'reset', null))
    return page
  })

  app.get(PATHS.verifyEmail, async (c, next) => moveToken(c, services, 'verify') ?? next())

  app.get(PATHS.login, async (c, next) => moveToken(c, services, 'continue', '?notice=link-opened') ?? next())

  app.get(PATHS.signUp, async (c, next) => {
    const moved = moveToken(c, services, 'continue', '?notice=link-opened')
    if (moved) return moved
    await next()
    const cookie = formCookie(c.req.header('cookie') ?? '', settings, await services.clock.now(services.db))
    if (cookie) c.header('set-cookie', cookie, { append: true })
  })
}

/** Moves the token of an opened link from the address to a cookie; null when the address has no token. */
function moveToken(c: Context<Env>, { settings }: Services, link: MailedLink, search = ''): Response | null {
  const token = c.req.query('token')
  if (token === undefined) return null
  const headers = new Headers({ location: c.req.path + search, 'cache-control': CACHE.none })
  headers.append('set-cookie', tokenCookie(settings, link, token.slice(0, LOGIN_LIMITS.token)))
  return new Response(null, { status: 303, headers })
}
