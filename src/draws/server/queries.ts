import {
  addDays,
  dayOf,
  type LagosDate,
  lagosDate,
  parseMonthYear,
  type Weekday,
  weekdayOf,
} from '../../platform/rules/base/calendar.ts'
import { scheduleOf } from '../rules/day-result.ts'
import { findDraw, type History, yearRange, BALLS_PER_DRAW, HISTORY_LIMITS } from '../rules/history.ts'
import { latestResultDate, listsOf } from '../rules/results-view.ts'
import { type Snapshot, HISTORY_COLUMNS, historyDraw, placesOf } from './memory.ts'
import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { CHANGE_COLUMNS } from './follow-changes.ts'
import { changes } from '../../platform/server/tables/changes.ts'
import { isAnyOf } from '../../platform/server/db/columns.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { draws } from './tables.ts'

/** The lists around a search. */
export function resultsLists(snapshot: Snapshot) {
  const { games, history } = snapshot
  const named = games.map(({ key, name, operator }) => ({ key, name, operator }))
  return listsOf({ games: named, lastDrawn: lastDrawnGame(snapshot), history })
}

/** The game with the latest close among those of the latest day with a result; null without results. */
function lastDrawnGame({ games, history }: Snapshot): string | null {
  const date = latestResultDate(history)
  if (!date) return null
  const drawn = games.filter(({ key }) => findDraw(history, key, dayOf(date))?.state === 'drawn')
  const closes = new Map(scheduleOf(games, date).map(({ game, schedule }) => [game.key, schedule.closesAt]))
  return drawn.reduce((last, game) =>
    (closes.get(game.key) ?? 0) > (closes.get(last.key) ?? 0) ? game : last,
  ).key
}

type DailyResults = Partial<Record<Weekday, { date: string } & Record<string, unknown>>>

/**
 * The specification's document of a month: for each weekday the latest date up to today with a result, and the numbers
 * of each game. A weekday without a result has no field.
 * @returns null for a month without results
 */
export function dailyResults(
  { games, history }: Snapshot,
  monthYear: string,
  now: number,
): DailyResults | null {
  const month = parseMonthYear(monthYear)
  if (!month) return null
  const document: DailyResults = {}
  const today = lagosDate(now)
  for (let i = 0; i < month.days; i++) {
    const date = addDays(month.first, i)
    if (date > today) break
    const numbers = numbersOf(games, history, date)
    if (Object.keys(numbers).length > 0) document[weekdayOf(date)] = { date, ...numbers }
  }
  return Object.keys(document).length > 0 ? document : null
}

function numbersOf(games: Snapshot['games'], history: History, date: LagosDate) {
  const entries = games.flatMap(({ key }) => {
    const draw = findDraw(history, key, dayOf(date))
    return draw?.state === 'drawn' ? [[key, { winning: draw.winning, machine: draw.machine }] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The draw with the latest close among the results of the latest date up to a Lagos date; null without results. */
export function latestDraw({ games, history }: Snapshot, today: LagosDate) {
  const date = latestResultDate(history, today)
  if (!date) return null
  const closes = new Map(scheduleOf(games, date).map(({ game, schedule }) => [game.key, schedule.closesAt]))
  const drawn = games.flatMap(({ key, name }) => {
    const draw = findDraw(history, key, dayOf(date))
    return draw?.state === 'drawn' ? [{ ...draw, name, closesAt: closes.get(key) ?? null }] : []
  })
  return drawn.sort((a, b) => (b.closesAt ?? 0) - (a.closesAt ?? 0))[0] ?? null
}

const VERSION_LENGTH = 12

/** Names the content of a year: equal in every process, and another one after each change of its draws. */
export function versionOfYear(history: History, year: number): string {
  const hash = createHash('sha256')
  for (const [game, draws] of [...history.games].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [from, to] = yearRange(draws, year)
    if (from === to) continue
    hash.update(`${game} ${to - from}`)
    for (const column of [draws.days, draws.flags, draws.serials]) hash.update(column.subarray(from, to))
    hash.update(draws.balls.subarray(from * BALLS_PER_DRAW, to * BALLS_PER_DRAW))
  }
  return hash.digest('base64url').slice(0, VERSION_LENGTH)
}

/**
 * The draws written and the days emptied after `since`, for a phone with the history of that version. A day that another
 * draw has taken since is not empty.
 * @returns null when the years are shorter than the changes, or when `since` is no version of this database
 */
export async function changesSince(db: Db, history: History, since: number) {
  // After a restore, a phone may have a version that was lost.
  if (since > 0 && (await db.$count(changes, eq(changes.seq, since))) === 0) return null
  const rows = await db
    .select({ ids: CHANGE_COLUMNS.ids })
    .from(changes)
    .where(and(gt(changes.seq, since), eq(changes.kind, 'draws')))
    .limit(HISTORY_LIMITS.changes)
  const ids = [...new Set(rows.flatMap((row) => row.ids.map(Number)))]
  if (ids.length > HISTORY_LIMITS.changes || rows.length === HISTORY_LIMITS.changes) return null
  if (ids.length === 0) return { written: [], removed: [] }

  const rowsNow = await db
    .select(HISTORY_COLUMNS)
    .from(draws)
    .where(and(isAnyOf(draws.id, ids), isNull(draws.deletedAt)))
  const places = await placesOf(db, ids)
  return {
    written: rowsNow.map(historyDraw),
    removed: places.filter(({ game, day }) => !findDraw(history, game, day)),
  }
}
