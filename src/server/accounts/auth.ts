import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { genericOAuth, jwt } from 'better-auth/plugins'
import { LIMITS } from '../../domain/limits.ts'
import { ROLES } from '../../domain/plans.ts'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { cookieName } from '../http/cookies.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { type AuthEvents, createAuthEvents } from './auth-events.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { dropOldestSessions, hasGoogle } from './account-queries.ts'
import * as tables from './tables.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** What the library's hooks know of the request that they run in, and what they find out. */
export interface AuthRequest {
  /** The request's instant, in milliseconds. */
  now: number
  /** The network address that it comes from. */
  address: string
  /** Out: the Google profile that came with a callback. */
  google?: { email: string; verified: boolean }
  /** Out: the stored form of the password that was compared. */
  password?: string
  /** Out: the user id of the session that was created. */
  signedIn?: string
}

/** The identity library as the rest of the product sees it. Nothing else imports better-auth. */
export interface Auth {
  /** Answers a request to one of the library's endpoints below `/api/auth`. */
  handle(request: Request, context: AuthRequest): Promise<Response>
  /** An id token for a session, valid for 15 minutes from `now` (milliseconds) and no longer than the session. */
  idToken(now: number, session: TokenSession): Promise<string>
  /** The session that a valid id token names, which may have ended; null for any other token. */
  readIdToken(token: string): Promise<TokenSession | null>
  /** The user id of an unused, unexpired token that resets a password, or null. */
  userOfResetToken(now: number, token: string): Promise<string | null>
  /** A signed statement for another audience than ours, good for `seconds`. */
  sign(payload: Record<string, unknown>, audience: string, seconds: number): Promise<string>
  /**
   * Makes the signing key if there is none yet, so that first logins do not wait for it or make two. After a change of
   * AUTH_SECRET the stored key cannot be decrypted and is replaced.
   */
  warm(): Promise<void>
}

/** What an id token says: whose it is, and the session that it ends with. */
export interface TokenSession {
  userId: string
  sessionId: string
}

interface Ground {
  db: Db
  settings: Settings
  log: Log
}

/**
 * Configures better-auth as reference/identity.md measured it: one users table in our names, argon2id, no cookie cache
 * (a deleted session must not answer), ES256 id tokens with nothing in them but who it is, Google as an OpenID provider.
 */
export function createAuth({ db, settings, log }: Ground): Auth {
  const requests = new AsyncLocalStorage<AuthRequest>()
  const auth = betterAuth(optionsOf({ db, settings, log }, requests))
  return {
    handle: (request, context) => requests.run(context, () => auth.handler(request)),
    async idToken(now, { userId, sessionId }) {
      const payload = { iat: Math.floor(now / 1000), sub: userId, sid: sessionId }
      return (await auth.api.signJWT({ body: { payload } })).token
    },
    async readIdToken(token) {
      const { payload } = await auth.api.verifyJWT({ body: { token } })
      const { sub, sid }: { sub?: unknown; sid?: unknown } = payload ?? {}
      return typeof sub === 'string' && typeof sid === 'string' ? { userId: sub, sessionId: sid } : null
    },
    async userOfResetToken(now, token) {
      const { internalAdapter } = await auth.$context
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      return link && link.expiresAt.getTime() > now ? link.value : null
    },
    async sign(payload, audience, seconds) {
      const overrideOptions = { jwt: { ...idTokens(settings).jwt, audience, expirationTime: `${seconds}s` } }
      return (await auth.api.signJWT({ body: { payload, overrideOptions } })).token
    },
    async warm() {
      await auth.api.getJwks()
      const sign = () => auth.api.signJWT({ body: { payload: {} } })
      try {
        await sign()
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith(UNREADABLE_KEY))) throw error
        log.warn('AUTH_SECRET has changed: a new signing key is made, and everyone has to log in again')
        await db.delete(tables.jwks)
        await sign()
      }
    },
  }
}

/** How the identity library says that the signing key was encrypted with another secret. */
const UNREADABLE_KEY = 'Failed to decrypt private key'

const idTokens = ({ appUrl }: Settings) => ({
  disableSettingJwtHeader: true,
  jwks: { keyPairConfig: { alg: 'ES256' as const } },
  jwt: { issuer: appUrl, audience: appUrl, expirationTime: '15m', definePayload: () => ({}) },
})

function optionsOf({ db, settings, log }: Ground, requests: AsyncLocalStorage<AuthRequest>) {
  const secure = settings.appUrl.startsWith('https://')
  const { users, sessions, accounts, verifications, jwks } = tables
  const events = createAuthEvents({ db, settings })
  const request = () => requests.getStore()!
  const now = () => request().now
  return {
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
      validateUserInfo: refuseSecondGoogle(db),
    },
    // How long sessions really last is ours to say (domain/identity.ts); the library's own end is behind all of them.
    session: {
      modelName: 'sessions',
      expiresIn: 180 * DAY,
      disableSessionRefresh: true,
      additionalFields: {
        seenAt: { type: 'date', input: false, required: false },
        provenAt: { type: 'date', input: false, required: false },
      },
    },
    account: {
      modelName: 'accounts',
      accountLinking: { enabled: true, allowDifferentEmails: true },
    },
    // forget-ended.ts deletes what has expired, later: until then a link can be called expired.
    verification: { modelName: 'verifications', storeIdentifier: 'hashed', disableCleanup: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: LIMITS.passwordShortest,
      maxPasswordLength: LIMITS.passwordLongest,
      password: {
        hash: hashPassword,
        verify(given) {
          request().password = given.hash
          return verifyPassword(given)
        },
      },
      resetPasswordTokenExpiresIn: LIMITS.resetLinkMinutes * MINUTE,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => events.resetAsked(now(), user, token),
      onPasswordReset: ({ user }) => events.passwordReset(now(), user),
    },
    emailVerification: {
      sendOnSignUp: true,
      // Its own token would carry the e-mail; mailed-links.ts makes and checks ours.
      sendVerificationEmail: ({ user }) => events.verificationAsked(now(), user),
    },
    databaseHooks: databaseHooks(db, events, request),
    // Faults come to us as they are: the library would print them with the statement's parameters.
    onAPIError: { throw: true, errorURL: `${settings.appUrl}/popup-done` },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookieName(settings.appUrl, '').slice(0, -1),
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      // It would keep half of an IPv6 address; http/client-address.ts knows the whole one.
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its sentences may name people; of what it passes along only errors are taken, as log.ts writes them.
    logger: {
      level: 'error',
      log: (_level, _sentence, ...more) =>
        log.error({ error: more.find((value) => value instanceof Error) }, 'the identity library failed'),
    },
    plugins: [jwt(idTokens(settings)), ...google(settings, requests)],
  } satisfies Parameters<typeof betterAuth>[0]
}

/** Google or its stand-in, found by its published description; id tokens are checked by signature, issuer and nonce. */
function google({ google: client }: Settings, requests: AsyncLocalStorage<AuthRequest>) {
  if (!client) return []
  const { clientId, clientSecret, discoveryUrl } = client
  return [
    genericOAuth({
      config: [
        {
          providerId: 'google',
          clientId,
          clientSecret,
          discoveryUrl,
          scopes: ['openid', 'email', 'profile'],
          prompt: 'select_account',
          pkce: true,
          requireIdTokenVerification: true,
          mapProfileToUser(profile: Record<string, unknown>) {
            const email = typeof profile.email === 'string' ? profile.email.toLowerCase() : ''
            const request = requests.getStore()
            if (request) request.google = { email, verified: profile.email_verified === true }
            return { name: nameOf(profile.name) }
          },
        },
      ],
    }),
  ]
}

function nameOf(name: unknown): string {
  const text = typeof name === 'string' ? name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() : ''
  return text === '' ? 'No name' : text.slice(0, LIMITS.username)
}

/** One Google identity a person: a second one with the same e-mail is told which way in to use instead. */
function refuseSecondGoogle(db: Db) {
  return async ({ user, source }: { user: { id?: unknown }; source: { action: string } }) =>
    source.action === 'link-account' && typeof user.id === 'string' && (await hasGoogle(db, user.id))
      ? { error: 'second_google' }
      : undefined
}

type Hooks = NonNullable<Parameters<typeof betterAuth>[0]['databaseHooks']>

function databaseHooks(db: Db, events: AuthEvents, request: () => AuthRequest): Hooks {
  const now = () => request().now
  return {
    user: {
      create: {
        before: (user, context) => {
          const at = new Date(now())
          // The form's route lets nobody through who has not confirmed the age; Google's people are asked later.
          const age = context?.path === '/sign-up/email' ? { ageConfirmedAt: at } : {}
          return Promise.resolve({ data: { ...user, createdAt: at, updatedAt: at, ...age } })
        },
      },
    },
    session: {
      create: {
        before: async (session, context) => {
          const refused = context?.path === '/sign-in/email' && !(await isVerified(db, session.userId))
          if (refused)
            throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' })
          const at = new Date(now())
          const times = { createdAt: at, updatedAt: at, seenAt: at, provenAt: at }
          return { data: { ...session, ...times, ipAddress: request().address } }
        },
        after: async (session, context) => {
          const path = context?.path ?? ''
          // A sign-up has made its way in itself.
          if (path !== '/sign-up/email') {
            const way = path === '/sign-in/email' ? { password: request().password } : 'google'
            await refuseEndedWay(db, session, way)
          }
          await dropOldestSessions(db, session.userId, session.id)
          request().signedIn = session.userId
        },
      },
    },
    account: {
      create: {
        // Google's tokens are of no use after the sign-in, and a leaked table must not hold them.
        before: (account) => Promise.resolve({ data: { ...account, ...NO_TOKENS } }),
        after: ({ userId, providerId }) => events.wayInAdded(now(), userId, providerId),
      },
      update: { before: (account) => Promise.resolve({ data: { ...account, ...NO_TOKENS } }) },
    },
  }
}

const NO_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
}

/**
 * Ends a session that was made by a way in which has been taken away or changed since it was looked at. Whoever does that
 * ends the sessions that they find in the same transaction or afterwards, and would miss one that was about to be made;
 * the lock waits for those who are in the middle of it.
 * @throws APIError as for a wrong password
 */
async function refuseEndedWay(
  db: Db,
  { id, userId }: { id: string; userId: string },
  way: 'google' | { password: string | undefined },
): Promise<void> {
  const { accounts, sessions } = tables
  const mine = eq(accounts.userId, userId)
  const same =
    way === 'google'
      ? eq(accounts.providerId, 'google')
      : and(eq(accounts.providerId, 'credential'), eq(accounts.password, way.password ?? ''))
  const [open] = await db.select({ id: accounts.id }).from(accounts).where(and(mine, same)).for('share')
  if (open) return
  await db.delete(sessions).where(eq(sessions.id, id))
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'The way in has ended' })
}

async function isVerified(db: Db, userId: string): Promise<boolean> {
  const { users } = tables
  const [user] = await db.select({ yes: users.emailVerified }).from(users).where(eq(users.id, userId))
  return user?.yes ?? false
}
