import type { Plan, Role } from './plans.ts'

export interface Destinations {
  /** Where free users go: the results site, or this app's own results. */
  results: string
  /** Where basic subscribers go: the basic app. */
  basic: string
  /** Where somebody goes after a basic payment: the classification page. */
  classification: string
}

/**
 * Where somebody is sent after login, in the specification's order: admin, pro, basic, anybody else. Whoever has not said
 * yet that they are 18 is asked first: no other host asks it.
 */
export function destinationOf(
  { role, plan, ageConfirmed }: { role: Role; plan: Plan; ageConfirmed: boolean },
  destinations: Destinations,
): string {
  if (!ageConfirmed) return '/confirmation'
  if (role === 'admin') return '/admin'
  if (plan === 'pro') return '/dashboard'
  return plan === 'basic' ? destinations.basic : destinations.results
}
