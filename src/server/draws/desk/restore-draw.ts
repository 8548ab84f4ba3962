import { eq } from 'drizzle-orm'
import { LIMITS } from '../../../domain/limits.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { refuseTaken } from './correct-draw.ts'
import { removeSampleOf } from '../samples.ts'
import { drawOf } from './stored.ts'
import { draws } from '../../tables/draws.ts'

/** A slow network may bring an undo of the last second this much later, in milliseconds. */
const ON_THE_WAY = 15_000

/**
 * Takes a deletion back while it is fresh. A draw that is there already stays as it is, so that the undo can be repeated.
 * A sample that was generated in its place meanwhile gives way.
 * @throws Refusal not-found, or conflict when it is too late or another draw has taken the place
 */
export async function restoreDraw(
  db: Db,
  now: number,
  actor: Actor,
  id: number,
): Promise<{ id: number; version: number }> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(draws).where(eq(draws.id, id)).for('update')
    if (!row || row.source === 'sample') throw new Refusal('not-found', 'There is no such draw.')
    const { version, deletedAt } = row
    if (!deletedAt) return { id, version }
    if (now - deletedAt.getTime() > LIMITS.undoSeconds * 1000 + ON_THE_WAY) {
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
    await appendChange(tx, now, 'draws', [...removed, id])
    return { id, version }
  })
}
