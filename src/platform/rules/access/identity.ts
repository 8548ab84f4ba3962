import { ACCOUNT_LIMITS } from './limits.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import type { Role } from './plans.ts'
import { itemAt } from '../base/lists.ts'
import { cleanEmail, hasInvisible, INVISIBLE_REFUSED } from '../base/plain-text.ts'

/** Stands for the email of a player whose screens an owner sees. */
export const HIDDEN_EMAIL = 'hidden@player.invalid'

/** The username if the provider gives none. */
export const DEFAULT_USERNAME = 'No name'

/** The specification's simple pattern: text, one at-sign, text, dot, text. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const isEmail = (text: string): boolean => text.length <= ACCOUNT_LIMITS.email && EMAIL.test(text)

export interface SignUp {
  username: string
  email: string
  password: string
  ageConfirmed: boolean
}

export const AGE_NEEDED = 'You must be 18 or older to use Lotto Forecast.'

/** The problem with a username; null if it is valid. */
export function usernameProblem(username: string): string | null {
  if (username.trim() === '') return 'Choose a username.'
  if (username.trim().length > ACCOUNT_LIMITS.username)
    return `At most ${ACCOUNT_LIMITS.username} characters.`
  return hasInvisible(username) ? INVISIBLE_REFUSED : null
}

/** The problem with the length of a new password; null if it is valid. There are no rules of composition. */
export function passwordProblem(password: string): string | null {
  if (password.length < ACCOUNT_LIMITS.passwordShortest)
    return `At least ${ACCOUNT_LIMITS.passwordShortest} characters.`
  return password.length > ACCOUNT_LIMITS.passwordLongest
    ? `At most ${ACCOUNT_LIMITS.passwordLongest} characters.`
    : null
}

/** Shorter names, in characters, are part of too many good passwords. */
const SHORTEST_NAME = 4
const comparable = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a password contains the whole username, with its words joined in any way: `ada-obi`, `AdaObi`. */
export function passwordContainsName(password: string, username: string): boolean {
  const name = comparable(username)
  return name.length >= SHORTEST_NAME && comparable(password).includes(name)
}

/** Shown next to a field for a new password. */
export const PASSWORD_HINT = `At least ${ACCOUNT_LIMITS.passwordShortest} characters. A few words are easiest to remember; common passwords are refused.`

/** The problems of a sign-up by field; empty if it is valid. */
export function checkSignUp({
  username,
  email,
  password,
  ageConfirmed,
}: SignUp): Partial<Record<keyof SignUp, string>> {
  const problems: Partial<Record<keyof SignUp, string>> = {}
  const name = usernameProblem(username)
  if (name) problems.username = name
  if (!isEmail(cleanEmail(email))) problems.email = ACCOUNT_MESSAGES.invalidEmail
  const secret = passwordProblem(password)
  if (secret) problems.password = secret
  if (!ageConfirmed) problems.ageConfirmed = AGE_NEEDED
  return problems
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * The lifetimes of sessions without use and in total, in milliseconds. Players stay signed in on their phones, staff work
 * at shared desks, and a user without a verified email gets a day.
 */
export const SESSIONS = {
  player: { idle: 30 * DAY_MS, longest: 180 * DAY_MS },
  admin: { idle: 4 * 60 * MINUTE_MS, longest: DAY_MS },
  unverified: { idle: DAY_MS, longest: DAY_MS },
} as const

/** The use of a session is written at most once in this time, so that reads cause few writes. */
export const SESSION_USE_INTERVAL_MS = 10 * MINUTE_MS

interface SessionState {
  role: Role
  emailVerified: boolean
  /** Milliseconds. */
  createdAt: number
  /** The last use, in milliseconds. */
  seenAt: number
}

/** Whether a session has expired by its age or without use. */
export function sessionEnded({ role, emailVerified, createdAt, seenAt }: SessionState, now: number): boolean {
  const { idle, longest } = SESSIONS[!emailVerified ? 'unverified' : role === 'admin' ? 'admin' : 'player']
  return now - createdAt >= longest || now - seenAt >= idle
}

/** Whether the last proof is recent enough for a sensitive change. Both times are in milliseconds. */
export const isProofRecent = (provenAt: number, now: number): boolean =>
  now - provenAt < ACCOUNT_LIMITS.proofMinutes * MINUTE_MS

const LENGTH = 8

/**
 * `K3Q9-X2AB`: how players and staff name an account. It is the beginning of the random user id, so it tells nothing of
 * other accounts; upper and lower case count as the same.
 */
export function accountReference(uid: string): string {
  const start = uid.slice(0, LENGTH).toUpperCase()
  return `${start.slice(0, LENGTH / 2)}-${start.slice(LENGTH / 2)}`
}

/** The beginning of a user id, in lower case, that a typed reference stands for; null if the text is none. */
export function idStartOf(typed: string): string | null {
  const found = /^([\w-]{4})-([\w-]{4})$/.exec(typed.trim().toLowerCase())
  return found && itemAt(found, 1) + itemAt(found, 2)
}
