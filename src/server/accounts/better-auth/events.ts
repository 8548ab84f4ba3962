import { PATHS } from '../../../domain/site/paths.ts'
import { and, eq, ne } from 'drizzle-orm'
import { PROGRAM } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Settings } from '../../base/settings.ts'
import { accounts, twoFactors, users, verifications } from '../../tables/accounts.ts'
import { linksOf } from '../email-change.ts'
import { endSessions } from '../end-sessions.ts'
import { createVerificationToken } from '../mailed-links.ts'
import { loginMethods } from '../queries.ts'

interface LibraryUser {
  id: string
  email: string
  name: string
}

/** Mails and audit entries for events inside the identity library. */
export interface AuthEvents {
  verificationRequested(now: number, user: LibraryUser): Promise<void>
  resetRequested(now: number, user: LibraryUser, token: string): Promise<void>
  passwordReset(now: number, user: LibraryUser): Promise<void>
  loginMethodAdded(now: number, userId: string, provider: string): Promise<void>
}

/** A link with a token, built from APP_URL because a request's Host header can be forged. */
const linkTo = ({ appUrl }: Settings, path: string, token: string) =>
  `${appUrl}${path}?${new URLSearchParams({ token }).toString()}`

export function createAuthEvents({ db, settings }: { db: Db; settings: Settings }): AuthEvents {
  return {
    async verificationRequested(now, { id, email }) {
      await db.transaction(async (tx) => {
        const link = linkTo(settings, PATHS.verifyEmail, await createVerificationToken(tx, now, id))
        await queueMail(tx, now, { to: email, userId: id, template: 'verify-email', data: { link } })
      })
    },

    async resetRequested(now, { id, email }, token) {
      const link = linkTo(settings, PATHS.resetPassword, token)
      await db.transaction((tx) =>
        queueMail(tx, now, { to: email, userId: id, template: 'reset-password', data: { link } }),
      )
    },

    /**
     * The mailed link verifies the email, and every other mailed link becomes invalid. A stranger may have created an
     * account whose email was unverified until now, so its other login methods are removed.
     */
    async passwordReset(now, { id, email, name }) {
      await db.transaction(async (tx) => {
        const [before] = await tx
          .select({ verified: users.emailVerified })
          .from(users)
          .where(eq(users.id, id))
          .for('update')
        if (!before?.verified)
          await tx.delete(accounts).where(and(eq(accounts.userId, id), ne(accounts.providerId, 'credential')))
        // A login with the old password may have opened a session after the library ended the others.
        await endSessions(tx, id)
        await tx.update(users).set({ emailVerified: true }).where(eq(users.id, id))
        await tx.delete(verifications).where(linksOf(id))
        await tx.update(twoFactors).set({ reportsRefusal: true }).where(eq(twoFactors.userId, id))
        await recordAudit(
          { tx, now, actor: { ...PROGRAM, userId: id } },
          'account.password-reset',
          `user:${id}`,
          {},
        )
        const data = { username: name, at: now }
        await queueMail(tx, now, { to: email, userId: id, template: 'password-changed', data })
      })
    },

    /** Mails users who had another login method before; the first method of a new account needs no mail. */
    async loginMethodAdded(now, userId, provider) {
      if (provider !== 'google' || (await loginMethods(db, userId)).length < 2) return
      await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId))
        if (!user) return
        await recordAudit(
          { tx, now, actor: { ...PROGRAM, userId } },
          'account.google-linked',
          `user:${userId}`,
          {},
        )
        const data = { username: user.username, at: now }
        await queueMail(tx, now, { to: user.email, userId, template: 'google-linked', data })
      })
    },
  }
}
