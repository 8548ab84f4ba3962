import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { symmetricEncrypt } from 'better-auth/crypto'
import { genericOAuth, jwt, twoFactor } from 'better-auth/plugins'
import { ACCOUNT_LIMITS } from '../../domain/account-limits.ts'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { ROLES } from '../../domain/plans.ts'
import { PATHS } from '../../domain/paths.ts'
import type { Db } from '../db/connect.ts'
import { cookieName } from '../http/cookies.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import { type AuthEvents, createAuthEvents } from './auth-events.ts'
import { logLibrary } from './library-log.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { endOldestSessions, hasFactor, hasGoogle, isVerified } from './queries.ts'
import { type FirstFactorLogin, undoLogin, loginMethodExists } from './first-factor-login.ts'
import { CHALLENGE } from './challenge.ts'
import * as tables from '../tables/accounts.ts'

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
  /** Out: the session that a password or Google opened; with a second factor the library turned it into a challenge. */
  entry?: FirstFactorLogin
  /** Out: the last session that was created. */
  created?: { id: string; userId: string }
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
  /** The secret of a second factor as it is stored. */
  encryptSecret(secret: string): Promise<string>
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
    async handle(request, context) {
      const response = await requests.run(context, () => auth.handler(request))
      const { entry } = context
      if (!entry || (await loginMethodExists(db, entry))) return response
      await undoLogin(db, entry)
      return Response.json({ code: 'INVALID_EMAIL_OR_PASSWORD' }, { status: 401 })
    },
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
    async encryptSecret(secret) {
      const { secretConfig } = await auth.$context
      return symmetricEncrypt({ key: secretConfig, data: secret })
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
  const { users, sessions, accounts, verifications, jwks, twoFactors } = tables
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
      schema: { users, sessions, accounts, verifications, jwks, twoFactors },
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
    verification: {
      modelName: 'verifications',
      // delete-expired.ts deletes what has expired, later: until then a link can be called expired.
      disableCleanup: true,
      // A challenge is found by what its cookie says; the cookie is signed, so the stored half opens nothing.
      storeIdentifier: { default: 'hashed', overrides: { [CHALLENGE]: 'plain' } },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: ACCOUNT_LIMITS.passwordShortest,
      maxPasswordLength: ACCOUNT_LIMITS.passwordLongest,
      password: {
        hash: hashPassword,
        verify(given) {
          request().password = given.hash
          return verifyPassword(given)
        },
      },
      resetPasswordTokenExpiresIn: SERVER_LIMITS.resetLinkMinutes * MINUTE,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => events.resetRequested(now(), user, token),
      onPasswordReset: ({ user }) => events.passwordReset(now(), user),
    },
    emailVerification: {
      sendOnSignUp: true,
      // Its own token would carry the e-mail; mailed-links.ts makes and checks ours.
      sendVerificationEmail: ({ user }) => events.verificationRequested(now(), user),
    },
    databaseHooks: databaseHooks(db, events, request),
    // Faults come to us as they are: the library would print them with the statement's parameters.
    onAPIError: { throw: true, errorURL: `${settings.appUrl}${PATHS.popupDone}` },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookieName(settings.appUrl, '').slice(0, -1),
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      // It would keep half of an IPv6 address; http/client-address.ts knows the whole one.
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, sentence, ...more) => logLibrary(log, sentence, more) },
    plugins: [jwt(idTokens(settings)), ...google(settings, requests), secondFactor()],
  } satisfies Parameters<typeof betterAuth>[0]
}

/** Paths that open a session by one factor: a password, or Google. */
const FIRST_FACTOR = new Set(['/sign-in/email', '/callback/:id'])

/**
 * The library's two-factor plugin. By itself it turns only password logins into challenges; here its hook also covers
 * Google. Tries are counted in limits.ts, keys and recovery codes are made in second-factor.ts.
 */
function secondFactor() {
  const plugin = twoFactor({
    schema: { twoFactor: { modelName: 'twoFactors' } },
    twoFactorCookieMaxAge: SERVER_LIMITS.codeMinutes * MINUTE,
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: 'plain' },
  })
  const [challenge] = plugin.hooks.after
  const matcher = ({ path }: { path?: string }) => FIRST_FACTOR.has(path ?? '')
  return { ...plugin, hooks: { after: [{ ...challenge!, matcher }] } }
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
  return text === '' ? 'No name' : text.slice(0, ACCOUNT_LIMITS.username)
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
          const { id, userId } = session
          request().created = { id, userId }
          const isFirst = FIRST_FACTOR.has(context?.path ?? '')
          if (isFirst) {
            const way = context?.path === '/sign-in/email' ? { password: request().password } : 'google'
            request().entry = { sessionId: id, userId, way }
          }
          // A password alone must not end the sessions of an owner whose account also asks for a code.
          if (!isFirst || !(await hasFactor(db, userId))) await endOldestSessions(db, userId, id)
        },
      },
    },
    account: {
      create: {
        // Google's tokens are of no use after the sign-in, and a leaked table must not hold them.
        before: (account) => Promise.resolve({ data: { ...account, ...NO_TOKENS } }),
        after: ({ userId, providerId }) => events.loginMethodAdded(now(), userId, providerId),
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
