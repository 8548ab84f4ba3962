import { and, eq, isNull } from 'drizzle-orm'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Draw } from '../../rules/draw.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { draws } from '../tables.ts'

export type StoredDraw = typeof draws.$inferSelect

/** The checked values of a stored row. */
export function drawOf(
  row: Pick<StoredDraw, 'gameKey' | 'date' | 'state' | 'serial' | 'winning' | 'machine'>,
): Draw {
  const { gameKey, date, state, serial, winning, machine } = row
  return { game: gameKey, date: date as LagosDate, state, serial, winning, machine }
}

/** A draw's values as columns. */
export function columnsOf({ game, date, state, serial, winning, machine }: Draw) {
  return { gameKey: game, date, state, serial, winning: [...winning], machine: [...machine] }
}

/** The days of a stored row, for `followDraws`. */
export function dayOfRow({ gameKey, date, scheduledDate }: StoredDraw) {
  return { game: gameKey, date: date as LagosDate, scheduledDate: scheduledDate as LagosDate | null }
}

/**
 * The live draw of an id, locked for the rest of the transaction.
 * @throws Refusal not-found
 */
export async function requireLiveDraw(tx: Db, id: number): Promise<StoredDraw> {
  const [row] = await tx
    .select()
    .from(draws)
    .where(and(eq(draws.id, id), isNull(draws.deletedAt)))
    .for('update')
  if (!row) throw new Refusal('not-found', 'There is no such draw, or it was deleted.')
  return row
}

/**
 * Refuses an edit that is based on an older version than the stored one.
 * @throws Refusal conflict
 */
export function refuseStale(row: StoredDraw, version: number): void {
  if (row.version !== version) {
    throw new Refusal('conflict', `Another user changed this draw first; it is now version ${row.version}.`)
  }
}

/**
 * Maps a violation of the unique index to a refusal. The index decides, because a check before the write could pass for
 * two requests at once.
 * @param field the one that the user can change
 * @throws Refusal conflict when the day is taken; any other error unchanged
 */
export function refuseTaken(
  error: unknown,
  { game, date }: { game: string; date: string },
  field: 'game' | 'date' = 'date',
): never {
  const { code, constraint } = ((error as Error).cause ?? {}) as { code?: string; constraint?: string }
  if (code !== '23505' || constraint !== 'draws_live') throw error
  throw refusedField(field, `Another draw of ${game} on ${date} is already recorded.`, 'conflict')
}
