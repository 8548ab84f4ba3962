import { eq } from 'drizzle-orm'
import type { ErrorCode } from '../../../domain/base/messages.ts'
import { isEarly } from '../../../domain/draws/draw-warnings.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { PROGRAM } from '../../audit/context.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { heldResults } from '../../tables/draws.ts'
import { discardHeld } from './hold-result.ts'
import { saveDraw } from './record-draw.ts'
import { drawOf } from './stored.ts'
import { writeDraws } from '../write-draws.ts'

type Held = typeof heldResults.$inferSelect

/**
 * Publishes the held results whose staking has ended, each in the name of the user who entered it and as known since then.
 * Runs each minute. One whose draw was recorded with other values is discarded.
 */
export async function publishHeld(db: Db, now: number, games: readonly Game[]): Promise<void> {
  for (const held of await db.select().from(heldResults)) {
    const game = games.find(({ key }) => key === held.gameKey)
    if (isEarly(drawOf(held), game, now)) continue
    await publish(db, now, held).catch(async (error: unknown) => {
      if (!isRefused(error, 'conflict')) throw error
      await discardHeld({ db, now, actor: PROGRAM }, held.id).catch((second: unknown) => {
        if (!isRefused(second, 'not-found')) throw second
      })
    })
  }
}

/** Does nothing for a result that was published or discarded meanwhile. @throws Refusal conflict when other values are recorded */
const publish = (db: Db, now: number, { id, heldBy }: Held) =>
  writeDraws<unknown>({ db, now, actor: { ...PROGRAM, userId: heldBy } }, async (inside, games) => {
    const [held] = await inside.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
    return held
      ? saveDraw(inside, games, drawOf(held), { heldSince: held.heldAt.getTime() })
      : { result: null }
  })

const isRefused = (error: unknown, code: ErrorCode) => error instanceof Refusal && error.code === code
