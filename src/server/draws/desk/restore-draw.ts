import { eq } from 'drizzle-orm'
import { DESK_LIMITS } from '../../../domain/desk-limits.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Game } from '../../../domain/games.ts'
import { followDraws } from '../../ledger/follow-draws.ts'
import { removeSampleOf } from '../samples.ts'
import { dayOfRow, drawOf, refuseTaken } from './stored.ts'
import { draws } from '../../tables/draws.ts'

/** Milliseconds of extra time for an undo that a slow network delays. */
const UNDO_GRACE_MS = 15_000

/**
 * Undoes a recent deletion. Undoing twice changes nothing. A sample that was generated for that day since is removed.
 * @throws Refusal not-found, or conflict when it is too late or another draw is recorded for that day
 */
export async function restoreDraw(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  id: number,
): Promise<{ id: number; version: number }> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(draws).where(eq(draws.id, id)).for('update')
    if (!row || row.source === 'sample') throw new Refusal('not-found', 'There is no such draw.')
    const { version, deletedAt } = row
    if (!deletedAt) return { id, version }
    if (now - deletedAt.getTime() > DESK_LIMITS.undoSeconds * 1000 + UNDO_GRACE_MS) {
      throw new Refusal('conflict', 'It is too late to undo this. Enter the draw again.')
    }
    const draw = drawOf(row)
    const removed = await removeSampleOf(tx, now, draw)
    await tx
      .update(draws)
      .set({ deletedAt: null })
      .where(eq(draws.id, id))
      .catch((error: unknown) => refuseTaken(error, draw))
    await recordAudit(tx, now, actor, {
      action: 'draw.restore',
      subject: `draw:${id}`,
      details: { new: draw, reason: 'Deletion undone' },
    })
    await followDraws(tx, now, actor, games, [dayOfRow(row)])
    await appendChange(tx, now, 'draws', [...removed, id])
    return { id, version }
  })
}
