import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { raiseAlarm } from './payment-story.ts'
import { payments } from './payment-tables.ts'
import { grants, periods, reversals } from './tables.ts'

/**
 * Where the ledger does not add up: every settled payment has exactly one standing grant of its plan and person; every
 * grant of a payment has that payment settled, or reversed and itself taken back; every standing grant has its period.
 */
export async function ledgerFaults(db: Db): Promise<{ reference: string; fault: string }[]> {
  const { rows } = await db.execute<{ reference: string; fault: string }>(sql`
    select ${payments.reference} as reference, case
        when ${grants.id} is null then 'settled without a grant'
        when ${payments.state} = 'settled' and ${reversals.id} is not null then 'settled, but taken back'
        when ${payments.state} = 'reversed' and ${reversals.id} is null then 'reversed, but not taken back'
        when ${payments.state} not in ('settled', 'reversed') then 'granted, but not settled'
        when ${grants.userId} <> ${payments.userId} or ${grants.plan} <> ${payments.plan} then 'granted otherwise than paid'
        when ${reversals.id} is null and ${periods.grantId} is null then 'granted without a period'
      end as fault
    from ${payments} left join ${grants} on ${grants.paymentId} = ${payments.reference}
      left join ${reversals} on ${reversals.grantId} = ${grants.id}
      left join ${periods} on ${periods.grantId} = ${grants.id}
    where (${grants.id} is null) = (${payments.state} = 'settled')
      or (${payments.state} = 'settled' and (${reversals.id} is not null or ${periods.grantId} is null
        or ${grants.userId} <> ${payments.userId} or ${grants.plan} <> ${payments.plan}))
      or (${payments.state} = 'reversed' and ${grants.id} is not null and ${reversals.id} is null)`)
  return rows.filter(({ fault }) => fault !== null)
}

/** Looks through the ledger and raises an alarm for everything that does not add up. */
export async function checkLedger(db: Db, now: number): Promise<void> {
  for (const { reference, fault } of await ledgerFaults(db))
    await raiseAlarm(db, now, 'ledger', reference, { fault })
}
