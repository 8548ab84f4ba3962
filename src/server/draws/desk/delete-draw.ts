import { eq } from 'drizzle-orm'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Game } from '../../../domain/games.ts'
import type { Db } from '../../db/connect.ts'
import { followDraws } from '../../ledger/follow-draws.ts'
import { dayOfRow, drawOf, requireLiveDraw, refuseStale } from './stored.ts'
import { draws } from '../../tables/draws.ts'

export interface Deletion {
  id: number
  /** The version that the deletion is based on. */
  version: number
  reason: string
}

/**
 * Marks a draw as deleted, which removes it from every screen. The row and its corrections stay.
 * @throws Refusal not-found, or conflict when another user changed it first
 */
export async function deleteDraw(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  { id, version, reason }: Deletion,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await requireLiveDraw(tx, id)
    refuseStale(row, version)
    await tx
      .update(draws)
      .set({ deletedAt: new Date(now) })
      .where(eq(draws.id, id))
    await recordAudit(tx, now, actor, {
      action: 'draw.delete',
      subject: `draw:${id}`,
      details: { old: drawOf(row), reason },
    })
    await followDraws(tx, now, actor, games, [dayOfRow(row)])
    await appendChange(tx, now, 'draws', [id])
  })
}
