import { and, asc, desc, eq, gt, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Draw } from '../../../domain/draws/draw.ts'
import {
  gapNotes,
  PRECEDING_RECORDS,
  MAX_SAME_SETS,
  recordsBefore,
  warningsFor,
} from '../../../domain/draws/draw-warnings.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { DRAW_TYPES } from '../../../domain/base/balls.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { drawOf } from './stored.ts'
import { draws } from '../../tables/draws.ts'

/**
 * The likely mistakes in a draw, compared with the recorded draws, and the notes that stop no save.
 * @param except the id of the stored row that the draw corrects
 */
export async function warningsIn(
  tx: Db,
  draw: Draw,
  games: readonly Game[],
  except?: number,
): Promise<{ warnings: string[]; notes: string[] }> {
  const live = and(
    isNull(draws.deletedAt),
    ne(draws.source, 'sample'),
    except === undefined ? undefined : ne(draws.id, except),
  )
  const ofGame = and(live, eq(draws.gameKey, draw.game))
  const before = await tx
    .select()
    .from(draws)
    .where(and(ofGame, lt(draws.date, draw.date)))
    .orderBy(desc(draws.date))
    .limit(PRECEDING_RECORDS)
  const [after] = await tx
    .select()
    .from(draws)
    .where(and(ofGame, gt(draws.date, draw.date)))
    .orderBy(asc(draws.date))
    .limit(1)
  const same = sameSets(draw)
  const others = same ? await tx.select().from(draws).where(and(live, same)).limit(MAX_SAME_SETS) : []
  const around = {
    others: others.map(drawOf),
    ...recordsBefore(draw, before.map(drawOf).reverse()),
    after: after && drawOf(after),
  }
  const game = games.find(({ key }) => key === draw.game)
  return { warnings: warningsFor(draw, games, around), notes: gapNotes(draw, game, around.daysBefore) }
}

/** Matches rows that have one of the draw's sets; undefined for a day without a draw. */
function sameSets(draw: Draw): SQL | undefined {
  const sets = DRAW_TYPES.map((type) => draw[type]).filter((set) => set.length > 0)
  return or(
    ...sets.flatMap((set) => {
      const array = sql`${`{${set.join(',')}}`}::smallint[]`
      return [eq(draws.winning, array), eq(draws.machine, array)]
    }),
  )
}

/**
 * Refuses a draw with warnings that the user has not read.
 *
 * @param seen the warnings that were read; undefined for callers without a confirmation step
 * @throws Refusal confirmation-needed with every warning as a field
 */
export function refuseUnreadWarnings(warnings: readonly string[], seen: readonly string[] | undefined): void {
  if (seen === undefined || warnings.every((warning) => seen.includes(warning))) return
  const fields = Object.fromEntries(warnings.map((warning, i) => [`warnings.${i}`, warning]))
  throw new Refusal('confirmation-needed', `Look again: ${warnings.join(' ')}`, { fields })
}
