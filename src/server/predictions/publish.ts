import { eq } from 'drizzle-orm'
import { closeOn, isInTime } from '../../domain/predictions.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import type { Snapshot } from '../draws/memory.ts'
import { Refusal } from '../http/refusal.ts'
import {
  firstRecorded,
  predictionOrRefuse,
  sameStatement,
  type Statement,
  statementOf,
  versionColumns,
} from './stored.ts'
import { predictions, predictionVersions } from './tables.ts'

/** A prediction that was saved, and whether it can be scored. */
export interface Published {
  id: number
  version: number
  inTime: boolean
}

/**
 * Publishes a prediction with the close of its draw as it is now. The same form arriving twice is saved once.
 *
 * @param submitKey made by the form, null for callers without one
 * @throws Refusal conflict when the form was saved already with other values
 */
export async function publishPrediction(
  db: Db,
  now: number,
  actor: Actor,
  { games }: Pick<Snapshot, 'games'>,
  statement: Statement,
  submitKey: string | null,
): Promise<Published> {
  const close = closeOn(
    games.find(({ key }) => key === statement.game)!,
    statement.date,
  )
  const closesAt = close === null ? null : new Date(close)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(predictions)
      .values({
        gameKey: statement.game,
        drawDate: statement.date,
        closesAt,
        createdAt: new Date(now),
        createdBy: actor.userId,
        submitKey,
      })
      .onConflictDoNothing({ target: predictions.submitKey })
      .returning({ id: predictions.id })
    if (!row) return savedBefore(tx, submitKey!, statement)
    const inTime = isInTime(now, close, await firstRecorded(tx, statement.game, statement.date))
    await tx.insert(predictionVersions).values({
      ...versionColumns(statement),
      predictionId: row.id,
      version: 1,
      closesAt,
      at: new Date(now),
      by: actor.userId,
      inTime,
    })
    const details = { new: { ...statement, closesAt, inTime } }
    await recordAudit(tx, now, actor, {
      action: 'prediction.publish',
      subject: `prediction:${row.id}`,
      details,
    })
    await appendChange(tx, 'predictions', [row.id], now)
    return { id: row.id, version: 1, inTime }
  })
}

/** What the form saved when it came the first time. */
async function savedBefore(tx: Db, submitKey: string, statement: Statement): Promise<Published> {
  const [known] = await tx
    .select({ id: predictions.id })
    .from(predictions)
    .where(eq(predictions.submitKey, submitKey))
  const [first] = await tx
    .select()
    .from(predictionVersions)
    .where(eq(predictionVersions.predictionId, known!.id))
    .orderBy(predictionVersions.version)
    .limit(1)
  if (!sameStatement(statementOf(first!), statement)) {
    throw new Refusal(
      'conflict',
      'This form was saved already, with other values. It stands in the list and can be edited there.',
    )
  }
  const { row, newest } = await predictionOrRefuse(tx, known!.id)
  return { id: row.id, version: row.version, inTime: newest.inTime }
}
