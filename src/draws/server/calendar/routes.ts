import { z } from 'zod'
import { hasRight, type StaffMember } from '../../../platform/rules/access/staff-roles.ts'
import { CALENDAR_REASONS } from '../../rules/calendar-check.ts'
import { lagosDate, type LagosDate, weekOf } from '../../../platform/rules/base/calendar.ts'
import { CALENDAR_KINDS, noteOn, planOf, slotOn } from '../../rules/draw-calendar.ts'
import { DRAW_STATES } from '../../rules/draw.ts'
import { GAME_COLOURS } from '../../rules/operators.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { blankToUndefined, day, plainText } from '../../../platform/server/api/form-fields.ts'
import { refusedField } from '../../../platform/server/http/refusal.ts'
import { loadGames, type StoredGame } from '../memory.ts'
import { calendarChange, calendarNote, date, schedule } from '../shapes.ts'
import { drawFollowers } from '../followers.ts'
import { addHoliday, changeDate, undoChange } from './change-calendar.ts'
import { and, asc, between, eq, isNull, or } from 'drizzle-orm'
import { scheduleOf } from '../../rules/day-result.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { calendarChanges, draws } from '../tables.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** Values as they are typed. The domain's rules check them. */
const typed = z.string().max(40).default('')
const reason = plainText(400)
const done = z.strictObject({ id: z.int() })

const week = z.strictObject({
  today: date,
  /** Monday to Sunday. */
  week: z.array(date),
  games: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      operator: z.string(),
      colour: z.enum(GAME_COLOURS).nullable(),
      active: z.boolean(),
      /** Who gets a notification of a change. */
      players: z.int(),
      days: z.array(
        z.strictObject({
          date,
          schedule: schedule.nullable(),
          record: z
            .strictObject({ state: z.enum(DRAW_STATES), at: z.number(), isImported: z.boolean() })
            .nullable(),
          note: calendarNote.nullable(),
          seen: z.int().nullable(),
        }),
      ),
    }),
  ),
  /** In force, with who made them. */
  changes: z.array(
    calendarChange.extend({
      kind: z.enum(CALENDAR_KINDS),
      name: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
})

export const calendarRoutes = {
  'GET /api/admin/calendar': endpoint({
    summary: 'The week of a day by game: each draw with its time, its record and its changes',
    access: 'manage-games',
    followsDraws: true,
    query: z.strictObject({ date: z.preprocess(blankToUndefined, day.optional()) }),
    answer: week,
    async handle({ services: { db }, query, now }) {
      return calendarWeek(db, await loadGames(db), query.date ?? lagosDate(now), now)
    },
  }),

  'POST /api/admin/calendar': endpoint({
    summary: 'Change one draw: its time, its day, cancel it; or add an extra draw',
    access: 'manage-games',
    effect: 'edits-games',
    creates: 'once-by-form',
    fresh: true,
    body: z.strictObject({
      game: z.string().max(40),
      kind: z.enum(['time', 'moved', 'cancelled', 'extra']),
      date: typed,
      time: typed,
      toDate: typed,
      reason,
      /** The change of this draw that the user has seen; null for none. */
      seen: z.int().nullable(),
    }),
    answer: done,
    status: 201,
    handle({ context, person, body }) {
      requirePreparedReason(person, body.reason)
      return changeDate(context, body)
    },
  }),

  'POST /api/admin/calendar/holidays': endpoint({
    summary: 'A holiday of all games: no draw that has not closed takes place on the day',
    access: 'manage-games',
    effect: 'edits-games',
    creates: 'once-by-form',
    fresh: true,
    body: z.strictObject({ date: typed, reason }),
    answer: done,
    status: 201,
    handle({ context, person, body }) {
      requirePreparedReason(person, body.reason)
      return addHoliday(context, body)
    },
  }),

  'POST /api/admin/calendar/:id/undo': endpoint({
    summary: 'Reverse a change of the calendar',
    access: 'manage-games',
    effect: 'edits-games',
    fresh: true,
    params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answer: done,
    handle({ context, params }) {
      return undoChange(context, params.id)
    },
  }),
} satisfies Routes

/** @throws Refusal invalid-input for a reason in the words of staff who may not talk to players */
function requirePreparedReason(person: StaffMember, given: string): void {
  const isPrepared = (CALENDAR_REASONS as readonly string[]).includes(given)
  if (!isPrepared && !hasRight(person, 'talk-to-players'))
    throw refusedField('reason', 'Choose a prepared reason, or ask an owner.')
}

/** The week of a date by game: each day with its draw, its record and what staff changed. */
async function calendarWeek(db: Db, games: readonly StoredGame[], date: LagosDate, now: number) {
  const week = weekOf(date)
  const [first, last] = [itemAt(week, 0), itemAt(week, 6)]
  const records = await db
    .select({
      game: draws.gameKey,
      date: draws.date,
      state: draws.state,
      at: draws.recordedAt,
      source: draws.source,
    })
    .from(draws)
    .where(and(between(draws.date, first, last), isNull(draws.deletedAt)))
  const keys = games.map(({ key }) => key)
  const counts = await Promise.all(drawFollowers.all().map(async (one) => one.calendarReaders?.(db, keys)))
  const recordOf = new Map(records.map((row) => [`${row.date} ${row.game}`, row]))
  return {
    today: lagosDate(now),
    week,
    games: games.map((game) => ({
      key: game.key,
      name: game.name,
      operator: game.operator,
      colour: game.colour,
      active: game.active,
      players: counts.find(Boolean)?.get(game.key) ?? 0,
      days: week.map((day) => {
        const record = recordOf.get(`${day} ${game.key}`)
        return {
          date: day,
          schedule: scheduleOf([game], day)[0]?.schedule ?? null,
          record: record
            ? { state: record.state, at: record.at.getTime(), isImported: record.source === 'import' }
            : null,
          note: game.active ? noteOn(game, day) : null,
          /** The last change of the draw, which a form has seen. */
          seen: planOf(game, slotOn(game, day)?.scheduled ?? day).change?.id ?? null,
        }
      }),
    })),
    changes: await changesOf(db, games, first, last),
  }
}

/** The changes in force of some days, oldest first, with who made them. */
async function changesOf(db: Db, games: readonly StoredGame[], first: LagosDate, last: LagosDate) {
  const rows = await db
    .select({ row: calendarChanges, by: users.username })
    .from(calendarChanges)
    .leftJoin(users, eq(users.id, calendarChanges.by))
    .where(or(between(calendarChanges.date, first, last), between(calendarChanges.toDate, first, last)))
    .orderBy(asc(calendarChanges.date), asc(calendarChanges.id))
  const inForce = new Set(
    games.flatMap((game) =>
      (game.changes ?? []).flatMap((one) =>
        one.kind === 'holiday' || planOf(game, one.date).change?.id === one.id ? one.id : [],
      ),
    ),
  )
  const nameOf = new Map(games.map(({ key, name }) => [key, name]))
  return rows.flatMap(({ row, by }) => {
    const { id, gameKey, kind, date, toDate, close, reason, at } = row
    if (kind === 'undone' || !inForce.has(id)) return []
    return {
      id,
      /** Null for a holiday of all games. */
      name: gameKey === null ? null : (nameOf.get(gameKey) ?? gameKey),
      kind,
      date: date as LagosDate,
      toDate: toDate as LagosDate | null,
      close,
      reason,
      at: at.getTime(),
      by,
    }
  })
}
