import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { accounts, twoFactors, users, verifications } from '../../../platform/server/tables/accounts.ts'
import { endSessions } from '../sessions.ts'
import { loginMethods } from '../queries.ts'
import { and, eq, ne } from 'drizzle-orm'
import { PROGRAM } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { queueMail } from '../../../platform/server/mail/queue-mail.ts'
import { createVerificationToken, linksOf } from '../mailed-links.ts'

interface LibraryUser {
  id: string
  email: string
  name: string
}

export type AuthEvents = ReturnType<typeof createAuthEvents>

/** A link with a token, built from APP_URL because a request's Host header can be forged. */
const linkTo = ({ appUrl }: Settings, path: string, token: string) =>
  `${appUrl}${path}?${new URLSearchParams({ token }).toString()}`

/** Mails and audit entries for events inside the identity library. */
export function createAuthEvents(db: Db, settings: Settings) {
  return {
    async verificationRequested(now: number, { id, email }: LibraryUser) {
      await db.transaction(async (tx) => {
        const link = linkTo(settings, PATHS.verifyEmail, await createVerificationToken(tx, now, id))
        await queueMail(tx, now, { to: email, userId: id, template: 'verify-email', data: { link } })
      })
    },

    async resetRequested(now: number, { id, email }: LibraryUser, token: string) {
      const link = linkTo(settings, PATHS.resetPassword, token)
      await db.transaction((tx) =>
        queueMail(tx, now, { to: email, userId: id, template: 'reset-password', data: { link } }),
      )
    },

    /**
     * The mailed link verifies the email, and every other mailed link becomes invalid. A stranger may have created an
     * account whose email was unverified until now, so its other login methods are removed.
     */
    async passwordReset(now: number, { id, email, name }: LibraryUser) {
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
        const unit = { tx, now, actor: { ...PROGRAM, userId: id } }
        await recordAudit(unit, 'account.password-reset', `user:${id}`, {})
        const data = { username: name, at: now }
        await queueMail(tx, now, { to: email, userId: id, template: 'password-changed', data })
      })
    },

    /** Mails users who had another login method before; the first method of a new account needs no mail. */
    async loginMethodAdded(now: number, userId: string, provider: string) {
      if (provider !== 'google' || (await loginMethods(db, userId)).length < 2) return
      await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId))
        if (!user) return
        const unit = { tx, now, actor: { ...PROGRAM, userId } }
        await recordAudit(unit, 'account.google-linked', `user:${userId}`, {})
        const data = { username: user.username, at: now }
        await queueMail(tx, now, { to: user.email, userId, template: 'google-linked', data })
      })
    },
  }
}
