import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import {
  addDays,
  DAY,
  dayOf,
  formatDate,
  type LagosDate,
  lagosDate,
  parseDate,
} from '../../platform/rules/base/calendar.ts'
import { type Schedule, scheduleOf } from '../rules/day-result.ts'
import { changesBetween, type Draw, onlyCompletes, type ValueChange } from '../rules/draw.ts'
import { closeAfter, drawAfter, drawLuck, drawnBefore } from '../rules/draw-neighbours.ts'
import { noteOn } from '../rules/draw-calendar.ts'
import { drawOfDay } from '../../platform/rules/site/paths.ts'
import type { Game } from '../rules/games.ts'
import {
  allocate,
  dateAt,
  drawAt,
  firstOnOrAfter,
  type GameDraws,
  isDrawn,
  HISTORY_LIMITS,
} from '../rules/history.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { drawCorrections, draws, games } from './tables.ts'
import { z } from 'zod'
import { endpoint, type Routes } from '../../platform/server/api/endpoint.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { balls, calendarNote, date, publicId, schedule, tableRow } from './shapes.ts'
import { latestDraw } from './queries.ts'

const columns = {
  id: draws.id,
  publicId: draws.publicId,
  key: draws.gameKey,
  date: draws.date,
  serial: draws.serial,
  state: draws.state,
  winning: draws.winning,
  machine: draws.machine,
  source: draws.source,
  recordedAt: draws.recordedAt,
}

/** The place of `diamond.2025-06-23`; null for another text, such as a public id. */
function placeOf(text: string): { key: string; date: LagosDate } | null {
  const [key, day] = text.split('.') as [string, string?]
  const date = day === undefined ? null : parseDate(day)
  return date && { key, date }
}

/**
 * One draw as everyone may see it, from the moment that the calendar knows it; null if neither the calendar nor the records
 * have it.
 * @param text its game and date, such as `diamond.2025-06-23`, or its public id
 */
export async function findDraw(
  { db, draws: memory }: Pick<Services, 'db' | 'draws'>,
  text: string,
  now: number,
) {
  const asked = placeOf(text)
  const isAsked = asked
    ? and(eq(draws.gameKey, asked.key), eq(draws.date, asked.date))
    : eq(draws.publicId, text)
  const [row] = await db
    .select(columns)
    .from(draws)
    .where(and(isAsked, isNull(draws.deletedAt)))
  const place = row ? { key: row.key, date: row.date as LagosDate } : asked
  const { games: all, history } = memory.current()
  const game = all.find(({ key }) => key === place?.key)
  if (!game || !place) return null
  const { date } = place
  const schedule = scheduleOf([game], date)[0]?.schedule ?? null
  const note = game.active ? noteOn(game, date) : null
  const isNear = schedule && date <= addDays(lagosDate(now), HISTORY_LIMITS.daysAhead)
  if (!row && !note && !isNear) return null
  const { key, name, operator } = game
  return {
    game: { key, name, operator },
    date,
    schedule,
    draw: row ? drawIn(row) : null,
    note,
    movedTo: row ? null : note?.kind === 'moved-away' ? note.date : await movedTo(db, place),
    resultAt: row ? resultAt(row.recordedAt, schedule) : null,
    corrections: row ? await correctionsOf(db, row.id) : [],
    ...aroundOf(game, history.games.get(key), date, now),
  }
}

/** The day to which staff moved the draw of a day. */
async function movedTo(db: Db, { key, date }: { key: string; date: LagosDate }): Promise<LagosDate | null> {
  const isMoved = and(eq(draws.gameKey, key), eq(draws.scheduledDate, date), isNull(draws.deletedAt))
  const [moved] = await db.select({ date: draws.date }).from(draws).where(isMoved)
  return (moved?.date as LagosDate | undefined) ?? null
}

function drawIn({ publicId, serial, state, winning, machine, source }: Row) {
  return { publicId, serial, state, winning, machine, sample: source === 'sample' }
}

type Row = Pick<typeof draws.$inferSelect, Exclude<keyof typeof columns, 'key'>>

/** When the result came in, in milliseconds; null where it was recorded later, as by an import. */
function resultAt(recordedAt: Date, schedule: Schedule | null): number | null {
  const at = recordedAt.getTime()
  return schedule && Math.abs(at - schedule.closesAt) < DAY ? at : null
}

/** The draws of the game before and after a date, and what luck says about the draw of the date. */
function aroundOf(game: Game, gameDraws: GameDraws | undefined, date: LagosDate, now: number) {
  const known = gameDraws ?? allocate(game.key, 0)
  const i = firstOnOrAfter(known, dayOf(date))
  const before = drawnBefore(known, i, HISTORY_LIMITS.lastDraws).map((at) => drawAt(known, at))
  const after = drawAfter(known, date)
  const hasResult = known.days[i] === dayOf(date) && isDrawn(known, i)
  return {
    last: before.map((draw) => ({ date: draw.date, winning: draw.winning })),
    next: after === null ? (closeAfter(game, known, date, now)?.date ?? null) : dateAt(known, after),
    luck: hasResult ? drawLuck(known, i) : null,
  }
}

/**
 * The corrections of a draw, oldest first, with the earlier values in words. Additions, such as machine numbers that come
 * later, are not corrections. The staff's names are left out.
 */
async function correctionsOf(db: Db, drawId: number) {
  const rows = await db
    .select({
      old: drawCorrections.old,
      new: drawCorrections.new,
      oldGame: gameNameIn(drawCorrections.old),
      newGame: gameNameIn(drawCorrections.new),
      at: drawCorrections.at,
      reason: drawCorrections.reason,
    })
    .from(drawCorrections)
    .where(eq(drawCorrections.drawId, drawId))
    .orderBy(asc(drawCorrections.id))
  return rows.flatMap(({ at, reason, oldGame, newGame, ...values }) => {
    const from = { ...(values.old as Draw), game: oldGame }
    const changes = earlierValues(from, { ...(values.new as Draw), game: newGame })
    return changes.length > 0 ? [{ at: at.getTime(), reason, changes }] : []
  })
}

/** The live draws that were corrected, of one day or of all, each by {@link drawOfDay}. */
export async function correctedOn(db: Db, date?: LagosDate): Promise<Set<string>> {
  const rows = await db
    .select({ game: draws.gameKey, date: draws.date, old: drawCorrections.old, new: drawCorrections.new })
    .from(drawCorrections)
    .innerJoin(draws, eq(draws.id, drawCorrections.drawId))
    .where(and(date && eq(draws.date, date), isNull(draws.deletedAt)))
  const corrected = rows.filter((row) => earlierValues(row.old as Draw, row.new as Draw).length > 0)
  return new Set(corrected.map((row) => drawOfDay(row.game, row.date)))
}

/** The name of the game of stored values. */
export const gameNameIn = (values: typeof drawCorrections.old | typeof drawCorrections.new) =>
  sql<string>`(select ${games.name} from ${games} where ${games.key} = ${values}->>'game')`

/** What a correction changed, in words; empty for an addition. The `game` of both draws is its name. */
export function earlierValues(from: Draw, to: Draw): Correction[] {
  const moved: Correction[] = [
    ...(from.game === to.game ? [] : [{ what: 'game' as const, old: from.game, new: to.game }]),
    ...(from.date === to.date
      ? []
      : [{ what: 'date' as const, old: formatDate(from.date), new: formatDate(to.date) }]),
  ]
  return moved.length === 0 && onlyCompletes(from, to) ? [] : [...moved, ...changesBetween(from, to)]
}

type Correction = Omit<ValueChange, 'what'> & { what: ValueChange['what'] | 'game' | 'date' }

export const correction = z.strictObject({
  at: z.number(),
  reason: z.string(),
  changes: z.array(z.strictObject({ what: z.string(), old: z.string(), new: z.string() })),
})

/** The page of a draw, from the moment that the calendar knows it. */
export const drawPage = z.strictObject({
  game: z.strictObject({ key: z.string(), name: z.string(), operator: z.string() }),
  date,
  /** Null for a draw that is not in the calendar. */
  schedule: schedule.nullable(),
  draw: tableRow.omit({ date: true }).extend({ publicId }).nullable(),
  /** What staff changed for its date. */
  note: calendarNote.nullable(),
  /** The day to which staff moved the draw. */
  movedTo: date.nullable(),
  /** When the result came in, in milliseconds; null where it was recorded later, as by an import. */
  resultAt: z.number().nullable(),
  /** The last draws of the game before this one, newest first. */
  last: z.array(z.strictObject({ date, winning: balls })),
  /** The game's next draw, recorded or scheduled. */
  next: date.nullable(),
  /** For a confirmed result. */
  luck: z
    .strictObject({
      /** How many draws each winning number had waited; null where it had not come before. */
      waits: z.array(z.int().nullable()),
      /** How many winning numbers are chart relatives of the draw before, and what luck gives. */
      chart: z.strictObject({ after: date, came: z.int(), byLuck: z.number() }).nullable(),
    })
    .nullable(),
  /** Oldest first. */
  corrections: z.array(correction),
})

const latestAnswer = z.strictObject({
  /** Null without results. */
  latest: z
    .strictObject({
      name: z.string(),
      date,
      /** Milliseconds; null if the game has no draw on this weekday. */
      closesAt: z.number().nullable(),
      winning: balls,
      sample: z.boolean(),
    })
    .nullable(),
})

/** A game's key and a date, `diamond.2025-06-23`, or the public id of a draw. */
export const drawParams = z.strictObject({ draw: z.string().max(80) })

export const noSuchDraw = () => new Refusal('not-found', 'There is no such draw. It may have been removed.')

export const singleDrawRoutes = {
  'GET /api/public/latest-draw': endpoint({
    summary: 'The numbers of the latest result, for the pages before the login',
    access: 'anyone',
    followsDraws: true,
    answer: latestAnswer,
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle({ services: { draws }, now }) {
      const today = lagosDate(now)
      return draws.derived(`latest draw ${today}`, (snapshot) => {
        const draw = latestDraw(snapshot, today)
        if (!draw) return { latest: null }
        const { name, date, closesAt, winning, sample } = draw
        return { latest: { name, date, closesAt, winning, sample } }
      })
    },
  }),
} satisfies Routes
