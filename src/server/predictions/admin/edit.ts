import { eq } from 'drizzle-orm'
import type { Game } from '../../../domain/draws/games.ts'
import { earlier } from '../../../domain/predictions/predictions.ts'
import type { Actor } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { appendEntries, entryTime, lockLedger } from '../../ledger/append.ts'
import { timesOfDraw } from '../../ledger/draw-times.ts'
import type { SavedPrediction } from './publish.ts'
import {
  requirePrediction,
  refuseStale,
  refuseWithdrawn,
  hasSameContent,
  type PredictionContent,
  contentOf,
  contentColumns,
  refuseDrawn,
  type StoredPrediction,
} from '../stored.ts'
import { versionEntry } from '../version-entry.ts'
import { predictions, predictionVersions } from '../../tables/predictions.ts'

interface Edit {
  id: number
  /** The version that the edit is based on. */
  version: number
  reason: string
  /** Makes the new content from the present one. */
  change: (before: PredictionContent) => PredictionContent
}

/**
 * Adds a new version; earlier versions stay. After the lock, the new version is shown but not scored, and the game and
 * date are fixed. Once the draw is recorded there are no more versions. Equal values change nothing.
 *
 * @throws Refusal not-found, invalid-input, or conflict when another user changed it first or it is withdrawn
 */
export async function editPrediction(
  { db, clock }: { db: Db; clock: Pick<Clock, 'now'> },
  actor: Actor,
  games: readonly Game[],
  { id, version: baseVersion, reason, change }: Edit,
): Promise<SavedPrediction> {
  return db.transaction(async (tx) => {
    const end = await lockLedger(tx)
    const now = await entryTime(tx, clock, end)
    const { row, newest } = await requirePrediction(tx, id, end.chain)
    refuseWithdrawn(row)
    const before = contentOf(newest)
    const after = change(before)
    // This precedes the version check, so that a repeated save whose answer was lost succeeds.
    if (hasSameContent(before, after)) return { id, version: row.version, inTime: newest.inTime }
    refuseStale(row, baseVersion)

    const gameOf = ({ game }: PredictionContent) => games.find(({ key }) => key === game)!
    const timesOf = (content: PredictionContent) => timesOfDraw(tx, end, gameOf(content), content.date)
    const timesBefore = await timesOf(before)
    if (timesBefore.recorded) refuseDrawn(gameOf(before), before.date)
    const present = earlierTimes(row, timesBefore)
    const isOpen = present.lock === null || now < present.lock
    const moved = after.game !== before.game || after.date !== before.date
    if (moved && !isOpen) refuseMove()
    const { close, lock, recorded } = moved ? await timesOf(after) : { ...present, recorded: null }
    if (recorded) refuseDrawn(gameOf(after), after.date)
    const inTime = lock !== null && now < lock

    const version = row.version + 1
    const closesAt = dateOf(close)
    await tx
      .update(predictions)
      .set({
        gameKey: after.game,
        drawDate: after.date,
        closesAt,
        ...(row.chain !== null && { lockAt: dateOf(lock) }),
        version,
      })
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
    await recordAudit({ tx, now, actor }, { action: 'prediction.edit', subject: `prediction:${id}`, details })
    // The author of a forecast stays, also when another user changes it; the audit trail names them.
    if (row.authorId !== null) {
      const entry = versionEntry({ id, version, author: row.authorId }, after, { close, lock, at: now })
      await appendEntries(tx, end, [entry])
    }
    await appendChange({ tx, now }, 'predictions', [id])
    return { id, version, inTime }
  })
}

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant))

/**
 * The close and the lock that were copied at publication, or the present ones of the draw where those are earlier. A day
 * that had no draw at publication stays without: a close and a lock never move later.
 */
function earlierTimes(
  { closesAt, lockAt }: StoredPrediction,
  present: { close: number | null; lock: number | null },
) {
  if (closesAt === null) return { close: null, lock: null }
  const close = earlier(closesAt.getTime(), present.close)
  // A prediction from before the ledger has no lock of its own.
  return { close, lock: lockAt === null ? present.lock : earlier(lockAt.getTime(), present.lock) }
}

function refuseMove(): never {
  const message = 'The draw is closed, so its game and date are fixed. Withdraw it and publish a new one.'
  throw new Refusal('invalid-input', message, { fields: { date: message } })
}
