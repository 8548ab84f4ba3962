import { and, eq } from 'drizzle-orm'
import { formatDate } from '../../../domain/base/calendar.ts'
import { type Draw, isSameResult, sameDraw, sameNumbers } from '../../../domain/draws/draw.ts'
import { type Change, change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { heldResults } from '../../tables/draws.ts'
import type { Recorded } from './record-draw.ts'
import { columnsOf, drawOf } from './stored.ts'

type Held = typeof heldResults.$inferSelect

/**
 * Keeps a result until the close of its draw. Holding the same values again changes nothing.
 *
 * @param entered the draw with the state that it would have, for the audit trail
 * @throws Refusal conflict when other values wait
 */
export async function holdResult(
  inside: Change,
  draw: Draw,
  entered: Draw,
  warnings: string[],
): Promise<Recorded> {
  const { tx, now, actor } = inside
  const [added] = await tx
    .insert(heldResults)
    .values({ ...columnsOf(draw), heldAt: new Date(now), heldBy: actor.userId })
    .onConflictDoNothing()
    .returning()
  if (added) await recordAudit(inside, 'draw.hold', `game:${draw.game}`, { new: entered })
  const { id } = added ?? (await heldAlready(tx, draw))
  return { id, version: 1, state: 'held', warnings }
}

/** The result that waits already, if this entry repeats it. */
async function heldAlready(tx: Db, draw: Draw): Promise<Held> {
  const [held] = await tx.select().from(heldResults).where(isOf(draw)).for('update')
  // Published or discarded since the insert found it.
  if (!held) throw new Refusal('conflict', 'This draw has changed meanwhile. Save it again.')
  if (sameDraw(drawOf(held), draw)) return held
  const message = `Another result of ${formatDate(draw.date)} waits for its close. Discard it first.`
  throw new Refusal('conflict', message, { fields: { game: message } })
}

const isOf = ({ game, date }: Pick<Draw, 'game' | 'date'>) =>
  and(eq(heldResults.gameKey, game), eq(heldResults.date, date))

/**
 * Ends the wait of a draw's held result, because a result of the draw is being recorded.
 * @returns when that result was held, in milliseconds; `now` if it was not held, or another one was
 */
export async function endHold(inside: Change, draw: Draw): Promise<number> {
  const { tx, now } = inside
  const [held] = await tx.delete(heldResults).where(isOf(draw)).returning()
  if (!held) return now
  if (!sameNumbers(drawOf(held), draw)) await recordDiscard(inside, held)
  return isSameResult(held, draw) ? held.heldAt.getTime() : now
}

/**
 * Discards a result that waits for its close.
 * @throws Refusal not-found for a result that was published or discarded
 */
export function discardHeld(context: Context, id: number): Promise<void> {
  return change(context, async (inside) => {
    const [held] = await inside.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
    if (!held) throw new Refusal('not-found', 'This result was published or discarded meanwhile.')
    await recordDiscard(inside, held)
  })
}

const recordDiscard = (inside: Change, held: Held) =>
  recordAudit(inside, 'draw.discard', `game:${held.gameKey}`, { old: drawOf(held) })
