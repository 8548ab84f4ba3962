import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { games } from '../../tables/draws.ts'

/** All games, locked for the rest of the transaction, because names and order depend on all of them. */
export function lockGames(tx: Db) {
  return tx.select().from(games).orderBy(games.order, games.key).for('update')
}

/**
 * One game, locked for the rest of the transaction.
 * @throws Refusal not-found
 */
export async function requireGame(tx: Db, key: string) {
  const [game] = await tx.select().from(games).where(eq(games.key, key)).for('update')
  if (!game) throw new Refusal('not-found', 'There is no such game.')
  return game
}
