import { and, eq, isNull } from 'drizzle-orm'
import { type LagosDate, lagosDate } from '../../../domain/calendar.ts'
import {
  type Draw,
  type DrawInput,
  type DrawState,
  parseDraw,
  type DrawProblem,
  sameNumbers,
  stateOnEntry,
} from '../../../domain/draw.ts'
import { gameMatcher } from '../../../domain/game-names.ts'
import type { Game } from '../../../domain/games.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import { appendChange } from '../../changes/append.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { followDraws } from '../../ledger/follow-draws.ts'
import { removeSampleOf } from '../samples.ts'
import { needsSecondPerson } from './second-person.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { draws } from '../../tables/draws.ts'
import { refuseUnreadWarnings, warningsIn } from './warnings.ts'

/**
 * Checks a draw by the rules of the domain.
 * @throws Refusal invalid-input naming each field
 */
export function checkDraw(input: DrawInput, now: number, games: readonly Game[]): Draw {
  const { draw, problems } = parseDraw(input, lagosDate(now), gameMatcher(games))
  if (draw) return draw
  throw new Refusal('invalid-input', problems[0]?.message, { fields: fieldsOf(problems) })
}

function fieldsOf(problems: readonly DrawProblem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, message } of problems)
    fields[field] = fields[field] ? `${fields[field]} ${message}` : message
  return fields
}

export interface Recorded {
  id: number
  version: number
  state: DrawState
  warnings: string[]
}

/**
 * Records one draw and removes a sample of the same game and day. Recording is idempotent: a repeated save with the same
 * values changes nothing. Where a second person must confirm, the same values from another user confirm the draw.
 *
 * @param seen the warnings that the user has read; undefined for callers without a confirmation step
 * @returns the draw's id, and its warnings
 * @throws Refusal invalid-input, conflict when other values are recorded, or look-again for unread warnings
 */
export async function recordDraw(
  db: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  input: DrawInput,
  seen?: readonly string[],
): Promise<Recorded> {
  const draw = checkDraw(input, now, games)
  return db.transaction(async (tx) => {
    const needsConfirmation = await needsSecondPerson(tx)
    const drawsOfDay = await liveDrawsOf(tx, draw.date)
    const known = drawsOfDay.find((row) => row.gameKey === draw.game && row.source !== 'sample')
    const confirm = (row: StoredDraw) =>
      confirmExisting(tx, now, actor, games, { row, draw, needsConfirmation })
    if (known) return confirm(known)

    const { warnings, notes } = await warningsIn(tx, draw, games, now)
    refuseUnreadWarnings(warnings, seen)
    const removed = await removeSampleOf(tx, now, draw)
    const entered: Draw = { ...draw, state: stateOnEntry(draw, needsConfirmation) }
    const [row] = await tx
      .insert(draws)
      .values({ ...columnsOf(entered), source: 'staff', recordedAt: new Date(now), recordedBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: draws.id, version: draws.version })
    if (!row) {
      // Another request inserted the row first; the unique index made this insert wait for it.
      const concurrent = (await liveDrawsOf(tx, draw.date)).find((other) => other.gameKey === draw.game)
      if (!concurrent) throw alreadyRecorded(draw)
      return confirm(concurrent)
    }

    await recordAudit(tx, now, actor, {
      action: 'draw.record',
      subject: `draw:${row.id}`,
      details: { new: entered },
    })
    await followDraws(tx, now, actor, games, [draw])
    await appendChange(tx, now, 'draws', [...removed, row.id])
    return { ...row, state: entered.state, warnings: [...warnings, ...notes] }
  })
}

function liveDrawsOf(tx: Db, date: LagosDate) {
  return tx
    .select()
    .from(draws)
    .where(and(eq(draws.date, date), isNull(draws.deletedAt)))
    .for('update')
}

const alreadyRecorded = ({ game, date }: Draw) =>
  new Refusal('conflict', `The draw of ${game} on ${date} is already recorded.`)

/**
 * Handles a draw that is already recorded. The same values may confirm it.
 * @throws Refusal conflict for other values
 */
async function confirmExisting(
  tx: Db,
  now: number,
  actor: Actor,
  games: readonly Game[],
  { row, draw, needsConfirmation }: { row: StoredDraw; draw: Draw; needsConfirmation: boolean },
): Promise<Recorded> {
  const known = drawOf(row)
  const hasSameValues = sameNumbers(known, draw) && (draw.serial === null || draw.serial === known.serial)
  if (!hasSameValues) throw alreadyRecorded(draw)
  const { id, version, state } = row
  const isConfirmation = state === 'unconfirmed' && (!needsConfirmation || row.recordedBy !== actor.userId)
  if (!isConfirmation) return { id, version, state, warnings: [] }
  await tx
    .update(draws)
    .set({ state: 'drawn', version: version + 1 })
    .where(eq(draws.id, id))
  await recordAudit(tx, now, actor, {
    action: 'draw.confirm',
    subject: `draw:${id}`,
    details: { old: known, new: { ...known, state: 'drawn' } },
  })
  await followDraws(tx, now, actor, games, [draw])
  await appendChange(tx, now, 'draws', [id])
  return { id, version: version + 1, state: 'drawn', warnings: [] }
}
