import { eq } from 'drizzle-orm'
import type { Actor } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { authors } from '../tables/forecast-ledger.ts'
import { appendLeaves, lockLedger } from './append.ts'
import { authorLeaves, authorOf, penNames } from './authors.ts'

/** A name that an author has without choosing one. */
const DEFAULT_NAME = /^author\s*\d+$/i

/**
 * Changes the pen name under which a person of staff publishes, also on earlier forecasts. The number in the entries
 * stays. The same name again changes nothing.
 *
 * @throws Refusal conflict for the name of another author
 */
export async function changePenName(
  db: Db,
  now: number,
  actor: Actor & { userId: string },
  penName: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx)
    const id = await authorOf(tx, now, actor.userId)
    const names = await penNames(tx)
    const old = names.get(id)!
    if (old === penName) return
    const wanted = penName.toLowerCase()
    const isTaken = [...names].some(([other, name]) => other !== id && name.toLowerCase() === wanted)
    // Another person could otherwise choose the name that a later author begins with.
    if (isTaken || DEFAULT_NAME.test(penName))
      throw new Refusal('conflict', 'Another author has this pen name. Choose a different one.', {
        fields: { penName: 'Another author has this pen name.' },
      })
    await tx.update(authors).set({ penName }).where(eq(authors.id, id))
    await recordAudit({ tx, now, actor }, 'author.name', `author:${id}`, {
      old: { penName: old },
      new: { penName },
    })
    if (end.size > 0) await appendLeaves(tx, end, await authorLeaves(tx, end, id, Math.max(now, end.at)))
    await appendChange({ tx, now }, 'ledger', [`author:${id}`])
  })
}
