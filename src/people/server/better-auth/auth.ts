import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { symmetricDecrypt, symmetricEncrypt, parseEnvelope } from 'better-auth/crypto'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { jwks, twoFactors } from '../../../platform/server/tables/accounts.ts'
import { authOptions, idTokenOptions } from './options.ts'
import { completeLogin, type FirstFactorLogin } from '../complete-login.ts'
import { and, eq } from 'drizzle-orm'
import type { AuthSecrets } from '../../../platform/server/base/auth-secrets.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    auth: ReturnType<typeof createAuth>
  }
}

/** The request that the library's hooks run in, and the values that they record. */
export interface AuthRequest {
  /** The time of the request, in milliseconds. */
  now: number
  /** Its network address. */
  address: string
  /** Output: the Google profile of a callback. */
  google?: { email: string; verified: boolean }
  /** Output: the stored hash that the password was compared with. */
  passwordHash?: string
  /** Output: the login by password or Google; with a second factor the library turned its session into a challenge. */
  login?: FirstFactorLogin
  /** Output: no session was created, because the account is suspended. */
  isSuspended?: boolean
  /** Output: the last session that was created. */
  created?: { id: string; userId: string }
}

/** The claims of an id token: its user, and the session that it ends with. */
interface TokenSession {
  userId: string
  sessionId: string
}

interface AuthContext {
  db: Db
  settings: Settings
  log: Log
}

/**
 * The interface of the identity library; only this folder imports better-auth. Configures it: one users table with our names, argon2id, no cookie cache (a deleted session must not work),
 * ES256 id tokens that carry only ids, Google as an OpenID provider.
 */
export function createAuth({ db, settings, log }: AuthContext) {
  const requests = new AsyncLocalStorage<AuthRequest>()
  const auth = betterAuth(authOptions(db, settings, log, requests))
  return {
    /** Handles a request to one of the library's endpoints below `/api/auth`. */
    async handle(request: Request, context: AuthRequest): Promise<Response> {
      const response = await requests.run(context, () => auth.handler(request))
      const { login } = context
      if (!login || (await completeLogin(db, login))) return response
      return Response.json({ code: 'INVALID_EMAIL_OR_PASSWORD' }, { status: 401 })
    },
    /** Creates an id token for a session. It is valid for 15 minutes from `now` (milliseconds), at most as long as the session. */
    async idToken(now: number, { userId, sessionId }: TokenSession): Promise<string> {
      const payload = { iat: Math.floor(now / 1000), sub: userId, sid: sessionId }
      return (await auth.api.signJWT({ body: { payload } })).token
    },
    /** The session of a valid id token, which may have ended; null for an invalid token. */
    async readIdToken(token: string): Promise<TokenSession | null> {
      const { payload } = await auth.api.verifyJWT({ body: { token } })
      const { sub, sid }: { sub?: unknown; sid?: unknown } = payload ?? {}
      return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null
    },
    /** The user id of a valid token of a password reset; null for a used or expired token. */
    async userOfResetToken(now: number, token: string): Promise<string | null> {
      const { internalAdapter } = await auth.$context
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      return link && link.expiresAt.getTime() > now ? link.value : null
    },
    /** Signs a JWT for another audience, valid for `seconds`. */
    async sign(payload: Record<string, unknown>, audience: string, seconds: number): Promise<string> {
      const overrideOptions = {
        jwt: { ...idTokenOptions(settings).jwt, audience, expirationTime: `${seconds}s` },
      }
      return (await auth.api.signJWT({ body: { payload, overrideOptions } })).token
    },
    /** Encrypts the secret of a second factor for storage. */
    async encryptSecret(secret: string): Promise<string> {
      const { secretConfig } = await auth.$context
      return symmetricEncrypt({ key: secretConfig, data: secret })
    },
    /** Whether one of the secrets of this server decrypts a stored secret of a second factor. */
    async canDecrypt(stored: string): Promise<boolean> {
      const { secretConfig } = await auth.$context
      return symmetricDecrypt({ key: secretConfig, data: stored }).then(
        () => true,
        () => false,
      )
    },
    /**
     * Creates the signing key if there is none, so that first logins do not wait for it or create two. A key that none of
     * the secrets can decrypt is replaced. Stored keys are encrypted with the current secret.
     */
    async warm(): Promise<void> {
      const { secretConfig } = await auth.$context
      await encryptAgain(db, settings.authSecrets, secretConfig)
      await auth.api.getJwks()
      const sign = () => auth.api.signJWT({ body: { payload: {} } })
      try {
        await sign()
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith(UNREADABLE_KEY))) throw error
        log.warn(CHANGED_SECRET)
        await db.delete(jwks)
        await sign()
      }
    },
  }
}

/** What the server's owner reads after a change of the secret without its earlier value. */
const CHANGED_SECRET =
  'AUTH_SECRET is not the one that this database was used with: all users must log in again, and second factors need a recovery code. To undo this, set the earlier secret again; to change the secret, list both (docs/operations.md, "Change AUTH_SECRET")'

/** The library's message when the signing key was encrypted with another secret. */
const UNREADABLE_KEY = 'Failed to decrypt private key'

type Key = Parameters<typeof symmetricDecrypt>[0]['key']

/**
 * Encrypts the keys of second factors and of id tokens with the current secret, so that earlier secrets can be removed.
 * Values that no secret of the list can decrypt stay as they are.
 * @param key the library's form of the secrets
 */
async function encryptAgain(db: Db, secrets: AuthSecrets, key: Key): Promise<void> {
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

/** The secret that a stored value names; undefined if it is not in the list. A value without a version is of the secret without one. */
function secretOf(stored: string, secrets: AuthSecrets): string | undefined {
  const version = parseEnvelope(stored)?.version ?? null
  return secrets.find((secret) => secret.version === version)?.value
}
