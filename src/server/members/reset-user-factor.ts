import { resetSecondFactor } from '../accounts/second-factor.ts'
import { change, type Context } from '../audit/context.ts'
import { Refusal } from '../http/refusal.ts'
import { beginHelp } from './staff.ts'

/**
 * Removes the second factor of a user who lost the app and the recovery codes.
 * @returns false when the user has no second factor
 * @throws Refusal not-found, not-oneself, forbidden
 */
export function resetUserFactor(context: Context, userId: string, reason: string | null): Promise<boolean> {
  return change(context, async (inside) => {
    const { tx, actor } = inside
    const user = await beginHelp(tx, actor, userId)
    if (userId === actor.userId) throw new Refusal('not-oneself')
    return resetSecondFactor(inside, user, reason)
  })
}
