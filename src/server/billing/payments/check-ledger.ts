import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isLatestGrant } from '../ledger/payment-grant.ts'
import { raiseAlarm } from '../../alarms/raise-alarm.ts'
import { payments } from '../../tables/payments.ts'
import { grants, periods, reversals } from '../../tables/ledger.ts'

/**
 * Inconsistencies between payments and the ledger. A settled payment has one valid grant of its plan and user, with a
 * period. A payment in another state has no valid grant. A restored grant was revoked before.
 */
export async function ledgerFaults(db: Db): Promise<{ reference: string; fault: string }[]> {
  const { rows } = await db.execute<{ reference: string; fault: string }>(sql`
    select * from (
      select ${payments.reference} as reference, case
          when ${payments.state} = 'settled' and ${grants.id} is null then 'settled without a grant'
          when ${payments.state} = 'settled' and ${reversals.id} is not null then 'settled, but revoked'
          when ${payments.state} = 'reversed' and ${grants.id} is not null and ${reversals.id} is null
            then 'reversed, but not revoked'
          when ${payments.state} not in ('settled', 'reversed') and ${grants.id} is not null
            then 'granted, but not settled'
          when ${grants.userId} <> ${payments.userId} or ${grants.plan} <> ${payments.plan}
            then 'granted for another user or plan'
          when ${grants.id} is not null and ${reversals.id} is null and ${periods.grantId} is null
            then 'granted without a period'
        end as fault
      from ${payments} left join ${grants} on ${isLatestGrant(db)}
        left join ${reversals} on ${reversals.grantId} = ${grants.id}
        left join ${periods} on ${periods.grantId} = ${grants.id}
      union all
      select old.payment_id, 'restored, but not revoked' from ${grants} as again
        join ${grants} as old on old.id = again.replaces
      where not exists (select from ${reversals} where ${reversals.grantId} = old.id)
    ) as faults where fault is not null`)
  return rows
}

/** Raises an alarm for every inconsistency of the ledger. */
export async function checkLedger(db: Db, now: number): Promise<void> {
  for (const { reference, fault } of await ledgerFaults(db))
    await raiseAlarm(db, now, 'ledger', reference, { fault })
}
