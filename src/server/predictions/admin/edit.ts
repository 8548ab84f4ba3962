import { eq } from 'drizzle-orm'
import type { Game } from '../../../domain/draws/games.ts'
import { earlier } from '../../../domain/predictions/predictions.ts'
import type { Actor } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { addJob } from '../../queue/add-job.ts'
import { appendLeaves, type ChainEnd, entryTime, lockLedger } from '../../ledger/append.ts'
import { timesOfDraw } from '../../ledger/draw-times.ts'
import { placedLeaves } from '../../ledger/placed.ts'
import { commit } from '../../ledger/versions.ts'
import { isOver, type SavedPrediction } from './publish.ts'
import {
  requirePrediction,
  refuseStale,
  refuseWithdrawn,
  hasSameContent,
  type PredictionContent,
  contentOf,
  contentColumns,
  refuseDrawn,
} from '../stored.ts'
import { newVersion } from '../version-entry.ts'
import { logLeaves } from '../../tables/forecast-ledger.ts'
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
 * Adds a new version; earlier versions stay. Game and date are fixed. After the lock, the new version is shown but not
 * scored. Once the draw is recorded there are no more versions. Equal values change nothing.
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

    const game = games.find(({ key }) => key === before.game)!
    if (await isOver(tx, end, game, before.date)) refuseDrawn(game, before.date)
    // A forecast for another draw is another forecast.
    if (after.game !== before.game || after.date !== before.date) refuseMove()
    const { close, lock } = await timesOfDraw(tx, end, before)
    const inTime = lock !== null && now < lock && now < (row.lockAt?.getTime() ?? Infinity)

    const version = row.version + 1
    const closesAt = dateOf(close)
    await tx
      .update(predictions)
      .set({
        version,
        closesAt: dateOf(earlier(row.closesAt?.getTime() ?? null, close)),
        lockAt: dateOf(earlier(row.lockAt?.getTime() ?? null, lock)),
      })
      .where(eq(predictions.id, id))
    const committed =
      row.authorId === null
        ? null
        : commit(
            await newVersion(
              tx,
              { ...(await placeOf(tx, end, id)), version, author: row.authorId, close, lock, at: now },
              after,
            ),
          )
    await tx.insert(predictionVersions).values({
      ...contentColumns(after),
      opening: committed?.opening ?? null,
      predictionId: id,
      version,
      closesAt,
      at: new Date(now),
      by: actor.userId,
      reason,
      inTime,
    })
    const details = { old: before, new: { ...after, closesAt, inTime }, reason }
    await recordAudit({ tx, now, actor }, 'prediction.edit', `prediction:${id}`, details)
    // The author of a forecast stays, also when another user changes it; the audit trail names them.
    if (committed) {
      await appendLeaves(tx, end, [committed.draft])
      await addJob(tx, 'mail-receipt', { id: `${end.chain}:${end.size}` })
    }
    await appendChange({ tx, now }, 'predictions', [id])
    return { id, version, inTime }
  })
}

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant))

/** The numbers of a forecast in the log, as in its first version. */
async function placeOf(tx: Db, { chain }: ChainEnd, prediction: number) {
  const [first] = await placedLeaves(tx, chain, ['version'], eq(logLeaves.predictionId, prediction))
  return { prediction, forecast: first!.forecast, nth: first!.nth }
}

function refuseMove(): never {
  const message = 'The game and date of a forecast are fixed. Withdraw it and publish a new one.'
  throw new Refusal('invalid-input', message, { fields: { date: message } })
}
