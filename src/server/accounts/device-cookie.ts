import { createHash, randomBytes } from 'node:crypto'
import { generateCookie } from 'hono/cookie'
import type { Services } from '../api/services.ts'
import { readSignedCookie, signedValue } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'
import { cookieName } from '../../domain/cookies.ts'

/**
 * A signed cookie on a device that has logged in to an account (OWASP's device cookies). Wrong passwords on such a device
 * have their own count, so a stranger who guesses passwords does not lock the owner out. The cookie grants no access.
 */
export interface Device {
  /** Identifies the device among those of an account. */
  nonce: string
  /** Hashes of the emails that have logged in on this device, the latest first. */
  accounts: readonly string[]
}

const ACCOUNTS_PER_DEVICE = 5
const COOKIE_TTL_SECONDS = 365 * 24 * 60 * 60

const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 16)

export const knowsDevice = (device: Device | null, email: string): device is Device =>
  device?.accounts.includes(hashOf(email)) ?? false

/**
 * Reads the device cookie.
 * @param cookies the Cookie header
 * @returns null without a cookie, or when our signature is missing
 */
export function readDevice(cookies: string, settings: Settings): Device | null {
  const name = cookieName(settings.appUrl, 'device')
  const value = readSignedCookie(cookies, settings, name)
  if (!value) return null
  const [nonce = '', ...accounts] = value.split('.')
  return { nonce, accounts }
}

/** The Set-Cookie header of a device that has just logged in with an email. */
export function deviceCookie(device: Device | null, email: string, settings: Settings): string {
  const hash = hashOf(email)
  const nonce = device?.nonce ?? randomBytes(12).toString('base64url')
  const others = (device?.accounts ?? []).filter((other) => other !== hash)
  const accounts = [hash, ...others].slice(0, ACCOUNTS_PER_DEVICE)
  return generateCookie(
    cookieName(settings.appUrl, 'device'),
    signedValue([nonce, ...accounts].join('.'), settings),
    {
      httpOnly: true,
      secure: settings.appUrl.startsWith('https://'),
      sameSite: 'Lax',
      path: '/',
      maxAge: COOKIE_TTL_SECONDS,
    },
  )
}

/**
 * Makes a device known after a login without the password: through the mailbox or through Google. Resets the count of
 * wrong passwords on it.
 * @param cookies the Cookie header
 * @returns the Set-Cookie header
 */
export async function trustDevice(
  { limits, settings }: Pick<Services, 'limits' | 'settings'>,
  cookies: string,
  email: string,
): Promise<string> {
  const device = readDevice(cookies, settings)
  if (knowsDevice(device, email)) await limits.reset('loginKnownDevice', deviceKey(device, email))
  return deviceCookie(device, email, settings)
}

/** The rate-limit key of an account on a known device. */
export const deviceKey = ({ nonce }: Device, email: string) => `${nonce} ${email}`
