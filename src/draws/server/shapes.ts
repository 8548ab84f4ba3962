import { z } from 'zod'
import { type LagosDate, WEEKDAYS } from '../../platform/rules/base/calendar.ts'
import { CALENDAR_KINDS } from '../rules/draw-calendar.ts'
import { GAME_COLOURS } from '../rules/operators.ts'
import { DRAW_STATES } from '../rules/draw.ts'

/** A date that our own code has checked. The schema does not parse it again. */
export const date = z.string() as unknown as z.ZodType<LagosDate, LagosDate>

export const ball = z.int().min(1).max(90)

export const balls = z.array(ball).readonly()

/** The draw's id in addresses that players share. */
export const publicId = z.string()

export const tableRow = z.strictObject({
  date,
  serial: z.int().nullable(),
  state: z.enum(DRAW_STATES),
  winning: balls,
  machine: balls,
  sample: z.boolean(),
})

export const schedule = z.strictObject({ closesAt: z.number(), expectedAt: z.number() })

/** Why a day of a game is not as usual. */
export const calendarNote = z.strictObject({
  kind: z.enum(['time', 'moved-here', 'moved-away', 'cancelled', 'holiday', 'extra']),
  reason: z.string(),
  change: z.int(),
  date: date.nullable(),
  close: z.int().nullable(),
})

/** One game of a day, with its schedule and its draw. */
export const dayGame = z.strictObject({
  key: z.string(),
  name: z.string(),
  operator: z.string(),
  colour: z.enum(GAME_COLOURS).nullable(),
  schedule: schedule.nullable(),
  note: calendarNote.nullable(),
  draw: tableRow.omit({ date: true }).nullable(),
})

/** What staff changed for one date. */
export const calendarChange = z.strictObject({
  id: z.int(),
  kind: z.enum(CALENDAR_KINDS),
  date,
  toDate: date.nullable(),
  close: z.int().nullable(),
  reason: z.string(),
  at: z.number(),
})

export const slot = z.strictObject({
  weekday: z.enum(WEEKDAYS),
  /** Minutes since midnight in Lagos; null ends the slot. */
  close: z.int().min(0).max(1439).nullable(),
  expectedMinutes: z.int(),
  /** Minutes between the lock of forecasts and the close; for staff only. */
  marginMinutes: z.int(),
  validFrom: date,
})
