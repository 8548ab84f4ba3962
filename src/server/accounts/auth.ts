import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { jwt } from 'better-auth/plugins'
import { LIMITS } from '../../domain/limits.ts'
import { ROLES } from '../../domain/plans.ts'
import type { Db } from '../db/connect.ts'
import { cookieName } from '../http/cookies.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { hashPassword, verifyPassword } from './password.ts'
import * as tables from './tables.ts'

const DAY = 24 * 60 * 60

/** The identity library as the rest of the product sees it. Nothing else imports better-auth. */
export interface Auth {
  /** Answers a request to one of the library's endpoints below `/api/auth`. */
  handle(request: Request): Promise<Response>
  /** The user id of a valid id token, or null. */
  userOfIdToken(token: string): Promise<string | null>
}

/**
 * Configures better-auth as reference/identity.md measured it: one users table in our names, argon2id, no cookie cache
 * (a deleted session must not answer), ES256 id tokens with nothing in them but who it is.
 */
export function createAuth({ db, settings, log }: { db: Db; settings: Settings; log: Log }): Auth {
  const secure = settings.appUrl.startsWith('https://')
  const { users, sessions, accounts, verifications, jwks } = tables
  const auth = betterAuth({
    appName: 'Lotto Forecast',
    baseURL: settings.appUrl,
    basePath: '/api/auth',
    secret: settings.authSecret,
    trustedOrigins: [settings.appUrl],
    database: drizzleAdapter(db, {
      provider: 'pg',
      // A sign-up that is cut off leaves no account without a way in, whose address could never sign up again.
      transaction: true,
      schema: { users, sessions, accounts, verifications, jwks },
    }),
    user: {
      modelName: 'users',
      fields: { name: 'username' },
      additionalFields: {
        role: { type: [...ROLES], input: false, defaultValue: 'user' },
        ageConfirmedAt: { type: 'date', input: false, required: false },
      },
    },
    session: { modelName: 'sessions', expiresIn: 60 * DAY, updateAge: DAY },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: LIMITS.passwordShortest,
      maxPasswordLength: LIMITS.passwordLongest,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    databaseHooks: {
      user: {
        create: {
          // The form's route lets nobody through who has not confirmed it.
          before: (user, context) =>
            Promise.resolve(
              context?.path === '/sign-up/email'
                ? { data: { ...user, ageConfirmedAt: new Date(user.createdAt) } }
                : undefined,
            ),
        },
      },
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookieName(settings.appUrl, '').slice(0, -1),
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Faults come to us as they are: the library would print them with the statement's parameters.
    onAPIError: { throw: true },
    // Its sentences may name people; of what it passes along only errors are taken, as log.ts writes them.
    logger: {
      level: 'error',
      log: (_level, _sentence, ...more) =>
        log.error({ error: more.find((value) => value instanceof Error) }, 'the identity library failed'),
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: 'ES256' } },
        jwt: {
          issuer: settings.appUrl,
          audience: settings.appUrl,
          expirationTime: '15m',
          definePayload: () => ({}),
        },
      }),
    ],
  })
  return {
    handle: (request) => auth.handler(request),
    async userOfIdToken(token) {
      const { payload } = await auth.api.verifyJWT({ body: { token } })
      return payload?.sub ?? null
    },
  }
}
