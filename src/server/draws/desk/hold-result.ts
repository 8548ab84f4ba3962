import { and, eq } from 'drizzle-orm'
import { formatDate, SECOND } from '../../../domain/base/calendar.ts'
import { DESK_LIMITS } from '../../../domain/draws/desk.ts'
import { type Draw, isSameResult, sameDraw, sameNumbers } from '../../../domain/draws/draw.ts'
import { type Change, change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { Refusal } from '../../http/refusal.ts'
import { addJob } from '../../queue/add-job.ts'
import { heldResults } from '../../tables/draws.ts'
import type { Recorded } from './record-draw.ts'
import { columnsOf, drawOf } from './stored.ts'

type Held = typeof heldResults.$inferSelect

/**
 * Keeps a result until the close of its draw or, with `undo`, for the seconds in which it can be undone. Holding the same
 * values again changes nothing; with `undo` they no longer wait for the close.
 *
 * @param entered the draw with the state that it would have, for the audit trail
 * @throws Refusal conflict when other values wait, or another user's values can still be undone
 */
export async function holdResult(
  inside: Change,
  draw: Draw,
  entered: Draw,
  { warnings, undo }: { warnings: string[]; undo: boolean },
): Promise<Recorded> {
  const { tx, now, actor } = inside
  const publishAt = undo ? new Date(now + DESK_LIMITS.publishSeconds * SECOND) : null
  const [added] = await tx
    .insert(heldResults)
    .values({ ...columnsOf(draw), heldAt: new Date(now), heldBy: actor.userId, publishAt })
    .onConflictDoNothing()
    .returning()
  const held = added ?? (await heldAlready(inside, draw, publishAt))
  if (added || (undo && held.publishAt?.getTime() === publishAt?.getTime())) {
    const action = undo ? 'draw.queue' : 'draw.hold'
    await recordAudit(inside, action, `game:${draw.game}`, { new: entered })
    if (undo) await addJob(tx, 'publish-held', { id: String(held.id) }, DESK_LIMITS.publishSeconds * SECOND)
  }
  return { id: held.id, version: 1, state: 'held', warnings, publishAt: held.publishAt?.getTime() ?? null }
}

/** The result that waits already, if this entry repeats it. It no longer waits for the close if `publishAt` is given. */
async function heldAlready({ tx, actor }: Change, draw: Draw, publishAt: Date | null): Promise<Held> {
  const [held] = await tx.select().from(heldResults).where(isOf(draw)).for('update')
  // Published or discarded since the insert found it.
  if (!held) throw new Refusal('conflict', 'This draw has changed meanwhile. Save it again.')
  if (held.publishAt && held.heldBy !== actor.userId)
    throw taken('Another user has just entered this draw. In a few seconds it is published or undone.')
  if (!sameDraw(drawOf(held), draw)) {
    const day = formatDate(draw.date)
    throw taken(
      held.publishAt
        ? `Another result of ${day} is about to be published. Undo it first.`
        : `Another result of ${day} waits for its close. Discard it first.`,
    )
  }
  if (!publishAt || held.publishAt) return held
  const [changed] = await tx
    .update(heldResults)
    .set({ publishAt })
    .where(eq(heldResults.id, held.id))
    .returning()
  return changed!
}

const taken = (message: string) => new Refusal('conflict', message, { fields: { game: message } })

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
 * Discards a result that is not published yet; within the time for its undo that is the undo.
 * @throws Refusal not-found for a result that was published or discarded
 */
export function discardHeld(context: Context, id: number): Promise<void> {
  return change(context, async (inside) => {
    const [held] = await inside.tx.delete(heldResults).where(eq(heldResults.id, id)).returning()
    if (!held) throw new Refusal('not-found', GONE)
    await recordDiscard(inside, held)
  })
}

/** Two users acted at once, or one of them and the clock. */
export const GONE = 'This result was published or discarded meanwhile.'

const recordDiscard = (inside: Change, held: Held) =>
  recordAudit(inside, held.publishAt ? 'draw.undo' : 'draw.discard', `game:${held.gameKey}`, {
    old: drawOf(held),
  })
