import { eq, sql } from 'drizzle-orm'
import type { QuietHours } from '../../domain/push/notifications.ts'
import type { Db } from '../db/connect.ts'
import { addJob } from '../queue/add-job.ts'
import { pushChoices, pushDeliveries, pushSubscriptions } from '../tables/push.ts'

/** What a user wants to be notified of. */
interface PushChoice {
  /** Keys of games. */
  games: string[]
  quiet: QuietHours | null
  /** For staff only. */
  lateDraws: boolean
}

/** The choice of a user; null before the first one. */
export async function choiceOf(db: Db, uid: string): Promise<PushChoice | null> {
  const [row] = await db.select().from(pushChoices).where(eq(pushChoices.userId, uid))
  if (!row) return null
  const { games, quietFrom: from, quietUntil: until, lateDraws } = row
  return { games, quiet: from === null || until === null ? null : { from, until }, lateDraws }
}

/** Saves a choice. Messages that the earlier quiet hours held are due again, so that the new hours decide. */
export async function saveChoice(db: Db, now: number, uid: string, choice: PushChoice): Promise<void> {
  const { games, quiet, lateDraws } = choice
  const row = { games, quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null, lateDraws }
  await db.transaction(async (tx) => {
    await tx
      .insert(pushChoices)
      .values({ userId: uid, ...row })
      .onConflictDoUpdate({ target: pushChoices.userId, set: row })
    const { rowCount } = await tx
      .update(pushDeliveries)
      .set({ dueAt: new Date(now) })
      .where(
        sql`${pushDeliveries.held} and ${pushDeliveries.subscriptionId} in (
          select ${pushSubscriptions.id} from ${pushSubscriptions} where ${eq(pushSubscriptions.userId, uid)})`,
      )
    if (rowCount) await addJob(tx, 'send-pushes', { id: 'due' })
  })
}
