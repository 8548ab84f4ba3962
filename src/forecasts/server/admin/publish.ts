import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Game } from '../../../draws/rules/games.ts'
import type { Chain } from '../../rules/ledger/standing.ts'
import type { Actor, SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { planOf } from '../../../draws/rules/draw-calendar.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import {
  appendLeaves,
  type ChainEnd,
  countForecasts,
  entryTime,
  lockLedger,
  endingsOf,
  timesOfDraw,
  placedLeaves,
  startLog,
} from '../ledger/append.ts'
import { authorLeaves, authorOf } from '../ledger/authors.ts'
import { recordedDrawOf } from '../ledger/follow-draws.ts'
import { commit } from '../ledger/versions.ts'
import {
  requirePrediction,
  hasSameContent,
  type PredictionContent,
  contentOf,
  contentColumns,
  refuseDrawn,
  newVersion,
  refuseStale,
  refuseWithdrawn,
} from '../stored.ts'
import { heldResults } from '../../../draws/server/tables.ts'
import { predictions, predictionVersions } from '../tables/predictions.ts'
import { earlier } from '../../rules/predictions.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'

/** A saved prediction, and whether it can be scored. */
interface SavedPrediction {
  id: number
  version: number
  inTime: boolean
}

/**
 * Publishes a prediction with the present close and lock of its draw, as an entry of the ledger. It is dated by the
 * database's clock once its place in the ledger is fixed: a request that is sent slowly is not published earlier.
 * Publishing is idempotent by the form's key.
 *
 * @param form its key, null for callers without one, and whether it may publish the same numbers for a draw again
 * @throws Refusal invalid-input when the draw is recorded, conflict when the key was saved with other values, or confirmation-needed
 *   for numbers that are published
 */
export async function publishPrediction(
  { db, clock, draws }: Pick<Services, 'db' | 'clock' | 'draws'>,
  actor: SignedIn,
  content: PredictionContent,
  { submitKey, again }: { submitKey: string | null; again: boolean },
): Promise<SavedPrediction> {
  const { games } = draws.current()
  return db.transaction(async (tx) => {
    const before = await lockLedger(tx)
    const now = await entryTime(tx, clock, before)
    const end = await startLog(tx, before, now, games)
    // The lock orders the saves of one form. A repeated save whose answer was lost succeeds, also after the draw.
    const known = submitKey === null ? null : await outcomeOfFirstSave(tx, end.chain, submitKey, content)
    if (known) return known
    if (!again && (await isAlreadyPublished(tx, content, submitKey))) {
      const message = `The same numbers are already published for this draw: ${content.numbers.join(', ')}.`
      throw new Refusal('confirmation-needed', message)
    }
    const game = present(games.find(({ key }) => key === content.game))
    if (await isOver(tx, end, game, content.date)) refuseDrawn(game, content.date)
    const { close, lock } = await timesOfDraw(tx, end, content)
    const author = await authorOf(tx, now, actor.userId)
    const closesAt = close === null ? null : new Date(close)
    const added = await tx
      .insert(predictions)
      .values({
        gameKey: content.game,
        drawDate: content.date,
        closesAt,
        lockAt: lock === null ? null : new Date(lock),
        chain: end.chain,
        authorId: author,
        createdAt: new Date(now),
        createdBy: actor.userId,
        submitKey,
      })
      .returning({ id: predictions.id })
    const { id } = itemAt(added, 0)
    const inTime = lock !== null && now < lock
    const nth = (await countForecasts(tx, end, content)) + 1
    const place = {
      prediction: id,
      forecast: (await countForecasts(tx, end)) + 1,
      version: 1,
      nth,
      author,
    }
    const { draft, opening } = commit(await newVersion(tx, { ...place, close, lock, at: now }, content))
    await tx.insert(predictionVersions).values({
      ...contentColumns(content),
      predictionId: id,
      version: 1,
      closesAt,
      opening,
      at: new Date(now),
      by: actor.userId,
      inTime,
    })
    await recordAudit({ tx, now, actor }, 'prediction.publish', `prediction:${id}`, {
      new: { ...content, closesAt, inTime },
    })
    const { size } = await appendLeaves(tx, end, [...(await authorLeaves(tx, end, author, now)), draft])
    await addJob(tx, 'mail-receipt', { id: `${end.chain}:${size}` })
    await appendChange({ tx, now }, 'predictions', [id])
    return { id, version: 1, inTime }
  })
}

/** Whether a draw is recorded or about to be published, or has ended in the log: then it takes no more versions. */
async function isOver(tx: Db, end: ChainEnd, game: Game, date: LagosDate): Promise<boolean> {
  const endings = await endingsOf(tx, end, { game: game.key, date })
  if (endings.length > 0 || (await recordedDrawOf(tx, game, date)) !== null) return true
  const day = planOf(game, date).draw?.date ?? date
  const isHeld = and(eq(heldResults.gameKey, game.key), eq(heldResults.date, day))
  return (await tx.$count(heldResults, isHeld)) > 0
}

/** Whether a prediction that is not withdrawn has the same numbers for the draw, in any order. */
async function isAlreadyPublished(
  tx: Db,
  { game, date, numbers }: PredictionContent,
  submitKey: string | null,
) {
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

/** The outcome of the form's first save; null before it. @throws Refusal conflict when its values differ */
async function outcomeOfFirstSave(
  tx: Db,
  chain: Chain,
  submitKey: string,
  content: PredictionContent,
): Promise<SavedPrediction | null> {
  const [known] = await tx
    .select({ id: predictions.id })
    .from(predictions)
    .where(eq(predictions.submitKey, submitKey))
  if (!known) return null
  const [first] = await tx
    .select()
    .from(predictionVersions)
    .where(eq(predictionVersions.predictionId, known.id))
    .orderBy(predictionVersions.version)
    .limit(1)
  if (!hasSameContent(contentOf(present(first)), content)) {
    throw new Refusal(
      'conflict',
      'This form was already saved with other values. Edit the prediction in the list.',
    )
  }
  const { row, newest } = await requirePrediction(tx, known.id, chain)
  return { id: row.id, version: row.version, inTime: newest.inTime }
}

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
  { db, clock, draws }: Pick<Services, 'db' | 'clock' | 'draws'>,
  actor: Actor,
  { id, version: baseVersion, reason, change }: Edit,
): Promise<SavedPrediction> {
  const { games } = draws.current()
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

    const game = present(games.find(({ key }) => key === before.game))
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
      const { size } = await appendLeaves(tx, end, [committed.draft])
      await addJob(tx, 'mail-receipt', { id: `${end.chain}:${size}` })
    }
    await appendChange({ tx, now }, 'predictions', [id])
    return { id, version, inTime }
  })
}

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant))

/** The numbers of a forecast in the log, as in its first version. */
async function placeOf(tx: Db, { chain }: ChainEnd, prediction: number) {
  const versions = await placedLeaves(tx, chain, ['version'], eq(logLeaves.predictionId, prediction))
  const { forecast, nth } = itemAt(versions, 0)
  return { prediction, forecast, nth }
}

function refuseMove(): never {
  const message = 'The game and date of a forecast are fixed. Withdraw it and publish a new one.'
  throw refusedField('date', message)
}
