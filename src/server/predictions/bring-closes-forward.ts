import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import type { Game } from '../../domain/draws/games.ts'
import { drawName, entriesAfterEarlierLock } from '../../domain/ledger/follow.ts'
import { timesOn } from '../../domain/predictions/predictions.ts'
import { byProgram, type Change } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { lockLedger } from '../ledger/append.ts'
import { appendAndMoveLocks, entriesOf, type GameDay } from '../ledger/follow-draws.ts'
import { predictions } from '../tables/predictions.ts'

/** A draw with the close and the lock that its game has now, in milliseconds. */
interface EarlierDraw extends GameDay {
  close: number
  lock: number
}

/**
 * Moves closes and locks earlier where the game now closes or locks earlier on that day, with an entry of the ledger per
 * draw. They never move later.
 */
export async function bringClosesForward(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const open = await db
    .selectDistinct({
      game: predictions.gameKey,
      date: predictions.drawDate,
      closesAt: predictions.closesAt,
      lockAt: predictions.lockAt,
    })
    .from(predictions)
    .where(and(gt(predictions.closesAt, new Date(now)), isNull(predictions.withdrawnAt)))
  const moved = new Map<string, EarlierDraw>()
  for (const { game: key, date: day, closesAt, lockAt } of open) {
    const date = day as LagosDate
    const game = games.find((one) => one.key === key)!
    const { close, lock } = timesOn(game, date, { recordedAt: null, observedAt: null })
    if (close === null) continue
    const isEarlier = close < closesAt!.getTime() || (lockAt !== null && lock < lockAt.getTime())
    if (isEarlier) moved.set(drawName({ game: key, date }), { game: key, date, close, lock })
  }
  for (const draw of moved.values())
    await db.transaction(async (tx) => {
      await moveLock(tx, now, draw)
      await moveCloses(tx, now, draw)
    })
}

/**
 * Moves the forecasts of a draw with its calendar, in the transaction of the change: the close to its new time, earlier or
 * later, and the lock of published versions only earlier. Those of a draw that was cancelled stay until its close.
 */
export async function followPlan({ tx, now }: Change, game: Game, date: LagosDate, reason: string) {
  const { close, lock } = timesOn(game, date, { recordedAt: null, observedAt: null })
  if (close === null) return
  const draw = { game: game.key, date, close, lock }
  await moveLock(tx, now, draw)
  await moveCloses(tx, now, draw, reason)
}

async function moveLock(tx: Db, now: number, { lock, ...day }: EarlierDraw): Promise<void> {
  const end = await lockLedger(tx)
  const draw = (await entriesOf(tx, end.chain, [day])).get(drawName(day))
  if (!draw) return
  const write = { game: day.game, date: day.date, at: Math.max(now, end.at), by: null }
  const moves = entriesAfterEarlierLock(draw, lock, 'slot', write)
  if (moves.length > 0) await appendAndMoveLocks(tx, end, moves)
}

/** @param reason why, if a close may move later too */
async function moveCloses(
  tx: Db,
  now: number,
  { game, date, close }: EarlierDraw,
  reason?: string,
): Promise<void> {
  const closesAt = new Date(close)
  const later = and(
    eq(predictions.gameKey, game),
    eq(predictions.drawDate, date),
    (reason === undefined ? gt : ne)(predictions.closesAt, closesAt),
    isNull(predictions.withdrawnAt),
  )
  const before = await tx
    .select({ id: predictions.id, closesAt: predictions.closesAt })
    .from(predictions)
    .where(later)
    .for('update')
  if (before.length === 0) return
  await tx.update(predictions).set({ closesAt }).where(later)
  for (const { id, closesAt: from } of before) {
    const details = {
      old: { closesAt: from },
      new: { closesAt },
      reason: reason ?? 'The game closes earlier.',
    }
    await recordAudit(byProgram(tx, now), {
      action: 'prediction.close',
      subject: `prediction:${id}`,
      details,
    })
  }
  await appendChange(
    { tx, now },
    'predictions',
    before.map(({ id }) => id),
  )
}
