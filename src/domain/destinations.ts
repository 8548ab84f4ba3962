import type { Plan, Role } from './plans.ts'

export interface Destinations {
  /** Where free users go: the results site, or this app's own results. */
  results: string
  /** Where basic subscribers go: the basic app. */
  basic: string
  /** Where somebody goes after a basic payment: the classification page. */
  classification: string
}

/** Where the holders of each plan go. */
const BY_PLAN: Record<Plan, (destinations: Destinations) => string> = {
  free: ({ results }) => results,
  basic: ({ basic }) => basic,
  pro: () => '/dashboard',
}

/**
 * Where someone is sent after login, in the specification's order: admin, then by plan. Someone who has not confirmed yet
 * that they are 18 is asked first, because no other host asks it.
 */
export function destinationOf(
  { role, plan, ageConfirmed }: { role: Role; plan: Plan; ageConfirmed: boolean },
  destinations: Destinations,
): string {
  if (!ageConfirmed) return '/confirmation'
  return role === 'admin' ? '/admin' : BY_PLAN[plan](destinations)
}
