import { Refusal } from '../../../platform/server/http/refusal.ts'
import { removeSampleOf } from '../samples.ts'
import { dayOfRow, drawOf, refuseStale, refuseTaken, requireLiveDraw } from './stored.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../platform/server/audit/context.ts'
import { draws } from '../tables.ts'
import { writeDraws } from '../write-draws.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'

interface Deletion {
  id: number
  /** The version that the deletion is based on. */
  version: number
  reason: string
}

/**
 * Marks a draw as deleted, which removes it from every screen. The row and its corrections stay.
 * @throws Refusal not-found, or conflict when another user changed it first
 */
export function deleteDraw(context: Context, { id, version, reason }: Deletion): Promise<void> {
  return writeDraws(context, async ({ tx, now }) => {
    const row = await requireLiveDraw(tx, id)
    refuseStale(row, version)
    await tx
      .update(draws)
      .set({ deletedAt: new Date(now) })
      .where(eq(draws.id, id))
    return {
      result: undefined,
      audit: { action: 'draw.delete', subject: `draw:${id}`, details: { old: drawOf(row), reason } },
      days: [dayOfRow(row)],
      ids: [id],
    }
  })
}

/**
 * Undoes a recent deletion. Undoing twice changes nothing. A sample that was generated for that day since is removed.
 * @throws Refusal not-found, or conflict when it is too late or another draw is recorded for that day
 */
export function restoreDraw(context: Context, id: number): Promise<{ id: number; version: number }> {
  return writeDraws(context, async ({ tx, now }) => {
    const [row] = await tx.select().from(draws).where(eq(draws.id, id)).for('update')
    if (!row || row.source === 'sample') throw new Refusal('not-found', 'There is no such draw.')
    const { version, deletedAt } = row
    const result = { id, version }
    if (!deletedAt) return { result }
    if (now - deletedAt.getTime() > (DESK_LIMITS.undoSeconds + DESK_LIMITS.undoGraceSeconds) * 1000) {
      throw new Refusal('conflict', 'It is too late to undo this. Enter the draw again.')
    }
    const draw = drawOf(row)
    const removed = await removeSampleOf(tx, now, draw)
    await tx
      .update(draws)
      .set({ deletedAt: null })
      .where(eq(draws.id, id))
      .catch((error: unknown) => refuseTaken(error, draw))
    const details = { new: draw, reason: 'Deletion undone' }
    return {
      result,
      audit: { action: 'draw.restore', subject: `draw:${id}`, details },
      days: [dayOfRow(row)],
      ids: [...removed, id],
    }
  })
}
