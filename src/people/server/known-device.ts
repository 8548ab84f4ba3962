import type { Attempt } from './forward.ts'
import { createHash, randomBytes } from 'node:crypto'
import { generateCookie } from 'hono/cookie'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import { readSignedCookie, signedValue } from '../../platform/server/base/auth-secrets.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { cookieName } from '../../platform/rules/base/cookies.ts'

/**
 * A signed cookie on a device that has logged in to an account (OWASP's device cookies). Wrong passwords on such a device
 * have their own count, so a stranger who guesses passwords does not lock the owner out. The cookie grants no access.
 */
export interface Device {
  /** Identifies the device among those of an account. */
  nonce: string
  /** Hashes of the logins that this device has completed, the latest first: emails, and {@link codeLogin}. */
  logins: readonly string[]
}

const hashOf = (login: string) => createHash('sha256').update(login).digest('base64url').slice(0, 16)

/** The login of an account by a code of its second factor. A reset makes a device known for the password alone. */
export const codeLogin = (email: string) => `second factor ${email}`

/** @param login an email, or {@link codeLogin} */
export const knowsDevice = (device: Device | null, login: string): device is Device =>
  device?.logins.includes(hashOf(login)) ?? false

/**
 * Reads the device cookie.
 * @param cookies the Cookie header
 * @returns null without a cookie, or when our signature is missing
 */
export function readDevice(cookies: string, settings: Settings): Device | null {
  const name = cookieName(settings.appUrl, 'device')
  const value = readSignedCookie(cookies, settings, name)
  if (!value) return null
  const [nonce = '', ...logins] = value.split('.')
  return { nonce, logins }
}

/** The Set-Cookie header of a device that has just completed these logins: an email, and {@link codeLogin}. */
export function deviceCookie(device: Device | null, settings: Settings, ...completed: string[]): string {
  const nonce = device?.nonce ?? randomBytes(12).toString('base64url')
  const logins = [...new Set([...completed.map(hashOf), ...(device?.logins ?? [])])].slice(
    0,
    LOGIN_LIMITS.deviceLogins,
  )
  return generateCookie(
    cookieName(settings.appUrl, 'device'),
    signedValue([nonce, ...logins].join('.'), settings),
    {
      httpOnly: true,
      secure: settings.appUrl.startsWith('https://'),
      sameSite: 'Lax',
      path: '/',
      maxAge: LOGIN_LIMITS.deviceSeconds,
    },
  )
}

/**
 * Makes a device known after a login without the password: through the mailbox or through Google. Resets the count of
 * wrong passwords on it.
 * @returns the Set-Cookie header
 */
export async function trustDevice(
  { services: { limits, settings }, browser: { cookies } }: Attempt,
  email: string,
): Promise<string> {
  const device = readDevice(cookies, settings)
  if (knowsDevice(device, email)) await limits.reset('loginKnownDevice', deviceKey(device, email))
  return deviceCookie(device, settings, email)
}

/** The rate-limit key of an account on a known device. */
export const deviceKey = ({ nonce }: Device, email: string) => `${nonce} ${email}`
