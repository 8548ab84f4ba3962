import { and, eq, lte, sql } from 'drizzle-orm'
import { nextCheck } from '../../../domain/payments.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../api/services.ts'
import { payments } from '../../tables/payments.ts'

/** So many payments a minute are looked up by the sweep; the next minute goes on. */
const CHECKS_PER_SWEEP = 200

/** Queues a check of every payment that is due for one, each on one of the servers. */
export async function sweepPayments({ db }: Pick<Services, 'db'>, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(payments)
      .where(lte(payments.nextCheckAt, new Date(now)))
      .orderBy(payments.nextCheckAt)
      .limit(CHECKS_PER_SWEEP)
      .for('update', { skipLocked: true })
    for (const { reference, state, accessCode, createdAt } of due) {
      // The process ended while it opened this one. Without an access code nobody can pay, so it is checked this once.
      const neverOpened = state === 'open' && accessCode === null
      const next = state === 'open' && !neverOpened ? nextCheck(createdAt.getTime(), now) : null
      await tx
        .update(payments)
        .set({
          nextCheckAt: next === null ? null : new Date(next),
          ...(neverOpened && { state: 'lapsed', current: false }),
        })
        .where(and(eq(payments.reference, reference), sql`${payments.nextCheckAt} is not null`))
      await addJob(tx, 'follow-payment', { id: reference })
    }
  })
}
