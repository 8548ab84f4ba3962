import { ACCOUNT_LIMITS } from './account-limits.ts'
import { MESSAGES } from './messages.ts'
import type { Role } from './plans.ts'

/** The username of people whose provider gives none. */
export const NO_NAME = 'No name'

/** The specification's simple pattern: text, one at-sign, text, dot, text. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function isEmail(text: string): boolean {
  return text.length <= ACCOUNT_LIMITS.email && EMAIL.test(text)
}

export interface SignUp {
  username: string
  email: string
  password: string
  ageConfirmed: boolean
}

/** Control characters, directions and invisible letters: they make one name look like another. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

export const AGE_NEEDED = 'You must be 18 or older to use Lotto Forecast.'

/** What is wrong with a username, or null. */
export function usernameProblem(username: string): string | null {
  if (username.trim() === '') return 'Choose a username.'
  if (username.trim().length > ACCOUNT_LIMITS.username)
    return `At most ${ACCOUNT_LIMITS.username} characters.`
  return INVISIBLE.test(username) ? 'Use letters, digits and punctuation only.' : null
}

/** What can be said of a new password without a list of common ones, or null. No rules of composition. */
export function passwordProblem(password: string): string | null {
  if (password.length < ACCOUNT_LIMITS.passwordShortest)
    return `At least ${ACCOUNT_LIMITS.passwordShortest} characters.`
  return password.length > ACCOUNT_LIMITS.passwordLongest
    ? `At most ${ACCOUNT_LIMITS.passwordLongest} characters.`
    : null
}

const NAME_SHORTEST = 4
const joined = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a password contains the person's whole name, however its words are joined: `ada-obi` and `AdaObi` too. */
export function passwordContainsName(password: string, username: string): boolean {
  const name = joined(username)
  return name.length >= NAME_SHORTEST && joined(password).includes(name)
}

/** Said before a new password is typed. */
export const PASSWORD_HINT = `At least ${ACCOUNT_LIMITS.passwordShortest} characters. A few words are easiest to remember; common passwords are refused.`

/** What is wrong with a sign-up, by field; empty when nothing is. */
export function checkSignUp({
  username,
  email,
  password,
  ageConfirmed,
}: SignUp): Partial<Record<keyof SignUp, string>> {
  const problems: Partial<Record<keyof SignUp, string>> = {}
  const name = usernameProblem(username)
  if (name) problems.username = name
  if (!isEmail(email.trim())) problems.email = MESSAGES.invalidEmail
  const secret = passwordProblem(password)
  if (secret) problems.password = secret
  if (!ageConfirmed) problems.ageConfirmed = AGE_NEEDED
  return problems
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * How long sessions last, in milliseconds: without being used, and at all. Players stay signed in on their phones;
 * staff work on shared desks; somebody whose mailbox is not proven gets a day.
 */
export const SESSIONS = {
  player: { idle: 30 * DAY, longest: 180 * DAY },
  admin: { idle: 4 * 60 * MINUTE, longest: DAY },
  unverified: { idle: DAY, longest: DAY },
} as const

/** A use is noted at most this often, so that reading costs no writing. */
export const USE_NOTED_EVERY = 10 * MINUTE

export interface SessionState {
  role: Role
  emailVerified: boolean
  createdAt: number
  seenAt: number
}

/** Whether a session has ended by its age or for want of use. */
export function sessionEnded({ role, emailVerified, createdAt, seenAt }: SessionState, now: number): boolean {
  const { idle, longest } = SESSIONS[!emailVerified ? 'unverified' : role === 'admin' ? 'admin' : 'player']
  return now - createdAt >= longest || now - seenAt >= idle
}

/** Whether the last proof is recent enough for a sensitive change. Both times in milliseconds. */
export function proofCounts(provenAt: number, now: number): boolean {
  return now - provenAt < ACCOUNT_LIMITS.proofMinutes * MINUTE
}
