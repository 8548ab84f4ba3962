import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { readFactorCode } from '../../platform/rules/access/second-factor.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Person } from '../../platform/server/api/visits.ts'
import { Refusal, refusedField } from '../../platform/server/http/refusal.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { twoFactors, users } from '../../platform/server/tables/accounts.ts'
import { type Attempt, forward, type Forwarded } from './forward.ts'
import { networkOf } from '../../platform/server/http/client-address.ts'
import { countTry, recordAttack } from './attacks.ts'

/** The account whose code is checked, and how the identity library finds it. */
interface CodeCheck {
  userId: string
  email: string
  /** RateLimit with the same key count together: those of one device, or those of all unknown devices. */
  limitKey: string
  /** The cookie of the challenge of a login, or of the session. */
  cookie: 'two_factor' | 'session_token'
}

const wrongCode = (sentence: string) => refusedField('code', sentence)
const WRONG_CODE = 'This code is wrong.'
const LOST_KEY = 'Codes of your app do not work at the moment. Please use a recovery code.'
const REUSED_CODE = 'This code was tried already. Wait for the next one.'

/** The stored form of a recovery code. Its 120 random bits need no slow hash. @param code without hyphens */
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest('base64url')

/** The code check of a signed-in user. */
export const ownCodeCheck = ({ uid, email }: Pick<Person, 'uid' | 'email'>) =>
  ({ userId: uid, email, limitKey: 'signed in', cookie: 'session_token' }) as const

/**
 * Checks a code of a second factor: six digits of the app, each accepted once, or a recovery code. The owner gets a mail
 * when a recovery code is used. Every try is counted before the check.
 *
 * @returns the identity library's answer, which opens the session of a challenge
 * @throws Refusal invalid-input at the field `code`, login-expired, too-many
 */
export async function checkCode(
  attempt: Attempt,
  { userId, email, limitKey, cookie }: CodeCheck,
  typed: string,
): Promise<Forwarded> {
  const { services, browser } = attempt
  const { limits, log } = services
  const read = readFactorCode(typed)
  const key = `${userId} ${limitKey}${read?.kind === 'recovery' ? ` recovery ${networkOf(browser.address)}` : ''}`
  await countTry(attempt, 'code', key, email)
  if (read?.kind === 'app') await countTry(attempt, 'codeAccount', userId, email)
  const refuse = async (refusal: Refusal) => {
    log.info(
      { requestId: browser.requestId, event: 'second-factor-refused', code: refusal.code },
      'second factor refused',
    )
    await recordAttack(attempt, { kind: 'second-factor-refused', email })
    await reportRefusalAfterReset(attempt, userId)
    return refusal
  }
  if (!read) throw await refuse(wrongCode(WRONG_CODE))
  const { kind, code } = read
  // An observer must not be able to use a code again while it is valid.
  if (kind === 'app' && (await limits.take('codeOnce', `${userId} ${code}`)) > 1)
    throw await refuse(wrongCode(REUSED_CODE))
  const [path, submitted] =
    kind === 'app'
      ? ['/two-factor/verify-totp', code]
      : ['/two-factor/verify-backup-code', hashRecoveryCode(code)]
  try {
    const answer = await forward(attempt, path, {
      body: { code: submitted },
      onlyCookie: cookie,
    })
    await limits.reset('code', key)
    if (kind === 'app') await limits.refund('codeAccount', userId)
    await endReport(services.db, userId)
    if (kind === 'recovery') await reportRecoveryCodeUse(attempt, userId)
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) {
      if (kind === 'app' && (await hasLostKey(services, userId))) throw await refuse(wrongCode(LOST_KEY))
      throw error
    }
    // When one recovery code is used twice at the same time, the second use ends in a conflict.
    const isWrong = error.code === 'invalid-input' || error.code === 'conflict'
    throw await refuse(isWrong ? wrongCode(WRONG_CODE) : error)
  }
}

/** Whether the key of the user's app was encrypted with a secret that this server does not have. */
async function hasLostKey({ db, auth }: Pick<Services, 'db' | 'auth'>, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
  return row !== undefined && !(await auth.canDecrypt(row.secret))
}

/** Ends the wait for the first code after a reset. @returns whether no code was given before */
async function endReport(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(twoFactors)
    .set({ reportsRefusal: false })
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.reportsRefusal, true)))
  return rowCount === 1
}

/** Mails the owner at the first refused code after a password reset: another reader of the mailbox may have reset it. */
async function reportRefusalAfterReset({ services: { db }, now }: Attempt, userId: string) {
  await db.transaction(async (tx) => {
    if (!(await endReport(tx, userId))) return
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user) return
    const data = { username: user.username, at: now }
    await queueMail(tx, now, { to: user.email, userId, template: 'second-factor-refused', data })
  })
}

async function reportRecoveryCodeUse({ services: { db }, now, browser }: Attempt, userId: string) {
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user) return
    const actor = { ...browser, userId }
    await recordAudit({ tx, now, actor }, 'account.recovery-code-used', `user:${userId}`, {})
    const data = { username: user.username, at: now }
    await queueMail(tx, now, { to: user.email, userId, template: 'recovery-code-used', data })
  })
}
