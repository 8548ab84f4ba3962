import { eq } from 'drizzle-orm'
import type { Game } from '../../../domain/games.ts'
import { earlierClose, closeOn, isInTime, lockOf } from '../../../domain/predictions.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { firstRecordedAt } from '../../draws/first-recorded-at.ts'
import { Refusal } from '../../http/refusal.ts'
import type { SavedPrediction } from './publish.ts'
import {
  requirePrediction,
  refuseStale,
  refuseWithdrawn,
  hasSameContent,
  type PredictionContent,
  contentOf,
  contentColumns,
} from '../stored.ts'
import { predictions, predictionVersions } from '../../tables/predictions.ts'

export interface Edit {
  id: number
  /** The version that the edit is based on. */
  version: number
  reason: string
  /** Makes the new content from the present one. */
  change: (before: PredictionContent) => PredictionContent
}

/**
 * Adds a new version; earlier versions stay. After the lock, the new version is shown but not scored, and the game and
 * date are fixed. Equal values change nothing.
 *
 * @throws Refusal not-found, invalid-input, or conflict when another user changed it first or it is withdrawn
 */
export async function editPrediction(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  { id, version: baseVersion, reason, change }: Edit,
): Promise<SavedPrediction> {
  return db.transaction(async (tx) => {
    const { row, newest } = await requirePrediction(tx, id)
    refuseWithdrawn(row)
    const before = contentOf(newest)
    const after = change(before)
    // This precedes the version check, so that a repeated save whose answer was lost succeeds.
    if (hasSameContent(before, after)) return { id, version: row.version, inTime: newest.inTime }
    refuseStale(row, baseVersion)

    const gameOf = (key: string) => games.find((game) => game.key === key)!
    const storedClose = row.closesAt?.getTime() ?? null
    const currentClose = earlierClose(storedClose, closeOn(gameOf(before.game), before.date))
    const recorded = await firstRecordedAt(tx, before.game, before.date)
    const lock = lockOf(currentClose, recorded)
    const isOpen = lock === null || now < lock
    const moved = after.game !== before.game || after.date !== before.date
    if (moved && !isOpen) refuseMove()
    const close = moved ? closeOn(gameOf(after.game), after.date) : currentClose
    const inTime =
      isOpen && isInTime(now, close, moved ? await firstRecordedAt(tx, after.game, after.date) : recorded)

    const version = row.version + 1
    const closesAt = close === null ? null : new Date(close)
    await tx
      .update(predictions)
      .set({ gameKey: after.game, drawDate: after.date, closesAt, version })
      .where(eq(predictions.id, id))
    await tx.insert(predictionVersions).values({
      ...contentColumns(after),
      predictionId: id,
      version,
      closesAt,
      at: new Date(now),
      by: actor.userId,
      reason,
      inTime,
    })
    const details = { old: before, new: { ...after, closesAt, inTime }, reason }
    await recordAudit(tx, now, actor, { action: 'prediction.edit', subject: `prediction:${id}`, details })
    await appendChange(tx, now, 'predictions', [id])
    return { id, version, inTime }
  })
}

function refuseMove(): never {
  const message =
    'The draw is closed or recorded, so its game and date are fixed. Withdraw it and publish a new one.'
  throw new Refusal('invalid-input', message, { fields: { date: message } })
}
