import type { Actor } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'

/** Records that a user chose the Free plan. Paid time keeps running. */
export function chooseFreePlan(db: Db, now: number, actor: Actor & { userId: string }): Promise<void> {
  return recordAudit(
    { tx: db, now, actor },
    {
      action: 'plan.choose',
      subject: `user:${actor.userId}`,
      details: { plan: 'free' },
    },
  )
}
