import { DESK_LIMITS } from '../../rules/desk.ts'
import type { z } from 'zod'
import type { recorded } from './shapes.ts'
import { and, eq, isNotNull, isNull, ne, asc, desc, gt, lt, or, sql, type SQL } from 'drizzle-orm'
import { formatClock, lagosDate } from '../../../platform/rules/base/calendar.ts'
import {
  type Draw,
  type DrawInput,
  type DrawProblem,
  isSameResult,
  parseDraw,
  sameNumbers,
} from '../../rules/draw.ts'
import { isEarly, gapNotes, recordsBefore, warningsFor } from '../../rules/draw-warnings.ts'
import { slotOn } from '../../rules/draw-calendar.ts'
import { gameMatcher } from '../../rules/game-names.ts'
import type { Game } from '../../rules/games.ts'
import type { Change, Context } from '../../../platform/server/audit/context.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { removeSampleOf } from '../samples.ts'
import { columnsOf, drawOf, type StoredDraw } from './stored.ts'
import { draws } from '../tables.ts'
import { writeDraws, type Written } from '../write-draws.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { DRAW_TYPES } from '../../../platform/rules/base/balls.ts'
import { holdResult, endHold } from './held-results.ts'

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
interface Confirmation {
  /** Whether the result is published only after some seconds, in which it can be undone. */
  undo?: boolean | undefined
  /** The warnings that the user has read; undefined for callers without a confirmation step. */
  seen?: readonly string[] | undefined
  /** The game's name, typed to publish a result before its close. */
  name?: string | undefined
}

/**
 * Records one draw and removes a sample of the same game and day. Recording is idempotent: a repeated save with the same
 * values changes nothing. A draw whose staking is open is refused, unless the user typed the name of its game: a slip must
 * not score forecasts. With `undo` the draw is published after some seconds.
 *
 * @returns the draw's id, or that of the held result, and its warnings
 * @throws Refusal invalid-input, conflict when other values are recorded or held, or confirmation-needed for unread warnings
 */
export function recordDraw(
  context: Context,
  input: DrawInput,
  confirmed: Confirmation = {},
): Promise<Recorded> {
  return writeDraws(context, (unit, games) =>
    saveDraw(unit, games, checkDraw(input, unit.now, games), confirmed),
  )
}

/**
 * Records a checked draw, inside `writeDraws`.
 * @param heldSince when it was entered, in milliseconds, if it was held since
 */
export async function saveDraw(
  unit: Change,
  games: readonly Game[],
  draw: Draw,
  { seen, name, undo = false, heldSince = unit.now }: Confirmation & { heldSince?: number },
): Promise<Written<Recorded>> {
  const known = await liveDrawOf(unit.tx, draw)
  if (known && known.source !== 'sample') return repeated(known, draw)
  refuseEarly(draw, present(games.find(({ key }) => key === draw.game)), unit.now, name)
  const { warnings, notes } = await warningsIn(unit.tx, draw, games)
  refuseUnreadWarnings(warnings, seen)
  return undo
    ? holdResult(unit, draw, warnings)
    : publishResult(unit, draw, [...warnings, ...notes], heldSince)
}

/** @throws Refusal invalid-input before the close, unless the text is the game's name in any letter case */
function refuseEarly(draw: Draw, game: Game, now: number, text = ''): void {
  const { name } = game
  if (!isEarly(draw, game, now) || text.trim().toLowerCase() === name.toLowerCase()) return
  const close = formatClock(present(slotOn(game, draw.date)).close)
  throw refusedField(
    'name',
    `Staking for ${name} is open until ${close}: type "${name}" to publish its result before that.`,
  )
}

async function publishResult(
  unit: Change,
  draw: Draw,
  warnings: string[],
  heldSince: number,
): Promise<Written<Recorded>> {
  const { tx, now, actor } = unit
  const removed = await removeSampleOf(tx, now, draw)
  const since = Math.min(heldSince, await endHold(unit, draw))
  const recordedAt = new Date(await firstKnownAt(tx, draw, since))
  const [row] = await tx
    .insert(draws)
    .values({ ...columnsOf(draw), source: 'staff', recordedAt, recordedBy: actor.userId })
    .onConflictDoNothing()
    .returning({ id: draws.id, version: draws.version })
  if (!row) {
    // Another request inserted the row first; the unique index made this insert wait for it.
    const concurrent = await liveDrawOf(tx, draw)
    if (!concurrent) throw alreadyRecorded(draw)
    return repeated(concurrent, draw)
  }
  return {
    result: { ...row, state: draw.state, warnings },
    audit: { action: 'draw.record', subject: `draw:${row.id}`, details: { new: draw } },
    days: [draw],
    ids: [...removed, row.id],
  }
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

async function liveDrawOf(tx: Db, { game, date }: Draw): Promise<StoredDraw | undefined> {
  const [row] = await tx
    .select()
    .from(draws)
    .where(and(eq(draws.gameKey, game), eq(draws.date, date), isNull(draws.deletedAt)))
    .for('update')
  return row
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
    .limit(DESK_LIMITS.precedingRecords)
  const [after] = await tx
    .select()
    .from(draws)
    .where(and(ofGame, gt(draws.date, draw.date)))
    .orderBy(asc(draws.date))
    .limit(1)
  const same = sameSets(draw)
  const others = same ? await tx.select().from(draws).where(and(live, same)).limit(DESK_LIMITS.sameSets) : []
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
