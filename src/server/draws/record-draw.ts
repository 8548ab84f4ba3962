import { and, eq, isNull } from 'drizzle-orm'
import { lagosDate } from '../../domain/calendar.ts'
import { type Draw, type DrawInput, parseDraw, type Problem, warningsFor } from '../../domain/draw.ts'
import type { Game } from '../../domain/games.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { columnsOf, drawOf } from './stored.ts'
import { draws } from './tables.ts'

/**
 * Checks a draw by the rules of the domain.
 * @throws Refusal invalid-input naming each field
 */
export function checkDraw(input: DrawInput, now: number, games: readonly Game[]): Draw {
  const { draw, problems } = parseDraw(input, lagosDate(now), new Set(games.map((game) => game.key)))
  if (draw) return draw
  throw new Refusal('invalid-input', problems[0]?.message, { fields: fieldsOf(problems) })
}

function fieldsOf(problems: readonly Problem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, message } of problems)
    fields[field] = fields[field] ? `${fields[field]} ${message}` : message
  return fields
}

/**
 * Records one draw. A generated sample of the same game and day gives way to it.
 *
 * @returns the new id, and warnings that did not keep it out
 * @throws Refusal invalid-input, or conflict when the draw is recorded already
 */
export async function recordDraw(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  input: DrawInput,
) {
  const draw = checkDraw(input, now, games)
  return db.transaction(async (tx) => {
    const thatDay = await tx
      .select()
      .from(draws)
      .where(and(eq(draws.date, draw.date), isNull(draws.deletedAt)))
      .for('update')
    const sample = thatDay.find((row) => row.gameKey === draw.game && row.source === 'sample')
    if (sample)
      await tx
        .update(draws)
        .set({ deletedAt: new Date(now) })
        .where(eq(draws.id, sample.id))

    const [row] = await tx
      .insert(draws)
      .values({ ...columnsOf(draw), source: 'staff', recordedAt: new Date(now), recordedBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: draws.id, version: draws.version })
    if (!row) throw new Refusal('conflict', `The draw of ${draw.game} on ${draw.date} is recorded already.`)

    await recordAudit(tx, now, actor, {
      action: 'draw.record',
      subject: `draw:${row.id}`,
      details: { new: draw },
    })
    await appendChange(tx, 'draws', sample ? [sample.id, row.id] : [row.id], now)
    const others = thatDay.filter((other) => other.source !== 'sample').map(drawOf)
    return {
      ...row,
      warnings: warningsFor(
        draw,
        games.find((game) => game.key === draw.game),
        others,
      ),
    }
  })
}
