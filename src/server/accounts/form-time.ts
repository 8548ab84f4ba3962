import { generateCookie } from 'hono/cookie'
import { cookieName } from '../../domain/base/cookies.ts'
import { VISITOR_CHECK } from '../../domain/accounts/visitor-check.ts'
import { readSignedCookie, readSignedValue, signedValue } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'

const HOUR_MS = 60 * 60_000

/** The age of a time that was signed; NaN without one. */
const ageOf = (time: string | null, now: number): number => now - Number(time ?? Number.NaN)
const openedIn = (cookies: string, settings: Settings) =>
  readSignedCookie(cookies, settings, cookieName(settings.appUrl, 'form'))

const isValid = (age: number) => age >= 0 && age < VISITOR_CHECK.formHours * HOUR_MS

/**
 * The Set-Cookie header that notes when this browser opened the sign-up form, signed; null when a valid one is there. In a
 * cookie the time needs no own copy of the page for each visitor.
 */
export function formCookie(cookies: string, settings: Settings, now: number): string | null {
  if (isValid(ageOf(openedIn(cookies, settings), now))) return null
  return generateCookie(cookieName(settings.appUrl, 'form'), signedValue(String(now), settings), {
    httpOnly: true,
    secure: settings.appUrl.startsWith('https://'),
    sameSite: 'Lax',
    path: '/',
    maxAge: VISITOR_CHECK.formHours * 60 * 60,
  })
}

/** When a page with a sign-up form was made, signed. It is the same for everyone: proxies keep the page. */
export const pageTime = (settings: Settings, madeAt: number): string => signedValue(String(madeAt), settings)

/**
 * Whether no form was opened in this browser, or just a moment ago: programs send forms like that.
 * @param opened the {@link pageTime} of the form
 */
export function isHasty(cookies: string, settings: Settings, now: number, opened = ''): boolean {
  const times = [openedIn(cookies, settings), readSignedValue(opened, settings)]
  return !times
    .map((time) => ageOf(time, now))
    .some((age) => isValid(age) && age >= VISITOR_CHECK.fastestFormMs)
}
