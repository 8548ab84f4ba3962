import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { LagosDate } from '../../platform/rules/base/calendar.ts'
import type { Game } from '../../draws/rules/games.ts'
import { drawName } from '../rules/log/leaves.ts'
import { timesOn } from '../rules/predictions.ts'
import { byProgram, type Change } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { appendChange } from '../../platform/server/changes/append.ts'
import { each } from '../../platform/server/base/each.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { lockLedger } from './ledger/append.ts'
import type { GameDay } from '../../draws/server/followers.ts'
import { voidEarly } from './ledger/follow-draws.ts'
import { predictions } from './tables/predictions.ts'
import { present } from '../../platform/rules/base/lists.ts'

/** A draw with the close that its game has now, and the instant from which that locks forecasts, in milliseconds. */
interface EarlierDraw extends GameDay {
  close: number
  lock: number
}

/** Moves closes earlier where the game now closes earlier on that day. They never move later. */
export async function bringClosesForward(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const open = await db
    .selectDistinct({ game: predictions.gameKey, date: predictions.drawDate, closesAt: predictions.closesAt })
    .from(predictions)
    .where(and(gt(predictions.closesAt, new Date(now)), isNull(predictions.withdrawnAt)))
  const moved = new Map<string, EarlierDraw>()
  for (const { game: key, date: day, closesAt } of open) {
    const date = day as LagosDate
    const game = present(games.find((one) => one.key === key))
    const { close, lock } = timesOn(game, date, { recordedAt: null, observedAt: null })
    if (close === null) continue
    if (close < present(closesAt).getTime())
      moved.set(drawName({ game: key, date }), { game: key, date, close, lock })
  }
  const move = (draw: EarlierDraw) =>
    db.transaction(async (tx) => {
      await voidLate(tx, now, draw)
      await moveCloses(tx, now, draw)
    })
  await each([...moved.values()].map((draw) => () => move(draw)))
}

/**
 * Moves the shown closes of a draw's forecasts with its calendar, in the transaction of the change, earlier or later. The
 * lock of a published version stays. Forecasts of a draw that was cancelled stay until its close.
 */
export async function followPlan({ tx, now }: Change, game: Game, date: LagosDate, reason: string) {
  const { close, lock } = timesOn(game, date, { recordedAt: null, observedAt: null })
  if (close === null) return
  const draw = { game: game.key, date, close, lock }
  await voidLate(tx, now, draw)
  await moveCloses(tx, now, draw, reason)
}

/** A close that moves into the past could un-score losing forecasts quietly, so it voids the late ones in public. */
async function voidLate(tx: Db, now: number, { game, date, close, lock }: EarlierDraw): Promise<void> {
  if (lock > now) return
  const end = await lockLedger(tx)
  await voidEarly(tx, end, { game, date }, close, Math.max(now, end.at), null)
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
    await recordAudit(byProgram(tx, now), 'prediction.close', `prediction:${id}`, details)
  }
  await appendChange(
    { tx, now },
    'predictions',
    before.map(({ id }) => id),
  )
}
