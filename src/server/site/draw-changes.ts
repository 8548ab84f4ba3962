import { sql } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { drawOfDay, publicDrawPath } from '../../domain/site/paths.ts'
import type { Db } from '../db/connect.ts'
import { drawCorrections, draws } from '../tables/draws.ts'

/** When each draw, by game and day, was recorded, corrected, moved or deleted. */
export const drawChanges = sql`
  select game_key as game, date, greatest(recorded_at, deleted_at) as at from ${draws}
  union all select old->>'game', (old->>'date')::date, at from ${drawCorrections}
  union all select new->>'game', (new->>'date')::date, at from ${drawCorrections}`

/** When the draws of some days last changed, in milliseconds, by the path of their page. The days are inclusive. */
export async function drawsChangedAt(db: Db, from: LagosDate, to: LagosDate): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ game: string; date: string; at: string }>(sql`
    with changes as (${drawChanges})
    select game, date::text, (extract(epoch from max(at)) * 1000)::text as at
    from changes where date between ${from} and ${to} group by game, date`)
  return new Map(rows.map(({ game, date, at }) => [publicDrawPath(drawOfDay(game, date)), Number(at)]))
}
