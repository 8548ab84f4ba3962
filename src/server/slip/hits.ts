import { sql } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { slotOn } from '../../domain/draws/draw-calendar.ts'
import type { Game } from '../../domain/draws/games.ts'
import type { Multiplier } from '../../domain/record/score.ts'
import { judge } from '../../domain/slip/judge.ts'
import { type Hit, isHit } from '../../domain/slip/words.ts'
import type { Db } from '../db/connect.ts'
import { pushSubscriptions } from '../tables/push.ts'
import { slipEntries } from '../tables/slip.ts'
import { savedEntry } from './entries.ts'

interface DrawnNumbers {
  game: Game
  date: LagosDate
  winning: readonly number[]
}

/**
 * The entries that won in a draw, and the watched numbers that came, of players who have notifications in a browser. One
 * query, by user id.
 */
export async function hitsIn(
  db: Db,
  { game, date, winning }: DrawnNumbers,
  multipliers: readonly Multiplier[],
): Promise<Map<string, Hit[]>> {
  const { userId, game: of, from, until, numbers, against } = slipEntries
  const day = sql`case when ${of} is null then ${date}::date else ${slotOn(game, date)?.scheduled ?? date}::date end`
  const rows = await db.select().from(slipEntries).where(sql`
    (${of} is null or ${of} = ${game.key}) and ${from} <= ${day} and (${until} is null or ${until} >= ${day})
    and ${numbers} || ${against} && ${sql.param([...winning])}::smallint[]
    and ${userId} in (select ${pushSubscriptions.userId} from ${pushSubscriptions})`)
  const hits = rows.flatMap((row) => {
    const entry = savedEntry(row)
    const verdict = judge(entry, winning, { operator: game.operator, date }, multipliers)
    return isHit(verdict) ? [{ user: row.userId, hit: { entry, verdict } }] : []
  })
  return new Map(
    Array.from(Map.groupBy(hits, ({ user }) => user)).map(([user, found]) => [
      user,
      found.map(({ hit }) => hit),
    ]),
  )
}
