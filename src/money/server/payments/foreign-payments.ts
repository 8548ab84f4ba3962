import { count, max } from 'drizzle-orm'
import type { Instant } from '../../../platform/server/audit/context.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { foreignPayments } from '../tables/payments.ts'

/** Counts a payment of another shop on our Paystack business, once. Nothing else is done about it. */
export async function countForeign({ tx, now }: Instant, reference: string): Promise<void> {
  await tx
    .insert(foreignPayments)
    .values({ reference, seenAt: new Date(now) })
    .onConflictDoNothing()
}

/** How many payments of other shops were seen, and when the last one was seen first. */
export async function foreignCount(db: Db) {
  const { seenAt } = foreignPayments
  const [found] = await db.select({ count: count(), lastAt: max(seenAt) }).from(foreignPayments)
  return { count: found!.count, lastAt: found!.lastAt?.getTime() ?? null }
}
