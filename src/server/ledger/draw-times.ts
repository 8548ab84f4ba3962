import { and, eq } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { drawTimes, type DrawTimes } from '../../domain/log/schedule.ts'
import type { Db } from '../db/connect.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'
import type { ChainEnd } from './append.ts'
import { placedLeaves, scheduleIn } from './placed.ts'

/**
 * The close and the lock that the schedule of the log gives a version which is appended now. Both are null for a day on
 * which the game does not draw.
 *
 * @param end the locked end of the log
 */
export async function timesOfDraw(
  tx: Db,
  { chain }: ChainEnd,
  draw: { game: string; date: LagosDate },
): Promise<DrawTimes> {
  const { slots, firstVersion } = await scheduleIn(tx, chain, draw.game)
  return drawTimes(slots, firstVersion, draw)
}

/** The results and voids of a draw in the log, in order. */
export const endingsOf = (
  tx: Db,
  { chain }: Pick<ChainEnd, 'chain'>,
  draw: { game: string; date: LagosDate },
) =>
  placedLeaves(
    tx,
    chain,
    ['result', 'void'],
    and(eq(logLeaves.gameKey, draw.game), eq(logLeaves.drawDate, draw.date)),
  )
