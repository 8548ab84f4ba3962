import { and, eq, lte, sql } from 'drizzle-orm'
import { nextCheck } from '../../domain/payments.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Services } from '../services.ts'
import { payments } from './payment-tables.ts'

/** So many payments a minute are looked up by the sweep; the next minute goes on. */
const A_SWEEP = 200

/** Has every payment looked up whose next rung of the ladder has come, on one of the servers each. */
export async function sweepPayments({ db }: Pick<Services, 'db'>, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(payments)
      .where(lte(payments.nextCheckAt, new Date(now)))
      .orderBy(payments.nextCheckAt)
      .limit(A_SWEEP)
      .for('update', { skipLocked: true })
    for (const { reference, state, createdAt } of due) {
      const next = state === 'open' ? nextCheck(createdAt.getTime(), now) : null
      await tx
        .update(payments)
        .set({ nextCheckAt: next === null ? null : new Date(next) })
        .where(and(eq(payments.reference, reference), sql`${payments.nextCheckAt} is not null`))
      await addJob(tx, 'follow-payment', { id: reference })
    }
  })
}
