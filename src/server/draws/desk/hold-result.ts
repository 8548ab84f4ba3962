import { and, eq } from 'drizzle-orm'
import { formatDate } from '../../../domain/base/calendar.ts'
import { type Draw, isSameResult, sameDraw, sameNumbers } from '../../../domain/draws/draw.ts'
import { type Change, change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { Refusal } from '../../http/refusal.ts'
import { heldResults } from '../../tables/draws.ts'
import type { Recorded } from './record-draw.ts'
import { columnsOf, drawOf } from './stored.ts'

/**
 * Keeps a result until the close of its draw. Holding the same values again changes nothing.
 *
 * @param entered the draw with the state that it would have, for the audit trail
 * @throws Refusal conflict when other values wait for that close
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
    .returning({ id: heldResults.id })
  if (added) {
    const subject = `game:${draw.game}`
    await recordAudit(inside, { action: 'draw.hold', subject, details: { new: entered } })
    return { id: added.id, version: 1, state: 'held', warnings }
  }
  const [held] = await tx.select().from(heldResults).where(isOf(draw))
  if (held && sameDraw(drawOf(held), draw)) return { id: held.id, version: 1, state: 'held', warnings }
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
  if (!sameNumbers(drawOf(held), draw)) await recordDiscard(inside, drawOf(held))
  return isSameResult(held, draw) ? held.heldAt.getTime() : now
}

/** @throws Refusal not-found for a result that was published or discarded */
export function discardHeld(context: Context, id: number): Promise<void> {
  return change(context, async (inside) => {
    const [held] = await inside.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
    if (!held) throw new Refusal('not-found', 'This result was published or discarded meanwhile.')
    await recordDiscard(inside, drawOf(held))
  })
}

const recordDiscard = (inside: Change, old: Draw) =>
  recordAudit(inside, { action: 'draw.discard', subject: `game:${old.game}`, details: { old } })
