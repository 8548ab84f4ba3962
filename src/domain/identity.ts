import { LIMITS } from './limits.ts'
import type { Plan, Role } from './plans.ts'

/** The specification's simple pattern: text, one at-sign, text, dot, text. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function isEmail(text: string): boolean {
  return text.length <= LIMITS.email && EMAIL.test(text)
}

export interface SignUp {
  username: string
  email: string
  password: string
  ageConfirmed: boolean
}

/** Control characters, directions and invisible letters: they make one name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** What is wrong with a sign-up, by field; empty when nothing is. */
export function checkSignUp({
  username,
  email,
  password,
  ageConfirmed,
}: SignUp): Partial<Record<keyof SignUp, string>> {
  const problems: Partial<Record<keyof SignUp, string>> = {}
  if (username.trim() === '') problems.username = 'Choose a username.'
  else if (username.trim().length > LIMITS.username)
    problems.username = `At most ${LIMITS.username} characters.`
  else if (INVISIBLE.test(username)) problems.username = 'Use letters, digits and ordinary signs only.'
  if (!isEmail(email.trim())) problems.email = 'Please enter a valid email.'
  if (password.length < LIMITS.passwordShortest)
    problems.password = `At least ${LIMITS.passwordShortest} characters.`
  else if (password.length > LIMITS.passwordLongest)
    problems.password = `At most ${LIMITS.passwordLongest} characters.`
  if (!ageConfirmed) problems.ageConfirmed = 'You must be 18 or older to use Lotto Forecast.'
  return problems
}

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
