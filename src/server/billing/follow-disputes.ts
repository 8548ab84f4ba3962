import { eq, sql } from 'drizzle-orm'
import { disputeState } from '../../domain/payments.ts'
import type { Db } from '../db/connect.ts'
import type { Services } from '../services.ts'
import type { Delivery } from './follow-payment.ts'
import { disputes, payments } from './payment-tables.ts'
import { raiseAlarm, type Source, tell } from './payment-story.ts'
import type { PaystackDispute } from './paystack.ts'
import type { Payment } from './settle-payment.ts'
import { takeBack } from './take-back.ts'

/**
 * Writes down disputes as Paystack tells them, by webhook or when asked. An open one waits for staff; one that is lost
 * takes the time back. A dispute that was decided stays decided, in whatever order the news arrive.
 */
export async function followDisputes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  payment: Pick<Payment, 'reference' | 'mode'>,
  told: readonly PaystackDispute[],
  source: Source,
): Promise<void> {
  for (const { id, status, resolution, domain } of told) {
    if (domain !== payment.mode) continue
    const state = disputeState(status, resolution)
    await db.transaction(async (tx) => note(tx, await clock.now(tx), payment.reference, id, state, source))
  }
}

/** What webhooks say of disputes. */
export function disputesIn(news: readonly Delivery[]): PaystackDispute[] {
  return news
    .filter(({ event }) => event.startsWith('charge.dispute.'))
    .flatMap(({ fields }) => {
      const { id, status, resolution, domain } = fields as Record<string, string | null | undefined>
      return id && domain ? [{ id, status: status ?? '', resolution: resolution ?? null, domain }] : []
    })
}

async function note(
  tx: Db,
  now: number,
  reference: string,
  id: string,
  state: (typeof disputes.$inferSelect)['state'],
  source: Source,
): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
  const changed = await tx
    .insert(disputes)
    .values({ id, reference, state, updatedAt: new Date(now) })
    .onConflictDoUpdate({
      target: disputes.id,
      set: { state, updatedAt: new Date(now) },
      setWhere: sql`${disputes.state} = 'open' and ${state} <> 'open'`,
    })
    .returning({ id: disputes.id })
  if (changed.length === 0) return
  await tell(tx, now, reference, source, `dispute ${state}`, { id })
  if (state === 'open') await raiseAlarm(tx, now, 'dispute', reference, { id })
  if (state === 'lost' && payment!.state !== 'reversed') {
    await takeBack(tx, now, payment!, `The dispute ${id} was lost.`)
  }
}
