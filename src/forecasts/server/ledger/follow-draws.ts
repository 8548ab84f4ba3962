import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { and, asc, between, eq, isNull } from 'drizzle-orm'
import { addDays, lagosDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Game } from '../../../draws/rules/games.ts'
import type { Chain } from '../../rules/ledger/standing.ts'
import {
  logDayOf,
  type PlacedResult,
  type RecordedDraw,
  recordOfDay,
  resultAfter,
  slotLeaves,
} from '../../rules/ledger/follow.ts'
import { drawOfDay, MOVED_DAYS, scheduledDayOf } from '../../../draws/rules/scheduled-day.ts'
import { drawName } from '../../rules/log/leaves.ts'
import { closeLateDraws } from '../../../draws/server/late-draw-alarms.ts'
import type { Change } from '../../../platform/server/audit/context.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { draws } from '../../../draws/server/tables.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'
import {
  appendLeaves,
  type Draft,
  instantText,
  lockLedger,
  type ChainEnd,
  placedLeaves,
  endingsOf,
  startLog,
} from './append.ts'
import type { GameDay, WrittenDays } from '../../../draws/server/followers.ts'
import { numberOf } from './authors.ts'
import { revealsOfDraw } from './versions.ts'
import { LOG_RULES } from '../../rules/log/schedule.ts'

/**
 * Appends the results that follow from a write to draws, in its transaction, each after the reveals that its draw lacks.
 * Results are the only input of scores, so the forecasts are scored with the same commit. The alarm of a draw that was late
 * closes too. `writeDraws` calls it after the rows are written and before it appends to the change log.
 */
export async function followDraws(
  { tx, now, actor }: Change,
  games: readonly Game[],
  written: WrittenDays,
): Promise<void> {
  if (written.length === 0 && typeof written !== 'function') return
  await closeLateDraws(tx, now, games)
  const locked = await lockLedger(tx)
  // The log of the samples starts with their first forecast, in the past.
  const end = locked.chain === 'real' ? await startLog(tx, locked, now, games) : locked
  const first = await firstLoggedDay(tx, end.chain)
  if (first === null) return
  const gameOf = new Map(games.map((game) => [game.key, game]))
  const days = namedDays(gameOf, typeof written === 'function' ? await written(first) : written).filter(
    ({ game, date }) => gameOf.has(game) && date >= first,
  )
  if (days.length === 0) return
  const recorded = await recordedDraws(tx, days)
  const known = await lastResults(tx, end.chain, days)
  const changes = days.flatMap((day) => {
    const game = present(gameOf.get(day.game))
    const last = known.get(drawName(day)) ?? null
    const draw = recordOfDay(
      game,
      day.date,
      recorded.filter((one) => one.game === day.game),
    )
    const result = resultAfter(last, draw)
    return result ? [{ day, result }] : []
  })
  // Most writes to draws change no result, and a person without entries needs no number.
  if (changes.length === 0) return
  const by = await numberOf(tx, now, actor.userId)
  const at = Math.max(now, end.at)
  const drafts: Draft[] = []
  for (const { day, result } of changes) {
    if (result.replaces === null) drafts.push(...(await revealsOfDraw(tx, end.chain, day, at)))
    drafts.push({ leaf: { kind: 'result', at: instantText(at), ...day, ...result, by } })
  }
  await appendLeaves(tx, end, drafts)
}

/** The day of the start of a log: results of earlier draws are not in it. Null before the start. */
async function firstLoggedDay(tx: Db, chain: Chain): Promise<LagosDate | null> {
  const [start] = await tx
    .select({ at: logLeaves.at })
    .from(logLeaves)
    .where(and(eq(logLeaves.chain, chain), eq(logLeaves.index, 0)))
  return start ? lagosDate(start.at.getTime()) : null
}

/** The days that may name the draws that were written in the log, and their scheduled days. */
function namedDays(
  games: ReadonlyMap<string, Game>,
  written: readonly GameDay[],
): Omit<GameDay, 'scheduledDate'>[] {
  const days = written.flatMap(({ game, ...draw }) => {
    const known = games.get(game)
    const dates = known ? [scheduledDayOf(known, draw), logDayOf(known, draw)] : [draw.date]
    return dates.map((date) => ({ game, date }))
  })
  return [...new Map(days.map((day) => [drawName(day), day])).values()]
}

/** The last result of each draw that a log has. */
async function lastResults(
  tx: Db,
  chain: Chain,
  days: readonly GameDay[],
): Promise<ReadonlyMap<string, PlacedResult>> {
  const found = await placedLeaves(
    tx,
    chain,
    ['result'],
    and(
      isAnyOf(logLeaves.gameKey, [...new Set(days.map(({ game }) => game))]),
      isAnyOf(logLeaves.drawDate, [...new Set(days.map(({ date }) => date))]),
    ),
  )
  return new Map(found.map((leaf) => [drawName(leaf), leaf]))
}

/** The live draw of a scheduled day of a game, also one that took place on another day; null without one. */
export const recordedDrawOf = async (tx: Db, game: Game, date: LagosDate): Promise<RecordedDraw | null> =>
  drawOfDay(game, date, await recordedDraws(tx, [{ game: game.key, date }]))

/** The live draws of the games on some days and on the days to which they may have been moved, oldest first. */
async function recordedDraws(tx: Db, days: readonly GameDay[]): Promise<(RecordedDraw & { game: string })[]> {
  const dates = days.map(({ date }) => date).sort()
  const rows = await tx
    .select({
      game: draws.gameKey,
      date: draws.date,
      scheduledDate: draws.scheduledDate,
      state: draws.state,
      winning: draws.winning,
    })
    .from(draws)
    .where(
      and(
        isNull(draws.deletedAt),
        isAnyOf(draws.gameKey, [...new Set(days.map(({ game }) => game))]),
        between(draws.date, addDays(itemAt(dates, 0), -MOVED_DAYS), addDays(itemAt(dates, -1), MOVED_DAYS)),
      ),
    )
    .orderBy(asc(draws.date))
  return rows.map((row) => ({
    ...row,
    date: row.date as LagosDate,
    scheduledDate: row.scheduledDate as LagosDate | null,
  }))
}

/** Appends the slots that follow from a change of the weekly times or of the calendar, in its transaction. */
export async function followSchedule({ tx, now, actor }: Change, games: readonly Game[]): Promise<void> {
  const end = await lockLedger(tx)
  if (end.size === 0) return
  const at = Math.max(now, end.at)
  const known = await placedLeaves(tx, end.chain, ['slot'])
  const missing = games.flatMap((game) =>
    slotLeaves(
      game,
      known.filter((slot) => slot.game === game.key),
      lagosDate(at),
    ),
  )
  if (missing.length === 0) return
  const by = await numberOf(tx, now, actor.userId)
  await appendLeaves(
    tx,
    end,
    missing.map((slot) => ({ leaf: { kind: 'slot', at: instantText(at), ...slot, by } })),
  )
}

/**
 * Voids the versions of a draw that was earlier than its close, after their reveals. Nothing happens for a draw whose
 * versions closed before, or which is void from as early.
 *
 * @param since when the draw was seen, or its new close, in milliseconds
 * @returns whether it voids a version that would have counted
 */
export async function voidEarly(
  tx: Db,
  end: ChainEnd,
  draw: { game: string; date: LagosDate },
  since: number,
  at: number,
  by: number | null,
): Promise<boolean> {
  const ofDraw = and(eq(logLeaves.gameKey, draw.game), eq(logLeaves.drawDate, draw.date))
  const versions = await placedLeaves(tx, end.chain, ['version'], ofDraw)
  const early = versions.filter(({ close }) => close !== null && since < Date.parse(close))
  if (early.length === 0) return false
  const endings = await endingsOf(tx, end, draw)
  if (endings.some((one) => one.kind === 'void' && (one.since === null || Date.parse(one.since) <= since)))
    return false
  const time = instantText(at)
  await appendLeaves(tx, end, [
    ...(await revealsOfDraw(tx, end.chain, draw, at)),
    { leaf: { kind: 'void', at: time, ...draw, cause: 'early', since: instantText(since), by } },
  ])
  return early.some(
    ({ time: saved, lock }) => saved < Date.parse(present(lock)) && saved >= since - LOG_RULES.earlyMargin,
  )
}
