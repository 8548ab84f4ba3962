import { and, eq, min, sql } from 'drizzle-orm'
import type { LagosDate } from '../../domain/calendar.ts'
import type { Game } from '../../domain/games.ts'
import { earlier, type KnownOfDraw, timesOn } from '../../domain/predictions.ts'
import type { Db } from '../db/connect.ts'
import { drawCorrections, draws } from '../tables/draws.ts'
import { drawObservations, ledgerEntries } from '../tables/forecast-ledger.ts'
import type { ChainEnd } from './append.ts'

/**
 * The close of a draw and the lock of a forecast that is published for it now, in milliseconds. Both are null for a day
 * on which the game does not draw.
 *
 * @param end the locked end of the chain, so that no draw is recorded meanwhile
 */
export async function timesOfDraw(
  tx: Db,
  { chain }: ChainEnd,
  game: Game,
  date: LagosDate,
): Promise<{ close: number | null; lock: number | null }> {
  const { close, lock } = timesOn(game, date, await knownOf(tx, game.key, date))
  if (lock === null) return { close, lock }
  // A lock that moved stays, even if the game's times changed again.
  const [moved] = await tx
    .select({ to: min(ledgerEntries.toAt) })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.chain, chain),
        eq(ledgerEntries.gameKey, game.key),
        eq(ledgerEntries.drawDate, date),
        eq(ledgerEntries.kind, 'lock'),
      ),
    )
  return { close, lock: earlier(lock, moved?.to?.getTime() ?? null) }
}

/**
 * When the draw of a game and day was first recorded and first seen, in milliseconds. A draw that has been deleted or
 * moved since counts, because its result was known.
 */
async function knownOf(db: Db, game: string, date: LagosDate): Promise<KnownOfDraw> {
  const { rows } = await db.execute<{ at: Date | null }>(sql`
    select min(at) as at from (
      select ${draws.recordedAt} as at from ${draws}
        where ${draws.gameKey} = ${game} and ${draws.date} = ${date}
      union all
      select ${draws.recordedAt} from ${drawCorrections} join ${draws} on ${draws.id} = ${drawCorrections.drawId}
        where (${drawCorrections.old}->>'game') = ${game} and (${drawCorrections.old}->>'date') = ${date}
    ) as known`)
  const [seen] = await db
    .select({ at: min(drawObservations.observedAt) })
    .from(drawObservations)
    .where(and(eq(drawObservations.gameKey, game), eq(drawObservations.drawDate, date)))
  const recorded = rows[0]!.at
  return {
    recordedAt: recorded === null ? null : new Date(recorded).getTime(),
    observedAt: seen?.at?.getTime() ?? null,
  }
}
