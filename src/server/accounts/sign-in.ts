import { Refusal } from '../http/refusal.ts'
import { countTry, recordAttack } from './limits.ts'
import { type Attempt, forward } from './forward.ts'
import { checkVisitor } from './check-visitor.ts'
import { openedEmailLink } from './mailed-links.ts'
import { endBrowserSession, LOGIN_PATH } from './sessions.ts'
import { refuseWhenBusy } from './password.ts'
import { createHash, randomBytes } from 'node:crypto'
import { generateCookie } from 'hono/cookie'
import { readSignedCookie, signedValue } from '../base/auth-secrets.ts'
import type { Settings } from '../base/settings.ts'
import { cookieName } from '../../domain/base/cookies.ts'

/**
 * Signs a user in by password and ends the browser's earlier session. Wrong passwords count against the account and the
 * address; on a device that has logged in to the account before they count against that device alone. With a second
 * factor the answer opens no session: a code completes the login.
 *
 * @throws Refusal invalid-credentials, email-not-verified and suspended (only after the right password), too-many,
 *   check-needed, link-needed, unavailable
 */
export async function signIn(
  attempt: Attempt,
  { email: typed, password, work }: { email: string; password: string; work?: string | undefined },
): Promise<{ value: unknown; cookies: Headers }> {
  const { services, browser } = attempt
  const { db, log, settings } = services
  const email = typed.trim().toLowerCase()
  const device = readDevice(browser.cookies, settings)
  refuseWhenBusy()
  const login = await countLogin(attempt, { email, work }, device)
  try {
    const answer = await forward(attempt, LOGIN_PATH, { body: { email, password } })
    await login.succeeded()
    await endBrowserSession(db, browser)
    if (!needsCode(answer.value)) answer.cookies.append('set-cookie', deviceCookie(device, settings, email))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ requestId: browser.requestId, event: 'login-refused', code: error.code }, 'login refused')
    // The password was right.
    if (error.code === 'email-not-verified' || error.code === 'suspended') await login.succeeded()
    await recordAttack(attempt, { kind: 'login-refused', email })
    throw error
  }
}

/** Whether the identity library's answer to a first factor asks for a code. */
export const needsCode = (value: unknown): boolean =>
  (value as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect === true

/**
 * Counts a login before it is tried. A known device of the account, and a browser that opened a mailed link, have their
 * own count, which neither strangers who guess passwords nor neighbours behind the same address can use up.
 * @throws Refusal too-many, check-needed, link-needed
 */
async function countLogin(
  attempt: Attempt,
  { email, work }: { email: string; work: string | undefined },
  device: Device | null,
): Promise<{ succeeded(): Promise<void> }> {
  const { limits } = attempt.services
  const isKnown = knowsDevice(device, email)
  const link = isKnown ? null : await openedEmailLink(attempt, 'login', email)
  const key = isKnown ? deviceKey(device, email) : link?.key
  if (key !== undefined) {
    await countTry(attempt, 'loginKnownDevice', key, email)
    return {
      async succeeded() {
        await limits.reset('loginKnownDevice', key)
        await link?.end()
      },
    }
  }
  const visitor = {
    purpose: 'login',
    email,
    limits: { loginAddress: attempt.browser.address },
    work,
  } as const
  const counted = await checkVisitor(attempt, visitor)
  await countTry(attempt, 'loginAccount', email, email)
  return {
    async succeeded() {
      await counted.refund()
      await limits.reset('loginAccount', email)
    },
  }
}

/**
 * A signed cookie on a device that has logged in to an account (OWASP's device cookies). Wrong passwords on such a device
 * have their own count, so a stranger who guesses passwords does not lock the owner out. The cookie grants no access.
 */
interface Device {
  /** Identifies the device among those of an account. */
  nonce: string
  /** Hashes of the logins that this device has completed, the latest first: emails, and {@link codeLogin}. */
  logins: readonly string[]
}

const LOGINS_PER_DEVICE = 10
const COOKIE_TTL_SECONDS = 365 * 24 * 60 * 60

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
    LOGINS_PER_DEVICE,
  )
  return generateCookie(
    cookieName(settings.appUrl, 'device'),
    signedValue([nonce, ...logins].join('.'), settings),
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
