import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { passwordContainsName } from '../../platform/rules/access/identity.ts'

const argon2Async = promisify(argon2)

/** Hashing takes threads and memory. Only a few hashes run at a time, so that other requests are still answered. */
const queue = pLimit(LOGIN_LIMITS.hashesAtOnce)

const deriveKey = (...of: Parameters<typeof argon2Async>): Promise<Buffer> => queue(() => argon2Async(...of))

/** @throws Refusal unavailable when the queue is so long that a password would wait for seconds */
export function refuseWhenBusy(): void {
  if (queue.pendingCount < LOGIN_LIMITS.hashesWaiting) return
  throw new Refusal('unavailable', undefined, { headers: { 'retry-after': '5' } })
}

const HASH_BYTES = 32

/**
 * @param cost the settings' `passwordCost`; each stored hash names its parameters
 * @returns the PHC string `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`
 */
export async function hashPassword(
  { memory, passes }: Settings['passwordCost'],
  password: string,
): Promise<string> {
  const salt = randomBytes(16)
  const hash = await deriveKey('argon2id', {
    memory,
    passes,
    parallelism: 1,
    message: password,
    nonce: salt,
    tagLength: HASH_BYTES,
  })
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encode(salt)}$${encode(hash)}`
}

const STORED_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whether a password matches a stored hash; false for a hash in another format. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const parts = STORED_HASH.exec(hash)
  if (!parts) return false
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const nonce = Buffer.from(itemAt(parts, 4), 'base64')
  const expected = Buffer.from(itemAt(parts, 5), 'base64')
  const cost = { memory, passes, parallelism }
  const actual = await deriveKey('argon2id', {
    ...cost,
    message: password,
    nonce,
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** Words that people are likely to use in a password on this site (ASVS 6.2.11). */
const OUR_WORDS = 'lotto lottery forecast naija nigeria premier winner jackpot password admin'.split(' ')

/**
 * Why a password is easy to guess, or null. It is weak, it contains the user's joined name, or it consists only of this
 * product's words, parts of the user's name or email, and digits.
 * @throws Refusal unavailable when the worker is too busy
 */
export async function guessablePasswordProblem(
  { worker }: Pick<Services, 'worker'>,
  password: string,
  { username = '', email = '' } = {},
): Promise<string | null> {
  if (passwordContainsName(password, username)) return 'This password contains your name. Use other words.'
  const own = [...username.split(/[^\p{L}\p{N}]+/u), ...email.split(/[@.]/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)
  const known = [...own, ...OUR_WORDS]
  // A cache would keep the password.
  const weakness = await worker.runUncached('password-weakness', { password, known })
  if (weakness !== null) return `${weakness} A few words are easiest to remember.`
  let rest = password.toLowerCase()
  for (const word of known) rest = rest.replaceAll(word, '')
  return rest === password.toLowerCase() || /[^\d\s!@#$%^&*._-]/.test(rest)
    ? null
    : 'This password is too easy to guess. Use other words than your name and ours.'
}
