import { and, eq, ne } from 'drizzle-orm'
import { endedDraws } from '../../../domain/draws/draw-calendar.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { PROGRAM } from '../../audit/context.ts'
import type { Db } from '../../db/connect.ts'
import { draws } from '../../tables/draws.ts'
import { writeDraws } from '../write-draws.ts'
import { saveDraw } from './record-draw.ts'

/**
 * Records the draws that staff cancelled as "no draw" at their close, so that lists and forecasts treat them alike. Not where
 * staff entered a record, or deleted one. Runs each minute.
 */
export async function recordCancelled(db: Db, now: number, games: readonly Game[]): Promise<void> {
  for (const { game, date } of endedDraws(games, now)) {
    const isOf = and(eq(draws.gameKey, game), eq(draws.date, date), ne(draws.source, 'sample'))
    if ((await db.$count(draws, isOf)) > 0) continue
    const draw = { game, date, serial: null, state: 'no_draw' as const, winning: [], machine: [] }
    await writeDraws({ db, now, actor: PROGRAM }, async (inside, current) =>
      (await inside.tx.$count(draws, isOf)) > 0 ? { result: null } : saveDraw(inside, current, draw, {}),
    )
  }
}
