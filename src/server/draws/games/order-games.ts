import { eq } from 'drizzle-orm'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockGames } from './rows.ts'
import { games } from '../../tables/draws.ts'

/**
 * Sets the order in which every list shows the games.
 * @param keys every game once
 * @throws Refusal conflict when the keys are not exactly the stored games
 */
export async function orderGames(context: Context, keys: readonly string[]): Promise<void> {
  await change(context, async (inside) => {
    const { tx, now } = inside
    const all = await lockGames(tx)
    const old = all.map(({ key }) => key)
    if (String(old.toSorted()) !== String(keys.toSorted())) {
      throw new Refusal('conflict', 'The list of games has changed. Look at it again first.')
    }
    if (String(old) === String(keys)) return
    for (const [order, key] of keys.entries()) await tx.update(games).set({ order }).where(eq(games.key, key))
    await recordAudit(inside, { action: 'game.order', subject: 'games', details: { old, new: keys } })
    await appendChange({ tx, now }, 'games', [...keys])
  })
}
