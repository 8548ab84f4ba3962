import { and, eq, isNotNull, isNull, min, sql, type SQL } from 'drizzle-orm'
import type { PaymentMode } from '../../rules/payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { payouts } from '../tables/money.ts'
import { disputes, payments, refunds } from '../tables/payments.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

// What counts as income, in one place: for the screen, the files for the accountant and the comparison with payouts.

/** Payments whose money arrived, in the mode of the keys. Samples moved no money. */
export const isIncome = (mode: PaymentMode): SQL =>
  and(eq(payments.mode, mode), eq(payments.source, 'checkout'), isNotNull(payments.paidKobo))!

/** When a payment's money arrived. */
export const paidTime = sql`coalesce(${payments.paidAt}, ${payments.settledAt}, ${payments.createdAt})`

/** Refunds that went back. */
export const isReturned = and(eq(refunds.state, 'processed'), isNull(refunds.overruledAt))

/** Lost disputes: the rest of the payment went back. */
export const isLost = and(eq(disputes.state, 'lost'), isNull(disputes.overruledAt))

/** The kobo of a lost dispute: what refunds had left of the payment. */
export const lostKobo = sql<number>`greatest(${payments.paidKobo} - (
  select coalesce(sum(${refunds.kobo}), 0) from ${refunds}
  where ${refunds.reference} = ${payments.reference} and ${isReturned}), 0)::float8`

/** Kobo of refunds and lost disputes since an instant (milliseconds). */
export async function returnedSince(db: Db, mode: PaymentMode, since: number): Promise<number> {
  const at = new Date(since).toISOString()
  const { rows } = await db.execute<{ kobo: number }>(sql`
    select coalesce(sum(kobo), 0)::float8 as kobo from (
      select ${refunds.kobo} as kobo from ${refunds} join ${payments} using (reference)
        where ${isIncome(mode)} and ${isReturned} and ${refunds.updatedAt} >= ${at}::timestamptz
      union all
      select ${lostKobo} from ${disputes} join ${payments} on ${payments.reference} = ${disputes.reference}
        where ${isIncome(mode)} and ${isLost} and ${disputes.updatedAt} >= ${at}::timestamptz
    ) as returned`)
  return itemAt(rows, 0).kobo
}

/** The day of the first known payout, and the kobo that all payouts deducted for refunds. */
export async function payoutsSoFar(db: Db, mode: PaymentMode) {
  const deducted = sql<number>`coalesce(sum(${payouts.deductedKobo}), 0)::float8`
  const sums = db.select({ first: min(payouts.day), deducted }).from(payouts)
  return itemAt(await sums.where(eq(payouts.mode, mode)), 0)
}
