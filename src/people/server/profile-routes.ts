import { present } from '../../platform/rules/base/lists.ts'
import { z } from 'zod'
import { ACCOUNT_LIMITS } from '../../platform/rules/access/limits.ts'
import { refuseBeforeOpening } from './before-opening.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { DONE, done, endpoint, type Routes, write } from '../../platform/server/api/endpoint.ts'
import { attachment, CACHE } from '../../platform/server/http/reply.ts'
import { attemptOf } from './forward.ts'
import { prove, changePassword } from './proof.ts'
import { deleteAccount } from './delete-account.ts'
import { exportCsv, exportJson } from './export-data.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './sessions.ts'
import { endChallenges } from './challenges.ts'
import { loginMethods } from './queries.ts'
import { recoveryCodesLeft } from './second-factor.ts'
import { expiredSiblingCookie } from '../../platform/server/api/sibling-cookie.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { change, type Context } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { Refusal, refusedField } from '../../platform/server/http/refusal.ts'
import { cancelStoppable, queueMail } from '../../platform/server/mail/queue-mail.ts'
import { accounts, users } from '../../platform/server/tables/accounts.ts'
import { BREAK_DAYS, breakEnd } from '../../platform/rules/access/break.ts'
import { AGE_NEEDED, usernameProblem } from '../../platform/rules/access/identity.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { recordConsents } from './consents.ts'
import type { Notice } from '../../platform/rules/base/messages.ts'
import type { PlainForm } from '../../platform/server/api/plain-forms.ts'

const password = z.string().max(ACCOUNT_LIMITS.passwordLongest)

const session = z.strictObject({
  id: z.string(),
  /** Browser and system, as far as they are known. */
  device: z.string(),
  address: z.string(),
  createdAt: z.int(),
  seenAt: z.int(),
  current: z.boolean(),
})

/** A form of the profile. Its success is a notice above the page, away from the form's own place. */
export const profileForm = (name: string, notice: Notice): PlainForm => ({
  pages: [PATHS.profile],
  name,
  to: `${PATHS.profile}?notice=${notice}#content`,
})

/** The user's own account, for every plan. */
export const profileRoutes = {
  'GET /api/profile': endpoint({
    summary: 'Your login methods and sessions',
    access: 'signed-in',
    beforeAge: true,
    answer: z.strictObject({
      password: z.boolean(),
      google: z.boolean(),
      /** Whether this installation offers Google. */
      googleOffered: z.boolean(),
      secondFactor: z.boolean(),
      recoveryCodes: z.int(),
      sessions: z.array(session),
    }),
    async handle({ services: { db, settings }, person, now }) {
      const methods = await loginMethods(db, person.uid)
      return {
        password: methods.includes('credential'),
        google: methods.includes('google'),
        googleOffered: settings.google !== null,
        secondFactor: person.secondFactor,
        recoveryCodes: await recoveryCodesLeft(db, person.uid),
        sessions: await ownSessions(db, person, now),
      }
    },
  }),

  'PATCH /api/profile': write({
    summary: 'Change your username',
    access: 'signed-in',
    beforeAge: true,
    body: z.strictObject({ username: z.string() }),
    form: {
      ...profileForm('username', 'saved'),
      body: ({ username = '' }) => ({ username }),
      keeps: ['username'],
    },
    handle: ({ services: { db }, now, person, body }) => changeUsername(db, now, person.uid, body.username),
  }),

  'POST /api/profile/age': write({
    summary: 'Confirm that you are 18 or older, once',
    access: 'signed-in',
    beforeAge: true,
    body: z.strictObject({ ageConfirmed: z.boolean() }),
    form: {
      pages: [PATHS.confirmation],
      name: 'age',
      body: ({ ageConfirmed }) => ({ ageConfirmed: ageConfirmed !== undefined }),
      to: PATHS.confirmation,
    },
    // Who signed up with Google accepts the terms here.
    async handle({ services, now, context, person, body }) {
      await refuseBeforeOpening(services, now)
      return confirmAge(context, person.uid, body.ageConfirmed)
    },
  }),

  'POST /api/profile/break': endpoint({
    summary: 'Take a break of some days, or make it longer. It cannot be ended early',
    access: 'signed-in',
    body: z.strictObject({ days: z.int() }),
    answer: z.strictObject({ until: z.number() }),
    form: {
      pages: [PATHS.profile],
      name: 'break',
      body: ({ days }) => ({ days: Number(days) }),
      // The section says how long the break is.
      to: `${PATHS.profile}#break`,
    },
    handle: async ({ context, person, body }) => ({ until: await takeBreak(context, person.uid, body.days) }),
  }),

  'POST /api/profile/proof': write({
    summary: 'Prove your identity for sensitive changes, by the password and the code that your account has',
    access: 'signed-in',
    beforeAge: true,
    body: z
      .strictObject({ password: password.optional(), code: z.string().max(100).optional() })
      .refine(({ password: secret, code }) => (secret ?? code) !== undefined, 'Give the password or a code.'),
    handle: (call) => prove(attemptOf(call), call.person, call.body),
  }),

  'POST /api/profile/password': write({
    summary: 'Change your password, or set a first one; all other sessions end',
    access: 'signed-in',
    beforeAge: true,
    body: z.strictObject({ currentPassword: password.optional(), newPassword: z.string() }),
    form: {
      ...profileForm('password', 'password-saved'),
      body: ({ currentPassword, newPassword = '' }) => ({ currentPassword, newPassword }),
    },
    handle: (call) => changePassword(attemptOf(call), call.person, call.body),
  }),

  'DELETE /api/profile/google': write({
    summary: 'Unlink Google; never the last login method',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    handle: ({ context, person }) => unlinkGoogle(context, person.uid),
  }),

  'DELETE /api/profile/sessions/:id': write({
    summary: 'End one of your sessions',
    access: 'signed-in',
    beforeAge: true,
    params: z.strictObject({ id: z.string().max(100) }),
    form: profileForm('session', 'session-ended'),
    handle: ({ context, person, params }) => endOwnSession(context, person.uid, params.id),
  }),

  'DELETE /api/profile/sessions': endpoint({
    summary: 'End all your sessions but this one',
    access: 'signed-in',
    beforeAge: true,
    answer: z.strictObject({ ended: z.int() }),
    form: profileForm('sessions', 'sessions-ended'),
    handle: async ({ context, person }) => ({
      ended: await endOtherSessions(context, person.uid, person.session?.id ?? null),
    }),
  }),

  'GET /api/profile/data.json': endpoint({
    summary: 'All data about you, as JSON',
    access: 'signed-in',
    limit: 'export',
    beforeAge: true,
    answer: z.looseObject({ madeAt: z.string() }),
    async handle(call) {
      return attachment('lotto-forecast-my-data.json', await exportJson(call.services, call.now, call.person))
    },
  }),

  'GET /api/profile/data.csv': endpoint({
    summary: 'All data about you, as CSV',
    access: 'signed-in',
    limit: 'export',
    beforeAge: true,
    answer: { media: 'text/csv' },
    async handle(call) {
      return attachment('lotto-forecast-my-data.csv', await exportCsv(call.services, call.person))
    },
  }),

  'DELETE /api/profile': endpoint({
    summary:
      'Delete your account: sessions end at once, personal data is erased, payment records stay anonymous',
    access: 'signed-in',
    needsProof: true,
    beforeAge: true,
    body: z.strictObject({ confirm: z.literal(true, 'Tick the box first.') }),
    answer: done,
    form: {
      pages: [PATHS.profile],
      name: 'delete',
      body: ({ confirm }) => ({ confirm: confirm !== undefined }),
      to: `${PATHS.login}?notice=account-deleted`,
    },
    async handle({ context, services: { settings }, person }) {
      await deleteAccount(context, person.uid)
      const headers = new Headers({ 'cache-control': CACHE.none })
      headers.append('set-cookie', expiredSiblingCookie(settings))
      return Response.json(DONE, { headers })
    },
  }),
} satisfies Routes

/**
 * Unlinks Google. A login by Google that waits for a code ends.
 * @throws Refusal last-way-in, not-found when Google is not linked
 */
async function unlinkGoogle(context: Context, userId: string): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    // Without the lock, two removals at the same time could each count on the other login method.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const methods = await loginMethods(tx, userId)
    if (!user || !methods.includes('google')) throw new Refusal('not-found')
    if (!methods.includes('credential')) throw new Refusal('last-way-in')
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'google')))
    await endChallenges(tx, userId)
    await recordAudit(unit, 'account.google-unlinked', `user:${userId}`, {})
    const data = { username: user.username, at: now }
    await queueMail(tx, now, { to: user.email, userId, template: 'google-unlinked', data })
  })
}

/** @throws Refusal invalid-input at the field */
async function changeUsername(db: Db, now: number, userId: string, typed: string): Promise<void> {
  const problem = usernameProblem(typed)
  if (problem) throw refusedField('username', problem)
  await db
    .update(users)
    .set({ username: typed.trim(), updatedAt: new Date(now) })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
}

/**
 * Stores when a user confirmed to be 18 or older. A second confirmation changes nothing.
 * @throws Refusal invalid-input at the field
 */
async function confirmAge(context: Context, userId: string, confirmed: boolean): Promise<void> {
  if (!confirmed) throw refusedField('ageConfirmed', AGE_NEEDED)
  await change(context, async (unit) => {
    const { tx, now } = unit
    const { rowCount } = await tx
      .update(users)
      .set({ ageConfirmedAt: new Date(now) })
      .where(and(eq(users.id, userId), isNull(users.ageConfirmedAt), isNull(users.deletedAt)))
    if (rowCount === 0) return
    await recordConsents({ tx, now }, userId, ['terms', 'age'])
    await recordAudit(unit, 'account.age-confirmed', `user:${userId}`, {})
  })
}

/**
 * Starts a break of some days, or makes the current one longer. A shorter one changes nothing: nothing ends a break early.
 * Mails about plans that wait are not sent.
 * @returns its end, in milliseconds
 * @throws Refusal invalid-input at the field
 */
async function takeBreak({ db, now }: Context, userId: string, days: number): Promise<number> {
  if (!BREAK_DAYS.includes(days)) throw refusedField('days', 'Choose a break of the list.')
  const [row] = await db
    .update(users)
    .set({ breakUntil: sql`greatest(${users.breakUntil}, ${new Date(breakEnd(now, days))})` })
    .where(eq(users.id, userId))
    .returning({ until: users.breakUntil })
  await cancelStoppable(db, now, userId, 'on a break')
  return present(row?.until).getTime()
}
