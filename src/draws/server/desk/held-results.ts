import { and, eq, type SQL } from 'drizzle-orm'
import { formatDate, SECOND } from '../../../platform/rules/base/calendar.ts'
import { type Draw, isSameResult, sameNumbers, sameDraw } from '../../rules/draw.ts'
import { type Change, type Context, change } from '../../../platform/server/audit/context.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { columnsOf, drawOf } from './stored.ts'
import { heldResults } from '../tables.ts'
import type { Written } from '../write-draws.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Recorded } from './record-draw.ts'

/**
 * Keeps a result for the seconds in which it can be undone. Holding the same values again changes nothing.
 * @throws Refusal conflict when other values, or another user's, are held
 */
export async function holdResult(unit: Change, draw: Draw, warnings: string[]): Promise<Written<Recorded>> {
  const { tx, now, actor } = unit
  const publishAt = new Date(now + DESK_LIMITS.publishSeconds * SECOND)
  const [added] = await tx
    .insert(heldResults)
    .values({ ...columnsOf(draw), heldAt: new Date(now), heldBy: actor.userId, publishAt })
    .onConflictDoNothing()
    .returning()
  const held = added ?? (await heldAlready(unit, draw))
  return {
    result: {
      id: held.id,
      version: 1,
      state: 'held',
      warnings,
      publishAt: held.publishAt?.getTime() ?? null,
    },
    ...(added && { audit: { action: 'draw.queue', subject: `game:${draw.game}`, details: { new: draw } } }),
  }
}

/** The held result that this entry repeats. */
async function heldAlready({ tx, actor }: Change, draw: Draw) {
  const [held] = await tx.select().from(heldResults).where(isOf(draw)).for('update')
  // Published or undone since the insert found it.
  if (!held) throw new Refusal('conflict', 'This draw has changed meanwhile. Save it again.')
  if (held.heldBy !== actor.userId)
    throw taken('Another user has just entered this draw. In a few seconds it is published or undone.')
  if (!sameDraw(drawOf(held), draw))
    throw taken(`Another result of ${formatDate(draw.date)} is about to be published. Undo it first.`)
  return held
}

const taken = (message: string) => refusedField('game', message, 'conflict')

const isOf = ({ game, date }: Pick<Draw, 'game' | 'date'>) =>
  and(eq(heldResults.gameKey, game), eq(heldResults.date, date))

/**
 * Ends the hold of a draw's result, because a result of the draw is being recorded.
 * @returns when that result was held, in milliseconds; `now` if it was not held, or another one was
 */
export async function endHold(unit: Change, draw: Draw): Promise<number> {
  const held = await removeHeld(unit, isOf(draw), draw)
  return held && isSameResult(held, draw) ? held.heldAt.getTime() : unit.now
}

/**
 * Undoes a result before it is published.
 * @throws Refusal not-found for a result that was published or undone
 */
export function undoHeld(context: Context, id: number): Promise<void> {
  return change(context, async (unit) => {
    if (await removeHeld(unit, eq(heldResults.id, id))) return
    throw new Refusal('not-found', 'Too late to undo: this result is published, or a colleague undid it.')
  })
}

/** @param recorded the draw that is recorded instead: with the same numbers, nothing was withdrawn */
export async function removeHeld(unit: Change, condition: SQL | undefined, recorded?: Draw) {
  const [held] = await unit.tx.delete(heldResults).where(condition).returning()
  if (held && !(recorded && sameNumbers(drawOf(held), recorded)))
    await recordAudit(unit, 'draw.undo', `game:${held.gameKey}`, { old: drawOf(held) })
  return held
}
