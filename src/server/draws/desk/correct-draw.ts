import { eq } from 'drizzle-orm'
import { type Draw, type DrawInput, sameDraw, sameNumbers, stateOnEntry } from '../../../domain/draw.ts'
import type { Game } from '../../../domain/games.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { followDraws } from '../../ledger/follow-draws.ts'
import { checkDraw } from './record-draw.ts'
import { removeSampleOf } from '../samples.ts'
import { needsSecondPerson } from './second-person.ts'
import { columnsOf, drawOf, requireLiveDraw, refuseStale, refuseTaken } from './stored.ts'
import { drawCorrections, draws } from '../../tables/draws.ts'
import { refuseUnreadWarnings, warningsIn } from './warnings.ts'

export interface Correction {
  id: number
  /** The version that the correction is based on. */
  version: number
  /** The new values; the game cannot change. */
  input: Omit<DrawInput, 'game'>
  reason: string
  /** The warnings that the user has read; undefined for callers without a confirmation step. */
  seen?: readonly string[] | undefined
}

/**
 * Changes a recorded draw and keeps its old values with the user and the reason. Equal values change nothing. A sample on
 * the new day is removed.
 * @throws Refusal not-found, invalid-input, conflict when another user changed it first or the new date is taken, or
 *   look-again for new warnings that the user has not read
 */
export async function correctDraw(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  correction: Correction,
) {
  return db.transaction(async (tx) => {
    const needsConfirmation = await needsSecondPerson(tx)
    const row = await requireLiveDraw(tx, correction.id)
    const from = drawOf(row)
    const typed = checkDraw({ ...correction.input, game: row.gameKey }, now, games)
    // New numbers need a second person again; unchanged numbers keep their state.
    const state =
      needsConfirmation && sameNumbers(from, typed) ? from.state : stateOnEntry(typed, needsConfirmation)
    const to: Draw = { ...typed, state }
    // This precedes the version check, so that a repeated save whose answer was lost succeeds.
    if (sameDraw(from, to) && from.date === to.date) return { id: row.id, version: row.version }
    refuseStale(row, correction.version)
    const { warnings: before } = await warningsIn(tx, from, games, now, row.id)
    const { warnings: after } = await warningsIn(tx, to, games, now, row.id)
    refuseUnreadWarnings(
      after.filter((warning) => !before.includes(warning)),
      correction.seen,
    )
    const removed = from.date === to.date ? [] : await removeSampleOf(tx, now, to)
    await writeCorrection(tx, now, actor, row, to, correction.reason).catch((error: unknown) =>
      refuseTaken(error, to),
    )
    await recordAudit(tx, now, actor, {
      action: 'draw.correct',
      subject: `draw:${row.id}`,
      details: { old: from, new: to, reason: correction.reason },
    })
    await followDraws(tx, now, actor, games, [from, to])
    await appendChange(tx, now, 'draws', [...removed, row.id])
    return { id: row.id, version: row.version + 1 }
  })
}

/** Writes the new values and keeps the old ones. The caller holds the row lock. */
export async function writeCorrection(
  tx: Db,
  now: number,
  actor: Actor,
  row: typeof draws.$inferSelect,
  to: Draw,
  reason: string,
): Promise<void> {
  await tx
    .update(draws)
    .set({
      ...columnsOf(to),
      version: row.version + 1,
      ...(to.state === 'unconfirmed' && { recordedBy: actor.userId }),
    })
    .where(eq(draws.id, row.id))
  await tx.insert(drawCorrections).values({
    drawId: row.id,
    version: row.version,
    old: drawOf(row),
    new: to,
    at: new Date(now),
    by: actor.userId,
    reason,
  })
}
