import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { readFactorCode } from '../../domain/second-factor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { recordAttack, countTry } from './attack-log.ts'
import { type Forwarded, forward } from './forward.ts'
import { users } from '../tables/accounts.ts'

/** The account whose code is checked, and what the identity library finds it by. */
interface CodeFor {
  userId: string
  email: string
  /** Whose tries are counted together: a device, or all unknown ones. */
  counted: string
  /** The cookie that carries the challenge of a login, or the session. */
  cookie: 'two_factor' | 'session_token'
}

type CodeCall = Pick<Call, 'services' | 'request' | 'now' | 'address' | 'actor' | 'log'>

const wrong = (sentence: string) => new Refusal('invalid-input', sentence, { fields: { code: sentence } })
const WRONG = 'This code is not right.'
const REPEATED = 'This code was tried already. Wait for the next one.'

/** How a recovery code is stored: its 120 random bits need no slow hash. @param code without hyphens */
export const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest('base64url')

/**
 * Checks a code of a second factor: six digits of the app, each accepted once, or a recovery code, which its owner is
 * mailed about. Every try is counted before it is made.
 *
 * @returns the identity library's answer: for a challenge it opens the session
 * @throws Refusal invalid-input at the field `code`, login-expired, too-many
 */
export async function checkCode(
  call: CodeCall,
  { userId, email, counted, cookie }: CodeFor,
  typed: string,
): Promise<Forwarded> {
  const { services, now, address, log } = call
  const tries = `${userId} ${counted}`
  await countTry(call, 'code', tries, email)
  const refuse = async (refusal: Refusal) => {
    log.info({ event: 'second-factor-refused', code: refusal.code }, 'second factor refused')
    await recordAttack(services, now, { kind: 'second-factor-refused', email, address })
    return refusal
  }
  const read = readFactorCode(typed)
  if (!read) throw await refuse(wrong(WRONG))
  const { kind, code } = read
  if (kind === 'app' && !(await isFirstUse(call, `${userId} ${code}`))) throw await refuse(wrong(REPEATED))
  const [path, given] =
    kind === 'app'
      ? ['/two-factor/verify-totp', code]
      : ['/two-factor/verify-backup-code', hashRecoveryCode(code)]
  try {
    const answer = await forward(call, path, { body: { code: given }, onlyCookie: cookie })
    await services.limits.reset('code', tries)
    if (kind === 'recovery') await tellRecoveryCodeUsed(call, userId)
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Of two uses of one recovery code at the same moment the later one finds a conflict.
    const isWrong = error.code === 'invalid-input' || error.code === 'conflict'
    throw await refuse(isWrong ? wrong(WRONG) : error)
  }
}

/** An observer must not be able to use a code again while it is valid. */
async function isFirstUse({ services: { limits } }: CodeCall, code: string): Promise<boolean> {
  try {
    await limits.consume('codeOnce', code)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many') return false
    throw error
  }
}

async function tellRecoveryCodeUsed({ services: { db }, now, actor }: CodeCall, userId: string) {
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user) return
    await recordAudit(
      tx,
      now,
      { ...actor, userId },
      { action: 'account.recovery-code-used', subject: `user:${userId}`, details: {} },
    )
    const data = { username: user.username, at: now }
    await queueMail(tx, now, { to: user.email, userId, template: 'recovery-code-used', data })
  })
}
