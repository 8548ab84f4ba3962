import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { type LagosDate, lagosDate } from '../../../domain/base/calendar.ts'
import {
  type Draw,
  type DrawInput,
  type DrawProblem,
  type DrawState,
  isSameResult,
  parseDraw,
  sameNumbers,
  stateOnEntry,
} from '../../../domain/draws/draw.ts'
import { isEarly } from '../../../domain/draws/draw-warnings.ts'
import { gameMatcher } from '../../../domain/draws/game-names.ts'
import type { Game } from '../../../domain/draws/games.ts'
import type { Change, Context } from '../../audit/context.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { removeSampleOf } from '../samples.ts'
import { endHold, holdResult } from './hold-result.ts'
import { needsSecondPerson } from './second-person.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { draws } from '../../tables/draws.ts'
import { refuseUnreadWarnings, warningsIn } from './warnings.ts'
import { writeDraws, type Written } from '../write-draws.ts'
import { present } from '../../../domain/base/lists.ts'

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
  /** Of the draw or, in the state `held`, of the held result. */
  id: number
  version: number
  /** `held`: it waits for the close of its draw. */
  state: DrawState | 'held'
  warnings: string[]
  /** When a held result is published that can be undone until then, in milliseconds. */
  publishAt?: number | null
}

/** What a user typed or read beside the draw itself. */
interface Said {
  /** Whether the result is published only after some seconds, in which it can be undone. */
  undo?: boolean | undefined
  /** The warnings that the user has read; undefined for callers without a confirmation step. */
  seen?: readonly string[] | undefined
  /** The game's name, typed to publish a result before its close. */
  name?: string | undefined
}

/**
 * Records one draw and removes a sample of the same game and day. Recording is idempotent: a repeated save with the same
 * values changes nothing. Where a second person must confirm, the same values from another user confirm the draw. A draw
 * whose staking is open waits for its close, unless the user typed the name of its game: a slip must not score forecasts.
 * With `undo` every other one waits some seconds, too.
 *
 * @returns the draw's id, or that of the held result, and its warnings
 * @throws Refusal invalid-input, conflict when other values are recorded or held, or confirmation-needed for unread warnings
 */
export function recordDraw(context: Context, input: DrawInput, said: Said = {}): Promise<Recorded> {
  return writeDraws(context, (inside, games) =>
    saveDraw(inside, games, checkDraw(input, inside.now, games), said),
  )
}

/**
 * Records a checked draw, inside `writeDraws`.
 * @param heldSince when it was entered, in milliseconds, if it has waited for its close
 */
export async function saveDraw(
  inside: Change,
  games: readonly Game[],
  draw: Draw,
  { seen, name, undo = false, heldSince = inside.now }: Said & { heldSince?: number },
): Promise<Written<Recorded>> {
  const { tx, now, actor } = inside
  const needsConfirmation = await needsSecondPerson(tx)
  const drawsOfDay = await liveDrawsOf(tx, draw.date)
  const known = drawsOfDay.find((row) => row.gameKey === draw.game && row.source !== 'sample')
  const confirm = (row: StoredDraw) => confirmExisting(inside, row, draw, { needsConfirmation, undo })
  if (known) return confirm(known)

  const { warnings, notes } = await warningsIn(tx, draw, games)
  refuseUnreadWarnings(warnings, seen)
  const game = present(games.find(({ key }) => key === draw.game))
  const entered: Draw = { ...draw, state: stateOnEntry(draw, needsConfirmation) }
  if (isEarly(draw, game, now)) {
    if (name === undefined || name.trim() === '')
      return { result: await holdResult(inside, draw, entered, { warnings, undo: false }) }
    refuseOtherName(name, game)
  }
  if (undo) return { result: await holdResult(inside, draw, entered, { warnings, undo }) }
  const removed = await removeSampleOf(tx, now, draw)
  const since = Math.min(heldSince, await endHold(inside, draw))
  const recordedAt = new Date(await firstKnownAt(tx, draw, since))
  const [row] = await tx
    .insert(draws)
    .values({ ...columnsOf(entered), source: 'staff', recordedAt, recordedBy: actor.userId })
    .onConflictDoNothing()
    .returning({ id: draws.id, version: draws.version })
  if (!row) {
    // Another request inserted the row first; the unique index made this insert wait for it.
    const concurrent = (await liveDrawsOf(tx, draw.date)).find((other) => other.gameKey === draw.game)
    if (!concurrent) throw alreadyRecorded(draw)
    return confirm(concurrent)
  }

  return {
    result: { ...row, state: entered.state, warnings: [...warnings, ...notes] },
    audit: { action: 'draw.record', subject: `draw:${row.id}`, details: { new: entered } },
    days: [draw],
    ids: [...removed, row.id],
  }
}

/** @throws Refusal invalid-input unless the text is the game's name, in any letter case */
function refuseOtherName(text: string, { name }: Game): void {
  if (text.trim().toLowerCase() === name.toLowerCase()) return
  const message = `Type "${name}" to publish this result before its close.`
  throw new Refusal('invalid-input', message, { fields: { name: message } })
}

/** When a result was first recorded, also if that record was deleted since, in milliseconds; `now` for a new one. */
async function firstKnownAt(tx: Db, draw: Draw, now: number): Promise<number> {
  const deleted = await tx
    .select({ winning: draws.winning, at: draws.recordedAt })
    .from(draws)
    .where(
      and(
        eq(draws.gameKey, draw.game),
        eq(draws.date, draw.date),
        isNotNull(draws.deletedAt),
        ne(draws.source, 'sample'),
      ),
    )
  return Math.min(now, ...deleted.filter((one) => isSameResult(one, draw)).map(({ at }) => at.getTime()))
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
  inside: Change,
  row: StoredDraw,
  draw: Draw,
  { needsConfirmation, undo }: { needsConfirmation: boolean; undo: boolean },
): Promise<Written<Recorded>> {
  const { tx, actor } = inside
  const known = drawOf(row)
  const hasSameValues = sameNumbers(known, draw) && (draw.serial === null || draw.serial === known.serial)
  if (!hasSameValues) throw alreadyRecorded(draw)
  const { id, version, state } = row
  const isConfirmation = state === 'unconfirmed' && (!needsConfirmation || row.recordedBy !== actor.userId)
  if (!isConfirmation) return { result: { id, version, state, warnings: [] } }
  if (undo) return { result: await holdResult(inside, draw, known, { warnings: [], undo }) }
  await tx
    .update(draws)
    .set({ state: 'drawn', version: version + 1 })
    .where(eq(draws.id, id))
  const details = { old: known, new: { ...known, state: 'drawn' } }
  return {
    result: { id, version: version + 1, state: 'drawn', warnings: [] },
    audit: { action: 'draw.confirm', subject: `draw:${id}`, details },
    days: [draw],
    ids: [id],
  }
}
