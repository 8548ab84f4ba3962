import { sql } from 'drizzle-orm'
import type { LagosDate } from '../../domain/calendar.ts'
import type { Db } from '../db/connect.ts'
import { drawCorrections, draws } from '../tables/draws.ts'

/**
 * The instant (milliseconds) at which the draw of a game and day was first recorded; null if never. A draw that has been
 * deleted or moved since counts, because its result was known. Samples do not count.
 */
export async function firstRecordedAt(db: Db, game: string, date: LagosDate): Promise<number | null> {
  const { rows } = await db.execute<{ at: Date | null }>(sql`
    select min(at) as at from (
      select ${draws.recordedAt} as at from ${draws}
        where ${draws.gameKey} = ${game} and ${draws.date} = ${date} and ${draws.source} <> 'sample'
      union all
      select ${draws.recordedAt} from ${drawCorrections} join ${draws} on ${draws.id} = ${drawCorrections.drawId}
        where (${drawCorrections.old}->>'game') = ${game} and (${drawCorrections.old}->>'date') = ${date}
          and ${draws.source} <> 'sample'
    ) as known`)
  const at = rows[0]!.at
  return at === null ? null : new Date(at).getTime()
}
