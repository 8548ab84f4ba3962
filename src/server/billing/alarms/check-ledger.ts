import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { isLatestGrant } from '../ledger/payment-grant.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { payments } from '../../tables/payments.ts'
import { grants, periods, reversals } from '../../tables/ledger.ts'

/**
 * Where the ledger does not add up. A settled payment has one running grant of its plan and person, with a period. A
 * payment in another state has no running grant. A grant that was given again has itself been taken back.
 */
export async function ledgerFaults(db: Db): Promise<{ reference: string; fault: string }[]> {
  const { rows } = await db.execute<{ reference: string; fault: string }>(sql`
    select * from (
      select ${payments.reference} as reference, case
          when ${payments.state} = 'settled' and ${grants.id} is null then 'settled without a grant'
          when ${payments.state} = 'settled' and ${reversals.id} is not null then 'settled, but taken back'
          when ${payments.state} = 'reversed' and ${grants.id} is not null and ${reversals.id} is null
            then 'reversed, but not taken back'
          when ${payments.state} not in ('settled', 'reversed') and ${grants.id} is not null
            then 'granted, but not settled'
          when ${grants.userId} <> ${payments.userId} or ${grants.plan} <> ${payments.plan}
            then 'granted otherwise than paid'
          when ${grants.id} is not null and ${reversals.id} is null and ${periods.grantId} is null
            then 'granted without a period'
        end as fault
      from ${payments} left join ${grants} on ${isLatestGrant(db)}
        left join ${reversals} on ${reversals.grantId} = ${grants.id}
        left join ${periods} on ${periods.grantId} = ${grants.id}
      union all
      select old.payment_id, 'given again, but not taken back' from ${grants} as again
        join ${grants} as old on old.id = again.replaces
      where not exists (select from ${reversals} where ${reversals.grantId} = old.id)
    ) as faults where fault is not null`)
  return rows
}

/** Looks through the ledger and raises an alarm for everything that does not add up. */
export async function checkLedger(db: Db, now: number): Promise<void> {
  for (const { reference, fault } of await ledgerFaults(db))
    await raiseAlarm(db, now, 'ledger', reference, { fault })
}
