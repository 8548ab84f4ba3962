import type { Context, MiddlewareHandler } from 'hono'
import { destinationOf, FROM, loginAt } from '../../rules/site/destinations.ts'
import { accountHeader } from '../../rules/offline/offline.ts'
import { AFTER_LOGIN, redirectFrom } from '../../rules/access/page-access.ts'
import { parseDate } from '../../rules/base/calendar.ts'
import { PATHS, publicResultsPath, SCREENS } from '../../rules/site/paths.ts'
import { rightPath } from '../../rules/site/right-path.ts'
import { readSearch, writeSearch, SEARCH_PARAMETERS } from '../../rules/site/search-address.ts'
import { adminArea } from '../../rules/access/second-factor.ts'
import type { Page } from '../../../app/web/render.tsx'
import { siblingCookie } from './sibling-cookie.ts'
import type { Person, Visit } from './visits.ts'
import type { Services } from './services.ts'
import type { Build } from '../http/build.ts'
import type { Env } from './env.ts'
import type { PageTools } from './pages.ts'

/** The redirect for a visitor who may not see the page; null for one who may. */
export async function guardPage(
  c: Context<Env>,
  { services, build }: PageTools,
  { now, person }: Visit,
): Promise<Response | null> {
  c.set('now', now)
  c.set('account', accountHeader(person))
  if (person) c.set('uid', person.uid)
  const page = build.render.findPage(c.req.path)
  const visitor = person && { ...person, adminArea: adminArea(person, services.settings.adminFactor) }
  const to = redirectFrom(page, visitor)
  if (to === null) return null
  if (to === AFTER_LOGIN) return redirectAfterLogin(c, services, person!)
  if (page.access === 'start') return c.redirect(withNotice(c, to))
  if (to !== PATHS.login) return c.redirect(to)
  const search = c.req.path === SCREENS.pastResults.path && searchOf(c)
  return c.redirect(search ? to + search : loginAt(c.req.path))
}

/** The search of the address as a query, so that the login can name it to a messenger. */
function searchOf(c: Context<Env>): string {
  const query = new URLSearchParams(writeSearch(readSearch(new URL(c.req.url).searchParams))).toString()
  return query && `?${query}`
}

/** Redirects as after a login. A sibling host gets a new cookie, which it accepts for an hour. */
async function redirectAfterLogin(c: Context<Env>, services: Services, person: Person): Promise<Response> {
  const to = destinationOf(person, destinationsOf(services), new URL(c.req.url).search)
  if (!to.startsWith('/')) c.header('set-cookie', await siblingCookie({ services }, person), { append: true })
  return c.redirect(withNotice(c, to))
}

/** Keeps the notice of the address across a redirect within our own pages. */
function withNotice(c: Context<Env>, to: string): string {
  const notice = c.req.query('notice')
  return notice && to.startsWith('/') ? `${to}?${new URLSearchParams({ notice }).toString()}` : to
}

export function destinationsOf({ settings }: Services) {
  const { resultsAppUrl: results, basicAppUrl: basic, classificationUrl: classification } = settings
  return { results, basic, classification }
}

/**
 * Redirects for good to the address that was meant (`rightPath`), and without the parameters that its page does not read:
 * each of them would be a new document to render and to compress. The form of the results for everyone names a day, which
 * has its own address.
 */
export function redirectToKnown({ render }: Build, { draws }: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    const picked = c.req.path === PATHS.results && parseDate(c.req.query('date') ?? '')
    if (picked) return c.redirect(publicResultsPath(picked))
    const path = rightPath(c.req.path, render.pagePaths, draws.current().games) ?? c.req.path
    const page = render.findPage(path)
    if (c.req.method !== 'GET' || page.status !== 200) return next()
    const known = new Set([...(await render.parametersOf(page)), ...frameParameters(page)])
    const given = [...new URL(c.req.url).searchParams]
    const kept = given.filter(([name]) => known.has(name))
    if (path === c.req.path && kept.length === given.length) return next()
    const to = kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
    return c.redirect(to, path === c.req.path ? 302 : 301)
  }
}

/** The message that the layouts of pages with script show, the payment that it is about, and the page or the search from which a visitor came. */
function frameParameters({ script, access }: Page): readonly string[] {
  if (access === 'start' || access === 'signed-out') return ['notice', FROM, ...SEARCH_PARAMETERS]
  return script ? ['notice', 'paid', FROM] : []
}
