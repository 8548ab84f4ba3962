import { createHash, hkdfSync, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { MINUTE } from '../../domain/base/calendar.ts'
import { type CheckPurpose, VISITOR_CHECK } from '../../domain/accounts/visitor-check.ts'
import type { Services } from '../api/services.ts'
import type { Settings } from '../base/settings.ts'

/** What a proof of work is for. It is valid for nothing else. */
export interface WorkSubject {
  purpose: CheckPurpose
  email: string
}

const dataOf = ({ purpose, email }: WorkSubject) => ({
  purpose,
  account: createHash('sha256').update(email).digest('base64url'),
})

function keysOf({ authSecrets: [secret] }: Settings) {
  const key = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret.value, '', use, 32)).toString('base64url')
  return { hmacSignatureSecret: key('work challenge'), hmacKeySignatureSecret: key('work solution') }
}

/** Creates a task for the browser that takes at most {@link VISITOR_CHECK.tries} tries. @param now milliseconds */
export function createWork(settings: Settings, now: number, subject: WorkSubject): Promise<Challenge> {
  const { rounds, tries, workMinutes } = VISITOR_CHECK
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(tries),
    deriveKey,
    expiresAt: Math.floor((now + workMinutes * MINUTE) / 1000),
    data: dataOf(subject),
    ...keysOf(settings),
  })
}

/** What the browser sends. The library checks the rest of the parameters by their signature. */
const sentWork = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ purpose: z.string(), account: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * Whether a proof of work is right and used for the first time.
 * @param sent JSON of the challenge and its solution
 */
export async function isWorkDone(
  { settings, limits }: Pick<Services, 'settings' | 'limits'>,
  now: number,
  subject: WorkSubject,
  sent: string,
): Promise<boolean> {
  const read = sentWork.safeParse(parseJson(sent))
  if (!read.success) return false
  const { challenge, solution } = read.data
  const { data, expiresAt } = challenge.parameters
  const { purpose, account } = dataOf(subject)
  if (data.purpose !== purpose || data.account !== account || expiresAt * 1000 <= now) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(settings) })
  // The signature is checked, so equal signatures are the same challenge.
  return verified && (await limits.take('workOnce', challenge.signature)) === 1
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
