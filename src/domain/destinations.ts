import { PATHS } from './paths.ts'
import type { Plan, Role } from './plans.ts'

export interface Destinations {
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

/**
 * The destination after a login, in the specification's order: admin, then by plan. The age question comes before both,
 * because no other host asks it.
 */
export function destinationOf(
  { role, plan, ageConfirmed }: { role: Role; plan: Plan; ageConfirmed: boolean },
  destinations: Destinations,
): string {
  if (!ageConfirmed) return PATHS.confirmation
  return role === 'admin' ? PATHS.admin : BY_PLAN[plan](destinations)
}
