import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CheckPurpose } from '../../platform/rules/access/visitor-check.ts'
import { send } from '../../platform/web/api/call.ts'

/**
 * Fetches a proof of work and computes it. The browser runs each try in a thread of its own, so the page needs no worker.
 * @returns what the field `work` of a call contains
 */
export async function computeWork(purpose: CheckPurpose, email: string): Promise<string> {
  const challenge = (await send('POST /api/auth/challenge', { purpose, email })) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return JSON.stringify({ challenge, solution })
}
