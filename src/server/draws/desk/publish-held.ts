import { eq, and, ne } from 'drizzle-orm'
import type { ErrorCode } from '../../../domain/base/messages.ts'
import { isEarly } from '../../../domain/draws/draw-warnings.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { type Context, PROGRAM } from '../../audit/context.ts'
import type { LagosDate } from '../../../domain/base/calendar.ts'
import { each } from '../../base/each.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { heldResults, draws } from '../../tables/draws.ts'
import { type Recorded, saveDraw, discardHeld, GONE } from './record-draw.ts'
import { drawOf } from './stored.ts'
import { writeDraws } from '../write-draws.ts'
import { endedDraws } from '../../../domain/draws/draw-calendar.ts'

type Held = typeof heldResults.$inferSelect

/**
 * Publishes the held results whose staking or time for an undo has ended. Runs each minute, and at the end of each such
 * time. One whose draw was recorded with other values is discarded.
 */
export async function publishHeld(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const due = (await db.select().from(heldResults)).filter((held) => {
    const game = games.find(({ key }) => key === held.gameKey)
    return held.publishAt ? now >= held.publishAt.getTime() : !isEarly(drawOf(held), game, now)
  })
  const publishOne = (held: Held) =>
    publish({ db, now, actor: PROGRAM }, held).catch((error: unknown) => {
      if (!isRefused(error, 'conflict')) throw error
    })
  await each(due.map((held) => () => publishOne(held)))
}

/**
 * Publishes a result whose time for an undo has ended.
 * @throws Refusal not-found when it was published or undone first, conflict when it has to wait or was recorded otherwise
 */
export async function publishNow(context: Context, id: number): Promise<Recorded> {
  const [held] = await context.db.select().from(heldResults).where(eq(heldResults.id, id))
  if (!held) throw new Refusal('not-found', GONE)
  if (!held.publishAt) throw new Refusal('conflict', 'This result waits for the close of its draw.')
  if (held.publishAt.getTime() > context.now)
    throw new Refusal('conflict', 'The time for its undo is not over.')
  const recorded = await publish(context, held)
  if (!recorded) throw new Refusal('not-found', GONE)
  return recorded
}

/**
 * Publishes one result in the name of the user who entered it, and as known since then.
 * @returns null if it was published or discarded meanwhile
 * @throws Refusal conflict when other values are recorded; the result is discarded then
 */
async function publish({ db, now, actor }: Context, { id, heldBy }: Held): Promise<Recorded | null> {
  try {
    return await writeDraws<Recorded | null>(
      { db, now, actor: { ...actor, userId: heldBy } },
      async (inside, games) => {
        const [held] = await inside.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
        if (!held) return { result: null }
        const draw = drawOf(held)
        // Only a result whose game the user named is published before its close.
        const name = held.publishAt ? games.find(({ key }) => key === draw.game)?.name : undefined
        return saveDraw(inside, games, draw, { heldSince: held.heldAt.getTime(), name })
      },
    )
  } catch (error) {
    if (isRefused(error, 'conflict'))
      await discardHeld({ db, now, actor: PROGRAM }, id).catch((second: unknown) => {
        if (!isRefused(second, 'not-found')) throw second
      })
    throw error
  }
}

const isRefused = (error: unknown, code: ErrorCode) => error instanceof Refusal && error.code === code

/**
 * Records the draws that staff cancelled as "no draw" at their close, so that lists and forecasts treat them alike. Not where
 * staff entered a record, or deleted one. Runs each minute.
 */
export async function recordCancelled(db: Db, now: number, games: readonly Game[]): Promise<void> {
  const record = async ({ game, date }: { game: string; date: LagosDate }) => {
    const isOf = and(eq(draws.gameKey, game), eq(draws.date, date), ne(draws.source, 'sample'))
    if ((await db.$count(draws, isOf)) > 0) return
    const draw = { game, date, serial: null, state: 'no_draw' as const, winning: [], machine: [] }
    await writeDraws({ db, now, actor: PROGRAM }, async (inside, current) =>
      (await inside.tx.$count(draws, isOf)) > 0 ? { result: null } : saveDraw(inside, current, draw, {}),
    )
  }
  await each(endedDraws(games, now).map((ended) => () => record(ended)))
}
