import { eq } from 'drizzle-orm'
import { type Draw, type DrawInput, sameDraw, sameNumbers, stateOnEntry } from '../../../domain/draw.ts'
import type { Game } from '../../../domain/games.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { checkDraw } from './record-draw.ts'
import { removeSampleOf } from '../samples.ts'
import { needsSecondPerson } from './second-person.ts'
import { columnsOf, drawOf, liveDrawOrRefuse, refuseStale } from './stored.ts'
import { drawCorrections, draws } from '../../tables/draws.ts'
import { refuseUnseen, warningsIn } from './warnings.ts'

export interface Correction {
  id: number
  /** The version that the person saw. */
  version: number
  /** New values; the game stays what it is. */
  input: Omit<DrawInput, 'game'>
  reason: string
  /** The warnings that the person has read; undefined for callers that do not ask. */
  seen?: readonly string[] | undefined
}

/**
 * Changes a recorded draw and keeps what it said before, who changed it and why. Values that are the same already
 * change nothing. A generated sample of the new day gives way.
 * @throws Refusal not-found, invalid-input, conflict when another person was faster or the new date is taken, or
 *   look-again for unread warnings that the change brings
 */
export async function correctDraw(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  correction: Correction,
) {
  return db.transaction(async (tx) => {
    const twoPeople = await needsSecondPerson(tx)
    const row = await liveDrawOrRefuse(tx, correction.id)
    const from = drawOf(row)
    const typed = checkDraw({ ...correction.input, game: row.gameKey }, now, games)
    // New numbers are one person's until another has typed them; old ones stay as sure as they were.
    const state = twoPeople && sameNumbers(from, typed) ? from.state : stateOnEntry(typed, twoPeople)
    const to: Draw = { ...typed, state }
    // Before the version: a save that is repeated because its answer was lost finds its own values.
    if (sameDraw(from, to) && from.date === to.date) return { id: row.id, version: row.version }
    refuseStale(row, correction.version)
    const before = await warningsIn(tx, from, games, now, row.id)
    const after = await warningsIn(tx, to, games, now, row.id)
    refuseUnseen(
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
    await appendChange(tx, now, 'draws', [...removed, row.id])
    return { id: row.id, version: row.version + 1 }
  })
}

/** The unique index decides: of two people who move draws to one day at the same moment, both would pass a look before. */
export function refuseTaken(error: unknown, { game, date }: Draw): never {
  const { code, constraint } = ((error as Error).cause ?? {}) as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'draws_live')
    throw new Refusal('conflict', `Another draw of ${game} on ${date} is recorded already.`)
  throw error
}

/** Writes the new values and the trail of the old ones; the caller holds the row's lock. */
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
