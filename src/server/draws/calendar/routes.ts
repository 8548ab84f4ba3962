import { z } from 'zod'
import { lagosDate } from '../../../domain/base/calendar.ts'
import { CALENDAR_KINDS } from '../../../domain/draws/draw-calendar.ts'
import { DRAW_STATES } from '../../../domain/draws/draw.ts'
import { GAME_COLOURS } from '../../../domain/draws/operators.ts'
import { endpoint, type Routes } from '../../api/endpoint.ts'
import { blankToUndefined, day } from '../../api/form-fields.ts'
import { loadGames } from '../memory.ts'
import { calendarChange, calendarNote, date, schedule } from '../shapes.ts'
import { addHoliday, changeDate, undoChange } from './change-calendar.ts'
import { calendarWeek } from './queries.ts'

/** Values as they are typed. The domain's rules check them. */
const typed = z.string().max(40).default('')
const reason = z.string().max(400)
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
      days: z.array(
        z.strictObject({
          date,
          schedule: schedule.nullable(),
          record: z.strictObject({ state: z.enum(DRAW_STATES), at: z.number() }).nullable(),
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
    handle({ context, body }) {
      return changeDate(context, body)
    },
  }),

  'POST /api/admin/calendar/holidays': endpoint({
    summary: 'A holiday of all games: no draw that has not closed takes place on the day',
    access: 'manage-games',
    fresh: true,
    body: z.strictObject({ date: typed, reason }),
    answer: done,
    status: 201,
    handle({ context, body }) {
      return addHoliday(context, body)
    },
  }),

  'POST /api/admin/calendar/:id/undo': endpoint({
    summary: 'Reverse a change of the calendar',
    access: 'manage-games',
    fresh: true,
    params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answer: done,
    handle({ context, params }) {
      return undoChange(context, params.id)
    },
  }),
} satisfies Routes
