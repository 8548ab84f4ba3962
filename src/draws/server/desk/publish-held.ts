import { and, eq, ne } from 'drizzle-orm'
import { type LagosDate, SECOND } from '../../../platform/rules/base/calendar.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { endedDraws } from '../../rules/draw-calendar.ts'
import { isEarly } from '../../rules/draw-warnings.ts'
import type { Game } from '../../rules/games.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { change, PROGRAM } from '../../../platform/server/audit/context.ts'
import { each } from '../../../platform/server/base/each.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { draws, heldResults } from '../tables.ts'
import { writeDraws } from '../write-draws.ts'
import { saveDraw } from './record-draw.ts'
import { removeHeld } from './held-results.ts'
import { drawOf } from './stored.ts'

type Held = typeof heldResults.$inferSelect

/** Publishes what was just held when its time is over. If this process ends before, the sweep of a minute does it. */
export function publishSoon({ db, clock, draws: memory }: Services): void {
  const publish = async () => publishHeld(db, await clock.now(db), memory.current().games)
  setTimeout(() => void publish().catch(() => undefined), DESK_LIMITS.publishSeconds * SECOND).unref()
}

/** Publishes the held results whose time for an undo is over. One whose draw was recorded with other values is undone. */
export async function publishHeld(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const due = (await db.select().from(heldResults)).filter((held) => {
    if (held.publishAt) return now >= held.publishAt.getTime()
    // The release before held results without a time until their close. The next one makes the column `not null`.
    return !isEarly(
      drawOf(held),
      games.find(({ key }) => key === held.gameKey),
      now,
    )
  })
  await each(due.map((held) => () => publish(db, now, held)))
}

/** Publishes one result, unless that was done meanwhile, in the name of the user who entered it and as known since then. */
async function publish(db: Db, now: number, { id, heldBy }: Held): Promise<void> {
  try {
    await writeDraws<unknown>({ db, now, actor: { ...PROGRAM, userId: heldBy } }, async (unit, games) => {
      const [held] = await unit.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
      if (!held) return { result: null }
      const { name } = present(games.find(({ key }) => key === held.gameKey))
      return saveDraw(unit, games, drawOf(held), { heldSince: held.heldAt.getTime(), name })
    })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error
    await change({ db, now, actor: PROGRAM }, (unit) => removeHeld(unit, eq(heldResults.id, id)))
  }
}

/**
 * Records the draws that staff cancelled as "no draw" at their close, so that lists and forecasts treat them alike. Not where
 * staff entered a record, or deleted one. Runs each minute.
 */
export async function recordCancelled(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const record = async ({ game, date }: { game: string; date: LagosDate }) => {
    const isOf = and(eq(draws.gameKey, game), eq(draws.date, date), ne(draws.source, 'sample'))
    if ((await db.$count(draws, isOf)) > 0) return
    const draw = { game, date, serial: null, state: 'no_draw' as const, winning: [], machine: [] }
    await writeDraws({ db, now, actor: PROGRAM }, async (unit, current) =>
      (await unit.tx.$count(draws, isOf)) > 0 ? { result: null } : saveDraw(unit, current, draw, {}),
    )
  }
  await each(endedDraws(games, now).map((ended) => () => record(ended)))
}
