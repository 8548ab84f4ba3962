import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Settings } from './settings.ts'
import { itemAt } from '../../domain/base/lists.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A key of each secret of this server for one use, the current one first. The keys are not in the database. */
export const keysFor = ({ authSecrets }: Pick<Settings, 'authSecrets'>, use: string): Buffer[] =>
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
