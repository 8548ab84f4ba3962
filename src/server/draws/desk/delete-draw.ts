import { eq } from 'drizzle-orm'
import type { Context } from '../../audit/context.ts'
import { draws } from '../../tables/draws.ts'
import { writeDraws } from '../write-draws.ts'
import { dayOfRow, drawOf, requireLiveDraw, refuseStale } from './stored.ts'

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
