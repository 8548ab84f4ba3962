import { createHash, randomBytes } from 'node:crypto'
import { generateSignedCookie } from 'hono/cookie'
import { parseSigned } from 'hono/utils/cookie'
import { cookieName } from '../http/cookies.ts'
import type { Services } from '../api/services.ts'
import type { Settings } from '../base/settings.ts'

/**
 * A device on which a person has logged in keeps a signed note of it, so that a stranger who guesses passwords does not
 * lock the owner out (OWASP's device cookies). It gives no access: it only counts wrong passwords apart from strangers'.
 */
export interface Device {
  /** Names the device among the account's. */
  nonce: string
  /** Hashes of the e-mails that have logged in here, the latest first. */
  knows: readonly string[]
}

const ACCOUNTS = 5
const YEAR = 365 * 24 * 60 * 60

const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 16)

export const knowsDevice = (device: Device | null, email: string): device is Device =>
  device?.knows.includes(hashOf(email)) ?? false

/** @returns null where there is no note, or one that we did not sign */
export async function readDevice(request: Request, settings: Settings): Promise<Device | null> {
  const name = cookieName(settings.appUrl, 'device')
  const found = await parseSigned(request.headers.get('cookie') ?? '', settings.authSecret, name)
  const value = found[name]
  if (!value) return null
  const [nonce = '', ...knows] = value.split('.')
  return { nonce, knows }
}

/** The note as a Set-Cookie header, with one more e-mail on it. */
export function deviceCookie(device: Device | null, email: string, settings: Settings): Promise<string> {
  const hash = hashOf(email)
  const nonce = device?.nonce ?? randomBytes(12).toString('base64url')
  const knows = [hash, ...(device?.knows ?? []).filter((other) => other !== hash)].slice(0, ACCOUNTS)
  return generateSignedCookie(
    cookieName(settings.appUrl, 'device'),
    [nonce, ...knows].join('.'),
    settings.authSecret,
    {
      httpOnly: true,
      secure: settings.appUrl.startsWith('https://'),
      sameSite: 'Lax',
      path: '/',
      maxAge: YEAR,
    },
  )
}

/**
 * Makes a device known after its user has proven the account in another way than by the password: by the mailbox or by
 * Google. Wrong passwords given on it before are forgotten.
 * @returns the note as a Set-Cookie header
 */
export async function trustDevice(
  request: Request,
  { limits, settings }: Pick<Services, 'limits' | 'settings'>,
  email: string,
): Promise<string> {
  const device = await readDevice(request, settings)
  if (knowsDevice(device, email)) await limits.reset('loginKnownDevice', deviceKey(device, email))
  return deviceCookie(device, email, settings)
}

/** What counts the tries of one account on one known device. */
export const deviceKey = ({ nonce }: Device, email: string) => `${nonce} ${email}`
