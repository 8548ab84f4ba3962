import { eq } from 'drizzle-orm'
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

/**
 * Publishes the held results whose staking has closed, in the name of the users who entered them, and as known since then.
 * One whose draw was recorded with other values is discarded. Runs each minute.
 */
export async function publishHeld(db: Db, now: number, games: readonly Game[]): Promise<void> {
  for (const row of await db.select().from(heldResults)) {
    const { id, gameKey } = row
    const game = games.find(({ key }) => key === gameKey)
    if (isEarly(drawOf(row), game, now)) continue
    const context = { db, now, actor: { ...PROGRAM, userId: row.heldBy } }
    try {
      await writeDraws(context, async (inside, current) => {
        const [held] = await inside.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
        if (!held) return { result: undefined }
        return saveDraw(inside, current, drawOf(held), { heldSince: held.heldAt.getTime() })
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
      await discardHeld({ db, now, actor: PROGRAM }, id)
    }
  }
}
