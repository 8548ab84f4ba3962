import type { Plan, Role } from './plans.ts'

export interface Destinations {
  /** Where free users go: the results site, or this app's own results. */
  results: string
  /** Where basic subscribers go: the basic app. */
  basic: string
  /** Where somebody goes after a basic payment: the classification page. */
  classification: string
}

/** Where somebody is sent after login, in the specification's order: admin, pro, basic, anybody else. */
export function destinationOf(
  { role, plan }: { role: Role; plan: Plan },
  destinations: Destinations,
): string {
  if (role === 'admin') return '/admin'
  if (plan === 'pro') return '/dashboard'
  return plan === 'basic' ? destinations.basic : destinations.results
}
