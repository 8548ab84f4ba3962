import { and, between, eq, gte, isNull } from 'drizzle-orm'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { addDays, endOfDay, formatDayMonth, lagosDate } from '../../../platform/rules/base/calendar.ts'
import {
  CALENDAR_LIMITS,
  type CalendarInput,
  checkChange,
  checkHoliday,
  daysOfChange,
  endedBy,
  type NewChange,
  undoProblem,
} from '../../rules/calendar-check.ts'
import { type CalendarChange, planOf, changeNews } from '../../rules/draw-calendar.ts'
import type { Game } from '../../rules/games.ts'
import { drawOfDay, drawPath, PATHS } from '../../../platform/rules/site/paths.ts'
import { type Change, change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal, refusedFields } from '../../../platform/server/http/refusal.ts'
import { followers, followTimes } from '../followers.ts'
import { calendarChanges, draws, heldResults } from '../tables.ts'
import { lockDraws } from '../write-draws.ts'
import { loadGames, type StoredGame } from '../memory.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'

interface DateChange extends CalendarInput {
  game: string
  /** The change of this draw that the user has seen; null for none. */
  seen: number | null
}

/**
 * Changes the draw of one date of a game. The same change sent twice is one.
 * @throws Refusal not-found, invalid-input at the fields, or conflict when another user changed the draw meanwhile
 */
export function changeDate(context: Context, { game: key, seen, ...input }: DateChange) {
  return write(context, async (unit, games) => {
    const game = games.find((one) => one.key === key)
    if (!game) throw new Refusal('not-found', 'There is no such game.')
    const recorded = await recordedDates(unit.tx, key, unit.now)
    const asSeen = { ...game, changes: game.changes.filter(({ id }) => id <= (seen ?? 0)) }
    const isSame = (other: CalendarChange, one: NewChange | undefined) =>
      one &&
      (['kind', 'date', 'toDate', 'close', 'reason'] as const).every((name) => other[name] === one[name])
    const before = checkChange(asSeen, input, recorded, unit.now).change
    const known = before && planOf(game, before.date).change
    if (known && known.id > (seen ?? 0)) {
      if (isSame(known, before)) return { id: known.id }
      throw new Refusal('conflict', 'Another user changed this draw meanwhile. Look at it again first.')
    }
    const { change: wanted, problems } = checkChange(game, input, recorded, unit.now)
    if (!wanted) throw refusedFields(problems)
    const id = await addRow(unit, wanted, key)
    const added = { ...wanted, id, at: unit.now }
    await tell(unit, [game], withChange(games, added, key), added)
    return { id }
  })
}

/**
 * Ends every draw of a date that has not closed.
 * @throws Refusal invalid-input at the fields
 */
export function addHoliday(context: Context, input: Pick<CalendarInput, 'date' | 'reason'>) {
  return write(context, async (unit, games) => {
    const { tx, now } = unit
    const { change: wanted, problems } = checkHoliday(games, input, now)
    if (!wanted) {
      const known = games[0]?.changes.findLast(({ kind, date }) => kind === 'holiday' && date === input.date)
      if (known?.reason === input.reason.trim()) return { id: known.id }
      throw refusedFields(problems)
    }
    const [held] = await tx.select().from(heldResults).where(eq(heldResults.date, wanted.date)).limit(1)
    const name = games.find(({ key }) => key === held?.gameKey)?.name
    if (held)
      throw refusedFields({
        date: `A result of ${name} is about to be published on that day. Undo it first.`,
      })
    const id = await addRow(unit, wanted, null)
    const added = { ...wanted, id, at: now }
    await tell(unit, endedBy(games, wanted.date, now), withChange(games, added, null), added)
    return { id }
  })
}

/**
 * Reverses a change, so that the one before it or the weekly time holds again. Doing so twice changes nothing.
 * @throws Refusal not-found, or conflict when the draw would have closed or its day is taken
 */
export function undoChange(context: Context, id: number) {
  return write(context, async (unit, games) => {
    const { tx, now, actor } = unit
    const [row] = await tx.select().from(calendarChanges).where(eq(calendarChanges.id, id))
    if (!row || row.kind === 'undone') throw new Refusal('not-found', 'There is no such change.')
    const found = games.flatMap(({ changes }) => changes).find((one) => one.id === id)
    if (!found) return { id }
    const of = games.filter(({ key, active }) => row.gameKey === key || (row.gameKey === null && active))
    const after = of.map((game) => ({ ...game, changes: game.changes.filter((one) => one.id !== id) }))
    const problem = of.map((game, i) => undoProblem(game, itemAt(after, i), found, now)).find(Boolean)
    if (problem) throw new Refusal('conflict', problem)
    await tx.insert(calendarChanges).values({
      gameKey: row.gameKey,
      kind: 'undone',
      date: row.date,
      reason: row.reason,
      undoes: id,
      at: new Date(now),
      by: actor.userId,
    })
    const details = { old: found, reason: row.reason }
    const action = row.gameKey === null ? 'calendar.holiday-undo' : 'calendar.undo'
    await recordAudit(unit, action, subjectOf(row.gameKey), details)
    await tell(unit, of, after, { ...found, reason: 'The change was undone.' })
    return { id }
  })
}

const subjectOf = (key: string | null) => (key === null ? 'games' : `game:${key}`)

/** Runs a change of the calendar with the games as it finds them; records of draws and other changes wait for it. */
function write<T>(context: Context, work: (unit: Change, games: StoredGame[]) => Promise<T>): Promise<T> {
  return change(context, async (unit) => {
    await lockDraws(unit.tx)
    return work(unit, await loadGames(unit.tx))
  })
}

/** The dates of a game with a record, or with a result that is about to be published. */
async function recordedDates(tx: Db, key: string, now: number): Promise<Set<string>> {
  const today = lagosDate(now)
  const until = addDays(today, CALENDAR_LIMITS.daysAhead)
  const recorded = await tx
    .select({ date: draws.date })
    .from(draws)
    .where(and(eq(draws.gameKey, key), between(draws.date, today, until), isNull(draws.deletedAt)))
  const held = await tx
    .select({ date: heldResults.date })
    .from(heldResults)
    .where(and(eq(heldResults.gameKey, key), gte(heldResults.date, today)))
  return new Set([...recorded, ...held].map(({ date }) => date))
}

async function addRow(unit: Change, wanted: NewChange, gameKey: string | null): Promise<number> {
  const { tx, now, actor } = unit
  const row = itemAt(
    await tx
      .insert(calendarChanges)
      .values({ ...wanted, gameKey, at: new Date(now), by: actor.userId })
      .returning({ id: calendarChanges.id }),
    0,
  )
  const { reason, ...values } = wanted
  const details = { new: values, reason }
  const action = gameKey === null ? 'calendar.holiday' : 'calendar.change'
  await recordAudit(unit, action, subjectOf(gameKey), details)
  return row.id
}

/** The games as they are after a change: all of them, or the one of a key. */
const withChange = (games: readonly StoredGame[], wanted: CalendarChange, key: string | null) =>
  games.map((game) =>
    key === null || game.key === key ? { ...game, changes: [...game.changes, wanted] } : game,
  )

/** Moves forecasts with their draws, queues the notification of followers, and appends to the change log. */
async function tell(
  unit: Change,
  before: readonly Game[],
  after: readonly Game[],
  changed: CalendarChange,
): Promise<void> {
  const { now } = unit
  const keys = before.map(({ key }) => key)
  for (const game of before) {
    const then = present(after.find(({ key }) => key === game.key))
    for (const day of daysOfChange(game, changed))
      await followers((follower) => follower.drawMoved?.(unit, then, day, changed.reason))
  }
  await followTimes(unit, after)
  const message = newsOf(now, before, after, changed)
  if (message) {
    const news = { ...message, tag: `calendar ${changed.id}`, urgent: false }
    await followers((follower) => follower.calendarNews?.(unit, keys, news))
  }
  await appendChange(unit, 'games', keys)
}

/** The notification of a change; null if it moved no draw. */
function newsOf(
  now: number,
  before: readonly Game[],
  after: readonly Game[],
  { kind, date, reason }: NewChange,
) {
  if (kind === 'holiday') {
    const isOff = before.some((game) => planOf(game, date).draw)
    const title = isOff ? `No draws on ${formatDayMonth(date)}` : `Draws on ${formatDayMonth(date)} as usual`
    const isShown = date <= addDays(lagosDate(now), DRAW_LIMITS.daysAhead)
    const path = isShown ? `${PATHS.dayResult}?date=${date}` : PATHS.dayResult
    return { title, body: isOff ? reason : '', path, expiresAt: endOfDay(date) }
  }
  const game = itemAt(before, 0)
  const was = planOf(game, date).draw
  const is = planOf(present(after.find(({ key }) => key === game.key)), date).draw
  const shown = is ?? was
  if (!shown) return null
  const days = [was, is].flatMap((draw) => draw?.date ?? [])
  return {
    ...changeNews(game.name, { day: date, before: was, after: is, reason }),
    path: drawPath(drawOfDay(game.key, shown.date)),
    expiresAt: endOfDay(itemAt(days.toSorted(), -1)),
  }
}
