import { APIError } from 'better-auth/api'
import type { betterAuth } from 'better-auth'
import type { Db } from '../../db/connect.ts'
import type { AuthRequest } from './auth.ts'
import type { AuthEvents } from './events.ts'
import { createOldestSessionsEnd } from '../end-sessions.ts'
import { recordConsents } from '../consents.ts'
import { LOGIN_PATH } from '../first-factor-login.ts'
import { createVerifiedCheck, hasGoogle, suspensionOf } from '../queries.ts'

/** Paths of the library that log in by one factor: a password or Google. */
export const FIRST_FACTOR_PATHS = new Set([LOGIN_PATH, '/callback/:id'])

/** Refuses a second Google identity for a user; the login page then names the login method to use. */
export function refuseSecondGoogle(db: Db) {
  return async ({ user, source }: { user: { id?: unknown }; source: { action: string } }) =>
    source.action === 'link-account' && typeof user.id === 'string' && (await hasGoogle(db, user.id))
      ? { error: 'second_google' }
      : undefined
}

type Hooks = NonNullable<Parameters<typeof betterAuth>[0]['databaseHooks']>

/** Hooks on the library's rows: our clock, the session limit and the verification rule. */
export function databaseHooks(db: Db, events: AuthEvents, request: () => AuthRequest): Hooks {
  const now = () => request().now
  const isVerified = createVerifiedCheck(db)
  const endOldest = createOldestSessionsEnd(db)
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
          if (context?.path === '/sign-up/email') await recordConsents(db, now(), id, ['terms', 'age'])
        },
      },
    },
    session: {
      create: {
        before: async (session, context) => {
          const refused = context?.path === LOGIN_PATH && !(await isVerified(session.userId))
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
          // A correct password without the code must not end sessions of an account with a second factor.
          if (context?.path === LOGIN_PATH) {
            const { passwordHash = '' } = request()
            const isValid = await endOldest.afterPassword(userId, id, passwordHash)
            request().login = { sessionId: id, userId, method: { passwordHash }, isValid }
          } else if (FIRST_FACTOR_PATHS.has(context?.path ?? '')) {
            request().login = { sessionId: id, userId, method: 'google', isValid: false }
            await endOldest.withoutSecondFactor(userId, id)
          } else await endOldest.always(userId, id)
        },
      },
    },
    verification: {
      create: {
        // A password change may have missed a challenge that replaces the session of its login.
        before: (verification) => {
          const { login } = request()
          if (login) login.isValid = false
          return Promise.resolve({ data: verification })
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
