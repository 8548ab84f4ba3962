import { PATHS } from './paths.ts'
import type { Plan, Role } from '../access/plans.ts'

interface Destinations {
  /** Where Free users go: the results site, or this app's own results. */
  results: string
  /** Where Basic subscribers go: the Basic app. */
  basic: string
  /** Where a Basic payment leads: the classification page. */
  classification: string
}

/** The destination of each plan. */
const BY_PLAN: Record<Plan, (destinations: Destinations) => string> = {
  free: ({ results }) => results,
  basic: ({ basic }) => basic,
  pro: () => PATHS.overview,
}

/** The parameter of a way in that names the page from which the visitor came. */
export const FROM = 'from'

/** A way in with the page to which it leads back. */
export const cameFrom = (wayIn: string, path: string): string =>
  `${wayIn}?${FROM}=${encodeURIComponent(path)}`

/** Results, draws and forecasts, and the pages on which a session may end; no other address is a way back. */
const WAY_BACK = /^\/(?:results|d|record|dashboard|admin)(?:\/\w[\w.-]*){0,2}$/

/** The login for a visitor of a page, to which it leads back. The first page of players needs no way back. */
export const loginAt = (path: string): string =>
  path !== PATHS.overview && WAY_BACK.test(path) ? cameFrom(PATHS.login, path) : PATHS.login

/** The page in the query of a way in; null without one. */
export function wayBackOf(query: string): string | null {
  const path = /[?&]from=([^&]*)/.exec(`?${query}`)?.[1]?.replace(/%2F/gi, '/')
  return path !== undefined && WAY_BACK.test(path) ? path : null
}

/** The public page in the query of a way in, as a further parameter; empty without one. */
export function carriedBack(query: string): string {
  const back = wayBackOf(query)
  return back ? `&${cameFrom('', back).slice(1)}` : ''
}

const isSearch = (query: string) => /[?&]number=/.test(`?${query}`)

/** What a way in passes on of its query: the page from which the visitor came, or a shared number search; empty without them. */
export function carriedQuery(query: string): string {
  const back = wayBackOf(query)
  if (back) return cameFrom('', back)
  return isSearch(query) ? `?${query.replace(/^\?/, '')}` : ''
}

/** An address with the name of a notice that its page shows. */
export const withNotice = (address: string, notice: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}notice=${notice}`

/** The choice of a plan after a sign-up. @param query of the way in, whose page the Free plan opens */
export function choiceOfPlan(query: string, notice?: string): string {
  const back = wayBackOf(query)
  const to = back ? cameFrom(PATHS.confirmation, back) : PATHS.confirmation
  return notice ? withNotice(to, notice) : to
}

/**
 * The destination after a login: the page or the search that led to it, then in the specification's order: admin, then by plan. The age
 * question comes first, because no other host asks it.
 * @param query of the login's address
 */
export function destinationOf(
  { role, plan, ageConfirmed }: { role: Role; plan: Plan; ageConfirmed: boolean },
  destinations: Destinations,
  query = '',
): string {
  if (!ageConfirmed) return choiceOfPlan(query)
  const back = wayBackOf(query)
  if (back) return back
  if (isSearch(query)) return PATHS.pastResults + carriedQuery(query)
  return role === 'admin' ? PATHS.admin : BY_PLAN[plan](destinations)
}
