import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { games } from '../../tables/draws.ts'

/** All games in their order, locked for the rest of the transaction, because names and order depend on all of them. */
export async function lockGames(tx: Db) {
  const rows = await tx.select().from(games).orderBy(games.order, games.key).for('update')
  // Postgres sorts before it waits for the locks, by an order that another transaction may change meanwhile.
  return rows.toSorted((one, other) => one.order - other.order || one.key.localeCompare(other.key))
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
