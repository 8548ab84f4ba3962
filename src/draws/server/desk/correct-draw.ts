import { eq } from 'drizzle-orm'
import { formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { type Draw, type DrawInput, isSameResult, sameDraw } from '../../rules/draw.ts'
import { isEarly } from '../../rules/draw-warnings.ts'
import type { Game } from '../../rules/games.ts'
import { scheduledAfterMove } from '../../rules/scheduled-day.ts'
import type { Change, Context } from '../../../platform/server/audit/context.ts'
import { refusedField } from '../../../platform/server/http/refusal.ts'
import { checkDraw, refuseUnreadWarnings, warningsIn } from './record-draw.ts'
import { removeSampleOf } from '../samples.ts'
import {
  columnsOf,
  dayOfRow,
  drawOf,
  refuseStale,
  refuseTaken,
  requireLiveDraw,
  type StoredDraw,
} from './stored.ts'
import { drawCorrections, draws } from '../tables.ts'
import { writeDraws } from '../write-draws.ts'
import { present } from '../../../platform/rules/base/lists.ts'

interface Edit {
  id: number
  /** The version that the change is based on. */
  version: number
  reason: string
  /** The warnings that the user has read; undefined for callers without a confirmation step. */
  seen?: readonly string[] | undefined
}

interface Correction extends Edit {
  /** The new values; the game stays. */
  input: Omit<DrawInput, 'game'>
}

/**
 * Changes a recorded draw and keeps its old values with the user and the reason. Equal values change nothing. A sample on
 * the new day is removed.
 * @throws Refusal not-found, invalid-input also for a draw whose staking is open, conflict when another user changed it
 *   first or the new date is taken, or confirmation-needed for new warnings that the user has not read
 */
export const correctDraw = (context: Context, { input, ...edit }: Correction) =>
  changeDraw(context, edit, (row) => ({ ...input, game: row.gameKey }))

interface Move extends Edit {
  /** The game of the draw. */
  game: string
}

/**
 * Moves a draw that was entered for the wrong game to the same day of another one. A repeated move changes nothing.
 * @throws Refusal as `correctDraw` does; a problem with the other game, also that its draw is recorded, is at `game`
 */
export function moveDraw(context: Context, { game, ...edit }: Move) {
  return changeDraw(context, edit, (row) => {
    const { state, ...values } = drawOf(row)
    return { ...values, game, status: state === 'no_draw' ? state : 'ok' }
  })
}

function changeDraw(context: Context, edit: Edit, inputOf: (row: StoredDraw) => DrawInput) {
  return writeDraws(context, async (unit, games) => {
    const { tx, now } = unit
    const row = await requireLiveDraw(tx, edit.id)
    const from = drawOf(row)
    const to = checkDraw(inputOf(row), now, games)
    const isMoved = from.game !== to.game
    // This precedes the version check, so that a repeated save whose answer was lost succeeds.
    if (sameDraw(from, to) && from.date === to.date && !isMoved)
      return { result: { id: row.id, version: row.version } }
    refuseStale(row, edit.version)
    if (isMoved || from.date !== to.date) refuseEarly(to, games, now, isMoved ? 'game' : 'date')
    const { warnings: before } = await warningsIn(tx, from, games, row.id)
    const { warnings: after } = await warningsIn(tx, to, games, row.id)
    refuseUnreadWarnings(
      after.filter((warning) => !before.includes(warning)),
      edit.seen,
    )
    const removed = from.date === to.date && !isMoved ? [] : await removeSampleOf(tx, now, to)
    const scheduledDate = isMoved ? null : scheduledAfter(games, row, to)
    await writeCorrection(unit, row, { ...to, scheduledDate }, edit.reason).catch((error: unknown) =>
      refuseTaken(error, named(games, to), isMoved ? 'game' : 'date'),
    )
    return {
      result: { id: row.id, version: row.version + 1 },
      audit: {
        action: isMoved ? 'draw.move' : 'draw.correct',
        subject: `draw:${row.id}`,
        details: { old: from, new: to, reason: edit.reason },
      },
      days: [dayOfRow(row), { ...to, scheduledDate }],
      ids: [...removed, row.id],
    }
  })
}

/** The name of a draw's game and its day, for messages. */
const named = (games: readonly Game[], { game, date }: Draw) => ({
  game: present(games.find(({ key }) => key === game)).name,
  date: formatDate(date),
})

/** Refuses a move to a draw whose staking is open: it would publish a result before its close. */
function refuseEarly(to: Draw, games: readonly Game[], now: number, field: 'game' | 'date'): void {
  const game = games.find(({ key }) => key === to.game)
  if (!isEarly(to, game, now)) return
  const name = present(game).name
  throw refusedField(
    field,
    `Staking for ${name} is still open on that day. Delete this draw and enter the result there.`,
  )
}

/** The scheduled day to store with a correction. */
function scheduledAfter(games: readonly Game[], row: StoredDraw, to: Draw): LagosDate | null {
  const before = dayOfRow(row)
  const game = games.find(({ key }) => key === row.gameKey)
  if (before.date === to.date || !game) return before.scheduledDate
  return scheduledAfterMove(game, before, to.date)
}

/** Writes the new values and keeps the old ones. Another result is known since now. The caller holds the row lock. */
async function writeCorrection(
  { tx, now, actor }: Change,
  row: StoredDraw,
  { scheduledDate, ...to }: Draw & { scheduledDate: LagosDate | null },
  reason: string,
): Promise<void> {
  const old = drawOf(row)
  await tx
    .update(draws)
    .set({
      ...columnsOf(to),
      scheduledDate,
      version: row.version + 1,
      ...(!isSameResult(old, to) && { recordedAt: new Date(now) }),
    })
    .where(eq(draws.id, row.id))
  await tx.insert(drawCorrections).values({
    drawId: row.id,
    version: row.version,
    old,
    new: to,
    at: new Date(now),
    by: actor.userId,
    reason,
  })
}
