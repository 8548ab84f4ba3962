import { generateCookie } from 'hono/cookie'
import { cookieName } from '../../domain/base/cookies.ts'
import { VISITOR_CHECK } from '../../domain/accounts/visitor-check.ts'
import { readSignedCookie, signedValue } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'

const HOUR_MS = 60 * 60_000

const ageOf = (cookies: string, settings: Settings, now: number): number =>
  now - Number(readSignedCookie(cookies, settings, cookieName(settings.appUrl, 'form')) ?? Number.NaN)

const isValid = (age: number) => age >= 0 && age < VISITOR_CHECK.formHours * HOUR_MS

/**
 * The Set-Cookie header that notes when this browser opened the sign-up form, signed; null when a valid one is there. In a
 * cookie the time needs no own copy of the page for each visitor.
 */
export function formCookie(cookies: string, settings: Settings, now: number): string | null {
  if (isValid(ageOf(cookies, settings, now))) return null
  return generateCookie(cookieName(settings.appUrl, 'form'), signedValue(String(now), settings), {
    httpOnly: true,
    secure: settings.appUrl.startsWith('https://'),
    sameSite: 'Lax',
    path: '/',
    maxAge: VISITOR_CHECK.formHours * 60 * 60,
  })
}

/** Whether no form was opened in this browser, or just a moment ago: programs send forms like that. */
export function isHasty(cookies: string, settings: Settings, now: number): boolean {
  const age = ageOf(cookies, settings, now)
  return !isValid(age) || age < VISITOR_CHECK.fastestFormMs
}
