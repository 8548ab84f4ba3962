import {
  createHmac,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { Settings } from './settings.ts'
import { itemAt } from '../../rules/base/lists.ts'

/** A secret that signs cookies and encrypts keys. */
interface AuthSecret {
  /** Null for a secret without a version. */
  version: number | null
  value: string
}

/** The secrets of this server. The first one signs; all of them are accepted. */
export type AuthSecrets = readonly [AuthSecret, ...AuthSecret[]]

/**
 * Parses AUTH_SECRET: one secret, or a list such as `2:new,1:old,old`, in which the last one may have no version.
 * @returns null for another text, or if a version is named twice
 */
export function parseSecrets(text: string): AuthSecrets | null {
  const entries = text.split(',').map((entry): AuthSecret => {
    const [, version, value] = /^\s*(\d{1,6}):(.*?)\s*$/.exec(entry) ?? [null, null, entry.trim()]
    return { version: version ? Number(version) : null, value: value ?? '' }
  })
  const isOnce = new Set(entries.map(({ version }) => version)).size === entries.length
  const isOrdered = entries.slice(0, -1).every(({ version }) => version !== null)
  const [first, ...others] = entries
  return first && isOnce && isOrdered ? [first, ...others] : null
}

const signatureOf = (value: string, secret: AuthSecret) =>
  createHmac('sha256', secret.value).update(value).digest('base64')

/**
 * A value with its signature by the current secret, as the identity library writes and reads it. It is made in this thread:
 * it takes microseconds, but a signature in the thread pool would wait behind password hashes.
 */
export const signedValue = (
  value: string,
  { authSecrets: [current] }: Pick<Settings, 'authSecrets'>,
): string => `${value}.${signatureOf(value, current)}`

/** @returns the value; null unless one of the secrets has signed it */
function readSigned(signed: string, secrets: readonly AuthSecret[]): string | null {
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const value = signed.slice(0, at)
  const signature = Buffer.from(signed.slice(at + 1))
  const isSigned = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(value, secret))
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  return isSigned ? value : null
}

/** @returns the value that {@link signedValue} signed; null for another text */
export const readSignedValue = (
  signed: string,
  { authSecrets }: Pick<Settings, 'authSecrets'>,
): string | null => readSigned(signed, authSecrets)

/** @returns the value of a signed cookie; null without one that one of our secrets has signed */
export const readSignedCookie = (
  cookies: string,
  settings: Pick<Settings, 'authSecrets'>,
  name: string,
): string | null => readSignedValue(parse(cookies, name)[name] ?? '', settings)

/**
 * Signs cookies of earlier secrets with the current one, because the identity library accepts no other.
 * @param cookies the Cookie header
 */
export function signAgain(cookies: string, settings: Pick<Settings, 'authSecrets'>): string {
  const [, ...earlier] = settings.authSecrets
  if (earlier.length === 0) return cookies
  const pairs = cookies.split(/;\s*/).map((pair) => {
    const name = pair.slice(0, pair.indexOf('='))
    const value = readSigned(parse(pair, name)[name] ?? '', earlier)
    return value === null ? pair : serialize(name, signedValue(value, settings))
  })
  return pairs.join('; ')
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key of each secret of this server for one use, the current one first. The keys are not in the database. */
const keysFor = ({ authSecrets }: Pick<Settings, 'authSecrets'>, use: string): Buffer[] =>
  authSecrets.map(({ value }) => Buffer.from(hkdfSync('sha256', value, '', use, 32)))

/** Encrypts a text for the database by AES-256-GCM. @param use names what it is for; another use cannot read it */
export function seal(text: string, settings: Pick<Settings, 'authSecrets'>, use: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', itemAt(keysFor(settings, use), 0), nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** @returns the text that {@link seal} encrypted; null if none of the secrets can read it */
export function unseal(sealed: string, settings: Pick<Settings, 'authSecrets'>, use: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const key of keysFor(settings, use)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString()
    } catch {
      // Another secret may have encrypted it.
    }
  }
  return null
}
