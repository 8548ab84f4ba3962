import { type LagosDate, instantAt, parseDate, parseClock } from '../../../platform/rules/base/calendar.ts'
import { refusedFields } from '../../../platform/server/http/refusal.ts'
import { type Context, change } from '../../../platform/server/audit/context.ts'
import { planOf } from '../../../draws/rules/draw-calendar.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { lockLedger } from './append.ts'
import { numberOf } from './authors.ts'
import { voidEarly } from './follow-draws.ts'
import { drawObservations } from '../tables/forecast-ledger.ts'

/** A draw and the Lagos time at which it was seen, as typed. */
interface Observation {
  game: string
  /** The scheduled day, `2026-11-23`. */
  date: string
  /** `19:50` */
  time: string
}

/**
 * Records when staff saw a draw happen. Before its close, the versions from 15 minutes before that time on are void for
 * every author. The same time again changes nothing.
 *
 * @returns whether a version that would have counted is void now
 * @throws Refusal invalid-input naming each field
 */
export function observeDraw(
  context: Context,
  games: readonly Game[],
  input: Observation,
): Promise<{ voided: boolean }> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const { game, date, observedAt } = check(input, now, games)
    const end = await lockLedger(tx)
    const at = Math.max(now, end.at)
    const [added] = await tx
      .insert(drawObservations)
      .values({
        gameKey: game,
        drawDate: date,
        observedAt: new Date(observedAt),
        at: new Date(now),
        by: actor.userId,
      })
      .onConflictDoNothing()
      .returning({ id: drawObservations.id })
    if (!added) return { voided: false }
    const by = await numberOf(tx, now, actor.userId)
    const voided = await voidEarly(tx, end, { game, date }, observedAt, at, by)
    await recordAudit(unit, 'draw.observe', `game:${game}`, { new: { date, observedAt } })
    return { voided }
  })
}

/** Reads an observation. */
function check({ game: key, date: day, time }: Observation, now: number, games: readonly Game[]) {
  const fields: Record<string, string> = {}
  const game = games.find((one) => one.key === key)
  if (!game) fields.game = 'Choose a game.'
  const date = parseDate(day)
  const slot = game && date ? planOf(game, date).draw : null
  if (!date) fields.date = 'Write the day as 2023-10-02.'
  else if (game && !slot) fields.date = `${game.name} does not draw on that day.`
  const minutes = parseClock(time.trim())
  const observedAt = date && minutes !== null ? instantAt(slot?.date ?? date, minutes) : null
  if (minutes === null) fields.time = 'Write the time as 19:50.'
  else if (observedAt !== null && observedAt > now) fields.time = 'This time has not come yet.'
  if (Object.keys(fields).length > 0) throw refusedFields(fields)
  return { game: key, date: date as LagosDate, observedAt: observedAt! }
}
