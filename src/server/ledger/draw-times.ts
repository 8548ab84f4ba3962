import { and, eq, min } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import type { Game } from '../../domain/draws/games.ts'
import { drawName, type RecordedDraw } from '../../domain/ledger/follow.ts'
import { movesInForce } from '../../domain/draws/lock.ts'
import { timesOn } from '../../domain/predictions/predictions.ts'
import type { Db } from '../db/connect.ts'
import { drawObservations } from '../tables/forecast-ledger.ts'
import type { ChainEnd } from './append.ts'
import { entriesOf, recordedDrawOf } from './follow-draws.ts'

/** The times of a draw in milliseconds. Both are null for a day on which the game does not draw. */
interface DrawTimes {
  close: number | null
  /** The lock of a forecast that is published for it now. */
  lock: number | null
  /** The draw itself, if it is recorded already. */
  recorded: RecordedDraw | null
}

/**
 * The close of a draw, the lock of a forecast that is published for it now, and its record.
 *
 * @param end the locked end of the chain, so that no draw is recorded meanwhile
 */
export async function timesOfDraw(
  tx: Db,
  { chain }: ChainEnd,
  game: Game,
  date: LagosDate,
): Promise<DrawTimes> {
  const recorded = await recordedDrawOf(tx, game, date)
  const [seen] = await tx
    .select({ at: min(drawObservations.observedAt) })
    .from(drawObservations)
    .where(and(eq(drawObservations.gameKey, game.key), eq(drawObservations.drawDate, date)))
  const known = {
    recordedAt: recorded?.recordedAt ?? null,
    observedAt: seen?.at?.getTime() ?? null,
  }
  const { close, lock } = timesOn(game, date, known)
  if (lock === null) return { close, lock, recorded }
  // A lock that moved stays, even if the game's times changed again.
  const day = { game: game.key, date }
  const locks = (await entriesOf(tx, chain, [day])).get(drawName(day))?.locks ?? []
  return { close, lock: Math.min(lock, ...movesInForce(locks).map(({ to }) => to)), recorded }
}
