import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { AuthSecrets } from '../../base/auth-secrets.ts'
import type { Db } from '../../db/connect.ts'
import { jwks, twoFactors } from '../../tables/accounts.ts'

type Key = Parameters<typeof symmetricDecrypt>[0]['key']

/**
 * Encrypts the keys of second factors and of id tokens with the current secret, so that earlier secrets can be removed.
 * Values that no secret of the list can decrypt stay as they are.
 * @param key the library's form of the secrets
 */
export async function encryptAgain(db: Db, secrets: AuthSecrets, key: Key): Promise<void> {
  const again = async (stored: string): Promise<string | null> => {
    if (secretOf(stored, secrets) === secrets[0].value) return null
    const data = await symmetricDecrypt({ key, data: stored }).catch(() => null)
    return data === null ? null : symmetricEncrypt({ key, data })
  }
  for (const { id, secret: stored } of await db.select().from(twoFactors)) {
    const secret = await again(stored)
    // Another process may do the same, or the user may replace the key.
    const isUnchanged = and(eq(twoFactors.id, id), eq(twoFactors.secret, stored))
    if (secret) await db.update(twoFactors).set({ secret }).where(isUnchanged)
  }
  for (const { id, privateKey: stored } of await db.select().from(jwks)) {
    const encrypted = await again(JSON.parse(stored) as string)
    const isUnchanged = and(eq(jwks.id, id), eq(jwks.privateKey, stored))
    if (encrypted)
      await db
        .update(jwks)
        .set({ privateKey: JSON.stringify(encrypted) })
        .where(isUnchanged)
  }
}

/** The secret that a stored value names; undefined if it is not in the list. A value without a version is of AUTH_SECRET. */
function secretOf(stored: string, secrets: AuthSecrets): string | undefined {
  const version = parseEnvelope(stored)?.version ?? null
  return secrets.find((secret) => secret.version === version)?.value
}
