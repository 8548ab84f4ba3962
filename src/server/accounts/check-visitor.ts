import type { RateLimit } from '../../domain/accounts/rate-limits.ts'
import { RATE_LIMITS } from '../../domain/accounts/rate-limits.ts'
import type { Services } from '../api/services.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/refusal.ts'
import { recordAttack } from './attack-log.ts'
import type { Browser } from './browser.ts'
import { isWorkDone, type WorkSubject } from './work-proof.ts'

interface Visitor extends WorkSubject {
  /** The soft limits that the try counts against, and their keys. */
  limits: Partial<Record<RateLimit, string>>
  /** Whether the try looks like that of a program. */
  isSuspicious?: boolean
  /** The proof of work that came with the try. */
  work: string | undefined
}

/**
 * Counts a try against soft limits, which many people behind one address share. Beyond them it needs a proof of work,
 * and beyond {@link RATE_LIMITS.checkedAddress} a mailed link: nobody has to wait because of a neighbour.
 *
 * @returns how to remove a try from the counts that was not a wrong one
 * @throws Refusal check-needed, link-needed
 */
export async function checkVisitor(
  services: Pick<Services, 'db' | 'limits' | 'settings'>,
  now: number,
  { address }: Pick<Browser, 'address'>,
  { purpose, email, limits: soft, isSuspicious = false, work }: Visitor,
): Promise<{ refund(): Promise<void> }> {
  const { limits } = services
  const taken: [RateLimit, string][] = []
  const isWithin = async (limit: RateLimit, key: string) => {
    taken.push([limit, key])
    if ((await limits.take(limit, key)) <= RATE_LIMITS[limit].points) return true
    await recordAttack(services, now, { kind: 'limit-reached', email: null, address, reached: limit })
    return false
  }
  const counts: boolean[] = []
  for (const [limit, key] of Object.entries(soft)) counts.push(await isWithin(limit as RateLimit, key))
  if (isSuspicious || counts.includes(false)) {
    if (work === undefined || !(await isWorkDone(services, now, { purpose, email }, work)))
      throw new Refusal('check-needed')
    if (!(await isWithin('checkedAddress', `${purpose} ${networkOf(address)}`)))
      throw new Refusal('link-needed')
  }
  return {
    async refund() {
      for (const [limit, key] of taken) await limits.refund(limit, key)
    },
  }
}
