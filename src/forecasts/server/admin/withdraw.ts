import { present } from '../../../platform/rules/base/lists.ts'
import { eq } from 'drizzle-orm'
import type { Actor } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import type { Clock } from '../../../platform/server/db/clock.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { appendLeaves, entryTime, instantText, lockLedger, placedLeaves } from '../ledger/append.ts'
import {
  contentOf,
  refuseStale,
  refuseWithdrawn,
  requirePrediction,
  type StoredPrediction,
} from '../stored.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'
import { predictions } from '../tables/predictions.ts'

interface Withdrawal {
  id: number
  /** The version that the withdrawal is based on. */
  version: number
  /** Shown to players. */
  reason: string
}

/**
 * Marks a prediction as withdrawn, with an entry of the ledger. The prediction and its versions stay and are shown as
 * withdrawn; after its lock it is still scored. Repeating the same
 * withdrawal changes nothing.
 * @throws Refusal not-found, or conflict when another user changed or withdrew it first
 */
export async function withdrawPrediction(
  { db, clock }: { db: Db; clock: Pick<Clock, 'now'> },
  actor: Actor,
  { id, version, reason }: Withdrawal,
): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx)
    const now = await entryTime(tx, clock, end)
    const { row, newest } = await requirePrediction(tx, id, end.chain)
    if (isRepeatedWithdrawal(row, actor, reason)) return
    refuseWithdrawn(row)
    refuseStale(row, version)
    const withdrawal = { withdrawnAt: new Date(now), withdrawnBy: actor.userId, withdrawnReason: reason }
    await tx.update(predictions).set(withdrawal).where(eq(predictions.id, id))
    const details = { old: contentOf(newest), reason }
    await recordAudit({ tx, now, actor }, 'prediction.withdraw', `prediction:${id}`, details)
    if (row.authorId !== null) {
      const [first] = await placedLeaves(tx, end.chain, ['version'], eq(logLeaves.predictionId, id))
      const leaf = {
        kind: 'withdrawal' as const,
        at: instantText(now),
        forecast: present(first).forecast,
        by: row.authorId,
      }
      await appendLeaves(tx, end, [{ leaf, prediction: id }])
    }
    await appendChange({ tx, now }, 'predictions', [id])
  })
}

/** Whether the same user repeats the same withdrawal, for example because the answer was lost. */
const isRepeatedWithdrawal = (row: StoredPrediction, { userId }: Actor, reason: string) =>
  row.withdrawnAt !== null && row.withdrawnBy === userId && row.withdrawnReason === reason
