import { PATHS } from './paths.ts'
import type { Plan, Role } from '../billing/plans.ts'

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

/** The query of a number search in the query of a login's address; empty if there is none. A shared search leads there. */
export function searchOfLogin(query: string): string {
  return /[?&]number=/.test(`?${query}`) ? `?${query.replace(/^\?/, '')}` : ''
}

/**
 * The destination after a login: the search that led to it, then in the specification's order: admin, then by plan. The age
 * question comes first, because no other host asks it.
 * @param query of the login's address
 */
export function destinationOf(
  { role, plan, ageConfirmed }: { role: Role; plan: Plan; ageConfirmed: boolean },
  destinations: Destinations,
  query = '',
): string {
  if (!ageConfirmed) return PATHS.confirmation
  const search = searchOfLogin(query)
  if (search) return PATHS.pastResults + search
  return role === 'admin' ? PATHS.admin : BY_PLAN[plan](destinations)
}
