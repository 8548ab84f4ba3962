import { and, eq, gt, isNull } from 'drizzle-orm'
import type { LagosDate } from '../../domain/calendar.ts'
import type { Game } from '../../domain/games.ts'
import { earlierClose, closeOn } from '../../domain/predictions.ts'
import { PROGRAM, recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { predictions } from '../tables/predictions.ts'

/** Moves closes earlier where the game now closes earlier on that day. A close never moves later, so a lock stays. */
export async function bringClosesForward(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const open = await db
    .select({
      id: predictions.id,
      game: predictions.gameKey,
      date: predictions.drawDate,
      closesAt: predictions.closesAt,
    })
    .from(predictions)
    .where(and(gt(predictions.closesAt, new Date(now)), isNull(predictions.withdrawnAt)))
  for (const { id, game, date, closesAt } of open) {
    const known = closesAt!.getTime()
    const slots = games.find(({ key }) => key === game)!
    const close = earlierClose(known, closeOn(slots, date as LagosDate))!
    if (close < known) await moveClose(db, now, id, new Date(known), new Date(close))
  }
}

async function moveClose(db: Db, now: number, id: number, from: Date, to: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [moved] = await tx
      .update(predictions)
      .set({ closesAt: to })
      .where(and(eq(predictions.id, id), eq(predictions.closesAt, from)))
      .returning({ id: predictions.id })
    if (!moved) return
    const details = { old: { closesAt: from }, new: { closesAt: to }, reason: 'The game closes earlier.' }
    await recordAudit(tx, now, PROGRAM, { action: 'prediction.close', subject: `prediction:${id}`, details })
    await appendChange(tx, now, 'predictions', [id])
  })
}
