import { PATHS } from '../../domain/paths.ts'
import { and, eq, ne } from 'drizzle-orm'
import { PROGRAM, recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Settings } from '../base/settings.ts'
import { endSessions, loginMethods } from './queries.ts'
import { createVerificationToken } from './mailed-links.ts'
import { accounts, users, verifications } from '../tables/accounts.ts'

interface Someone {
  id: string
  email: string
  name: string
}

/** What follows from things that happen inside the identity library: mails, and the trail of what changed. */
export interface AuthEvents {
  verificationRequested(now: number, user: Someone): Promise<void>
  resetRequested(now: number, user: Someone, token: string): Promise<void>
  passwordReset(now: number, user: Someone): Promise<void>
  loginMethodAdded(now: number, userId: string, provider: string): Promise<void>
}

/** A link that carries a token. Made from APP_URL alone: anybody can write a request's Host header. */
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
     * The mail has proven the mailbox, and every other link that was mailed for the old password dies. Where nobody had
     * proven it before, whoever made the account may have been a stranger: every other way in that they left goes too.
     */
    async passwordReset(now, { id, email, name }) {
      await db.transaction(async (tx) => {
        const [before] = await tx
          .select({ proven: users.emailVerified })
          .from(users)
          .where(eq(users.id, id))
          .for('update')
        if (!before?.proven)
          await tx.delete(accounts).where(and(eq(accounts.userId, id), ne(accounts.providerId, 'credential')))
        // Also those that were made with the old password after the library ended what it found.
        await endSessions(tx, id)
        await tx.update(users).set({ emailVerified: true }).where(eq(users.id, id))
        await tx.delete(verifications).where(eq(verifications.value, id))
        await recordAudit(
          tx,
          now,
          { ...PROGRAM, userId: id },
          {
            action: 'account.password-reset',
            subject: `user:${id}`,
            details: {},
          },
        )
        const data = { username: name, at: now }
        await queueMail(tx, now, { to: email, userId: id, template: 'password-changed', data })
      })
    },

    /** Told only to people who had another way in before: a new account's first way is no news. */
    async loginMethodAdded(now, userId, provider) {
      if (provider !== 'google' || (await loginMethods(db, userId)).length < 2) return
      await db.transaction(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId))
        if (!user) return
        await recordAudit(
          tx,
          now,
          { ...PROGRAM, userId },
          {
            action: 'account.google-linked',
            subject: `user:${userId}`,
            details: {},
          },
        )
        const data = { username: user.username, at: now }
        await queueMail(tx, now, { to: user.email, userId, template: 'google-linked', data })
      })
    },
  }
}
