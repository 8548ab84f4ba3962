import { and, eq, isNull } from 'drizzle-orm'
import { closeOn, isInTime } from '../../../domain/predictions.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import type { Snapshot } from '../../draws/memory.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  firstRecorded,
  predictionOrRefuse,
  sameStatement,
  type Statement,
  statementOf,
  versionColumns,
} from '../stored.ts'
import { predictions, predictionVersions } from '../../tables/predictions.ts'

/** A saved prediction, and whether it can be scored. */
export interface Published {
  id: number
  version: number
  inTime: boolean
}

/**
 * Publishes a prediction with the present close of its draw. Publishing is idempotent by the form's key.
 *
 * @param form its key, null for callers without one, and whether it may publish the same numbers for a draw again
 * @throws Refusal conflict when the key was saved with other values, or look-again for numbers that are published
 */
export async function publishPrediction(
  db: Db,
  now: number,
  actor: Actor,
  { games }: Pick<Snapshot, 'games'>,
  statement: Statement,
  { submitKey, again }: { submitKey: string | null; again: boolean },
): Promise<Published> {
  const close = closeOn(
    games.find(({ key }) => key === statement.game)!,
    statement.date,
  )
  const closesAt = close === null ? null : new Date(close)
  return db.transaction(async (tx) => {
    if (!again && (await isPublished(tx, statement, submitKey))) {
      const what = `The same numbers are already published for this draw: ${statement.numbers.join(', ')}.`
      throw new Refusal('look-again', what)
    }
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
    await appendChange(tx, now, 'predictions', [row.id])
    return { id: row.id, version: 1, inTime }
  })
}

/** Whether a prediction that is not withdrawn has the same numbers for the draw, in any order. */
async function isPublished(tx: Db, { game, date, numbers }: Statement, submitKey: string | null) {
  const sorted = (list: readonly number[]) => String(list.toSorted((a, b) => a - b))
  const newest = and(
    eq(predictionVersions.predictionId, predictions.id),
    eq(predictionVersions.version, predictions.version),
  )
  const rows = await tx
    .select({ numbers: predictionVersions.numbers, key: predictions.submitKey })
    .from(predictions)
    .innerJoin(predictionVersions, newest)
    .where(
      and(eq(predictions.gameKey, game), eq(predictions.drawDate, date), isNull(predictions.withdrawnAt)),
    )
  // The same form, sent again, is not a second prediction.
  return rows.some(
    (row) => sorted(row.numbers) === sorted(numbers) && (row.key === null || row.key !== submitKey),
  )
}

/** The outcome of the form's first save. @throws Refusal conflict when its values differ */
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
      'This form was already saved with other values. Edit the prediction in the list.',
    )
  }
  const { row, newest } = await predictionOrRefuse(tx, known!.id)
  return { id: row.id, version: row.version, inTime: newest.inTime }
}
