import type { z } from 'zod'
import type { recorded } from './shapes.ts'
import { and, eq, isNotNull, isNull, ne, asc, desc, gt, lt, or, sql, type SQL } from 'drizzle-orm'
import { type LagosDate, lagosDate, formatDate, SECOND } from '../../../domain/base/calendar.ts'
import {
  type Draw,
  type DrawInput,
  type DrawProblem,
  isSameResult,
  parseDraw,
  sameNumbers,
  sameDraw,
} from '../../../domain/draws/draw.ts'
import {
  isEarly,
  gapNotes,
  PRECEDING_RECORDS,
  MAX_SAME_SETS,
  recordsBefore,
  warningsFor,
} from '../../../domain/draws/draw-warnings.ts'
import { gameMatcher } from '../../../domain/draws/game-names.ts'
import type { Game } from '../../../domain/draws/games.ts'
import { type Change, type Context, change } from '../../audit/context.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal, refusedField } from '../../http/refusal.ts'
import { removeSampleOf } from '../samples.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { draws, heldResults } from '../../tables/draws.ts'
import { writeDraws, type Written } from '../write-draws.ts'
import { present } from '../../../domain/base/lists.ts'
import { DRAW_TYPES } from '../../../domain/base/balls.ts'
import { DESK_LIMITS } from '../../../domain/draws/desk.ts'
import { recordAudit } from '../../audit/record.ts'
import { addJob } from '../../queue/add-job.ts'

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

export type Recorded = z.input<typeof recorded>

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
 * values changes nothing. A draw whose staking is open waits for its close, unless the user typed the name of its game: a slip must not score forecasts.
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
  const drawsOfDay = await liveDrawsOf(tx, draw.date)
  const known = drawsOfDay.find((row) => row.gameKey === draw.game && row.source !== 'sample')
  if (known) return repeated(known, draw)

  const { warnings, notes } = await warningsIn(tx, draw, games)
  refuseUnreadWarnings(warnings, seen)
  const game = present(games.find(({ key }) => key === draw.game))
  if (isEarly(draw, game, now)) {
    if (name === undefined || name.trim() === '')
      return { result: await holdResult(inside, draw, { warnings, undo: false }) }
    refuseOtherName(name, game)
  }
  if (undo) return { result: await holdResult(inside, draw, { warnings, undo }) }
  const removed = await removeSampleOf(tx, now, draw)
  const since = Math.min(heldSince, await endHold(inside, draw))
  const recordedAt = new Date(await firstKnownAt(tx, draw, since))
  const [row] = await tx
    .insert(draws)
    .values({ ...columnsOf(draw), source: 'staff', recordedAt, recordedBy: actor.userId })
    .onConflictDoNothing()
    .returning({ id: draws.id, version: draws.version })
  if (!row) {
    // Another request inserted the row first; the unique index made this insert wait for it.
    const concurrent = (await liveDrawsOf(tx, draw.date)).find((other) => other.gameKey === draw.game)
    if (!concurrent) throw alreadyRecorded(draw)
    return repeated(concurrent, draw)
  }

  return {
    result: { ...row, state: draw.state, warnings: [...warnings, ...notes] },
    audit: { action: 'draw.record', subject: `draw:${row.id}`, details: { new: draw } },
    days: [draw],
    ids: [...removed, row.id],
  }
}

/** @throws Refusal invalid-input unless the text is the game's name, in any letter case */
function refuseOtherName(text: string, { name }: Game): void {
  if (text.trim().toLowerCase() === name.toLowerCase()) return
  throw refusedField('name', `Type "${name}" to publish this result before its close.`)
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

/** What a save of a draw that is recorded already returns. @throws Refusal conflict for other values */
function repeated(row: StoredDraw, draw: Draw): Written<Recorded> {
  const known = drawOf(row)
  const isSame = sameNumbers(known, draw) && (draw.serial === null || draw.serial === known.serial)
  if (!isSame) throw alreadyRecorded(draw)
  const { id, version, state } = row
  // The day is followed again: the log may lack the result of a draw that an earlier release left unconfirmed.
  return { result: { id, version, state, warnings: [] }, days: [draw] }
}

/**
 * The likely mistakes in a draw, compared with the recorded draws, and the notes that stop no save.
 * @param except the id of the stored row that the draw corrects
 */
export async function warningsIn(
  tx: Db,
  draw: Draw,
  games: readonly Game[],
  except?: number,
): Promise<{ warnings: string[]; notes: string[] }> {
  const live = and(
    isNull(draws.deletedAt),
    ne(draws.source, 'sample'),
    except === undefined ? undefined : ne(draws.id, except),
  )
  const ofGame = and(live, eq(draws.gameKey, draw.game))
  const before = await tx
    .select()
    .from(draws)
    .where(and(ofGame, lt(draws.date, draw.date)))
    .orderBy(desc(draws.date))
    .limit(PRECEDING_RECORDS)
  const [after] = await tx
    .select()
    .from(draws)
    .where(and(ofGame, gt(draws.date, draw.date)))
    .orderBy(asc(draws.date))
    .limit(1)
  const same = sameSets(draw)
  const others = same ? await tx.select().from(draws).where(and(live, same)).limit(MAX_SAME_SETS) : []
  const around = {
    others: others.map(drawOf),
    ...recordsBefore(draw, before.map(drawOf).reverse()),
    after: after && drawOf(after),
  }
  const game = games.find(({ key }) => key === draw.game)
  return { warnings: warningsFor(draw, games, around), notes: gapNotes(draw, game, around.daysBefore) }
}

/** Matches rows that have one of the draw's sets; undefined for a day without a draw. */
function sameSets(draw: Draw): SQL | undefined {
  const sets = DRAW_TYPES.map((type) => draw[type]).filter((set) => set.length > 0)
  return or(
    ...sets.flatMap((set) => {
      const array = sql`${`{${set.join(',')}}`}::smallint[]`
      return [eq(draws.winning, array), eq(draws.machine, array)]
    }),
  )
}

/**
 * Refuses a draw with warnings that the user has not read.
 *
 * @param seen the warnings that were read; undefined for callers without a confirmation step
 * @throws Refusal confirmation-needed with every warning as a field
 */
export function refuseUnreadWarnings(warnings: readonly string[], seen: readonly string[] | undefined): void {
  if (seen === undefined || warnings.every((warning) => seen.includes(warning))) return
  const fields = Object.fromEntries(warnings.map((warning, i) => [`warnings.${i}`, warning]))
  throw new Refusal('confirmation-needed', `Look again: ${warnings.join(' ')}`, { fields })
}

type Held = typeof heldResults.$inferSelect

/**
 * Keeps a result until the close of its draw or, with `undo`, for the seconds in which it can be undone. Holding the same
 * values again changes nothing; with `undo` they no longer wait for the close.
 *
 * @throws Refusal conflict when other values wait, or another user's values can still be undone
 */
async function holdResult(
  inside: Change,
  draw: Draw,
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
    await recordAudit(inside, action, `game:${draw.game}`, { new: draw })
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
  return present(changed)
}

const taken = (message: string) => refusedField('game', message, 'conflict')

const isOf = ({ game, date }: Pick<Draw, 'game' | 'date'>) =>
  and(eq(heldResults.gameKey, game), eq(heldResults.date, date))

/**
 * Ends the wait of a draw's held result, because a result of the draw is being recorded.
 * @returns when that result was held, in milliseconds; `now` if it was not held, or another one was
 */
async function endHold(inside: Change, draw: Draw): Promise<number> {
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
