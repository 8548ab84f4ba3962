import type { AsyncLocalStorage } from 'node:async_hooks'
import type { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { genericOAuth, type GenericOAuthConfig, jwt, twoFactor } from 'better-auth/plugins'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../../platform/rules/access/limits.ts'
import { DEFAULT_USERNAME } from '../../../platform/rules/access/identity.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { ROLES } from '../../../platform/rules/access/plans.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { cookieName } from '../../../platform/rules/base/cookies.ts'
import * as tables from '../../../platform/server/tables/accounts.ts'
import type { AuthRequest } from './auth.ts'
import { endOldestSessions } from '../sessions.ts'
import { LOGIN_PATH } from '../complete-login.ts'
import { CHALLENGE } from '../challenges.ts'
import { hashPassword, verifyPassword } from '../password.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { APIError } from 'better-auth/api'
import { recordConsents } from '../consents.ts'
import { userById, hasGoogle, suspensionOf } from '../queries.ts'
import { type AuthEvents, createAuthEvents } from './auth-events.ts'

/** Paths of the library that log in by one factor: a password or Google. */
const FIRST_FACTOR_PATHS = new Set([LOGIN_PATH, '/callback/:id'])

/** Refuses a second Google identity for a user; the login page then names the login method to use. */
function refuseSecondGoogle(db: Db) {
  return async ({ user, source }: { user: { id?: unknown }; source: { action: string } }) =>
    source.action === 'link-account' && typeof user.id === 'string' && (await hasGoogle(db, user.id))
      ? { error: 'second_google' }
      : undefined
}

type Hooks = NonNullable<Parameters<typeof betterAuth>[0]['databaseHooks']>

/** Hooks on the library's rows: our clock, the session limit and the verification rule. */
function databaseHooks(db: Db, events: AuthEvents, request: () => AuthRequest): Hooks {
  const now = () => request().now
  return {
    user: {
      create: {
        before: (user, context) => {
          const at = new Date(now())
          // The form's route refuses a sign-up without the age confirmation; a sign-up with Google is asked later.
          const age = context?.path === '/sign-up/email' ? { ageConfirmedAt: at } : {}
          return Promise.resolve({ data: { ...user, createdAt: at, updatedAt: at, ...age } })
        },
        after: async ({ id }, context) => {
          if (context?.path === '/sign-up/email')
            await recordConsents({ tx: db, now: now() }, id, ['terms', 'age'])
        },
      },
    },
    session: {
      create: {
        before: async (session, context) => {
          const refused = context?.path === LOGIN_PATH && !(await userById(db, session.userId))?.verified
          if (refused)
            throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' })
          // A sign-up holds a connection in its transaction. A second one for each could use up the pool.
          const isNew = context?.path === '/sign-up/email'
          const suspended = isNew ? null : await suspensionOf(db, session.userId, now())
          if (suspended) {
            request().isSuspended = true
            throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED', message: suspended })
          }
          const at = new Date(now())
          const times = { createdAt: at, updatedAt: at, seenAt: at, provenAt: at }
          return { data: { ...session, ...times, ipAddress: request().address } }
        },
        after: async (session, context) => {
          const { id, userId } = session
          request().created = { id, userId }
          if (FIRST_FACTOR_PATHS.has(context?.path ?? '')) {
            const { passwordHash = '' } = request()
            const method = context?.path === LOGIN_PATH ? { passwordHash } : 'google'
            request().login = { sessionId: id, userId, method }
          } else await endOldestSessions(db, userId, id)
        },
      },
    },
    account: {
      create: {
        // Google's tokens are not needed after the sign-in, and a leaked table must not contain them.
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

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS

export const idTokenOptions = ({ appUrl }: Settings) => ({
  disableSettingJwtHeader: true,
  jwks: { keyPairConfig: { alg: 'ES256' as const } },
  jwt: { issuer: appUrl, audience: appUrl, expirationTime: '15m', definePayload: () => ({}) },
})

/** The options of better-auth. @param requests the request that a hook runs in */
export function authOptions(db: Db, settings: Settings, log: Log, requests: AsyncLocalStorage<AuthRequest>) {
  const secure = settings.appUrl.startsWith('https://')
  const { users, sessions, accounts, verifications, jwks, twoFactors } = tables
  const events = createAuthEvents(db, settings)
  const request = () => requests.getStore()!
  const now = () => request().now
  return {
    appName: 'Lotto Forecast',
    baseURL: settings.appUrl,
    basePath: '/api/auth',
    ...secretsOf(settings),
    trustedOrigins: [settings.appUrl],
    database: drizzleAdapter(db, {
      provider: 'pg',
      // An interrupted sign-up must not leave an account without a password: its email could never sign up again.
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
    // domain/accounts/identity.ts decides how long sessions last; the library's expiry is later than all of those.
    session: {
      modelName: 'sessions',
      expiresIn: 180 * DAY_SECONDS,
      disableSessionRefresh: true,
      additionalFields: {
        seenAt: { type: 'date', input: false, required: false },
        provenAt: { type: 'date', input: false, required: false },
      },
    },
    account: { modelName: 'accounts', accountLinking: { enabled: true, allowDifferentEmails: true } },
    verification: {
      modelName: 'verifications',
      // `deleteExpired` deletes expired rows later; until then a link can be called expired.
      disableCleanup: true,
      // A challenge is found by the value of its cookie. The cookie is signed, so the stored value alone is useless.
      storeIdentifier: { default: 'hashed', overrides: { [CHALLENGE]: 'plain' } },
    },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: ACCOUNT_LIMITS.passwordShortest,
      maxPasswordLength: ACCOUNT_LIMITS.passwordLongest,
      password: {
        hash: (password) => hashPassword(settings.passwordCost, password),
        verify(attempt) {
          request().passwordHash = attempt.hash
          return verifyPassword(attempt)
        },
      },
      resetPasswordTokenExpiresIn: LOGIN_LIMITS.resetLinkMinutes * MINUTE_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => events.resetRequested(now(), user, token),
      onPasswordReset: ({ user }) => events.passwordReset(now(), user),
    },
    emailVerification: {
      sendOnSignUp: true,
      // The library's token would carry the email; mailed-links.ts creates and checks ours.
      sendVerificationEmail: ({ user }) => events.verificationRequested(now(), user),
    },
    databaseHooks: databaseHooks(db, events, request),
    // Throw errors to us: the library would log them with the parameters of the statement.
    onAPIError: { throw: true, errorURL: `${settings.appUrl}${PATHS.popupDone}` },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookieName(settings.appUrl, '').slice(0, -1),
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      // The library would store half of an IPv6 address; http/client-address.ts knows the whole address.
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, sentence, ...more) => logLibrary(log, sentence, more) },
    plugins: [jwt(idTokenOptions(settings)), ...google(settings, requests), secondFactor()],
  } satisfies Parameters<typeof betterAuth>[0]
}

/** The secrets as the library expects them. With a list it notes in each encrypted value the version that encrypted it. */
function secretsOf({ authSecrets }: Settings) {
  const versions = authSecrets.flatMap(({ version, value }) => (version === null ? [] : [{ version, value }]))
  // Values without a version are of the secret without one, which is last.
  const secret = itemAt(authSecrets, -1).value
  return versions.length > 0 ? { secrets: versions, secret } : { secret }
}

/**
 * The library's two-factor plugin. By itself it turns only password logins into challenges; here its hook covers Google
 * too. limits.ts counts the tries; second-factor.ts creates keys and recovery codes.
 */
function secondFactor() {
  const plugin = twoFactor({
    schema: { twoFactor: { modelName: 'twoFactors' } },
    twoFactorCookieMaxAge: LOGIN_LIMITS.codeMinutes * MINUTE_SECONDS,
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: 'plain' },
  })
  const [challenge] = plugin.hooks.after
  const matcher = ({ path }: { path?: string }) => FIRST_FACTOR_PATHS.has(path ?? '')
  return { ...plugin, hooks: { after: [{ ...challenge!, matcher }] } }
}

/** Google or its stand-in, found by OpenID discovery. Id tokens are checked by signature, issuer and nonce. */
function google({ google: client }: Settings, requests: AsyncLocalStorage<AuthRequest>) {
  if (!client) return []
  const { clientId, clientSecret, discoveryUrl } = client
  const provider: GenericOAuthConfig = {
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
  }
  // The library would ask Google at the start, which waits as long as Google does not answer. A provider that is pending
  // is asked by the first request that needs it, for ten seconds at most.
  const init = () => ({
    context: { genericOAuthPendingDiscovery: new Map([[provider.providerId, provider]]) },
  })
  return [{ ...genericOAuth({ config: [provider] }), init }]
}

function nameOf(name: unknown): string {
  const text = typeof name === 'string' ? name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim() : ''
  return text === '' ? DEFAULT_USERNAME : text.slice(0, ACCOUNT_LIMITS.username)
}

/** Messages that visitors can provoke. */
const BY_VISITORS: ReadonlySet<string> = new Set([
  'INVALID_CALLBACK_REQUEST',
  'Failed to validate authorization code',
])

/**
 * Logs a message of the identity library. Only a fault of ours is an error; visitors can provoke the rest, such as a
 * callback with a forged state or code. Emails and addresses are removed from the message, and values are left out.
 */
function logLibrary(log: Log, sentence: string, more: readonly unknown[]): void {
  const reason = sentence.replaceAll(/\S*(?:@|:\/\/)\S*/g, '…').slice(0, LOGIN_LIMITS.loggedReason)
  const error = more.find((value) => value instanceof Error)
  const isFault = error && error.name !== 'BetterAuthError' && !BY_VISITORS.has(sentence)
  if (isFault) log.error({ reason, error }, 'the identity library failed')
  else log.warn({ reason, ...(error && { error }) }, 'the identity library refused a request')
}
