import type { Context, Hono } from 'hono'
import { ERRORS } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import type { Env } from '../api/env.ts'
import { findVisit } from '../api/find-visit.ts'
import { type PageTools, respondWithPage } from '../api/pages.ts'
import { CACHE } from '../http/reply.ts'
import type { Services } from '../api/services.ts'
import { formCookie } from './form-time.ts'
import { type MailedLink, fingerprintOf, openedToken, tokenCookie } from './mailed-links.ts'
import { userOfResetLink } from './reset-password.ts'

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
    const answer = { message: null, fields: {}, values: { link } }
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
  headers.append('set-cookie', tokenCookie(settings, link, token.slice(0, MAX_TOKEN_CHARACTERS)))
  return new Response(null, { status: 303, headers })
}

/** Our tokens are shorter. */
const MAX_TOKEN_CHARACTERS = 100
